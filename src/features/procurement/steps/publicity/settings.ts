import { SoleTerms } from './terms.ts'

export const publicitySettings = {
  sole: SoleTerms.optional(),
}
