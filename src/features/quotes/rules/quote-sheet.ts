import { Exact, lineTotal, sum } from '#contract/money.ts'
import { alternativeProblems } from './alternatives.ts'
import { QuoteMode } from './enums.ts'
import { priceProblems } from './prices.ts'
import { fileProblems, forgedFile } from './sheet-files.ts'
import { type GivenQuote, QuoteSheet, type SheetAlternative, type SheetItem, type SheetLine } from './sheet-format.ts'
import { offerProblems, type SheetLimits, type SheetProblem } from './sheet-limits.ts'

/** Builds a sheet of the lines that are given, in the order of the bill, with exact amounts. `readQuoteSheet` judges it. */
export function makeQuoteSheet(
  { orderId, round, items }: { orderId: string; round: number; items: readonly SheetItem[] },
  given: GivenQuote,
): QuoteSheet {
  const lines = items.flatMap((item): SheetLine[] => {
    const line = given.lines.get(item.itemId)
    if (!line) return []
    const amount = lineTotal(line.unitPrice, item.quantity)
    return [{ itemId: item.itemId, line: item.line, ...line, amount, netAmount: netOf(amount, line.taxRate) }]
  })
  const alternatives = items.flatMap(({ itemId, line }) =>
    (given.alternatives?.get(itemId) ?? []).map((one): SheetAlternative => ({ itemId, line, ...one })),
  )
  const { validityDays, remark } = given
  const whole = { orderId, round, currency: 'CNY' as const, lines, ...totalsOf(lines), validityDays, remark }
  return { type: 'kaibiao.quote/3', ...whole, alternatives, files: [...(given.files ?? [])] }
}

/** An amount without the tax in it, yuan, rounded half up to the cent. */
export function netOf(amount: string, taxRate: string): string {
  return new Exact(amount).times(100).div(new Exact(taxRate).plus(100)).toFixed(2)
}

/**
 * Reads a sheet against the bill and the published terms: the sheet, or the Chinese reason why it cannot be used. One that is
 * sound in itself and not as the terms want it comes with the reason: its figures can be shown. The supplier's browser asks
 * before it seals, the server once it has opened.
 */
export function readQuoteSheet(value: unknown, limits: SheetLimits): ReadSheet {
  const parsed = QuoteSheet.safeParse(value)
  if (!parsed.success) return { ok: false, reason: '报价单格式不正确', sheet: null }
  const given = parsed.data
  const forged = forgery(given, limits)
  if (forged) return { ok: false, reason: forged, sheet: null }
  const slip = arithmeticSlip(given, limits.items)
  const sheet = slip ? withExactSums(given, limits.items) : given
  const reason = sheetProblems(sheet, limits).next().value?.text
  if (reason) return { ok: false, reason, sheet }
  return slip ? { ok: false, reason: slip, sheet, cause: 'arithmetic' } : { ok: true, sheet }
}

/**
 * `cause`: the sums alone are wrong. The sheet then holds them as the unit prices give them, which count once its supplier
 * has agreed.
 */
export type ReadSheet =
  | { ok: true; sheet: QuoteSheet }
  | { ok: false; reason: string; sheet: QuoteSheet | null; cause?: 'arithmetic' }

/** Why the sheet is none that was made for this round; empty when it is. */
function forgery(sheet: QuoteSheet, { orderId, round, items, sealed }: SheetLimits): string {
  if (sheet.orderId !== orderId) return '报价单不属于本采购单'
  if (sheet.round !== round) return '报价单不属于本轮报价'
  const byId = new Map(items.map((item) => [item.itemId, item]))
  const lines = new Set<string>()
  for (const { itemId, line } of sheet.lines) {
    const item = byId.get(itemId)
    if (!item || item.line !== line) return '报价单含有采购清单以外的行'
    if (lines.has(itemId)) return `报价单第 ${line} 行重复`
    lines.add(itemId)
  }
  if (sheet.alternatives.some(({ itemId, line }) => byId.get(itemId)?.line !== line))
    return '备选报价含有采购清单以外的行'
  return forgedFile(sheet, { items: byId, sealed })
}

/** Where the sums are not what the unit prices give, in words; empty where they are. */
function arithmeticSlip(sheet: QuoteSheet, items: readonly SheetItem[]): string {
  const byId = new Map(items.map((item) => [item.itemId, item]))
  for (const { itemId, line, unitPrice, taxRate, amount, netAmount } of sheet.lines) {
    const exact = lineTotal(unitPrice, byId.get(itemId)!.quantity)
    if (!new Exact(amount).eq(exact)) return `第 ${line} 行金额与单价、数量不符`
    if (!new Exact(netAmount).eq(netOf(exact, taxRate))) return `第 ${line} 行不含税金额与税率不符`
  }
  const { total, netTotal } = totalsOf(sheet.lines)
  if (!new Exact(sheet.total).eq(total)) return '报价总价与各行合计不符'
  return new Exact(sheet.netTotal).eq(netTotal) ? '' : '不含税总价与各行合计不符'
}

/** The sheet with sums of its unit prices, which are what counts. */
function withExactSums(sheet: QuoteSheet, items: readonly SheetItem[]): QuoteSheet {
  const byId = new Map(items.map((item) => [item.itemId, item]))
  const lines = sheet.lines.map((line) => {
    const amount = lineTotal(line.unitPrice, byId.get(line.itemId)!.quantity)
    return { ...line, amount, netAmount: netOf(amount, line.taxRate) }
  })
  return { ...sheet, lines, ...totalsOf(lines) }
}

/** All that `readQuoteSheet` refuses of a sheet that is sound in itself; it names the first. */
export function* sheetProblems(sheet: QuoteSheet, limits: SheetLimits): Generator<SheetProblem, undefined> {
  const { lines, total, validityDays } = sheet
  const { items, terms, previous, ceiling } = limits
  for (const line of lines) yield* offerProblems(line, terms, `第 ${line.line} 行`)
  if (validityDays < terms.validityDays) yield { text: `报价有效期不得少于 ${terms.validityDays} 天` }
  const { notAbove, isPartial } = terms
  const quote = { mode: QuoteMode.values.items, lines, total }
  for (const problem of priceProblems(quote, { items, previous, notAbove, isPartial, ceiling }))
    yield problem.itemId === undefined ? problem : { ...problem, field: 'unitPrice' }
  yield* alternativeProblems(sheet, limits)
  yield* fileProblems(sheet, limits.asked)
  return undefined
}

function totalsOf(lines: readonly Pick<SheetLine, 'amount' | 'netAmount'>[]): { total: string; netTotal: string } {
  const cents = (values: string[]) => new Exact(sum(values)).toFixed(2)
  return { total: cents(lines.map((l) => l.amount)), netTotal: cents(lines.map((l) => l.netAmount)) }
}
