import { Exact } from '#contract/money.ts'
import type { QuoteSheet, SheetAlternative } from './sheet-format.ts'
import { offerProblems, type SheetLimits, type SheetProblem } from './sheet-limits.ts'

/** Alternatives with their numbers: those of a line count from 1. */
export function* numbered(
  alternatives: readonly SheetAlternative[],
): Generator<{ no: number; alternative: SheetAlternative }, undefined> {
  const counts = new Map<string, number>()
  for (const alternative of alternatives) {
    const no = (counts.get(alternative.itemId) ?? 0) + 1
    counts.set(alternative.itemId, no)
    yield { no, alternative }
  }
  return undefined
}

/**
 * What the terms or the limits refuse of alternatives: where none are admitted, or not so many; without a brand, or a product
 * twice; over the ceiling of the line; dearer than the same product was offered for that line before, where prices of lines
 * must not rise. Whether one may stand without the line's own offer is a matter of partial quotes: the line is missing then.
 */
export function* alternativeProblems(sheet: QuoteSheet, limits: SheetLimits): Generator<SheetProblem, undefined> {
  const { terms, previous, items } = limits
  const most = terms.alternatives ?? 0
  const ceilings = new Map(items.map(({ itemId, controlPrice }) => [itemId, controlPrice]))
  const before = new Map((previous.alternatives ?? []).map((one) => [productOf(one), one.unitPrice]))
  const seen = new Set<string>()
  for (const { no, alternative } of numbered(sheet.alternatives)) {
    const { itemId, line, unitPrice, brand } = alternative
    const where = `${offerInWords(line, no)} `
    const product = productOf(alternative)
    const at = { itemId, alternative: no }
    if (no > most) {
      yield { ...at, text: most === 0 ? '采购文件不接受备选报价' : `第 ${line} 行最多可报 ${most} 个备选` }
      continue
    }
    for (const problem of offerProblems(alternative, { ...terms, brand: 'off' }, where)) yield { ...problem, ...at }
    if (brand.trim() === '') yield { ...at, field: 'brand', text: `${where}未填写品牌` }
    else if (seen.has(product)) yield { ...at, field: 'model', text: `${where}与前一个备选的品牌、型号、规格相同` }
    seen.add(product)
    const [ceiling, last] = [ceilings.get(itemId), before.get(product)]
    if (ceiling != null && new Exact(unitPrice).gt(ceiling))
      yield { ...at, field: 'unitPrice', text: `${where}单价不得高于单价限价 ${ceiling} 元` }
    if (terms.notAbove === 'line' && last !== undefined && new Exact(unitPrice).gt(last))
      yield { ...at, field: 'unitPrice', text: `${where}单价不得高于上一次报价 ${last} 元` }
  }
  return undefined
}

/** An offer for a line in words: `第 3 行`, `第 3 行备选 1`. */
export function offerInWords(line: number, alternative: number | null): string {
  return alternative === null ? `第 ${line} 行` : `第 ${line} 行备选 ${alternative}`
}

/** What tells one product for a line from another. */
function productOf({
  itemId,
  brand,
  model,
  spec,
}: Pick<SheetAlternative, 'itemId' | 'brand' | 'model' | 'spec'>): string {
  return JSON.stringify([itemId, ...[brand, model, spec].map((text) => text.normalize('NFKC').trim().toLowerCase())])
}
