import { LowPriceStatus } from '#features/evaluation/rules/enums.ts'
import { compare, fraction } from '#features/evaluation/rules/fraction.ts'
import { type LowPriceBasis, lowPrices } from '#features/evaluation/rules/low-price.ts'
import type { Problem } from './replay-draws.ts'

/** How a bundle tells of abnormally low prices: by what rule, and what became of each. */
export interface BundleLowPrice {
  basis: LowPriceBasis
  /** `price`: of which the bidder was asked, or the committee said that no explanation is needed. */
  matters: { bidId: string; status: number; price: string | null }[]
}

const { accepted, waived } = LowPriceStatus.values

/** Prices that are abnormally low by the rule, and of which no explanation was accepted and nothing was noted. */
export function lowPriceProblems(
  { basis, matters }: BundleLowPrice,
  bids: readonly { id: string; name: string; price: string | null; disqualified: string | null }[],
): Problem[] {
  const valid = bids.filter((bid) => bid.disqualified === null)
  const found = lowPrices(
    valid.map(({ id, price }) => ({ id, quote: price })),
    basis,
  )
  return found.flatMap(({ id }) => {
    const bid = bids.find((one) => one.id === id)!
    const matter = matters.find((one) => one.bidId === id)
    const isSettled =
      matter?.price != null &&
      (matter.status === accepted || matter.status === waived) &&
      compare(fraction(bid.price!), fraction(matter.price)) >= 0
    return isSettled ? [] : [{ path: 'lowPrice', message: `${bid.name}的报价异常低，没有处理记录` }]
  })
}
