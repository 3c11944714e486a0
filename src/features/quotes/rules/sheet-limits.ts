import { Exact } from '#contract/money.ts'
import type { QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import type { Previous } from './prices.ts'
import type { AskedFile } from './sheet-files.ts'
import type { GivenAlternative, SheetItem, SheetOffer } from './sheet-format.ts'

export interface SheetLimits {
  orderId: string
  round: number
  /** The lines that the supplier is asked for. */
  items: readonly SheetItem[]
  terms: QuoteTerms
  /** Files that the documents ask for. */
  asked: readonly AskedFile[]
  /** Ids of the files that were sealed with the sheet; left out while nothing is sealed. */
  sealed?: ReadonlySet<string>
  /** What counted for the supplier before; nulls in the first round. */
  previous: Previous
  /** Of the whole, yuan. */
  ceiling: string | null
}

/** What the terms or the limits refuse, in words; with the field of the line where it is put right. */
export interface SheetProblem {
  text: string
  itemId?: string
  field?: keyof GivenAlternative
  /** Number of the line's alternative; left out for its own offer. */
  alternative?: number
}

/** What the terms refuse of an offer that stands at `where`, be it the line's own or an alternative. */
export function* offerProblems(
  given: SheetOffer & { amount?: string },
  terms: QuoteTerms,
  where: string,
): Generator<SheetProblem> {
  const { itemId, amount, unitPrice, taxRate, brand, deliveryDays, minQuantity } = given
  if (new Exact(amount ?? unitPrice).isZero()) yield { itemId, field: 'unitPrice', text: `${where}报价须大于 0` }
  if (!terms.taxRates.includes(taxRate))
    yield { itemId, field: 'taxRate', text: `${where}税率须为 ${terms.taxRates.join('、')}% 之一` }
  if (terms.brand === 'asked' && brand.trim() === '') yield { itemId, field: 'brand', text: `${where}未填写品牌` }
  if (terms.deliveryDays === 'asked' && deliveryDays === null)
    yield { itemId, field: 'deliveryDays', text: `${where}未填写交货期` }
  if (minQuantity !== null && new Exact(minQuantity).isZero())
    yield { itemId, field: 'minQuantity', text: `${where}起订量须大于 0` }
}
