import { slot } from '#contract/slot.ts'

/** What other features bring to the page of a sealed bid. */
export const BID_SLOTS = {
  /** What the own bid of a round held, once it has been opened. */
  opened: slot<{ orderId: string; round: number }>('bid.opened'),
}
