import * as z from 'zod'
import { Exact } from '#contract/money.ts'

/** What the documents say of a sale beside its auction. Days are calendar days. */
export const SaleTerms = z.object({
  /** From the award on. */
  paymentDays: z.number().int().min(1, '付款期限不少于 1 天').max(30, '付款期限不超过 30 天').default(5),
  /** From the payment on. */
  pickUpDays: z.number().int().min(1, '提货期限不少于 1 天').max(180, '提货期限不超过 180 天').default(10),
  /** When and where the goods may be looked at. */
  viewing: z.string().trim().max(1000).default(''),
  /** Paid is what is weighed at the gate; otherwise the goods go as they stand, for the price of the award. */
  isWeighed: z.boolean().default(false),
  /** Who comes next may buy where the first does not pay. */
  nextBidder: z.boolean().default(false),
  /** State assets of an enterprise: they are sold through an exchange (企业国有资产交易监督管理办法). */
  isStateAsset: z.boolean().default(false),
})
export type SaleTerms = z.output<typeof SaleTerms>

/** Whether a price for the whole can be told from what is weighed: of several lines each needs its unit price, yuan. */
export function isWeighable(unitPrices: readonly (string | null)[]): boolean {
  return unitPrices.length === 1 || unitPrices.every((price) => price !== null && new Exact(price).gt(0))
}

/** What keeps an order with lines of these unit prices from being published, by field of the form. */
export function saleProblems(
  terms: SaleTerms | undefined,
  unitPrices: readonly (string | null)[],
): { path: string; message: string }[] {
  if (!terms) return [{ path: 'settings.sale', message: '请填写付款和提货要求' }]
  if (terms.isWeighed && !isWeighable(unitPrices))
    return [{ path: 'settings.sale.isWeighed', message: '按过磅数量结算多个标的的，每个标的须填写单价' }]
  if (!terms.isStateAsset) return []
  const message =
    '企业国有资产转让应当在依法设立的产权交易机构公开进行（《企业国有资产交易监督管理办法》国资委、财政部令第32号），不能在本平台竞价销售'
  return [{ path: 'settings.sale.isStateAsset', message }]
}

/** The terms in one sentence, for the notice. */
export function saleInWords({ paymentDays, pickUpDays, viewing, isWeighed, nextBidder }: SaleTerms): string {
  return [
    ...(viewing ? [`看样：${viewing}`] : []),
    `成交人应当在成交结果公告之日起 ${paymentDays} 日内付清成交价款，在付款之日起 ${pickUpDays} 日内提货`,
    isWeighed ? '按实际过磅数量结算，多退少补' : '按现状整体交付，成交价款不作调整',
    nextBidder
      ? '成交人逾期不付款的，竞买保证金不予退还，可由报价次高者递补'
      : '成交人逾期不付款的，竞买保证金不予退还，本次销售终止',
  ].join('；')
}
