import { Exact, lineTotal, sum } from '#contract/money.ts'
import type { OwnOffer } from '../../contract/offers.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'

export interface Entered {
  total: string | undefined
  prices: Readonly<Record<string, string>>
}

/** What was entered, worked out: the total where it follows, what is missing, what is not allowed. */
export interface Reckoned {
  total: string | null
  missing: number
  problems: string[]
}

export const enteredOf = (offer: OwnOffer): Entered => ({
  total: offer.round.mode === QuoteMode.values.total ? (offer.total ?? undefined) : undefined,
  prices: Object.fromEntries(offer.items.flatMap((i) => (i.unitPrice === null ? [] : [[i.itemId, i.unitPrice]]))),
})

/** Sum of the lines that have a price; null where none has. `subId`: of one part only. */
export function sumOf(offer: OwnOffer, { prices }: Entered, subId?: number): string | null {
  const amounts = offer.items
    .filter((item) => subId === undefined || item.subId === subId)
    .flatMap((item) => {
      const price = prices[item.itemId]
      return price === undefined ? [] : [lineTotal(price, item.quantity)]
    })
  return amounts.length === 0 ? null : sum(amounts)
}

/** The server checks all of this again; said here so that nobody learns of it at the last second. */
export function reckon(offer: OwnOffer, entered: Entered): Reckoned {
  const byTotal = offer.round.mode === QuoteMode.values.total
  const total = byTotal ? (entered.total ?? null) : sumOf(offer, entered)
  const missing = byTotal ? (total === null ? 1 : 0) : offer.items.filter((i) => !(i.itemId in entered.prices)).length
  const problems: string[] = []
  if (total !== null && new Exact(total).lte(0)) problems.push('报价必须大于 0')
  if (total !== null && offer.round.notAbove && offer.previous !== null && new Exact(total).gt(offer.previous))
    problems.push('高于上一次报价')
  if (total !== null && offer.controlPrice !== null && new Exact(total).gt(offer.controlPrice))
    problems.push('超过最高限价')
  const over = offer.items.filter((item) => {
    const price = entered.prices[item.itemId]
    return price !== undefined && item.controlPrice !== null && new Exact(price).gt(item.controlPrice)
  })
  if (!byTotal && over.length > 0) problems.push(`${over.length} 项单价超过单价限价`)
  return { total, missing, problems }
}
