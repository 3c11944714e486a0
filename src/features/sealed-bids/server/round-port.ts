import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PurchaseOrder } from '#server/database/tables.ts'
import { port } from '#server/port.ts'
import { FIRST_ROUND } from '../rules.ts'
import type { Any } from './service-keys.ts'

type Order = Selectable<PurchaseOrder>

/** A round of offers. Rounds count from 1. */
export interface CurrentRound {
  round: number
  deadline: Date | null
  /** Whether offers may be handed in, for all that is not a matter of the clock. */
  isOpen: boolean
}

interface Rounds {
  /**
   * The round that takes offers now, or took them last; with a trade the last one that this participant was asked to. Null
   * where the order is in its first round. Asked behind the lock of the order's row, which whoever begins, moves or ends a
   * round takes for update: a round cannot change under a submission.
   */
  currentRound: (ctx: Any, order: Order, tradeId: string | null) => Promise<CurrentRound | null>
  /** The number of a round that this participant was asked to; null for any other id. */
  numberOf: (ctx: Any, order: Order, asked: { roundId: string; tradeId: string }) => Promise<number | null>
  /** What counted for a participant before a round: the total, and each line's unit price, yuan. Null where nothing did. */
  previousOf: (ctx: Any, order: Order, of: { round: number; tradeId: string }) => Promise<PreviousOffer | null>
  /** What a participant is asked for in a round; null where it is the whole bill by the published terms. */
  askedFor: (ctx: Any, order: Order, of: { round: number; tradeId: string }) => Promise<AskedFor | null>
  /** The number of the order's round that takes offers or waits to be opened, as an expression; null where none does. */
  openNo: (of: { tenantId: RawBuilder<unknown>; orderId: RawBuilder<unknown> }) => RawBuilder<number | null>
  /**
   * What the bidder of a submission released in a round that bidders' own keys open: keys of the files by position, or why
   * the offer was not opened. Null where nobody releases keys without a hall.
   */
  releasedOf: (ctx: Any, order: Order, round: number) => Promise<((submissionId: string) => Released) | null>
}

/** Keys in hex, by position, masked in joint-key mode; or the reason why there are none. */
export type Released = { keys: Readonly<Record<string, string>> } | { reason: string }

interface AskedFor {
  /** Lines with their target prices; null: all of the bill. */
  items: readonly { itemId: string; target?: string }[] | null
  /** Target price of the whole, yuan. */
  target: string | null
  notAbove: 'none' | 'total' | 'line'
  isPartial: boolean
  /** What the buyer says of the round. */
  note: string
}

interface PreviousOffer {
  total: string | null
  lines: readonly { itemId: string; unitPrice: string }[]
  /** Other products that it offered for a line. */
  alternatives?: readonly { itemId: string; brand: string; model: string; spec: string; unitPrice: string }[]
}

/** Who keeps further rounds; where nobody does there are none. */
export const rounds = port<Rounds>('rounds of offers', {
  currentRound: async () => null,
  numberOf: async () => null,
  previousOf: async () => null,
  askedFor: async () => null,
  openNo: () => sql<null>`null::int`,
  releasedOf: async () => null,
})

/** As `Rounds` says; the first round ends at the order's own deadline. */
export async function currentRound(ctx: Any, order: Order, tradeId: string | null): Promise<CurrentRound> {
  const further = await rounds().currentRound(ctx, order, tradeId)
  return further ?? { round: FIRST_ROUND, deadline: order.bidEnd, isOpen: order.state === 'publish.open' }
}
