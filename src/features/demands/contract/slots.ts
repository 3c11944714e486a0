import { slot } from '#contract/slot.ts'

/** What other features bring to the page of a demand. */
export const DEMAND_SLOTS = {
  /** Of a purchaser's own: what it is paid from. */
  budget: slot<{ demandId: string }>('demand.budget', 1),
}
