import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Locking } from '#server/lane.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import {
  documentFees,
  type Lock,
  lockOwnTrade,
  ownTrade,
  unconfirmedNotices,
} from '#features/procurement/server/public.ts'
import { checkManifest, type BidManifest } from '#features/sealing/core/manifest.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import type { BidFacts } from '../rules.ts'
import { isTimed } from '#features/procurement/rules/key-mode.ts'
import { headsAtDeadlines } from './log.ts'
import type { CurrentRound } from './round-port.ts'
import type { Any } from './service-keys.ts'

/** An order and the bidder's part in it. */
export type Bid = Pick<Awaited<ReturnType<typeof ownTrade>>, 'order' | 'trade'>

/** The own, approved part in an order with sealed bids; a stranger's order is `notFound`. The lock is on the order. */
export async function ownBid(ctx: Context<Employee>, orderId: string, lock?: Lock): Promise<Bid> {
  const own = await ownTrade(ctx, orderId, { lock })
  if (methodOf(own.order.method).offers !== 'sealed') throw new AppError('notFound')
  return own
}

/** The same, locked: the order against its opening, the part against a second submission. As `lockOwnTrade` says. */
export async function lockBid(ctx: Context<Employee>, orderId: string, locking: Locking): Promise<Bid> {
  const own = await lockOwnTrade(ctx, orderId, { locking, withTrade: true })
  if (methodOf(own.order.method).offers !== 'sealed') throw new AppError('notFound')
  return own
}

/** Everything a trade handed in or took back in a round, oldest first: the log's order. */
export async function historyOf(ctx: Any, tradeId: string, round: number) {
  const rows = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('bid_key as k', (j) => j.onRef('k.tenantId', '=', 's.tenantId').onRef('k.id', '=', 's.keyId'))
    .leftJoin('app_user as u', 'u.id', 's.createdBy')
    .selectAll('s')
    .select(['k.fingerprint', 'u.nickname as byName'])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.tradeId', '=', tradeId)
    .where('s.round', '=', round)
    .orderBy('s.logIndex')
    .execute()
  return rows.map((row) => ({ ...row, manifest: row.manifest as BidManifest, receipt: row.receipt as Receipt }))
}

/** What the bid's status table looks at. */
export async function bidFacts(ctx: Context<Employee>, { order }: Bid, current: CurrentRound): Promise<BidFacts> {
  return factsOf(order, current, await bidState(ctx, order.id))
}

/**
 * What `bidFacts` is made of, beside the order itself: of the own part in it, read in one round trip. Of all rounds, since
 * which one is current is known behind the order's lock, which is taken in the same round trip.
 */
export async function bidState(ctx: Context<Employee>, orderId: string) {
  const { tenantId } = ctx
  const own = ctx.tx
    .selectFrom('trade')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('supplierCompanyId', '=', ctx.actor.companyId)
  const keys = ctx.tx
    .selectFrom('bid_key as k')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'k.tenantId').onRef('o.suite', '=', 'k.suite'))
    .leftJoin('bid_rehearsal as r', (j) =>
      j
        .onRef('r.tenantId', '=', 'k.tenantId')
        .onRef('r.keyId', '=', 'k.id')
        .on('r.tradeId', '=', own)
        .on('r.passedAt', 'is not', null),
    )
    .select(['k.id', 'r.passedAt'])
    .where('o.tenantId', '=', tenantId)
    .where('o.id', '=', orderId)
    .where('k.companyId', '=', ctx.actor.companyId)
    .where('k.revokedAt', 'is', null)
  const last = ctx.tx
    .selectFrom('bid_submission')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('tradeId', '=', own)
    .distinctOn('round')
    .orderBy('round')
    .orderBy('logIndex', 'desc')
  const [rows, lasts, heads, unconfirmed, feeDue] = await Promise.all([
    keys.execute(),
    last.execute(),
    headsAtDeadlines(ctx, orderId),
    unconfirmedNotices(ctx, orderId),
    documentFees().isDue(ctx, orderId),
  ])
  return { keys: rows, lasts, heads, unconfirmed, feeDue }
}

export function factsOf(
  order: Bid['order'],
  { round, deadline, isOpen }: CurrentRound,
  { keys, lasts, heads, unconfirmed, feeDue }: Awaited<ReturnType<typeof bidState>>,
): BidFacts {
  const last = lasts.find((one) => one.round === round)
  return {
    method: order.method,
    admission: order.admission,
    state: last ? (last.kind as 'submitted' | 'withdrawn') : 'none',
    isOpen,
    deadline: deadline?.getTime() ?? null,
    frozen: heads.some((head) => head.round === round),
    unconfirmed,
    feeDue,
    isTimed: isTimed(order.settings),
    hasKey: keys.length > 0,
    rehearsed: keys.some((key) => key.passedAt !== null),
  }
}

/** A manifest that came over the wire: well-formed, or `tampered` with the reason. */
export function readManifest(value: unknown): BidManifest {
  try {
    return checkManifest(value)
  } catch (error) {
    throw refusal(error, '文件清单')
  }
}

/** An envelope's refusal as a person is told it: code `tampered`, with its reason and what it is about. */
export function refusal(error: unknown, subject: string): unknown {
  if (!(error instanceof EnvelopeError)) return error
  return new AppError('tampered', `${subject}：${error.message}`, { reason: error.reason, detail: error.detail })
}
