import { AskStatus } from '#features/evaluation/rules/enums.ts'
import { hitInWords, LOW_PRICE_RULES, type LowPriceHit } from '#features/evaluation/rules/low-price.ts'
import { type Any, reviewRow } from './access.ts'
import type { Order } from './access.ts'
import { lowPriceBasis } from '#features/procurement/rules/low-price-basis.ts'
import { basisOf, explanationAsks, votesOn } from './low-price.ts'
import { raiseRejection } from './motions.ts'

const DONE: readonly number[] = [AskStatus.values.replied, AskStatus.values.overdue]

/**
 * Puts every explanation of a low price that was given, or is overdue, to the vote: the committee accepts it or rejects
 * the bid, in each case with its reasons. The newest of a bidder counts; what was put to the vote already is left alone.
 */
export async function raiseLowPriceVotes(ctx: Any, order: Order): Promise<void> {
  const asks = await explanationAsks(ctx, order.id)
  if (asks.length === 0) return
  const votes = await votesOn(ctx, order.id)
  const { rule } = basisOf(order, await reviewRow(ctx, order.id)) ?? lowPriceBasis(order)
  for (const [bidderId, [ask]] of Map.groupBy(asks, (row) => row.tradeId)) {
    if (!ask || !DONE.includes(ask.status) || votes.some((vote) => vote.askId === ask.id)) continue
    const why = (ask.findings as LowPriceHit[]).map(hitInWords).join('；')
    const said = ask.status === AskStatus.values.replied ? '投标人已作说明' : '投标人逾期未作说明'
    await raiseRejection(ctx, order, {
      bidderId,
      reason: `报价异常低${why && `：${why}`}；${said}`,
      rule: LOW_PRICE_RULES[rule].ground,
      askId: ask.id,
    })
  }
}
