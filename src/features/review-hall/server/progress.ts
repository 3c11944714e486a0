import { offerOpening } from '#features/opening-hall/server/public.ts'
import { ItemKind, ReviewerTaskStatus, WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import { activeReviewers, type Any, type Order } from './access.ts'
import { bidsOf, isValid } from './bids.ts'
import { isDoubleEnvelope, isOpenWay, isSummarised, itemsOf, tasksOf, type Way, waysOf } from './ways.ts'
import { endMotions, liftRejections } from './verdicts.ts'

const STATUS = WaySummaryStatus.values

/** Judgements given, by way and reviewer, and how many each reviewer owes in a way. Only valid bids count. */
export interface Progress {
  filled(wayId: string, reviewerId: string): number
  needed(wayId: string): number
}

export async function progressOf(ctx: Any, order: Order, ways: readonly Way[]): Promise<Progress> {
  const valid = (await bidsOf(ctx, order)).filter(isValid).map((b) => b.tradeId)
  const items = await itemsOf(
    ctx,
    ways.map((w) => w.id),
  )
  const rows =
    valid.length === 0 || ways.length === 0
      ? []
      : await ctx.tx
          .selectFrom('review_score as s')
          .innerJoin('review_item as i', (j) => j.onRef('i.tenantId', '=', 's.tenantId').onRef('i.id', '=', 's.itemId'))
          .select((e) => ['i.wayId', 's.reviewerId', e.fn.countAll<number>().as('n')])
          .where('s.tenantId', '=', ctx.tenantId)
          .where(
            'i.wayId',
            'in',
            ways.map((w) => w.id),
          )
          .where('s.tradeId', 'in', valid)
          .where((e) => e.or([e('s.score', 'is not', null), e('s.passed', 'is not', null)]))
          .groupBy(['i.wayId', 's.reviewerId'])
          .execute()
  return {
    filled: (wayId, reviewerId) => rows.find((r) => r.wayId === wayId && r.reviewerId === reviewerId)?.n ?? 0,
    needed: (wayId) => items.filter((i) => i.wayId === wayId).length * valid.length,
  }
}

/**
 * Opens the ways whose turn has come: pass-or-not ways one after the other, then all scoring ways together, the
 * computed price when everything else is summed up.
 */
export async function openNext(ctx: Any, order: Order): Promise<void> {
  const ways = await waysOf(ctx, order.id)
  for (const way of due(await openStage(ctx, order, ways))) {
    if (way.status !== STATUS.notStarted) continue
    await setWay(ctx, way.id, { status: STATUS.reviewing })
  }
  await completeTasks(ctx, order)
}

/** Everybody on the committee has a task in every open way, and a submitted one only where nothing is missing. */
export async function completeTasks(ctx: Any, order: Order): Promise<void> {
  const open = (await waysOf(ctx, order.id)).filter((w) => isOpenWay(w) && !w.isAutomatic)
  const reviewers = await activeReviewers(ctx, order.id)
  const values = open.flatMap((way) =>
    reviewers.map((r) => ({ tenantId: ctx.tenantId, wayId: way.id, reviewerId: r.id })),
  )
  if (values.length === 0) return
  await ctx.tx
    .insertInto('review_task')
    .values(values)
    .onConflict((c) => c.doNothing())
    .execute()
  const progress = await progressOf(ctx, order, open)
  for (const task of await tasksOf(ctx, order.id)) {
    if (task.status !== ReviewerTaskStatus.values.submitted || !open.some((w) => w.id === task.wayId)) continue
    if (progress.filled(task.wayId, task.reviewerId) < progress.needed(task.wayId))
      await setTask(ctx, task, { status: ReviewerTaskStatus.values.pending, submittedAt: null })
  }
}

/**
 * Opens a way again for some reviewers. What followed from it is undone: its results and rejections, and for a
 * pass-or-not way the later ways, whose judgements stay as drafts.
 */
export async function reopen(
  ctx: Any,
  order: Order,
  { way, reviewerIds }: { way: Way; reviewerIds: readonly string[] },
): Promise<void> {
  const ways = await waysOf(ctx, order.id)
  const isPass = way.itemKind === ItemKind.values.pass
  const later = isPass ? ways.filter((w) => w.sort > way.sort && w.status !== STATUS.notStarted) : []
  const price = ways.filter((w) => w.isAutomatic && w.status !== STATUS.notStarted && !later.includes(w))
  await undo(ctx, order, [way, ...later, ...price])
  await setWay(ctx, way.id, { status: STATUS.reReviewed, summarisedAt: null, judges: [] })
  for (const w of [...later, ...price])
    await setWay(ctx, w.id, { status: STATUS.notStarted, summarisedAt: null, judges: [] })
  if (way.stage === 1) await setFirstStage(ctx, order.id, null)
  for (const reviewerId of reviewerIds)
    await setTask(ctx, { wayId: way.id, reviewerId }, { status: ReviewerTaskStatus.values.pending, submittedAt: null })
  if (isPass) {
    await endMotions(ctx, order.id, { to: 3, from: [0, 1], kind: 'go-on' })
  }
  await completeTasks(ctx, order)
}

export async function setWay(
  ctx: Any,
  wayId: string,
  values: { status: number; summarisedAt?: Date | null; judges?: string[] },
): Promise<void> {
  await ctx.update('review_way', { id: wayId }, values)
}

export async function setTask(
  ctx: Any,
  task: { wayId: string; reviewerId: string },
  values: { status: number; submittedAt: Date | null; sha256?: Buffer },
): Promise<void> {
  await ctx.update('review_task', { wayId: task.wayId, reviewerId: task.reviewerId }, values)
}

/** The first stage's result of a double-envelope review stands since `at`; null: it is open again. */
export async function setFirstStage(ctx: Any, orderId: string, at: Date | null): Promise<void> {
  await ctx.update('review', { orderId }, { firstStageAt: at })
}

/** Ways of the stage that may be judged now: those about prices only when all second envelopes are dealt with. */
async function openStage(ctx: Any, order: Order, ways: readonly Way[]): Promise<Way[]> {
  const first = ways.filter((w) => w.stage === 1)
  if (first.length === ways.length || !isDoubleEnvelope(order)) return [...ways]
  if (!first.every(isSummarised)) return first
  return (await offerOpening(ctx, order.id)).endedAt === null ? [] : ways.filter((w) => w.stage === 2)
}

function due(ways: readonly Way[]): Way[] {
  const waiting = ways.filter((w) => !isSummarised(w))
  const pass = waiting.find((w) => w.itemKind === ItemKind.values.pass)
  if (pass) return [pass]
  const scoring = waiting.filter((w) => !w.isAutomatic)
  return scoring.length > 0 ? scoring : waiting
}

async function undo(ctx: Any, order: Order, ways: readonly Way[]): Promise<void> {
  const ids = ways.map((w) => w.id)
  await ctx.remove('review_outcome', { wayId: ids })
  await liftRejections(ctx, order.id, ['wayId', ids])
}
