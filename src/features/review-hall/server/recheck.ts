import { reviewResult } from '../rules/result.ts'
import { type Ctx, type Order, reviewRow } from './access.ts'
import { bidsOf } from './bids.ts'
import { resultInput } from './conclude.ts'
import { outcomesStored, rankingRows } from './results.ts'
import { scoresOf } from './scoring.ts'
import { outcomesOf } from './summary.ts'
import { isSummarised, waysOf } from './ways.ts'

/**
 * Computes the whole review again from what reviewers said, the quotes, the rejections and the drawn lots, and compares
 * with what is stored. Returns the differences in words; none means the record is consistent.
 */
export async function recheck(ctx: Ctx, order: Order): Promise<string[]> {
  const review = await reviewRow(ctx, order.id)
  if (!review || (review.concludedAt === null && review.firstStageAt === null)) return ['评审尚未汇总']
  const differences: string[] = []
  const ways = await waysOf(ctx, order.id)
  const stored = await outcomesStored(ctx, ways)
  const bids = await bidsOf(ctx, order)
  for (const way of ways.filter((w) => isSummarised(w) && !w.isAutomatic)) {
    const own = stored.filter((o) => o.wayId === way.id)
    const judged = bids.filter((b) => own.some((o) => o.tradeId === b.tradeId))
    const scores = await scoresOf(ctx, { wayId: way.id, reviewerIds: way.judges })
    for (const { bid, outcome } of await outcomesOf(ctx, { way, bids: judged, scores, reviewerIds: way.judges })) {
      const was = own.find((o) => o.tradeId === bid.tradeId)!
      if (was.score !== outcome.score || was.exact !== outcome.exact || was.passed !== outcome.passed)
        differences.push(`${way.name}：${bid.supplierName}的结果与评委评审意见不一致`)
    }
  }
  if (review.allRejected || review.concludedAt === null) return differences
  const ranking = await rankingRows(ctx, order.id)
  const lots = new Map(ranking.flatMap((r) => (r.lot === null ? [] : [[r.tradeId, r.lot] as const])))
  const input = await resultInput(ctx, order, { method: review.reviewMethod, bids, lots })
  const result = reviewResult(input)
  for (const price of result.price?.scores ?? []) {
    const was = stored.find((o) => o.wayId === input.priceWay?.id && o.tradeId === price.id)
    if (was?.score !== price.score || was.exact !== price.exact)
      differences.push(`价格得分与报价不一致（${nameOf(bids, price.id)}）`)
  }
  if (ranking.length !== result.ranking.ranked.length) differences.push('排序名单与评审结果不一致')
  for (const row of ranking) {
    const now = result.ranking.ranked.find((r) => r.id === row.tradeId)
    const total = result.totals.get(row.tradeId)?.total ?? null
    if (now?.rank !== row.rank || total !== row.total)
      differences.push(`排序或综合得分与评审结果不一致（${nameOf(bids, row.tradeId)}）`)
  }
  return differences
}

function nameOf(bids: readonly { tradeId: string; supplierName: string }[], id: string): string {
  return bids.find((b) => b.tradeId === id)?.supplierName ?? id
}
