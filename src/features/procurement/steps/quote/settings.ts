import { QuoteTerms } from '../../rules/quote-terms.ts'

export const quoteSettings = {
  quote: QuoteTerms.optional(),
}
