import { Exact, formatAmount, sum, toCapitals } from '#contract/money.ts'

/** The live fields that follow from who is chosen: names, and the sum of all. */
export function winnerFields(winners: readonly { supplierName: string; price: string }[]): Record<string, string> {
  const total = new Exact(sum(winners.map(({ price }) => price))).toFixed(2)
  return {
    中标人: winners.map(({ supplierName }) => supplierName).join('、'),
    中标金额: `${formatAmount(total)} 元`,
    中标金额大写: toCapitals(total),
  }
}
