import { BondTerms } from '../../rules/bond-terms.ts'

export const bondSettings = {
  /** When, in which form, and what follows where it is missing; the amount is the order's. */
  bond: BondTerms.prefault({}),
}
