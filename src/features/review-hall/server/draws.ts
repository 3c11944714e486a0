import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { type DrawPart, type Drawn, type DrawRecord, valuesOf } from '#contract/draw.ts'
import { AppError } from '#contract/errors.ts'
import { statusTable } from '#contract/transition.ts'
import {
  drawRow,
  drawsOf,
  freezeDraw,
  type MadeDraw,
  prepareDraw,
  recordOf,
  viewOf,
} from '#features/draws/server/public.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { withDrawn } from '#features/evaluation/rules/random-price.ts'
import { openingDraw } from '#features/opening-hall/server/public.ts'
import { NULL } from '#server/database/records.ts'
import type { ReviewDraw } from '#server/database/tables.ts'
import type { Draw } from '../contract/results.ts'
import { canonical } from '../rules/canonical.ts'
import { lotParts } from '../rules/replay-draws.ts'
import type { ReviewWho } from '../rules/session-status.ts'
import {
  activeReviewers,
  actingMember,
  type Any,
  type Ctx,
  isDrawingLots,
  type Order,
  record,
  reviewRow,
  type Seat,
  tell,
} from './access.ts'
import { bidsOf } from './bids.ts'
import { isOpenWay, waysOf } from './ways.ts'

/** Title of a draw among equal bids. */
export const LOTS = '并列次序抽签'

export type DrawRow = Selectable<ReviewDraw>
type Purpose = 'price-params' | 'lots'

interface DrawFacts {
  drawn: boolean
  concluded: boolean
  /** The price is all that is left to be summed up. */
  isDue: boolean
}

const DRAW_STATUS = statusTable<boolean, 'draw', DrawFacts, ReviewWho>(
  (facts) => facts.drawn,
  [
    {
      action: 'draw',
      label: '抽取',
      from: [false],
      to: true,
      who: (who) => who.part === 'member' && who.isLeader,
      primary: true,
      confirm: '抽取事项即刻冻结，结果由其后的随机信标产生，不得重抽。确认抽取？',
      guard: (facts) => {
        if (facts.concluded) return '评审已汇总'
        return facts.isDue ? true : '其他评审项全部汇总后方可抽取'
      },
    },
  ],
)

/** Prepares a draw before anybody has judged anything: the operator commits to its part, members add theirs. */
export async function commitDraw(
  ctx: Any,
  orderId: string,
  { purpose, title, parts }: { purpose: Purpose; title: string; parts: readonly DrawPart[] },
): Promise<DrawRow> {
  const id = ctx.newId()
  const commitment = await prepareDraw(ctx, { id, kind: purpose, subject: orderId, title })
  await ctx.insert('review_draw', {
    id,
    orderId,
    purpose,
    title,
    parts: JSON.stringify(parts),
    commitment: Buffer.from(commitment, 'hex'),
    committedAt: ctx.clock.now(),
  })
  record(ctx, orderId, {
    action: 'draw-committed',
    summary: `${title}：登记平台随机数的承诺`,
    data: { drawId: id, commitment, parts },
  })
  return ctx.expectOne('review_draw', { id })
}

/** Freezes the draw of the price's parameters in a dual-random review: once, when only the price is left. */
export async function drawParams(ctx: Ctx, orderId: string, drawId: string): Promise<void> {
  const { who, review } = await actingMember(ctx, orderId)
  const row = (await drawRows(ctx, orderId)).find((d) => d.id === drawId && d.purpose === 'price-params')
  if (!row) throw new AppError('notFound')
  const facts = await drawFacts(ctx, row, review.concludedAt !== null)
  DRAW_STATUS.next('draw', { record: facts, who, now: ctx.clock.now().getTime() })
  await freeze(ctx, row, row.parts as DrawPart[])
}

/** Takes a made draw over; the parameters of the price are from here on those drawn. */
export async function takeDrawn(ctx: Any, orderId: string, { drawId, result }: Pick<MadeDraw, 'drawId' | 'result'>) {
  const row = (await drawRows(ctx, orderId)).find((one) => one.id === drawId)!
  await ctx.update(
    'review_draw',
    { id: drawId, drawnAt: NULL },
    { drawnAt: ctx.clock.now(), result: JSON.stringify(result) },
  )
  if (row.purpose === 'price-params') {
    const way = (await waysOf(ctx, orderId)).find((w) => w.isAutomatic)!
    await ctx.update(
      'review_way',
      { id: way.id },
      { params: JSON.stringify(withDrawn(way.params as PriceScoreInput, result)) },
    )
  }
  record(ctx, orderId, {
    action: 'drawn',
    summary: `${row.title}：${row.purpose === 'lots' ? '评审结果并列，由系统随机抽签确定次序' : result.map((r) => r.value).join('、')}`,
    data: { drawId, result },
  })
  tell(ctx, orderId, 'draw')
}

/**
 * An order among bids the rules leave equal, group by group; lots count from 1. Null: it is being drawn, and the review
 * goes on when it is. Where the equal bids have changed since a draw, these are drawn anew.
 */
export async function lotsFor(
  ctx: Any,
  order: Order,
  groups: readonly (readonly string[])[],
): Promise<Map<string, number> | null> {
  const parts = lotParts(groups)
  const rows = (await drawRows(ctx, order.id)).filter((d) => d.purpose === 'lots')
  const made = rows.find((row) => row.drawnAt !== null && canonical(row.parts) === canonical(parts))
  if (!made) {
    if (await isDrawingLots(ctx, order.id)) return null
    const prepared = rows.find((row) => row.drawnAt === null)
    await freeze(ctx, prepared ?? (await commitDraw(ctx, order.id, { purpose: 'lots', title: LOTS, parts: [] })), parts)
    return null
  }
  const lots = new Map<string, number>()
  for (const { label } of parts) valuesOf(made.result as Drawn[], label).forEach((id, at) => lots.set(id, at + 1))
  return lots
}

/** Draws as both sides see them; one for lots shows when it was needed. */
export async function drawViews(ctx: Any, { order, who }: Seat): Promise<z.input<typeof Draw>[]> {
  const rows = (await drawRows(ctx, order.id)).filter(
    (d) => d.purpose === 'price-params' || (d.parts as DrawPart[]).length > 0,
  )
  if (rows.length === 0) return []
  const review = await reviewRow(ctx, order.id)
  const bids = await bidsOf(ctx, order)
  const nameOf = (id: string) => bids.find((b) => b.tradeId === id)?.supplierName ?? id
  const views = []
  for (const row of rows) {
    const parts = (row.parts as DrawPart[]).map((part) => ({
      ...part,
      options: part.options.map((o) => (row.purpose === 'lots' ? { ...o, label: nameOf(o.value) } : o)),
    }))
    const facts = await drawFacts(ctx, row, review?.concludedAt != null)
    const steps = await drawRow(ctx, row.id)
    views.push({
      drawId: row.id,
      purpose: row.purpose as Purpose,
      title: row.title,
      parts,
      steps: steps ? await viewOf(ctx, steps, parts) : null,
      bySeed: row.seed && {
        commitment: row.commitment.toString('hex'),
        committedAt: row.committedAt.toISOString(),
        seed: row.seed.toString('hex'),
        entropy: row.entropy!.toString('hex'),
      },
      drawnAt: row.drawnAt?.toISOString() ?? null,
      result: row.result as Drawn[],
      actions: row.purpose === 'lots' ? [] : DRAW_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    })
  }
  return views
}

/** What was drawn, at the opening and in the review, as anybody can check it. */
export async function drawRecords(ctx: Any, order: Order) {
  const opening = await openingDraw(ctx, order.id)
  const records = opening ? [{ purpose: 'opening', title: '开标现场抽取', record: opening.record, at: opening.at }] : []
  for (const row of (await drawRows(ctx, order.id)).filter((one) => one.drawnAt !== null)) {
    const { purpose, title, drawnAt } = row
    const steps = row.seed === null ? await drawRow(ctx, row.id) : undefined
    const record: DrawRecord = steps
      ? recordOf(steps)
      : {
          parts: row.parts as DrawPart[],
          source: {
            by: 'seed',
            commitment: row.commitment.toString('hex'),
            seed: row.seed!.toString('hex'),
            entropy: row.entropy!.toString('hex'),
          },
          result: row.result as Drawn[],
        }
    records.push({ purpose, title, record, at: drawnAt! })
  }
  return records
}

/** Whether draws of this review go by steps: it was begun, or had something drawn, since they do. */
export async function isByStepsReview(ctx: Any, orderId: string): Promise<boolean> {
  return (await drawsOf(ctx, orderId, ['lots', 'price-params'])).length > 0
}

async function drawRows(ctx: Any, orderId: string): Promise<DrawRow[]> {
  return ctx.many('review_draw', { orderId }, { orderBy: ['id'] })
}

async function drawFacts(ctx: Any, row: DrawRow, concluded: boolean): Promise<DrawFacts> {
  const price = (await waysOf(ctx, row.orderId)).find((w) => w.isAutomatic)
  const steps = await drawRow(ctx, row.id)
  const drawn = row.drawnAt !== null || steps?.frozenAt != null
  return { drawn, concluded, isDue: price !== undefined && isOpenWay(price) }
}

/** From here on nothing can be chosen: parts of members who have not left count, the rest follows by itself. */
async function freeze(ctx: Any, row: DrawRow, parts: readonly DrawPart[]): Promise<void> {
  const { id, orderId, title, purpose } = row
  // A review that began before draws went by steps.
  if (!(await drawRow(ctx, id))) await prepareDraw(ctx, { id, kind: purpose as Purpose, subject: orderId, title })
  await ctx.update('review_draw', { id }, { parts: JSON.stringify(parts), drawnBy: ctx.actor?.userId ?? null })
  const among = (await activeReviewers(ctx, orderId)).map(({ userId }) => userId)
  const { frozenHash } = await freezeDraw(ctx, id, { parts, among })
  record(ctx, orderId, {
    action: 'draw-frozen',
    summary: `${title}：冻结抽取事项，等待随机信标`,
    data: { drawId: id, frozen: frozenHash!.toString('hex') },
  })
  tell(ctx, orderId, 'draw')
}
