import { AppError } from '#contract/errors.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { FileAnswer } from '#server/implement.ts'
import { logRecord } from '#server/public-log.ts'
import { ROUNDED_PRICE_VERSION } from '#features/evaluation/rules/price-score.ts'
import { type Bundle, BUNDLE_TYPE, EARLIER_BUNDLE_TYPE, type Ground, type Mark } from '../rules/bundle.ts'
import { formulasOf, marksHash, replay, sealed } from '../rules/replay.ts'
import { activeReviewers, type Any, type Order, reviewRow, type Seat } from './access.ts'
import { type Bid, bidsOf, priceEvents } from './bids.ts'
import { drawRecords, isByStepsReview } from './draws.ts'
import { basisOf, lowPriceMatters } from './low-price.ts'
import { outcomesStored, rankingRows } from './results.ts'
import { scoresOf } from './scoring.ts'
import { isSummarised, itemsOf, tasksOf, type Way, waysOf } from './ways.ts'

/**
 * A concluded review as a bundle to be computed again elsewhere (`npm run review:replay FILE`). Names of members are not
 * in it. Throws `wrongState` before the review is concluded, `tampered` when the record does not lead to its results.
 */
export async function bundleOf(ctx: Any, order: Order): Promise<Bundle> {
  const review = await reviewRow(ctx, order.id)
  if (!review?.concludedAt) throw new AppError('wrongState', '评审汇总后方可导出复算包')
  const ways = (await waysOf(ctx, order.id)).filter(isSummarised)
  const items = await itemsOf(
    ctx,
    ways.map((w) => w.id),
  )
  const events = await priceEvents(ctx, order.id)
  const isEarlier = !(await isByStepsReview(ctx, order.id))
  const type = isEarlier ? EARLIER_BUNDLE_TYPE : BUNDLE_TYPE
  const { judgements, judged } = await judgementsOf(ctx, { order, ways, isEarlier })
  const outcomes = await outcomesStored(ctx, ways)
  const ranking = await rankingRows(ctx, order.id)
  const bids = await bidsOf(ctx, order)
  const basis = basisOf(order, review)
  const matters = await lowPriceMatters(ctx, order, { review, bids })
  const byKey = <T>(rows: T[], key: (row: T) => string) => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  const bundle = sealed({
    type,
    formulas: { ...formulasOf(type), price: review.priceVersion },
    ...(isEarlier ? {} : await decisionsOf(ctx, order)),
    order: {
      ...(isEarlier ? {} : { id: order.id }),
      code: order.code,
      title: order.title,
      method: review.reviewMethod,
      controlPrice: order.controlPrice,
      allRejected: review.allRejected,
    },
    ways: ways.map((w) => ({
      id: w.id,
      type: w.wayType,
      name: w.name,
      itemKind: w.itemKind,
      aggregation: w.aggregation,
      isAutomatic: w.isAutomatic,
      // Bundles of the earlier formula had no such field, and reports state their hash.
      ...(review.priceVersion === ROUNDED_PRICE_VERSION ? {} : { scoreDigits: w.scoreDigits }),
      params: w.params as object,
      judges: w.judges,
      ...(isEarlier ? {} : { judged: judged.get(w.id) ?? [] }),
      items: items
        .filter((i) => i.wayId === w.id)
        .map((i) => ({ id: i.id, name: i.name, fullMark: i.fullMark, isObjective: i.isObjective })),
    })),
    bids: bids.map((b) => ({
      id: b.tradeId,
      no: b.no,
      name: b.supplierName,
      opening: b.quote,
      changes: (events.get(b.tradeId) ?? []).map((e) => ({ at: e.at.toISOString(), amount: e.amount })),
      price: b.evaluatedPrice,
      disqualified: b.rejection?.reason ?? null,
      ...(isEarlier ? {} : { ground: groundOf(b) }),
    })),
    judgements,
    ...(basis && {
      lowPrice: {
        basis,
        matters: matters.map(({ bid, status, ask, waiver }) => ({
          bidId: bid.tradeId,
          status,
          price: waiver?.price ?? ask?.price ?? null,
        })),
      },
    }),
    draws: (await drawRecords(ctx, order)).map(({ purpose, record }) => ({ purpose, ...record })),
    results: {
      outcomes: byKey(
        outcomes.map(({ wayId, tradeId: bidId, score, exact, passed }) => ({ wayId, bidId, score, exact, passed })),
        (o) => `${o.wayId}/${o.bidId}`,
      ),
      ranking: byKey(
        ranking.map((r) => ({ bidId: r.tradeId, rank: r.rank, total: r.total, lot: r.lot })),
        (r) => r.bidId,
      ),
    },
  })
  const { problems } = replay(bundle)
  if (problems.length > 0)
    throw new AppError('tampered', `评审记录复算不一致：${problems[0]!.path} ${problems[0]!.message}`, problems)
  return bundle
}

/**
 * What members said, with its hash as it was recorded when they submitted it; `judged`: bids that were in when a way was
 * summed up. Earlier bundles held the marks of these alone, hashed when exported.
 */
async function judgementsOf(
  ctx: Any,
  { order, ways, isEarlier }: { order: Order; ways: readonly Way[]; isEarlier: boolean },
): Promise<{ judgements: Bundle['judgements']; judged: Map<string, string[]> }> {
  const judgements: Bundle['judgements'] = []
  const judged = new Map<string, string[]>()
  const tasks = await tasksOf(ctx, order.id)
  for (const way of ways.filter((w) => !w.isAutomatic)) {
    const ids = (await outcomesStored(ctx, [way])).map((o) => o.tradeId).toSorted()
    judged.set(way.id, ids)
    const scores = await scoresOf(ctx, { wayId: way.id, reviewerIds: way.judges })
    for (const reviewerId of way.judges) {
      const marks = scores
        .filter((s) => s.reviewerId === reviewerId && (!isEarlier || ids.includes(s.tradeId)))
        .map((s): Mark => [s.tradeId, s.itemId, s.score, s.passed, s.reason])
      const task = tasks.find((one) => one.wayId === way.id && one.reviewerId === reviewerId)
      const submitted = isEarlier ? marksHash(marks) : (task?.sha256?.toString('hex') ?? '')
      judgements.push({ wayId: way.id, reviewerId, commitment: submitted, marks })
    }
  }
  return { judgements, judged }
}

/** The committee and what it decided by vote. */
async function decisionsOf(ctx: Any, order: Order): Promise<Pick<Bundle, 'committee' | 'motions'>> {
  const committee = (await activeReviewers(ctx, order.id)).map(({ id }) => id).toSorted()
  const rows = await ctx.many('review_motion', { orderId: order.id, state: [1, 2] }, { orderBy: ['id'] })
  const votes =
    rows.length === 0
      ? []
      : await ctx.many('review_motion_vote', { motionId: rows.map(({ id }) => id) }, { orderBy: ['reviewerId'] })
  const motions = rows.map(({ id, kind, tradeId, state }) => ({
    id,
    kind: kind as 'reject-bid' | 'go-on',
    bidId: tradeId,
    carried: state === 1,
    votes: votes.filter((vote) => vote.motionId === id).map(({ reviewerId, agree }) => ({ reviewerId, agree })),
  }))
  return { committee, motions }
}

function groundOf({ rejection }: Bid): Ground | null {
  if (rejection === null) return null
  const { wayId, motionId } = rejection
  if (wayId !== null) return { by: 'way', wayId }
  return motionId === null ? { by: 'unopened' } : { by: 'motion', motionId }
}

/** The hash of a bundle goes into the log as soon as there is one, before anybody signs the report that states it. */
export const logBundle: Subscriber = {
  name: 'review-hall: bundle in the log',
  kind: 'review.concluded',
  isSlow: true,
  async handle(ctx, event) {
    const orderId = String(event.payload.orderId)
    const { hash } = await bundleOf(ctx, await orderRow(ctx, orderId))
    logRecord(ctx, { type: 'review-bundle', subject: orderId, hash })
  },
}

export async function replayFact(ctx: Any, { order }: Seat) {
  const { type, hash } = await bundleOf(ctx, order)
  return { version: type, hash, fileName: fileName(order) }
}

export async function bundleFile(ctx: Any, { order }: Seat): Promise<FileAnswer> {
  const content = Buffer.from(JSON.stringify(await bundleOf(ctx, order), null, 1))
  return { name: fileName(order), mime: 'application/json', content, size: content.length }
}

function fileName(order: Order): string {
  return `评审复算包-${order.code}.json`
}
