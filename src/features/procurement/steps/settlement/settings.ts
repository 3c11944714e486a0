import { SaleTerms } from '../../rules/sale-terms.ts'

export const settlementSettings = {
  sale: SaleTerms.optional(),
}
