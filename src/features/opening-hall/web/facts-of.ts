import { formatAmount } from '#contract/money.ts'
import type { HallDetail } from '../contract.ts'

export type Facts = Pick<HallDetail, 'controlPrice' | 'referencePrice' | 'marksOpenedAt' | 'drawn'>

/** In words, each for itself. The reference price comes to others only with the quotes. */
export function factsOf({ controlPrice, referencePrice, marksOpenedAt, drawn }: Facts): string[] {
  const secret = marksOpenedAt === null ? '（公布报价前仅主持人可见）' : ''
  return [
    ...(controlPrice === null ? [] : [`最高限价 ${formatAmount(controlPrice)} 元`]),
    ...(referencePrice ? [`标底 ${formatAmount(referencePrice.price)} 元${secret}`] : []),
    ...(drawn
      ? [`抽取结果：${drawn.params.map((one) => `${one.label} ${one.value}%`).join('，')}（${drawn.how}）`]
      : []),
  ]
}
