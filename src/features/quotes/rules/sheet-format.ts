import * as z from 'zod'
import { Amount, Quantity } from '#contract/money.ts'
import { TaxRate } from '#features/procurement/rules/quote-terms.ts'
import type { QuoteItem } from './prices.ts'

/** What is priced: a line of the bill, with its unit ceiling. */
export type SheetItem = Omit<QuoteItem, 'section'>

/** Most characters of a text in a line, and in the remark on the whole. */
export const TEXT_LENGTH = 200
export const NOTE_LENGTH = 500
export const MOST_DAYS = 3650

const Days = z.number().int().min(0).max(MOST_DAYS)
const Offer = z.object({
  itemId: z.string(),
  line: z.number().int(),
  /** Yuan, tax included: what is compared. */
  unitPrice: Quantity,
  taxRate: TaxRate,
  brand: z.string().max(TEXT_LENGTH),
  model: z.string().max(TEXT_LENGTH),
  deliveryDays: Days.nullable(),
  /** Least quantity at this price. */
  minQuantity: Quantity.nullable(),
  remark: z.string().max(TEXT_LENGTH),
})
const Line = Offer.extend({ amount: Amount, netAmount: Amount })
/** Another product for a line, beside its own offer; it counts in no sum. A line's alternatives are numbered from 1. */
const Alternative = Offer.extend({ spec: z.string().max(TEXT_LENGTH) })
/** Which sealed file is what, and of which offer. */
const SheetFile = z.object({
  /** Its id in envelope and manifest. */
  fileId: z.string(),
  /** Its name in the documents. */
  label: z.string().max(100),
  /** Null: of the whole quote. */
  itemId: z.string().nullable(),
  /** Number of the line's alternative; null: of its own offer. */
  alternative: z.number().int().min(1).nullable(),
})

const Whole = z.object({
  orderId: z.string(),
  round: z.number().int(),
  currency: z.literal('CNY'),
  lines: z.array(Line),
  total: Amount,
  netTotal: Amount,
  validityDays: z.number().int().min(1).max(MOST_DAYS),
  remark: z.string().max(NOTE_LENGTH),
})

/**
 * A quote of an inquiry as it is sealed: the lines that are quoted, and what they come to with and without tax. The second
 * version knew neither alternatives nor files; its sheets are read as ones without.
 */
export const QuoteSheet = z.discriminatedUnion('type', [
  Whole.extend({
    type: z.literal('kaibiao.quote/3'),
    alternatives: z.array(Alternative).max(20_000),
    files: z.array(SheetFile).max(50),
  }),
  Whole.extend({ type: z.literal('kaibiao.quote/2') }).transform((sheet) => ({
    ...sheet,
    alternatives: [] as z.output<typeof Alternative>[],
    files: [] as z.output<typeof SheetFile>[],
  })),
])
export type QuoteSheet = z.output<typeof QuoteSheet>
/** What is said of a price, be it a line's own or an alternative's. */
export type SheetOffer = z.output<typeof Offer>
export type SheetLine = z.output<typeof Line>
export type SheetAlternative = z.output<typeof Alternative>
export type SheetFile = z.output<typeof SheetFile>

/** What a supplier says of one line; the amounts are made from it. */
export type GivenLine = Pick<
  SheetLine,
  'unitPrice' | 'taxRate' | 'brand' | 'model' | 'deliveryDays' | 'minQuantity' | 'remark'
>
export type GivenAlternative = GivenLine & Pick<SheetAlternative, 'spec'>

export interface GivenQuote {
  lines: ReadonlyMap<string, GivenLine>
  alternatives?: ReadonlyMap<string, readonly GivenAlternative[]>
  files?: readonly SheetFile[]
  validityDays: number
  remark: string
}
