import { slot } from '#contract/slot.ts'

/** What other features bring to the page of a sealed bid. */
export const BID_SLOTS = {
  /** What the own quote of a round held, once it has been opened. Tenders seal no quote sheet and have no such part. */
  openedQuote: slot<{ orderId: string; round: number }>('bid.openedQuote'),
}
