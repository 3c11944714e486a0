import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Exact, trimZeros } from '#contract/money.ts'
import type { ownScores, saveScores } from '../contract/expert.ts'
import type { ItemScore } from '../contract/shared.ts'
import { ItemKind, ReviewerTaskStatus } from '#features/evaluation/rules/enums.ts'
import type { Judgement } from '../rules/outcome.ts'
import { TASK_STATUS, type TaskFacts, taskStatus, type WayStatus } from '../rules/session-status.ts'
import {
  activeReviewers,
  actingMember,
  type Any,
  type Ctx,
  demandDeclared,
  demandReviewing,
  memberSeat,
  record,
  type ReviewerRow,
  reviewRow,
  type Seat,
  tell,
} from './access.ts'
import { logRecord } from '#server/public-log.ts'
import { ownWarnings, type WarnedItem } from '../rules/warnings.ts'
import { bidsOf, isValid } from './bids.ts'
import { progressOf, setTask } from './progress.ts'
import { type Item, itemsOf, itemView, surroundings, type Way, waysOf, wayView } from './ways.ts'

/** Asks for the bid at which the work goes on. */
const NEXT = 'next'

type Given = z.output<typeof saveScores.body>['scores'][number]

/** A way of this review, or `notFound`. */
export async function findWay(ctx: Any, orderId: string, wayId: string): Promise<Way> {
  const way = (await waysOf(ctx, orderId)).find((w) => w.id === wayId)
  if (!way) throw new AppError('notFound')
  return way
}

/**
 * The own sheet: nobody else's marks are in it. `asked`: the bid whose marks are wanted (`next`: the first with something
 * left to judge), all where it is left out. Throws `notFound` for a bid that is not one of this review.
 */
export async function ownSheet(
  ctx: Ctx,
  { orderId, wayId, asked }: { orderId: string; wayId: string; asked?: string | undefined },
): Promise<z.output<typeof ownScores.returns>> {
  const seat = await memberSeat(ctx, orderId)
  const way = await findWay(ctx, orderId, wayId)
  const review = await reviewRow(ctx, orderId)
  const reviewers = await activeReviewers(ctx, orderId)
  const around = await surroundings(ctx, seat.order, { reviewers, concluded: review?.concludedAt != null })
  const now = ctx.clock.now().getTime()
  const [items, bids] = [await itemsOf(ctx, [wayId]), await bidsOf(ctx, seat.order)]
  const scores = await scoresOf(ctx, { wayId, reviewerIds: [seat.me.id] })
  const valid = new Map(bids.filter(isValid).map((bid) => [bid.tradeId, bid]))
  const byBid = Map.groupBy(scores, (s) => s.tradeId)
  if (asked !== undefined && asked !== NEXT && !bids.some((b) => b.tradeId === asked)) throw new AppError('notFound')
  const filledOf = (id: string) => (byBid.get(id) ?? []).filter(isJudged).length
  const facts = await factsOf(ctx, {
    me: seat.me,
    way,
    filled: [...valid.keys()].reduce((sum, id) => sum + filledOf(id), 0),
    needed: items.length * valid.size,
  })
  const next = () => [...valid.keys()].find((id) => filledOf(id) < items.length) ?? [...valid.keys()][0]
  const wanted = asked === NEXT ? next() : asked
  return {
    way: wayView(way, around, { who: seat.who, now }),
    items: items.map(itemView),
    bidders: [...valid.values()].map((bid) => {
      const own = byBid.get(bid.tradeId) ?? []
      // Where nothing was ever said there is nothing to ask for.
      const isWanted = asked === undefined || bid.tradeId === wanted || own.length === 0
      return {
        bidderId: bid.tradeId,
        no: bid.no,
        supplierName: bid.supplierName,
        filled: filledOf(bid.tradeId),
        savedAt: lastSave(own),
        scores: isWanted ? own.map(scoreView) : null,
      }
    }),
    status: facts.status,
    filled: facts.filled,
    needed: facts.needed,
    warnings: ownWarnings(
      items.map(warnedItem),
      scores.filter((s) => valid.has(s.tradeId)),
      (id) => valid.get(id)?.supplierName ?? '',
    ),
    actions: facts.hasTask ? TASK_STATUS.allowed(facts, seat.who, now) : [],
  }
}

/**
 * Saves judgements of one bidder. Autosave from two pages: the later server time wins, whichever commits first. Throws
 * `invalid` for a mark outside its range or a failure without reason, `wrongState` when the task is submitted.
 */
export async function save(
  ctx: Ctx,
  place: { orderId: string; wayId: string; bidderId: string },
  scores: readonly Given[],
): Promise<z.output<typeof saveScores.returns>> {
  const { orderId, wayId, bidderId } = place
  const savedAt = ctx.clock.now()
  const seat = await memberSeat(ctx, orderId)
  demandReviewing(seat.order)
  demandDeclared(seat.me)
  // Shared with other saves, exclusive with submitting and with giving the task back.
  await lockTask(ctx, { wayId, reviewerId: seat.me.id })
  const way = await findWay(ctx, orderId, wayId)
  TASK_STATUS.next('save', {
    record: await taskFacts(ctx, seat, way),
    who: seat.who,
    now: savedAt.getTime(),
  })
  const bid = (await bidsOf(ctx, seat.order)).find((b) => b.tradeId === bidderId)
  if (!bid) throw new AppError('notFound')
  if (!isValid(bid)) throw new AppError('wrongState', '该投标已被否决，无需评审')
  const items = await itemsOf(ctx, [wayId])
  const problems = scores.flatMap((given, i) =>
    problemsOf(way, items, given).map((p) => ({ ...p, path: `scores.${i}.${p.path}` })),
  )
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  await ctx.tx
    .insertInto('review_score')
    .values(
      scores.map((given) => ({
        tenantId: ctx.tenantId,
        itemId: given.itemId,
        reviewerId: seat.me.id,
        tradeId: bidderId,
        score: way.itemKind === ItemKind.values.scoring ? given.score : null,
        passed: way.itemKind === ItemKind.values.pass ? given.passed : null,
        reason: given.reason,
        savedAt,
      })),
    )
    .onConflict((c) =>
      c
        .columns(['tenantId', 'itemId', 'reviewerId', 'tradeId'])
        .doUpdateSet((e) => ({
          score: e.ref('excluded.score'),
          passed: e.ref('excluded.passed'),
          reason: e.ref('excluded.reason'),
          savedAt: e.ref('excluded.savedAt'),
        }))
        .where(sql<boolean>`excluded.saved_at >= review_score.saved_at`),
    )
    .execute()
  record(ctx, orderId, {
    action: 'save',
    entity: 'review',
    summary: `保存“${way.name}”评审意见 ${scores.length} 项`,
    data: { wayId, bidderId, items: scores.map((s) => s.itemId) },
  })
  tell(ctx, orderId, 'progress')
  const { status, filled, needed } = await taskFacts(ctx, seat, way)
  return { savedAt: savedAt.toISOString(), status, filled, needed }
}

/** Submits the own judgements of a way. What was submitted is committed to by its hash; the marks stay sealed. */
export async function submit(ctx: Ctx, orderId: string, wayId: string): Promise<void> {
  const seat = await actingMember(ctx, orderId)
  const way = await findWay(ctx, orderId, wayId)
  await ctx.many('review_task', { wayId, reviewerId: seat.me.id }, { columns: ['status'], lock: 'update' })
  const facts = await taskFacts(ctx, seat, way)
  if (!facts.hasTask) throw new AppError('wrongState', '该评审项未在评审中')
  if (facts.status === ReviewerTaskStatus.values.submitted) throw new AppError('wrongState', '已提交，请勿重复提交')
  const now = ctx.clock.now()
  TASK_STATUS.next('submit', { record: facts, who: seat.who, now: now.getTime() })
  const scores = await scoresOf(ctx, { wayId, reviewerIds: [seat.me.id] })
  await setTask(
    ctx,
    { wayId, reviewerId: seat.me.id },
    {
      status: ReviewerTaskStatus.values.submitted,
      submittedAt: now,
      sha256: Buffer.from(commitment(scores), 'hex'),
    },
  )
  logRecord(ctx, { type: 'review-bundle', subject: orderId, hash: commitment(scores) })
  record(ctx, orderId, {
    action: 'submit',
    summary: `提交“${way.name}”评审意见`,
    data: { wayId, reviewerId: seat.me.id, sha256: commitment(scores) },
  })
  tell(ctx, orderId, 'progress')
}

/** Judgements as stored, in one order. */
export interface StoredScore extends Judgement {
  tradeId: string
  savedAt: Date
}

export async function scoresOf(
  ctx: Any,
  { wayId, reviewerIds }: { wayId: string; reviewerIds: readonly string[] },
): Promise<StoredScore[]> {
  if (reviewerIds.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('review_score as s')
    .innerJoin('review_item as i', (j) => j.onRef('i.tenantId', '=', 's.tenantId').onRef('i.id', '=', 's.itemId'))
    .selectAll('s')
    .where('s.tenantId', '=', ctx.tenantId)
    .where('i.wayId', '=', wayId)
    .where('s.reviewerId', 'in', [...reviewerIds])
    .orderBy('s.reviewerId')
    .orderBy('s.tradeId')
    .orderBy('i.sort')
    .execute()
  return rows.map((r) => ({
    itemId: r.itemId,
    reviewerId: r.reviewerId,
    tradeId: r.tradeId,
    score: r.score,
    passed: r.passed,
    reason: r.reason,
    savedAt: r.savedAt,
  }))
}

function isJudged({ score, passed }: StoredScore): boolean {
  return score !== null || passed !== null
}

function lastSave(scores: readonly StoredScore[]): string | null {
  const last = Math.max(...scores.map((s) => s.savedAt.getTime()))
  return scores.length === 0 ? null : new Date(last).toISOString()
}

export function scoreView(s: StoredScore): z.output<typeof ItemScore> {
  return {
    itemId: s.itemId,
    score: s.score === null ? null : trimZeros(s.score),
    passed: s.passed,
    reason: s.reason,
    savedAt: s.savedAt.toISOString(),
  }
}

export function warnedItem(item: Item): WarnedItem {
  return { id: item.id, name: item.name, fullMark: item.fullMark, isObjective: item.isObjective }
}

/** SHA-256 of what one reviewer said in one way, hex: the same as when it was submitted, or something was changed. */
export function commitment(scores: readonly StoredScore[]): string {
  const lines = scores.map((s) => [s.tradeId, s.itemId, s.score, s.passed, s.reason])
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex')
}

async function lockTask(ctx: Ctx, task: { wayId: string; reviewerId: string }): Promise<void> {
  await ctx.many(
    'review_task',
    { wayId: task.wayId, reviewerId: task.reviewerId },
    { columns: ['status'], lock: 'share' },
  )
}

export async function taskFacts(
  ctx: Any,
  { order, me }: Pick<Seat, 'order'> & { me: ReviewerRow },
  way: Way,
): Promise<TaskFacts & { hasTask: boolean; submittedAt: Date | null }> {
  const progress = await progressOf(ctx, order, [way])
  const filled = progress.filled(way.id, me.id)
  const needed = progress.needed(way.id)
  return factsOf(ctx, { me, way, filled, needed })
}

async function factsOf(
  ctx: Any,
  { me, way, filled, needed }: { me: ReviewerRow; way: Way; filled: number; needed: number },
): Promise<TaskFacts & { hasTask: boolean; submittedAt: Date | null }> {
  const task = await ctx.one(
    'review_task',
    { wayId: way.id, reviewerId: me.id },
    { columns: ['status', 'submittedAt'] },
  )
  return {
    status: taskStatus(task?.status ?? 0, filled, needed),
    wayStatus: way.status as WayStatus,
    filled,
    needed,
    hasTask: task !== undefined,
    submittedAt: task?.submittedAt ?? null,
  }
}

function problemsOf(way: Way, items: readonly Item[], given: Given): { path: string; message: string }[] {
  const item = items.find((i) => i.id === given.itemId)
  if (!item) return [{ path: 'itemId', message: '评审项不存在' }]
  if (way.itemKind === ItemKind.values.pass) {
    if (given.score !== null) return [{ path: 'score', message: `“${item.name}”只作通过与否的判断` }]
    return given.passed === false && given.reason.length < 2
      ? [{ path: 'reason', message: `请填写“${item.name}”不通过的原因` }]
      : []
  }
  if (given.passed !== null) return [{ path: 'passed', message: `“${item.name}”应当评分` }]
  if (given.score !== null && new Exact(given.score).gt(item.fullMark))
    return [{ path: 'score', message: `“${item.name}”得分须在 0 至 ${trimZeros(item.fullMark)} 之间` }]
  return []
}
