import type { QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { makeQuoteSheet } from './quote-sheet.ts'
import type { GivenAlternative, GivenLine, QuoteSheet, SheetFile, SheetItem } from './sheet-format.ts'

/** What a supplier typed: numbers as text, '' or missing where there is nothing. A line without a price is left out. */
export interface TypedQuote {
  lines: Readonly<Record<string, TypedLine>>
  /** By line of the bill. One in which nothing was typed is left out. */
  alternatives?: Readonly<Record<string, readonly TypedAlternative[]>>
  files?: readonly SheetFile[]
  /** '': the least that the terms ask for. */
  validityDays: string
  remark: string
}
export type TypedLine = { unitPrice: string } & Partial<Record<keyof GivenLine, string>>
export type TypedAlternative = TypedLine & { spec?: string }

/** Whether anything was typed into an alternative. A tax rate alone is nothing. */
export function isTyped(typed: TypedAlternative): boolean {
  return Object.entries(typed).some(([key, text]) => key !== 'taxRate' && text.trim() !== '')
}

/** The sheet of what was typed, as it is sealed. A tax rate that nobody touched is the first of the terms. */
export function sheetOfTyped(
  { orderId, round, items, terms }: { orderId: string; round: number; items: readonly SheetItem[]; terms: QuoteTerms },
  { lines, alternatives = {}, files = [], validityDays, remark }: TypedQuote,
): QuoteSheet {
  const given = Object.entries(lines).flatMap(([itemId, line]): [string, GivenLine][] =>
    line.unitPrice === '' ? [] : [[itemId, lineOfTyped(line, terms)]],
  )
  return makeQuoteSheet(
    { orderId, round, items },
    {
      lines: new Map(given),
      alternatives: new Map(
        Object.entries(alternatives).map(([itemId, typed]): [string, GivenAlternative[]] => [
          itemId,
          typed.filter(isTyped).map((one) => ({ ...lineOfTyped(one, terms), spec: one.spec?.trim() ?? '' })),
        ]),
      ),
      files,
      validityDays: validityDays === '' ? terms.validityDays : Number(validityDays),
      remark: remark.trim(),
    },
  )
}

function lineOfTyped(line: TypedLine, { taxRates }: QuoteTerms): GivenLine {
  return {
    unitPrice: finished(line.unitPrice) || '0',
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
