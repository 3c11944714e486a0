import { Exact, formatAmount } from '#contract/money.ts'
import type { AuctionTerms } from './auction-terms.ts'

export type Direction = 'falling' | 'rising'

/** Which way the prices of an auction go. */
export function directionOf({ direction }: Pick<AuctionTerms, 'direction'>): Direction {
  return direction ?? 'falling'
}

/** What each direction calls its parts. */
export const DIRECTIONS = {
  falling: { step: '最小降幅', best: '最低价', move: '降', bound: '最高限价' },
  rising: { step: '最小加价幅度', best: '最高价', move: '加', bound: '底价' },
} as const satisfies Record<Direction, { step: string; best: string; move: string; bound: string }>

/** The least step in yuan, two digits, half up; never less than a cent. */
export function stepOf({ stepKind, step }: Pick<AuctionTerms, 'stepKind' | 'step'>, startPrice: string): Exact {
  const exact = stepKind === 'amount' ? new Exact(step) : new Exact(startPrice).times(step).div(100)
  return Exact.max(exact.toDecimalPlaces(2, Exact.ROUND_HALF_UP), '0.01')
}

/** What is wrong with terms that shall be published, by field of the form. */
export function termProblems(terms: AuctionTerms, startPrice: string | null): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  const { step: name, bound } = DIRECTIONS[directionOf(terms)]
  if (startPrice === null || !new Exact(startPrice).gt(0))
    return [{ path: 'controlPrice', message: `请填写起始价（${bound}）` }]
  if (!new Exact(terms.step).gt(0)) problems.push({ path: 'settings.auction.step', message: `${name}必须大于零` })
  else if (terms.stepKind === 'percent' && new Exact(terms.step).gt(20))
    problems.push({ path: 'settings.auction.step', message: `${name}比例不能超过起始价的 20%` })
  else if (stepOf(terms, startPrice).times(5).gt(startPrice))
    problems.push({
      path: 'settings.auction.step',
      message: `${name} ${formatAmount(stepOf(terms, startPrice).toFixed(2))} 元过大，不能超过起始价的 20%`,
    })
  if (terms.reserve && terms.direction !== 'rising')
    problems.push({ path: 'settings.auction.reserve', message: '只有向上竞价可设保留价' })
  else if (terms.reserve?.kind === 'open' && new Exact(terms.reserve.price).lt(startPrice))
    problems.push({ path: 'settings.auction.reserve', message: '保留价不能低于起始价' })
  if (terms.minBidders !== undefined && terms.direction !== 'rising')
    problems.push({ path: 'settings.auction.minBidders', message: '本方式的最少家数不能另行约定' })
  if (terms.priceTalk && terms.direction === 'rising')
    problems.push({ path: 'settings.auction.priceTalk', message: '向上竞价不议价' })
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

/** What the documents say of a reserve. */
export function reserveInWords({ reserve }: AuctionTerms): string {
  switch (reserve?.kind) {
    case 'open':
      return `${formatAmount(reserve.price)} 元，最高报价未达到的不成交`
    case 'sealed':
      return '设保密保留价，指纹已随公告公布，结束时揭示；最高报价未达到的不成交'
    default:
      return '不设'
  }
}
