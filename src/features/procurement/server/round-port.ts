import type { RawBuilder } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import { hasPage } from '../methods/places.ts'
import type { Order } from './access.ts'

type Any = Context<Actor | null>

/** Rounds of quotes of an order, which a feature above keeps. */
interface QuoteRounds {
  /** Whether a further round is open, or the last one that the documents announce has been. */
  standOf: (ctx: Any, order: Order) => Promise<'open' | 'last' | undefined>
  /** The round that takes a quote of this supplier now; null where none does. */
  takes: (ctx: Any, order: Order, tradeId: string) => Promise<{ roundId: string; deadline: Date } | null>
  /** Whether a further round of the order is open, as a condition of a query. */
  isOpen: (ctx: Pick<Any, 'tenantId'>, orderId: RawBuilder<unknown>) => RawBuilder<boolean>
}

export const quoteRounds = port<QuoteRounds>('the rounds of quotes')

/** Whether orders of the method are quoted in rounds of their own. */
export function hasRounds(order: { method: number }): boolean {
  return hasPage(order, 'quote.rounds')
}
