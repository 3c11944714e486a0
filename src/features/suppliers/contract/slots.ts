import { slot } from '#contract/slot.ts'

/** What other features bring to the page of a supplier of the own library. */
export const SUPPLIER_SLOTS = {
  /** How it delivered what was ordered. */
  performance: slot<{ supplierId: string }>('supplier.performance', 4),
  /** What it came to when it was appraised. */
  appraisals: slot<{ supplierId: string }>('supplier.appraisals', 3),
}
