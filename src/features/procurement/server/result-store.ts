import { Exact, sum } from '#contract/money.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { AwardChange, CandidateChange } from '../contract/result.ts'
import type { Order } from './access.ts'
import type { CandidateRow, OfferedLine, ResultKind } from './results.ts'

/*
 * How results are written: as a new version, on an order that the caller has locked. What was published is never written
 * again; triggers hold that.
 */

type Any = Context<Actor | null>

/** What a version says of the one before; of a first version at most a reason. */
interface Change {
  version?: number
  cause?: CandidateChange['cause'] | AwardChange['cause'] | 'abortive'
  reason?: string
  evidence?: AwardChange['evidence']
}

export interface Ranked {
  rank: number
  tradeId: string
  price: string
  score: string | null
  lines?: readonly OfferedLine[] | null
}

/** The ranking of a review as the first version, in place of one that was not published. */
export async function storeRanking(ctx: Any, orderId: string, rows: readonly Ranked[]): Promise<void> {
  await ctx.remove('order_result', { orderId, kind: 'candidates' })
  if (rows.length === 0) return
  const resultId = await newVersion(ctx, { orderId, kind: 'candidates' })
  await storeCandidates(ctx, resultId, rows)
}

/** Candidates without those that fell away, as the next version; the others move up. */
export async function storeFewerCandidates(
  ctx: Any,
  orderId: string,
  { rows, change }: { rows: readonly CandidateRow[]; change: CandidateChange },
): Promise<void> {
  const resultId = await newVersion(ctx, { orderId, kind: 'candidates', change })
  await storeCandidates(
    ctx,
    resultId,
    rows.map((row, i) => ({ ...row, rank: i + 1 })),
  )
}

/** The winner with what it delivers: by the lines of its price where they are known, else the whole. Returns the version's id. */
export async function storeAward(
  ctx: Context<Employee>,
  order: Order,
  { winner, reason, change }: { winner: CandidateRow; reason: string; change: AwardChange | null },
): Promise<string> {
  const resultId = await newVersion(ctx, { orderId: order.id, kind: 'award', change: change ?? { reason } })
  const key = { tenantId: ctx.tenantId, resultId, tradeId: winner.tradeId }
  await ctx.tx
    .insertInto('award')
    .values({ ...key, price: winner.price })
    .execute()
  await ctx.tx
    .insertInto('award_line')
    .values(
      linesOf(winner).map(({ itemId, quantity, unitPrice, amount }, i) => ({
        ...key,
        line: i + 1,
        itemId,
        quantity,
        unitPrice,
        amount,
      })),
    )
    .execute()
  return resultId
}

/** Nobody wins any more: a version without a winner. Returns its id. */
export function storeNoAward(
  ctx: Context<Employee>,
  orderId: string,
  change: { version: number; reason: string },
): Promise<string> {
  return newVersion(ctx, { orderId, kind: 'award', change: { ...change, cause: 'abortive' } })
}

/** The version is public from now on, by this notice. */
export async function markPublished(ctx: Context<Employee>, resultId: string, noticeId: string): Promise<void> {
  await ctx.update('order_result', { id: resultId }, { noticeId, publishedBy: ctx.actor.userId })
}

async function newVersion(
  ctx: Any,
  { orderId, kind, change = {} }: { orderId: string; kind: ResultKind; change?: Change },
): Promise<string> {
  const id = ctx.newId()
  await ctx.insert('order_result', {
    id,
    orderId,
    kind,
    version: (change.version ?? 0) + 1,
    cause: change.cause ?? null,
    reason: change.reason ?? '',
    evidenceFile: change.evidence?.fileId ?? null,
    evidenceName: change.evidence?.name ?? null,
    decidedAt: ctx.clock.now(),
  })
  return id
}

async function storeCandidates(ctx: Any, resultId: string, rows: readonly Ranked[]): Promise<void> {
  await ctx.insert(
    'candidate',
    rows.map(({ rank, tradeId, price, score, lines }) => ({
      resultId,
      rank,
      tradeId,
      price,
      score,
      lines: lines ? JSON.stringify(lines) : null,
    })),
  )
}

/** Lines that do not add up to the price (a total was offered in a round) say nothing of what is bought at it. */
function linesOf({ lines, price }: CandidateRow): (Omit<OfferedLine, 'itemId'> & { itemId: string | null })[] {
  const isWhole = !lines || lines.length === 0 || !new Exact(sum(lines.map((line) => line.amount))).eq(price)
  return isWhole ? [{ itemId: null, quantity: '1', unitPrice: price, amount: price }] : lines
}
