import { step } from '../../engine/step.ts'

declare module '../../engine/step.ts' {
  interface OrderFacts {
    /** Why goods that were sold are not settled yet. */
    unsettled?: string | undefined
    /** Why the buyer of goods cannot be replaced by the next. */
    buyerStays?: string | undefined
    /** Why a sale cannot be given up any more. */
    saleStands?: string | undefined
  }
}

/** What was sold is paid, taken away and settled, behind the award. Its acts are those of the feature `sales`. */
export const settlement = step({ name: 'settlement', pages: {} })
