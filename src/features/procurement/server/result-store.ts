import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { AwardChange, CandidateChange } from '../contract/result.ts'
import type { Order } from './access.ts'
import { bindOrder } from './order-bound.ts'
import type { CandidateRow, OfferedLine, StoredKind } from './results.ts'

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
  excluded?: readonly string[] | undefined
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
  await storeCandidates(ctx, { orderId, resultId }, rows)
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
    { orderId, resultId },
    rows.map((row, i) => ({ ...row, rank: i + 1 })),
  )
}

/** What the buyer proposes, as the next version. The first one leaves the ranking behind it as a result of its own. */
export async function storeProposal(
  ctx: Any,
  orderId: string,
  { rows, items, reason, change }: Proposed,
): Promise<void> {
  if (!change) await ctx.update('order_result', { orderId, kind: 'candidates' }, { kind: 'ranking' })
  const resultId = await newVersion(ctx, { orderId, kind: 'candidates', change: change ?? { reason } })
  await storeCandidates(ctx, { orderId, resultId }, rows)
  await storeItems(ctx, resultId, items)
}

interface Proposed {
  rows: readonly Ranked[]
  items: AwardDecision['items']
  reason: string
  change: CandidateChange | null
}

/** Who delivers what, and what is said of single lines. */
export interface AwardDecision {
  parts: readonly { row: CandidateRow; price: string; lines: readonly WonLine[] }[]
  items: readonly { itemId: string; reason: string; unbought: string; unboughtReason: string }[]
}

/** Without an item: the whole order at one price. */
type WonLine = Omit<OfferedLine, 'itemId' | 'minQuantity'> & { itemId: string | null }

/** The winners with what each delivers, as the next version. Returns its id. */
export async function storeAward(
  ctx: Context<Employee>,
  order: Order,
  { decision, reason, change }: { decision: AwardDecision; reason: string; change: AwardChange | null },
): Promise<string> {
  const resultId = await newVersion(ctx, { orderId: order.id, kind: 'award', change: change ?? { reason } })
  const { parts, items } = decision
  await ctx.insert(
    'award',
    parts.map(({ row: { tradeId }, price }) => ({ resultId, tradeId, price })),
  )
  const lines = parts.flatMap(({ row: { tradeId }, lines: of }) =>
    of.map(({ itemId, quantity, unitPrice, amount }, i) => ({
      resultId,
      tradeId,
      line: i + 1,
      itemId,
      quantity,
      unitPrice,
      amount,
    })),
  )
  for (let i = 0; i < lines.length; i += ROWS_AT_ONCE) await ctx.insert('award_line', lines.slice(i, i + ROWS_AT_ONCE))
  await storeItems(ctx, resultId, items)
  const winners = parts.map(({ row: { tradeId }, price, lines: of }) => ({
    tradeId,
    price,
    lines: of.map(({ itemId, quantity, unitPrice, amount }) => ({ itemId, quantity, unitPrice, amount })),
  }))
  prove(ctx, { orderId: order.id, resultId, kind: 'award', winners })
  return resultId
}

/** What is said of single lines of a result. */
async function storeItems(ctx: Any, resultId: string, items: AwardDecision['items']): Promise<void> {
  for (let i = 0; i < items.length; i += ROWS_AT_ONCE)
    await ctx.insert(
      'award_item',
      items.slice(i, i + ROWS_AT_ONCE).map((item) => ({ resultId, ...item })),
    )
}

/** A statement takes 65,535 parameters. */
const ROWS_AT_ONCE = 2000

/** Nobody wins any more: a version without a winner. Returns its id. */
export async function storeNoAward(
  ctx: Context<Employee>,
  orderId: string,
  change: { version: number; reason: string },
): Promise<string> {
  const resultId = await newVersion(ctx, { orderId, kind: 'award', change: { ...change, cause: 'abortive' } })
  prove(ctx, { orderId, resultId, kind: 'award', winners: [] })
  return resultId
}

/** The content of a version, in the public log as it is decided. */
function prove(
  ctx: Any,
  result: { orderId: string; resultId: string; kind: StoredKind } & Record<string, unknown>,
): void {
  const text = canonicalJson({ type: 'kaibiao.result/1', tenantId: String(ctx.tenantId), ...result })
  logRecord(ctx, { type: 'award', subject: result.orderId, text })
}

/** The version is public from now on, by this notice. */
export async function markPublished(ctx: Context<Employee>, resultId: string, noticeId: string): Promise<void> {
  await ctx.update('order_result', { id: resultId }, { noticeId, publishedBy: ctx.actor.userId })
}

async function newVersion(
  ctx: Any,
  { orderId, kind, change = {} }: { orderId: string; kind: StoredKind; change?: Change },
): Promise<string> {
  const id = ctx.newId()
  await ctx.insert('order_result', {
    id,
    orderId,
    kind,
    version: (change.version ?? 0) + 1,
    cause: change.cause ?? null,
    reason: change.reason ?? '',
    excluded: [...(change.excluded ?? [])],
    evidenceFile: change.evidence?.fileId ?? null,
    evidenceName: change.evidence?.name ?? null,
    decidedAt: ctx.clock.now(),
  })
  bindOrder(ctx, orderId)
  return id
}

async function storeCandidates(
  ctx: Any,
  { orderId, resultId }: { orderId: string; resultId: string },
  rows: readonly Ranked[],
): Promise<void> {
  const candidates = rows.map(({ rank, tradeId, price, score }) => ({ rank, tradeId, price, score }))
  prove(ctx, { orderId, resultId, kind: 'candidates', candidates })
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
