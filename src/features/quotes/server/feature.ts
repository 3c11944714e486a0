import type { Feature } from '#server/feature.ts'
import { GIVEN_QUOTES, QUESTIONS, QUOTES, RULINGS } from './bound.ts'

/** Rounds are held by other features, which have calls and pages. */
export const quotes: Feature = {
  name: 'quotes',
  files: { 'quote.file_id': 'id', 'quote_file.file_id': 'id' },
  routes: [],
  bound: [QUOTES, GIVEN_QUOTES, RULINGS, QUESTIONS],
}
