import * as z from 'zod'
import { Amount, Exact, lineTotal, Quantity, sum } from '#contract/money.ts'
import { type QuoteTerms, TaxRate } from '#features/procurement/rules/quote-terms.ts'
import { QuoteMode } from './enums.ts'
import { type Previous, priceProblems, type QuoteItem } from './prices.ts'

/** What is priced: a line of the bill, with its unit ceiling. */
export type SheetItem = Omit<QuoteItem, 'section'>

/** Most characters of a text in a line, and in the remark on the whole. */
export const TEXT_LENGTH = 200
export const NOTE_LENGTH = 500
export const MOST_DAYS = 3650

const Days = z.number().int().min(0).max(MOST_DAYS)
const Line = z.object({
  itemId: z.string(),
  line: z.number().int(),
  /** Yuan, tax included: what is compared. */
  unitPrice: Quantity,
  taxRate: TaxRate,
  amount: Amount,
  netAmount: Amount,
  brand: z.string().max(TEXT_LENGTH),
  model: z.string().max(TEXT_LENGTH),
  deliveryDays: Days.nullable(),
  /** Least quantity at this price. */
  minQuantity: Quantity.nullable(),
  remark: z.string().max(TEXT_LENGTH),
})

/** A quote of an inquiry as it is sealed: the lines that are quoted, and what they come to with and without tax. */
export const QuoteSheet = z.object({
  type: z.literal('kaibiao.quote/2'),
  orderId: z.string(),
  round: z.number().int(),
  currency: z.literal('CNY'),
  lines: z.array(Line),
  total: Amount,
  netTotal: Amount,
  validityDays: z.number().int().min(1).max(MOST_DAYS),
  remark: z.string().max(NOTE_LENGTH),
})
export type QuoteSheet = z.output<typeof QuoteSheet>
export type SheetLine = QuoteSheet['lines'][number]

/** What a supplier says of one line; the amounts are made from it. */
export type GivenLine = Pick<
  SheetLine,
  'unitPrice' | 'taxRate' | 'brand' | 'model' | 'deliveryDays' | 'minQuantity' | 'remark'
>

/** Builds a sheet of the lines that are given, in the order of the bill, with exact amounts. `readQuoteSheet` judges it. */
export function makeQuoteSheet(
  { orderId, round, items }: { orderId: string; round: number; items: readonly SheetItem[] },
  given: { lines: ReadonlyMap<string, GivenLine>; validityDays: number; remark: string },
): QuoteSheet {
  const lines = items.flatMap((item): SheetLine[] => {
    const line = given.lines.get(item.itemId)
    if (!line) return []
    const amount = lineTotal(line.unitPrice, item.quantity)
    return [{ itemId: item.itemId, line: item.line, ...line, amount, netAmount: netOf(amount, line.taxRate) }]
  })
  const { validityDays, remark } = given
  return { type: 'kaibiao.quote/2', orderId, round, currency: 'CNY', lines, ...totalsOf(lines), validityDays, remark }
}

/** An amount without the tax in it, yuan, rounded half up to the cent. */
export function netOf(amount: string, taxRate: string): string {
  return new Exact(amount).times(100).div(new Exact(taxRate).plus(100)).toFixed(2)
}

export interface SheetLimits {
  orderId: string
  round: number
  /** The lines that the supplier is asked for. */
  items: readonly SheetItem[]
  terms: QuoteTerms
  /** What counted for the supplier before; nulls in the first round. */
  previous: Previous
  /** Of the whole, yuan. */
  ceiling: string | null
}

/**
 * Reads a sheet against the bill and the published terms: the sheet, or the Chinese reason why it cannot be used. One that is
 * sound in itself and not as the terms want it comes with the reason: its figures can be shown. The supplier's browser asks
 * before it seals, the server once it has opened.
 */
export function readQuoteSheet(
  value: unknown,
  limits: SheetLimits,
): { ok: true; sheet: QuoteSheet } | { ok: false; reason: string; sheet: QuoteSheet | null } {
  const parsed = QuoteSheet.safeParse(value)
  if (!parsed.success) return { ok: false, reason: '报价单格式不正确', sheet: null }
  const sheet = parsed.data
  const forged = forgery(sheet, limits)
  if (forged) return { ok: false, reason: forged, sheet: null }
  const reason = sheetProblems(sheet, limits).next().value?.text
  return reason ? { ok: false, reason, sheet } : { ok: true, sheet }
}

/** Why the sheet is none that was made for this round; empty when it is. */
function forgery(sheet: QuoteSheet, { orderId, round, items }: SheetLimits): string {
  if (sheet.orderId !== orderId) return '报价单不属于本采购单'
  if (sheet.round !== round) return '报价单不属于本轮报价'
  const byId = new Map(items.map((item) => [item.itemId, item]))
  const lines = new Set<string>()
  for (const { itemId, line, unitPrice, taxRate, amount, netAmount } of sheet.lines) {
    const item = byId.get(itemId)
    if (!item || item.line !== line) return '报价单含有采购清单以外的行'
    if (lines.has(itemId)) return `报价单第 ${line} 行重复`
    lines.add(itemId)
    const exact = lineTotal(unitPrice, item.quantity)
    if (!new Exact(amount).eq(exact)) return `第 ${line} 行金额与单价、数量不符`
    if (!new Exact(netAmount).eq(netOf(exact, taxRate))) return `第 ${line} 行不含税金额与税率不符`
  }
  const { total, netTotal } = totalsOf(sheet.lines)
  if (!new Exact(sheet.total).eq(total)) return '报价总价与各行合计不符'
  return new Exact(sheet.netTotal).eq(netTotal) ? '' : '不含税总价与各行合计不符'
}

/** What the terms or the limits refuse, in words; with the field of the line where it is put right. */
export interface SheetProblem {
  text: string
  itemId?: string
  field?: keyof GivenLine
}

/** All that `readQuoteSheet` refuses of a sheet that is sound in itself; it names the first. */
export function* sheetProblems(sheet: QuoteSheet, limits: SheetLimits): Generator<SheetProblem, undefined> {
  const { lines, total, validityDays } = sheet
  const { items, terms, previous, ceiling } = limits
  for (const line of lines) yield* lineProblems(line, terms)
  if (validityDays < terms.validityDays) yield { text: `报价有效期不得少于 ${terms.validityDays} 天` }
  const { notAbove, isPartial } = terms
  const quote = { mode: QuoteMode.values.items, lines, total }
  for (const problem of priceProblems(quote, { items, previous, notAbove, isPartial, ceiling }))
    yield problem.itemId === undefined ? problem : { ...problem, field: 'unitPrice' }
  return undefined
}

function* lineProblems(given: SheetLine, terms: QuoteTerms): Generator<SheetProblem> {
  const { itemId, line, amount, taxRate, brand, deliveryDays, minQuantity } = given
  if (new Exact(amount).isZero()) yield { itemId, field: 'unitPrice', text: `第 ${line} 行报价须大于 0` }
  if (!terms.taxRates.includes(taxRate))
    yield { itemId, field: 'taxRate', text: `第 ${line} 行税率须为 ${terms.taxRates.join('、')}% 之一` }
  if (terms.brand === 'asked' && brand.trim() === '') yield { itemId, field: 'brand', text: `第 ${line} 行未填写品牌` }
  if (terms.deliveryDays === 'asked' && deliveryDays === null)
    yield { itemId, field: 'deliveryDays', text: `第 ${line} 行未填写交货期` }
  if (minQuantity !== null && new Exact(minQuantity).isZero())
    yield { itemId, field: 'minQuantity', text: `第 ${line} 行起订量须大于 0` }
}

function totalsOf(lines: readonly Pick<SheetLine, 'amount' | 'netAmount'>[]): { total: string; netTotal: string } {
  const cents = (values: string[]) => new Exact(sum(values)).toFixed(2)
  return { total: cents(lines.map((l) => l.amount)), netTotal: cents(lines.map((l) => l.netAmount)) }
}
