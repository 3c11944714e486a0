import type { QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { type GivenLine, makeQuoteSheet, type QuoteSheet, type SheetItem } from './quote-sheet.ts'

/** What a supplier typed: numbers as text, '' or missing where there is nothing. A line without a price is left out. */
export interface TypedQuote {
  lines: Readonly<Record<string, TypedLine>>
  /** '': the least that the terms ask for. */
  validityDays: string
  remark: string
}
export type TypedLine = { unitPrice: string } & Partial<Record<keyof GivenLine, string>>

/** The sheet of what was typed, as it is sealed. A tax rate that nobody touched is the first of the terms. */
export function sheetOfTyped(
  { orderId, round, items, terms }: { orderId: string; round: number; items: readonly SheetItem[]; terms: QuoteTerms },
  { lines, validityDays, remark }: TypedQuote,
): QuoteSheet {
  const given = Object.entries(lines).flatMap(([itemId, line]): [string, GivenLine][] =>
    line.unitPrice === '' ? [] : [[itemId, lineOfTyped(line, terms)]],
  )
  return makeQuoteSheet(
    { orderId, round, items },
    {
      lines: new Map(given),
      validityDays: validityDays === '' ? terms.validityDays : Number(validityDays),
      remark: remark.trim(),
    },
  )
}

function lineOfTyped(line: TypedLine, { taxRates }: QuoteTerms): GivenLine {
  return {
    unitPrice: finished(line.unitPrice),
    taxRate: line.taxRate || taxRates[0]!,
    brand: line.brand?.trim() ?? '',
    model: line.model?.trim() ?? '',
    deliveryDays: line.deliveryDays ? Number(line.deliveryDays) : null,
    minQuantity: line.minQuantity ? finished(line.minQuantity) : null,
    remark: line.remark?.trim() ?? '',
  }
}

/** A dot behind which nothing was typed yet. */
function finished(number: string): string {
  return number.endsWith('.') ? number.slice(0, -1) : number
}
