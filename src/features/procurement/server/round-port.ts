import type { RawBuilder } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import { hasPage } from '../methods/places.ts'
import type { Order } from './access.ts'

type Any = Context<Actor | null>

export interface AskedRound {
  roundId: string
  label: string
  deadline: Date
  /** It takes a quote now. */
  isOpen: boolean
}

/** Rounds of quotes of an order, which a feature above keeps. */
interface QuoteRounds {
  /** Whether a further round is open, or the last one that the documents announce has been. */
  standOf: (ctx: Any, order: Order) => Promise<'open' | 'last' | undefined>
  /** The rounds that this supplier was asked to, in their order. */
  askedTo: (ctx: Any, order: Order, tradeId: string) => Promise<AskedRound[]>
  /** Whether a further round of the order is open, as a condition of a query. */
  isOpen: (ctx: Pick<Any, 'tenantId'>, orderId: RawBuilder<unknown>) => RawBuilder<boolean>
}

export const quoteRounds = port<QuoteRounds>('the rounds of quotes')

/** Whether orders of the method are quoted in rounds of their own. */
export function hasRounds(order: { method: number }): boolean {
  return hasPage(order, 'quote.rounds')
}
