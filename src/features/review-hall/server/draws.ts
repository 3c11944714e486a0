import type { Selectable } from 'kysely'
import type * as z from 'zod'
import {
  commitmentOf,
  digestOf,
  draw,
  type DrawPart,
  type Drawn,
  type DrawRecord,
  type DrawSecret,
  valuesOf,
} from '#contract/draw.ts'
import { AppError } from '#contract/errors.ts'
import type { ReviewDraw } from '#server/database/tables.ts'
import { drawSecret } from '#server/draw.ts'
import { statusTable } from '#contract/transition.ts'
import { openingDraw } from '#features/opening-hall/server/public.ts'
import type { Draw } from '../contract/results.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { withDrawn } from '#features/evaluation/rules/random-price.ts'
import { lotParts } from '../rules/replay-draws.ts'
import type { ReviewWho } from '../rules/session-status.ts'
import { actingMember, type Any, type Ctx, type Order, record, reviewRow, type Seat, tell } from './access.ts'
import { bidsOf } from './bids.ts'
import { commitment as scoresHash, scoresOf } from './scoring.ts'
import { isOpenWay, waysOf } from './ways.ts'
import { NULL } from '#server/database/records.ts'

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
      confirm: '抽取结果即时公布且不得重抽，确认抽取？',
      guard: (facts) => {
        if (facts.concluded) return '评审已汇总'
        return facts.isDue ? true : '其他评审项全部汇总后方可抽取'
      },
    },
  ],
)

/** Commits to the seed of a draw before anybody has judged anything. */
export async function commitDraw(
  ctx: Any,
  orderId: string,
  { purpose, title, parts }: { purpose: Purpose; title: string; parts: readonly DrawPart[] },
): Promise<void> {
  const id = ctx.newId()
  const commitment = commitmentOf(seedOf(ctx, id))
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
    summary: `${title}：公布随机种子的哈希`,
    data: { drawId: id, commitment, parts },
  })
}

/** Draws the parameters of the price in a dual-random review: once, when only the price is left. */
export async function drawParams(ctx: Ctx, orderId: string, drawId: string): Promise<void> {
  const { order, who, review } = await actingMember(ctx, orderId)
  const row = (await drawRows(ctx, orderId)).find((d) => d.id === drawId && d.purpose === 'price-params')
  if (!row) throw new AppError('notFound')
  const facts = await drawFacts(ctx, row, review.concludedAt !== null)
  DRAW_STATUS.next('draw', { record: facts, who, now: ctx.clock.now().getTime() })
  const secret = await secretOf(ctx, order, row)
  const result = await reveal(ctx, row, { secret, parts: row.parts as DrawPart[] })
  const way = (await waysOf(ctx, orderId)).find((w) => w.isAutomatic)!
  await ctx.update(
    'review_way',
    { id: way.id },
    { params: JSON.stringify(withDrawn(way.params as PriceScoreInput, result)) },
  )
  tell(ctx, orderId, 'draw')
}

/** An order among bids the rules leave equal, group by group, from the seed committed at the start. Lots count from 1. */
export async function drawLots(
  ctx: Any,
  order: Order,
  groups: readonly (readonly string[])[],
): Promise<Map<string, number>> {
  const row = (await drawRows(ctx, order.id)).find((d) => d.purpose === 'lots')!
  const secret = await secretOf(ctx, order, row)
  const parts = lotParts(groups)
  const result = await reveal(ctx, row, { secret, parts })
  const lots = new Map<string, number>()
  for (const { label } of parts) valuesOf(result, label).forEach((id, at) => lots.set(id, at + 1))
  return lots
}

/** Draws as both sides see them; one for lots shows when it was needed. */
export async function drawViews(ctx: Any, { order, who }: Seat): Promise<z.input<typeof Draw>[]> {
  const rows = (await drawRows(ctx, order.id)).filter((d) => d.purpose === 'price-params' || d.drawnAt !== null)
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
    views.push({
      drawId: row.id,
      purpose: row.purpose as Purpose,
      title: row.title,
      parts,
      commitment: row.commitment.toString('hex'),
      committedAt: row.committedAt.toISOString(),
      seed: row.seed?.toString('hex') ?? null,
      entropy: row.entropy?.toString('hex') ?? null,
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
  const rows = (await drawRows(ctx, order.id)).filter((row) => row.drawnAt !== null)
  return [
    ...(opening ? [{ purpose: 'opening', title: '开标现场抽取', record: opening.record, at: opening.at }] : []),
    ...rows.map(({ purpose, title, drawnAt: at, ...row }) => {
      const record: DrawRecord = {
        parts: row.parts as DrawPart[],
        source: {
          by: 'seed',
          commitment: row.commitment.toString('hex'),
          seed: row.seed!.toString('hex'),
          entropy: row.entropy!.toString('hex'),
        },
        result: row.result as Drawn[],
      }
      return { purpose, title, record, at: at! }
    }),
  ]
}

async function drawRows(ctx: Any, orderId: string): Promise<DrawRow[]> {
  return ctx.many('review_draw', { orderId }, { orderBy: ['id'] })
}

async function drawFacts(ctx: Any, row: DrawRow, concluded: boolean): Promise<DrawFacts> {
  const price = (await waysOf(ctx, row.orderId)).find((w) => w.isAutomatic)
  return { drawn: row.drawnAt !== null, concluded, isDue: price !== undefined && isOpenWay(price) }
}

/**
 * The entropy: what every member submitted in every way that is summed up, and the ciphertexts that were opened. Nobody
 * knew it when the seed was committed, so whoever chose the seed could not choose the result.
 */
async function secretOf(ctx: Any, order: Order, row: DrawRow): Promise<DrawSecret> {
  const hashes = (await bidsOf(ctx, order)).flatMap((b) => b.files.map((f) => f.cipherHash))
  for (const way of await waysOf(ctx, order.id)) {
    if (way.isAutomatic) continue
    const scores = await scoresOf(ctx, { wayId: way.id, reviewerIds: way.judges })
    for (const id of way.judges) hashes.push(scoresHash(scores.filter((s) => s.reviewerId === id)))
  }
  return { seed: seedOf(ctx, row.id), entropy: digestOf(hashes) }
}

async function reveal(
  ctx: Any,
  row: DrawRow,
  { secret, parts }: { secret: DrawSecret; parts: readonly DrawPart[] },
): Promise<Drawn[]> {
  if (commitmentOf(secret.seed) !== row.commitment.toString('hex'))
    throw new AppError('tampered', '随机种子与公布的哈希不一致')
  const result = draw(secret, parts)
  await ctx.update(
    'review_draw',
    { id: row.id, drawnAt: NULL },
    {
      parts: JSON.stringify(parts),
      seed: Buffer.from(secret.seed, 'hex'),
      entropy: Buffer.from(secret.entropy, 'hex'),
      drawnAt: ctx.clock.now(),
      drawnBy: ctx.actor?.userId ?? null,
      result: JSON.stringify(result),
    },
  )
  record(ctx, row.orderId, {
    action: 'drawn',
    summary: `${row.title}：${row.purpose === 'lots' ? '评审结果并列，由系统随机抽签确定次序' : result.map((r) => r.value).join('、')}`,
    data: { drawId: row.id, ...secret, result },
  })
  return result
}

/** Not in the database until it is revealed. */
function seedOf(ctx: Any, drawId: string): string {
  return drawSecret(ctx, `review/${drawId}`)
}
