import type { orderRow } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { RoundKind } from '../rules/enums.ts'
import type { QuotePart } from '../rules/status.ts'

export type Any = Context<Actor | null>
export type Supplier = Context<Employee>
export type Order = Awaited<ReturnType<typeof orderRow>>

/** A document as data, as the feature that holds the rounds sets it. */
export interface Quotation {
  title: string
  subtitle: string
  org: string
  number: string
  parts: {
    facts: (readonly [string, string])[]
    columns: { key: string; title: string; align?: 'center' | 'right'; width: number }[]
    rows: Record<string, string | number | null>[]
  }[]
}

/** The feature that holds rounds in an order: its words, its record, its people. Who may act it decides before. */
export interface QuoteHost {
  kind: RoundKind
  /** Event at the deadline of a round, `{ orderId, roundId }`; its subscriber calls `closeAtDeadline`. */
  due: string
  /** What names of timers begin with. */
  timer: string
  /** 第2次报价. */
  label: (roundNo: number) => string
  /** Writes a fact of the order. It holds no figure before the close. */
  record: (ctx: Any, orderId: string, fact: { action: string; summary: string; data: unknown }) => void
  /** Tells open pages of the buyer's side, and of these suppliers. */
  tell: (ctx: Any, orderId: string, tradeIds: readonly string[]) => void
  /** Sends a message to the people of these suppliers. */
  notify: (ctx: Any, to: { order: Order; tradeIds: readonly string[] }, message: Message) => Promise<void>
}

/** A host whose suppliers submit their quotes here, and get them as a document that they sign. */
export interface SigningHost extends QuoteHost {
  /** Title of the quotation, what it is filed as, and how it is set. */
  title: string
  use: string
  document: (quotation: Quotation, at: Date) => Promise<Buffer>
}

export interface Message {
  title: string
  content: string
}

/** A round of an order, and whoever acts on it. */
export interface RoundPlace {
  host: QuoteHost
  order: Order
  roundId: string
  who: QuotePart
  /** Why nothing goes on any more, in words; empty while it does. */
  over: string
}

/** A supplier's own quote in a round. */
export interface QuotePlace {
  host: SigningHost
  order: Order
  roundId: string
  tradeId: string
  over: string
}
