import { Exact, formatAmount } from '#contract/money.ts'
import type { AuctionTerms } from './auction-terms.ts'

/** The least step in yuan, two digits, half up; never less than a cent. */
export function stepOf({ stepKind, step }: Pick<AuctionTerms, 'stepKind' | 'step'>, startPrice: string): Exact {
  const exact = stepKind === 'amount' ? new Exact(step) : new Exact(startPrice).times(step).div(100)
  return Exact.max(exact.toDecimalPlaces(2, Exact.ROUND_HALF_UP), '0.01')
}

/** What is wrong with terms that shall be published, by field of the form. */
export function termProblems(terms: AuctionTerms, startPrice: string | null): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  if (startPrice === null || !new Exact(startPrice).gt(0))
    return [{ path: 'controlPrice', message: '请填写起始价（最高限价）' }]
  if (!new Exact(terms.step).gt(0)) problems.push({ path: 'settings.auction.step', message: '最小降幅必须大于零' })
  else if (terms.stepKind === 'percent' && new Exact(terms.step).gt(20))
    problems.push({ path: 'settings.auction.step', message: '最小降幅比例不能超过起始价的 20%' })
  else if (stepOf(terms, startPrice).times(5).gt(startPrice))
    problems.push({
      path: 'settings.auction.step',
      message: `最小降幅 ${formatAmount(stepOf(terms, startPrice).toFixed(2))} 元过大，不能超过起始价的 20%`,
    })
  if (terms.windowMinutes > terms.durationMinutes)
    problems.push({ path: 'settings.auction.windowMinutes', message: '延时时间不能超过竞价时长' })
  return problems
}

/** The least step in words: `1,000.00 元`, or `0.5%（5,000.00 元）`. */
export function stepInWords(terms: AuctionTerms, startPrice: string): string {
  const yuan = `${formatAmount(stepOf(terms, startPrice).toFixed(2))} 元`
  return terms.stepKind === 'amount' ? yuan : `起始价的 ${terms.step}%（${yuan}）`
}

/** The rule of extension in words. */
export function extensionInWords({ windowMinutes, maxExtensions }: AuctionTerms): string {
  if (windowMinutes === 0) return '不延时，到时即止'
  const times = maxExtensions === null ? '次数不限' : `最多 ${maxExtensions} 次`
  return `结束前 ${windowMinutes} 分钟内有有效报价的，自该报价起重新计时 ${windowMinutes} 分钟（${times}）`
}

/** What the documents say of a talk about the price behind the end. */
export function talkInWords({ priceTalk }: AuctionTerms): string {
  if (!priceTalk) return '不议价'
  return '竞价结束后、确定成交人前，采购方可与第一名就价格进行议价，只可下调；第一名拒绝或未达成一致的，方可与下一名次议价'
}
