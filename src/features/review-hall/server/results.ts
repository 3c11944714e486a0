import { trimZeros } from '#contract/money.ts'
import type * as z from 'zod'
import type { Page, PageQuery } from '#contract/page.ts'
import type { purchaserReads } from '../contract/reads.ts'
import type { SummaryRow } from '../contract/results.ts'
import type { TraceLine } from '#features/evaluation/rules/trace.ts'
import { add, fraction, toFixed, ZERO } from '#features/evaluation/rules/fraction.ts'
import { isQuote } from '#features/evaluation/rules/price-score.ts'
import { MAX_CANDIDATES, unrankedReason } from '../rules/ranking.ts'
import { NO_QUOTE } from '../rules/result.ts'
import { taskStatus } from '../rules/session-status.ts'
import { activeReviewers, allReviewers, type Any, type Ctx, reviewRow, type Seat } from './access.ts'
import { bidderView, bidsOf } from './bids.ts'
import { progressOf } from './progress.ts'
import { findWay, scoresOf, scoreView, type StoredScore } from './scoring.ts'
import { isSummarised, itemsOf, itemView, surroundings, tasksOf, type Way, waysOf, wayView } from './ways.ts'

type Answer<K extends keyof typeof purchaserReads> = z.input<(typeof purchaserReads)[K]['returns']>

export interface StoredOutcome {
  wayId: string
  tradeId: string
  score: string | null
  exact: string | null
  passed: boolean | null
  lines: TraceLine[]
  dropped: string[]
}

/** Results of all summed-up ways. */
export async function outcomesStored(ctx: Any, ways: readonly Way[]): Promise<StoredOutcome[]> {
  const ids = ways.filter(isSummarised).map((w) => w.id)
  if (ids.length === 0) return []
  const rows = await ctx.many('review_outcome', { wayId: ids })
  return rows.map((r) => {
    const { lines, dropped } = r.trace as { lines: TraceLine[]; dropped: string[] }
    const { wayId, tradeId, score, exact, passed } = r
    return { wayId, tradeId, score, exact, passed, lines, dropped }
  })
}

export async function rankingRows(ctx: Any, orderId: string) {
  return ctx.many('review_ranking', { orderId }, { orderBy: ['rank'] })
}

/** Who has judged how much; numbers of items, never marks. */
export async function taskProgress(ctx: Ctx, { order }: Seat, wayId: string): Promise<Answer<'taskSummary'>> {
  const way = await findWay(ctx, order.id, wayId)
  const progress = await progressOf(ctx, order, [way])
  const tasks = (await tasksOf(ctx, order.id)).filter((t) => t.wayId === wayId)
  const reviewers = await activeReviewers(ctx, order.id)
  return reviewers.map((r) => {
    const task = tasks.find((t) => t.reviewerId === r.id)
    const filled = progress.filled(wayId, r.id)
    const needed = progress.needed(wayId)
    return {
      reviewWayId: wayId,
      reviewerId: r.id,
      name: r.name,
      isLeader: r.isLeader,
      status: taskStatus(task?.status ?? 0, filled, needed),
      filled,
      needed,
      submittedAt: task?.submittedAt?.toISOString() ?? null,
    }
  })
}

export async function reviewersSummary(ctx: Ctx, seat: Seat, wayId: string): Promise<Answer<'reviewersSummary'>> {
  const way = await findWay(ctx, seat.order.id, wayId)
  const progress = await taskProgress(ctx, seat, wayId)
  const open = isSummarised(way) && !way.isAutomatic
  const scores = open ? await scoresOf(ctx, { wayId, reviewerIds: progress.map((p) => p.reviewerId) }) : []
  const judged = new Set((await outcomesStored(ctx, [way])).map((o) => o.tradeId))
  const bids = (await bidsOf(ctx, seat.order)).filter((b) => judged.has(b.tradeId))
  return progress.map(({ reviewerId, name, isLeader, status, submittedAt }) => ({
    reviewerId,
    name,
    isLeader,
    status,
    submittedAt,
    results: open
      ? bids.map((bid) => ({
          bidderId: bid.tradeId,
          supplierName: bid.supplierName,
          ...summed(scores.filter((s) => s.reviewerId === reviewerId && s.tradeId === bid.tradeId)),
        }))
      : null,
  }))
}

/** One way with its bidders; results, derivations and reviewers' marks once it is summed up. */
export async function wayBidders(
  ctx: Ctx,
  seat: Seat,
  { wayId, bidderId }: { wayId: string; bidderId?: string | undefined },
): Promise<Answer<'wayBidders'>> {
  const { order, who } = seat
  const way = await findWay(ctx, order.id, wayId)
  const [items, bids, everybody, outcomes, ways, review] = [
    await itemsOf(ctx, [wayId]),
    await bidsOf(ctx, order),
    await allReviewers(ctx, order.id),
    await outcomesStored(ctx, [way]),
    await waysOf(ctx, order.id),
    await reviewRow(ctx, order.id),
  ]
  const names = new Map(ways.map((w) => [w.id, w.name]))
  const reviewers = everybody.filter((r) => r.outAt === null)
  const around = await surroundings(ctx, order, { reviewers, concluded: review?.concludedAt != null })
  const open = isSummarised(way)
  // Who left since keeps a place in what was decided with them.
  const judges = way.judges.flatMap((id) => everybody.filter((r) => r.id === id))
  const scores = open ? await scoresOf(ctx, { wayId, reviewerIds: way.judges }) : []
  const said = Map.groupBy(scores, (s) => `${s.reviewerId}/${s.tradeId}`)
  return {
    way: wayView(way, around, { who, now: ctx.clock.now().getTime() }),
    items: items.map(itemView),
    bidders: bids.map((bid) => {
      const outcome = outcomes.find((o) => o.tradeId === bid.tradeId)
      return {
        ...bidderView(bid, names),
        outcome: outcome ? { score: outcome.score, passed: outcome.passed, trace: outcome.lines } : null,
        reviewers:
          outcome && !way.isAutomatic
            ? judges.map((r) => {
                const own = said.get(`${r.id}/${bid.tradeId}`) ?? []
                return {
                  reviewerId: r.id,
                  name: r.name,
                  total: summed(own).score,
                  dropped: outcome.dropped.includes(r.id),
                  scores: bidderId === undefined || bidderId === bid.tradeId ? own.map(scoreView) : [],
                }
              })
            : null,
      }
    }),
  }
}

export async function reviewerSummary(
  ctx: Ctx,
  { order }: Seat,
  reviewerId: string,
): Promise<Answer<'reviewerSummary'> | null> {
  const reviewer = (await activeReviewers(ctx, order.id)).find((r) => r.id === reviewerId)
  if (!reviewer) return null
  const ways = (await waysOf(ctx, order.id)).filter((w) => isSummarised(w) && !w.isAutomatic)
  const bids = await bidsOf(ctx, order)
  const outcomes = await outcomesStored(ctx, ways)
  const shown = []
  for (const way of ways) {
    const scores = await scoresOf(ctx, { wayId: way.id, reviewerIds: [reviewerId] })
    const judged = bids.filter((b) => outcomes.some((o) => o.wayId === way.id && o.tradeId === b.tradeId))
    shown.push({
      wayId: way.id,
      name: way.name,
      items: (await itemsOf(ctx, [way.id])).map(itemView),
      bidders: judged.map((bid) => {
        const own = scores.filter((s) => s.tradeId === bid.tradeId)
        return {
          bidderId: bid.tradeId,
          supplierName: bid.supplierName,
          total: summed(own).score,
          scores: own.map(scoreView),
        }
      }),
    })
  }
  return { reviewerId, name: reviewer.name, ways: shown }
}

export async function summaryRows(ctx: Ctx, { order }: Seat): Promise<z.input<typeof SummaryRow>[]> {
  const ways = await waysOf(ctx, order.id)
  const names = new Map(ways.map((w) => [w.id, w.name]))
  const outcomes = await outcomesStored(ctx, ways)
  const ranking = await rankingRows(ctx, order.id)
  return (await bidsOf(ctx, order)).map((bid) => {
    const place = ranking.find((r) => r.tradeId === bid.tradeId)
    return {
      ...bidderView(bid, names),
      ways: ways.map((way) => {
        const outcome = outcomes.find((o) => o.wayId === way.id && o.tradeId === bid.tradeId)
        return { wayId: way.id, name: way.name, score: outcome?.score ?? null, passed: outcome?.passed ?? null }
      }),
      total: place?.total ?? null,
      rank: place?.rank ?? null,
    }
  })
}

export async function summaryResult(ctx: Ctx, seat: Seat): Promise<Answer<'summaryResult'>> {
  const review = await reviewRow(ctx, seat.order.id)
  const ranking = await rankingRows(ctx, seat.order.id)
  const isRanked = review !== null && review.concludedAt !== null && !review.allRejected
  const rows = (await summaryRows(ctx, seat)).map((row) => {
    const place = ranking.find((r) => r.tradeId === row.bidderId)
    return {
      ...row,
      isCandidate: place !== undefined && place.rank <= MAX_CANDIDATES,
      lot: place?.lot ?? null,
      unranked: isRanked && !place && !row.rejection ? whyUnranked(row.evaluatedPrice, review.reviewMethod) : '',
      trace: (place?.trace ?? []) as TraceLine[],
    }
  })
  return {
    concluded: review?.concludedAt != null,
    allRejected: review?.allRejected ?? false,
    conclusion: review?.conclusion ?? '',
    rows: rows.toSorted((a, b) => (a.rank ?? 1000 + a.no) - (b.rank ?? 1000 + b.no)),
  }
}

function whyUnranked(quote: string | null, method: number): string {
  return isQuote(quote ?? '') ? unrankedReason(method) : NO_QUOTE
}

export async function wasteRows(ctx: Ctx, { order }: Seat): Promise<Answer<'wastePage'>['rows']> {
  const names = new Map((await waysOf(ctx, order.id)).map((w) => [w.id, w.name]))
  return (await bidsOf(ctx, order)).flatMap((bid) => {
    if (!bid.rejection) return []
    const { reason, rule, wayId, motionId, at } = bid.rejection
    return [
      {
        bidderId: bid.tradeId,
        supplierName: bid.supplierName,
        quote: bid.quote,
        reason,
        rule,
        wayName: wayId === null ? null : (names.get(wayId) ?? null),
        byVote: motionId !== null,
        at: at.toISOString(),
      },
    ]
  })
}

/** A page of a list that is small by nature: bidders of one order. */
export function pageOfRows<T>(rows: readonly T[], { pageNo, pageSize }: PageQuery): Page<T> {
  return { rows: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length, next: null }
}

/** One reviewer's word on one bidder in one way: the sum of marks, or whether every item passes. */
function summed(scores: readonly StoredScore[]): { score: string | null; passed: boolean | null } {
  if (scores.length === 0) return { score: null, passed: null }
  if (scores.some((s) => s.score !== null)) {
    const total = scores.reduce((sum, s) => add(sum, fraction(s.score ?? '0')), ZERO)
    return { score: trimZeros(toFixed(total, 2)), passed: null }
  }
  return { score: null, passed: scores.every((s) => s.passed === true) }
}
