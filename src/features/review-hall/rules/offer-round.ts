import { AppError } from '#contract/errors.ts'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { OfferMode } from '#features/evaluation/rules/enums.ts'

/** The opening's quote is the first offer: round 1 of the review is 第2次报价 (specification part 2 §5, quote label). */
export function roundLabel(roundNo: number): string {
  return `第${roundNo + 1}次报价`
}

/** Lines of the bill, in parts by their section. */
export interface OfferItem {
  itemId: string
  quantity: string
  section: string
}

export interface OfferLine {
  itemId: string
  unitPrice: string
  amount: string
  remark: string
}

/** Parts of the bill in their order; a bill without sections is one part. `subId` counts from 1. */
export function subsOf<T extends OfferItem>(items: readonly T[]): { subId: number; name: string; items: T[] }[] {
  return [...Map.groupBy(items, (i) => i.section)].map(([section, of], i) => ({
    subId: i + 1,
    name: section || '采购清单',
    items: of,
  }))
}

/** Amounts of given lines. Throws `invalid` for a line that is not in the bill or given twice. */
export function pricedLines(
  items: readonly OfferItem[],
  given: readonly { itemId: string; unitPrice: string; remark: string }[],
): OfferLine[] {
  if (new Set(given.map((l) => l.itemId)).size < given.length) throw new AppError('invalid', '清单行重复')
  const byId = new Map(items.map((i) => [i.itemId, i]))
  return given.map(({ itemId, unitPrice, remark }) => {
    const item = byId.get(itemId)
    if (!item) throw new AppError('invalid', '清单行不存在')
    return { itemId, unitPrice, amount: lineTotal(unitPrice, item.quantity), remark }
  })
}

/** What an offer comes to: the given total, or the sum of its lines; null while there is nothing. */
export function offerTotal(mode: number, lines: readonly OfferLine[], total: string | undefined): string | null {
  if (mode === OfferMode.values.total) return total === undefined ? null : new Exact(total).toFixed(2)
  return lines.length === 0 ? null : new Exact(sum(lines.map((l) => l.amount))).toFixed(2)
}

/**
 * Why an offer cannot be submitted, in words; empty when it can: complete, above zero, not above the offer before where
 * the round says so, not above the ceiling.
 */
export function offerProblem(
  offer: { mode: number; lines: readonly OfferLine[]; total: string | null },
  limits: { items: readonly OfferItem[]; previous: string | null; notAbove: boolean; ceiling: string | null },
): string {
  if (offer.total === null || new Exact(offer.total).lte(0)) return '请填写大于 0 的报价'
  if (offer.mode !== OfferMode.values.total) {
    const open = limits.items.filter((i) => !offer.lines.some((l) => l.itemId === i.itemId)).length
    if (open > 0) return `尚有 ${open} 行未报价`
  }
  if (limits.notAbove && limits.previous !== null && new Exact(offer.total).gt(limits.previous))
    return `本轮报价不得高于上一次报价 ${limits.previous} 元`
  if (limits.ceiling !== null && new Exact(offer.total).gt(limits.ceiling))
    return `报价不得高于最高限价 ${limits.ceiling} 元`
  return ''
}

/** Percent below `before`, two decimals; negative where it went up. Null without both. */
export function reduction(before: string | null, after: string | null): string | null {
  if (before === null || after === null || new Exact(before).isZero()) return null
  return new Exact(before).minus(after).div(before).times(100).toFixed(2)
}
