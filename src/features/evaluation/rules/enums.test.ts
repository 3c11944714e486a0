import { expect, test } from 'vitest'
import * as enums from './enums.ts'

/** Values as the specification lists them (part 2 §4.1 and §9). */
const SPECIFIED: Record<keyof typeof enums, number[]> = {
  ReviewModel: [1, 2],
  ReviewMethod: [1, 2, 3, 4, 5, 6, 7],
  ProcessType: [1, 2, 3, 4],
  ProcessStatus: [0, 1, 2],
  WayType: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  WaySummaryStatus: [0, 1, 2, 3],
  ReviewerTaskStatus: [0, 1, 2],
  ReviewerSignStatus: [0, 1, 2],
  ReportStatus: [0, 1, 2, 3, 4, 5],
  LowPriceStatus: [0, 1, 2, 3, 4, 5, 6],
  ItemKind: [1, 2],
  ItemNature: [1, 2],
  Calculation: [0, 1],
  Aggregation: [2, 3],
  PriceBase: [1, 2, 3, 4, 5],
  CatalogType: [...Array.from({ length: 17 }, (_, i) => i + 1), 41],
  ReportScope: [0, 1, 2],
  // Not in the specification: the project's own.
  AskKind: [1, 2, 3, 4],
  AskStatus: [0, 1, 2, 3, 4],
  CorrectionKind: [1, 2, 3, 4],
  CorrectionStatus: [0, 1, 2, 3, 4, 5],
  OfferBidOpenStatus: [0, 1, 2, 3],
}

test.each(Object.entries(SPECIFIED))('%s', (name, values) => {
  const { options } = enums[name as keyof typeof enums]
  expect(options.map((o) => o.value)).toEqual(values)
  expect(new Set(options.map((o) => o.label)).size).toBe(options.length)
})
