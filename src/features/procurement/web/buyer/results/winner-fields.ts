import { formatAmount, toCapitals } from '#contract/money.ts'

/** The live fields that follow from who is chosen. */
export function winnerFields({ supplierName, price }: { supplierName: string; price: string }) {
  return { 中标人: supplierName, 中标金额: `${formatAmount(price)} 元`, 中标金额大写: toCapitals(price) }
}
