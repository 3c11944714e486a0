import { Exact } from '#contract/money.ts'
import type { Act, Kind } from './kinds.ts'

export const YEARS = [1, 2, 3] as const

/** Yuan by years. Examples: what an authority charges, each platform agrees with it. */
const PRICES: Readonly<Record<Kind, Readonly<Record<number, string>>>> = {
  enterprise: { 1: '280.00', 2: '500.00', 3: '700.00' },
  legalPerson: { 1: '200.00', 2: '360.00', 3: '500.00' },
  agent: { 1: '200.00', 2: '360.00', 3: '500.00' },
}
/** Of a change that keeps the end of the certificate before: new data, another key. */
const CHANGE_PRICE = '60.00'

/** The product of the catalogue that is redeemed, and what one is worth, in yuan. What a certificate costs less is not given out. */
export const VOUCHER = 'ca-voucher'
export const VOUCHER_WORTH = '280.00'

/** What an application costs, in yuan; `years`: 0 where the certificate keeps its end. */
export function priceOf({ act, kind, years }: { act: Act; kind: Kind; years: number }): string {
  return act === 'new' || act === 'renew' ? PRICES[kind][years]! : CHANGE_PRICE
}

/** What is left to pay, in yuan, where a voucher is redeemed or not. */
export function dueOf(price: string, isRedeemed: boolean): string {
  if (!isRedeemed) return price
  return Exact.max(0, new Exact(price).minus(VOUCHER_WORTH)).toFixed(2)
}

/** Lines of the price list, for people. */
export const PRICE_LIST = (Object.keys(PRICES) as Kind[]).flatMap((kind) =>
  YEARS.map((years) => ({ kind, years, price: PRICES[kind][years]! })),
)
