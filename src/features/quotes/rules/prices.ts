import { AppError } from '#contract/errors.ts'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { type NotAbove, QuoteMode } from './enums.ts'

/** Lines of the bill, in parts by their section. */
export interface QuoteItem {
  itemId: string
  line: number
  quantity: string
  section: string
  controlPrice: string | null
}

export interface QuoteLine {
  itemId: string
  unitPrice: string
  amount: string
  remark: string
}

/** What counted for the supplier before this quote. */
export interface Previous {
  total: string | null
  lines: readonly { itemId: string; unitPrice: string }[]
  /** Other products for a line; left out where a round knows none. */
  alternatives?: readonly PreviousAlternative[]
}

export interface PreviousAlternative {
  itemId: string
  brand: string
  model: string
  spec: string
  unitPrice: string
}

/** Parts of the bill in their order; a bill without sections is one part. `subId` counts from 1. */
export function subsOf<T extends { section: string }>(
  items: readonly T[],
): { subId: number; name: string; items: T[] }[] {
  return [...Map.groupBy(items, (i) => i.section)].map(([section, of], i) => ({
    subId: i + 1,
    name: section || '采购清单',
    items: of,
  }))
}

/** Amounts of given lines. Throws `invalid` for a line that is not in the bill or given twice. */
export function pricedLines(
  items: readonly Pick<QuoteItem, 'itemId' | 'quantity'>[],
  given: readonly { itemId: string; unitPrice: string; remark: string }[],
): QuoteLine[] {
  if (new Set(given.map((l) => l.itemId)).size < given.length) throw new AppError('invalid', '清单行重复')
  const byId = new Map(items.map((i) => [i.itemId, i]))
  return given.map(({ itemId, unitPrice, remark }) => {
    const item = byId.get(itemId)
    if (!item) throw new AppError('invalid', '清单行不存在')
    return { itemId, unitPrice, amount: lineTotal(unitPrice, item.quantity), remark }
  })
}

/** What a quote comes to: the given total, or the sum of its lines; null while there is nothing. */
export function quoteTotal(mode: number, lines: readonly QuoteLine[], total: string | undefined): string | null {
  if (mode === QuoteMode.values.total) return total === undefined ? null : new Exact(total).toFixed(2)
  return lines.length === 0 ? null : new Exact(sum(lines.map((l) => l.amount))).toFixed(2)
}

/** What keeps a quote from being submitted, in words; with the line whose unit price is to be changed. */
export interface PriceProblem {
  text: string
  itemId?: string
}

type PricedQuote = {
  mode: number
  lines: readonly Pick<QuoteLine, 'itemId' | 'unitPrice'>[]
  total: string | null
}

export interface PriceLimits {
  items: readonly Omit<QuoteItem, 'section'>[]
  previous: Previous
  notAbove: NotAbove
  isPartial: boolean
  ceiling: string | null
}

/** Why a quote cannot be submitted, in words; empty when it can. As `priceProblems` says. */
export function quoteProblem(quote: PricedQuote, limits: PriceLimits): string {
  return priceProblems(quote, limits).next().value?.text ?? ''
}

/**
 * What keeps a quote from being submitted, the gravest first: it must be above zero, complete unless the round takes partial
 * quotes, not above the quote before as far as the round says so, not above a ceiling.
 */
export function* priceProblems(quote: PricedQuote, limits: PriceLimits): Generator<PriceProblem, undefined> {
  const { items, previous, notAbove, ceiling } = limits
  if (quote.total === null || new Exact(quote.total).lte(0)) return yield { text: '请填写大于 0 的报价' }
  const byLine = quote.mode !== QuoteMode.values.total
  const priced = new Map(byLine ? quote.lines.map((l) => [l.itemId, l.unitPrice]) : [])
  const open = items.filter((i) => !priced.has(i.itemId)).length
  if (byLine && !limits.isPartial && open > 0) yield { text: `尚有 ${open} 行未报价` }
  const above = (limit: (item: (typeof items)[number]) => string | null | undefined) =>
    items.flatMap((item) => {
      const [price, most] = [priced.get(item.itemId), limit(item)]
      return price !== undefined && most != null && new Exact(price).gt(most) ? [{ ...item, most }] : []
    })
  if (notAbove === 'line') {
    const before = new Map(previous.lines.map((l) => [l.itemId, l.unitPrice]))
    for (const { itemId, line, most } of above((item) => before.get(item.itemId)))
      yield { itemId, text: `第 ${line} 行单价不得高于上一次报价 ${most} 元` }
  }
  // Of a partial quote the sum tells nothing beside the sum before.
  const comparesTotal = notAbove === 'total' || (notAbove === 'line' && !byLine)
  if (comparesTotal && previous.total !== null && new Exact(quote.total).gt(previous.total))
    yield { text: `本轮报价不得高于上一次报价 ${previous.total} 元` }
  for (const { itemId, line, most } of above(({ controlPrice }) => controlPrice))
    yield { itemId, text: `第 ${line} 行单价不得高于单价限价 ${most} 元` }
  if (ceiling !== null && new Exact(quote.total).gt(ceiling)) yield { text: `报价不得高于最高限价 ${ceiling} 元` }
  return undefined
}

/** Percent below `before`, two decimals; negative where it went up. Null without both. */
export function reduction(before: string | null, after: string | null): string | null {
  if (before === null || after === null || new Exact(before).isZero()) return null
  return new Exact(before).minus(after).div(before).times(100).toFixed(2)
}
