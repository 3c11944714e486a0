import type { Selectable } from 'kysely'
import type { PurchaseOrder } from '#server/database/tables.ts'
import { port } from '#server/port.ts'
import type { Any } from './service-keys.ts'

/** The round of an order that takes offers now, or took them last. Rounds count from 1. */
export interface CurrentRound {
  round: number
  deadline: Date | null
  /** Whether offers may be handed in, for all that is not a matter of the clock. */
  isOpen: boolean
  /** Who was asked to take part; null: every approved participant. */
  tradeIds?: readonly string[] | null
}

/**
 * Which round takes offers. Asked behind the lock of the order's row, which whoever begins, moves or ends a round takes for
 * update: a round cannot change under a submission. Where nobody knows of rounds, an order has one, up to its deadline.
 */
export const rounds = port<{ currentRound: (ctx: Any, order: Selectable<PurchaseOrder>) => Promise<CurrentRound> }>(
  'rounds',
  {
    currentRound: async (_ctx, { bidEnd, state }) => ({ round: 1, deadline: bidEnd, isOpen: state === 'publish.open' }),
  },
)
