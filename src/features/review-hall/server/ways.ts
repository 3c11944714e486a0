import { trimZeros } from '#contract/money.ts'
import { offerOpening } from '#features/opening-hall/server/public.ts'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { ReviewItem, ReviewWay } from '#server/database/tables.ts'
import type { WayItem, WaySummary } from '../contract/shared.ts'
import { ReviewModel, WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import { WAY_STATUS, type ReviewWho, type WayFacts, type WayStatus } from '../rules/session-status.ts'
import { type Any, type Order, type ReviewerRow, reviewRow } from './access.ts'
import { bidsOf } from './bids.ts'
import { committeeProblem } from './committee-check.ts'
import { lowPriceMatters, unsettled } from './low-price.ts'
import { pendingOf, waitsFor } from './pending.ts'

export type Way = Selectable<ReviewWay>
export type Item = Selectable<ReviewItem>

export interface Task {
  wayId: string
  reviewerId: string
  status: number
  submittedAt: Date | null
  /** Of what was submitted, as it was recorded then. */
  sha256: Buffer | null
}

const byTenant = (ctx: Any) => ctx.tenantId

export async function waysOf(ctx: Any, orderId: string): Promise<Way[]> {
  return ctx.tx
    .selectFrom('review_way')
    .selectAll()
    .where('tenantId', '=', byTenant(ctx))
    .where('orderId', '=', orderId)
    .orderBy('sort')
    .execute()
}

export async function itemsOf(ctx: Any, wayIds: readonly string[]): Promise<Item[]> {
  if (wayIds.length === 0) return []
  return ctx.tx
    .selectFrom('review_item')
    .selectAll()
    .where('tenantId', '=', byTenant(ctx))
    .where('wayId', 'in', [...wayIds])
    .orderBy('wayId')
    .orderBy('sort')
    .execute()
}

/** Tasks of members who have not left. */
export async function tasksOf(ctx: Any, orderId: string): Promise<Task[]> {
  const rows = await ctx.tx
    .selectFrom('review_task as t')
    .innerJoin('reviewer as r', (j) => j.onRef('r.tenantId', '=', 't.tenantId').onRef('r.id', '=', 't.reviewerId'))
    .select(['t.wayId', 't.reviewerId', 't.status', 't.submittedAt', 't.sha256'])
    .where('t.tenantId', '=', byTenant(ctx))
    .where('r.orderId', '=', orderId)
    .where('r.outAt', 'is', null)
    .execute()
  return rows.map((r) => ({
    wayId: r.wayId,
    reviewerId: r.reviewerId,
    status: r.status,
    submittedAt: r.submittedAt,
    sha256: r.sha256,
  }))
}

export async function openMotions(ctx: Any, orderId: string): Promise<number> {
  const { n } = await ctx.tx
    .selectFrom('review_motion')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('tenantId', '=', byTenant(ctx))
    .where('orderId', '=', orderId)
    .where('state', '=', 0)
    .executeTakeFirstOrThrow()
  return n
}

/** What is the same for all ways of a review when their actions are asked for. */
export interface WaySurroundings {
  concluded: boolean
  openMotions: number
  committee: string
  /** Why the review cannot be concluded now; matters to the last way. */
  waits: string
  /** The way that is left when it alone is not summed up. */
  lastWayId: string | null
  /** Second envelopes are open, or being opened: the first stage stands. */
  offersOpened: boolean
  tasks: readonly Task[]
}

export async function surroundings(
  ctx: Any,
  order: Order,
  { reviewers, concluded }: { reviewers: readonly ReviewerRow[]; concluded: boolean },
): Promise<WaySurroundings> {
  const open = (await waysOf(ctx, order.id)).filter((w) => !isSummarised(w))
  return {
    concluded,
    waits: open.length === 1 ? await waits(ctx, order) : '',
    lastWayId: open.length === 1 ? open[0]!.id : null,
    offersOpened: isDoubleEnvelope(order) && (await offerOpening(ctx, order.id)).startedAt !== null,
    openMotions: await openMotions(ctx, order.id),
    committee: await committeeProblem(ctx, order, reviewers),
    tasks: await tasksOf(ctx, order.id),
  }
}

async function waits(ctx: Any, order: Order): Promise<string> {
  const before = waitsFor(await pendingOf(ctx, order.id))
  if (before) return before
  const review = await reviewRow(ctx, order.id)
  return unsettled(await lowPriceMatters(ctx, order, { review, bids: await bidsOf(ctx, order) }))
}

export function wayFacts(way: Way, around: WaySurroundings): WayFacts {
  const tasks = around.tasks.filter((t) => t.wayId === way.id)
  return {
    status: way.status as WayStatus,
    isAutomatic: way.isAutomatic,
    concluded: around.concluded,
    waits: around.lastWayId === way.id ? around.waits : '',
    fixed: around.offersOpened && way.stage === 1 ? '报价信封已开启，第一阶段评审结果不得修改' : '',
    tasks: tasks.length,
    submitted: tasks.filter((t) => t.status === 2).length,
    openMotions: around.openMotions,
    committee: around.committee,
  }
}

export function wayView(way: Way, around: WaySurroundings, at: { who: ReviewWho; now: number }): WaySummary {
  const facts = wayFacts(way, around)
  return {
    wayId: way.id,
    wayType: way.wayType,
    name: way.name,
    itemKind: way.itemKind,
    fullMark: trimZeros(way.fullMark),
    aggregation: way.aggregation,
    scoreDigits: way.scoreDigits,
    isAutomatic: way.isAutomatic,
    sort: way.sort,
    status: way.status,
    statusLabel: WaySummaryStatus.label(way.status),
    summarisedAt: way.summarisedAt?.toISOString() ?? null,
    reviewers: facts.tasks,
    submitted: facts.submitted,
    stage: way.stage,
    consensusOpen: isConsensusOpen(way, facts),
    actions: WAY_STATUS.allowed(facts, at.who, at.now),
  }
}

export function itemView(item: Item): z.output<typeof WayItem> {
  return {
    itemId: item.id,
    name: item.name,
    standard: item.standard,
    fullMark: trimZeros(item.fullMark),
    isObjective: item.isObjective,
  }
}

/** Everybody has submitted, so nobody can be led by others' marks any more. */
export function isConsensusOpen(way: Way, facts: { tasks: number; submitted: number }): boolean {
  if (way.isAutomatic) return false
  return isSummarised(way) || (isOpenWay(way) && facts.tasks > 0 && facts.submitted >= facts.tasks)
}

export const isDoubleEnvelope = (order: Pick<Order, 'reviewModel'>): boolean =>
  order.reviewModel === ReviewModel.values.doubleEnvelope
export const isSummarised = (way: Way): boolean => way.status === WaySummaryStatus.values.summarised
export const isOpenWay = (way: Way): boolean =>
  way.status === WaySummaryStatus.values.reviewing || way.status === WaySummaryStatus.values.reReviewed
