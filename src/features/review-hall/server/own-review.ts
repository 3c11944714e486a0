import { trimZeros } from '#contract/money.ts'
import { fraction, mean, toFixed } from '#features/evaluation/rules/fraction.ts'
import { type Any, type Order, reviewRow } from './access.ts'
import { bidsOf } from './bids.ts'
import { outcomesStored, rankingRows } from './results.ts'
import { scoresOf } from './scoring.ts'
import { isSummarised, itemsOf, waysOf } from './ways.ts'

/** How a concluded review ended for one bid. Marks are decimal strings. */
export interface OwnReview {
  /** What counted, yuan; null where nothing was opened. */
  price: string | null
  /** Null: the bid was not ranked. */
  rank: number | null
  total: string | null
  ways: OwnWay[]
  rejection: { reason: string; rule: string } | null
}

interface OwnWay {
  name: string
  fullMark: string
  /** Null in ways that only pass or fail. */
  score: string | null
  passed: boolean | null
  /** The mean of the members whose marks counted, with two decimals; none in a computed way, and in one that passes or fails. */
  items: { name: string; fullMark: string; score: string }[]
}

/**
 * How the review ended for one bid, or null before it is concluded. Of no member's marks and of no other bid anything is told;
 * that the law lets this bidder know of it, and that the result is public, is the caller's matter.
 */
export async function ownReview(ctx: Any, order: Order, tradeId: string): Promise<OwnReview | null> {
  const review = await reviewRow(ctx, order.id)
  if (!review?.concludedAt) return null
  const bid = (await bidsOf(ctx, order)).find((one) => one.tradeId === tradeId)
  if (!bid) return null
  const ways = (await waysOf(ctx, order.id)).filter(isSummarised)
  const outcomes = (await outcomesStored(ctx, ways)).filter((one) => one.tradeId === tradeId)
  const place = (await rankingRows(ctx, order.id)).find((one) => one.tradeId === tradeId)
  const shown: OwnWay[] = []
  for (const way of ways) {
    const outcome = outcomes.find(({ wayId }) => wayId === way.id)
    if (!outcome) continue
    const judges = way.judges.filter((id) => !outcome.dropped.includes(id))
    const hasItems = outcome.score !== null && !way.isAutomatic
    const scores = hasItems ? await scoresOf(ctx, { wayId: way.id, reviewerIds: judges }) : []
    const items = hasItems ? await itemsOf(ctx, [way.id]) : []
    shown.push({
      name: way.name,
      fullMark: trimZeros(way.fullMark),
      score: outcome.score,
      passed: outcome.passed,
      items: items.flatMap(({ id, name, fullMark }) => {
        const own = scores.filter((one) => one.itemId === id && one.tradeId === tradeId)
        if (own.length === 0) return []
        const score = toFixed(mean(own.map((one) => fraction(one.score ?? '0'))), 2)
        return [{ name, fullMark: trimZeros(fullMark), score }]
      }),
    })
  }
  const { rejection } = bid
  return {
    price: bid.evaluatedPrice,
    rank: place?.rank ?? null,
    total: place?.total ?? null,
    ways: shown,
    rejection: rejection && { reason: rejection.reason, rule: rejection.rule },
  }
}
