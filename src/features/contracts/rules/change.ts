import { Exact } from '#contract/money.ts'
import { addDays } from './payment.ts'

/** Beyond this much of the first value, up or down, a change needs a reason of its own and an approval (政府采购法第四十九条). */
export const CHANGE_LIMIT = 10

/** How far a value is from the first one, in per cent, exact: `-12.5`. */
export function deviation(first: string, price: string): string {
  return new Exact(price).minus(first).div(first).times(100).toDecimalPlaces(4).toFixed()
}

/** Whether all changes together go beyond the limit; a tenth itself does not. */
export function isBeyond(first: string, price: string): boolean {
  return new Exact(price).minus(first).abs().times(100).gt(new Exact(first).times(CHANGE_LIMIT))
}

/** Days after the award notice within which the contract is to be signed (政府采购法第四十六条、招标投标法第四十六条). */
export const SIGN_DAYS = 30

/** The last day for signing. `noticedOn`: Beijing day of the award notice. */
export function signBy(noticedOn: string): string {
  return addDays(noticedOn, SIGN_DAYS)
}

/** Why a price is not the award's; null where it is. */
export function priceProblem(price: string, award: string): string | null {
  if (new Exact(price).eq(award)) return null
  return `合同价 ${new Exact(price).toFixed(2)} 元与中标（成交）价 ${new Exact(award).toFixed(2)} 元不一致，不能签订`
}
