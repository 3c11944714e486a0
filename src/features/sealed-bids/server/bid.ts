import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '#features/procurement/rules/methods/all.ts'
import { type Lock, ownTrade, unconfirmedNotices } from '#features/procurement/server/public.ts'
import { checkManifest, type BidManifest } from '../core/manifest.ts'
import { EnvelopeError } from '../core/errors.ts'
import type { Receipt } from '../core/receipt.ts'
import type { BidFacts } from '../rules.ts'
import { headAtDeadline } from './log.ts'
import type { Any } from './service-keys.ts'

/** An order and the bidder's part in it. */
export type Bid = Awaited<ReturnType<typeof ownTrade>>

/** The own, approved part in an order with sealed bids; a stranger's order is `notFound`. The lock is on the order. */
export async function ownBid(ctx: Context<Employee>, orderId: string, lock?: Lock): Promise<Bid> {
  const own = await ownTrade(ctx, orderId, { lock })
  if (methodOf(own.order.method).offers !== 'sealed') throw new AppError('notFound')
  return own
}

/** Everything a trade ever handed in or took back, oldest first: the log's order. */
export async function historyOf(ctx: Any, tradeId: string) {
  const rows = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('bid_key as k', (j) => j.onRef('k.tenant_id', '=', 's.tenant_id').onRef('k.id', '=', 's.key_id'))
    .leftJoin('app_user as u', 'u.id', 's.created_by')
    .selectAll('s')
    .select(['k.fingerprint', 'u.nickname as by_name'])
    .where('s.tenant_id', '=', ctx.tenantId)
    .where('s.trade_id', '=', tradeId)
    .orderBy('s.log_index')
    .execute()
  return rows.map((row) => ({ ...row, manifest: row.manifest as BidManifest, receipt: row.receipt as Receipt }))
}

/** The last row of a trade, whatever its kind. */
export async function lastOf(ctx: Any, tradeId: string) {
  return ctx.tx
    .selectFrom('bid_submission')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('trade_id', '=', tradeId)
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What the bid's status table looks at. */
export async function bidFacts(ctx: Context<Employee>, bid: Bid): Promise<BidFacts> {
  return factsOf(bid.order, await bidState(ctx, bid))
}

/** What `bidFacts` is made of, beside the order itself: read in one round trip. */
export async function bidState(ctx: Context<Employee>, { order, trade }: Bid) {
  const keys = ctx.tx
    .selectFrom('bid_key as k')
    .leftJoin('bid_rehearsal as r', (j) =>
      j
        .onRef('r.tenant_id', '=', 'k.tenant_id')
        .onRef('r.key_id', '=', 'k.id')
        .on('r.trade_id', '=', trade.id)
        .on('r.passed_at', 'is not', null),
    )
    .select(['k.id', 'r.passed_at'])
    .where('k.tenant_id', '=', ctx.tenantId)
    .where('k.company_id', '=', ctx.actor.companyId)
    .where('k.suite', '=', order.suite)
    .where('k.revoked_at', 'is', null)
  const [rows, last, head, unconfirmed] = await Promise.all([
    keys.execute(),
    lastOf(ctx, trade.id),
    headAtDeadline(ctx, order.id),
    unconfirmedNotices(ctx, trade),
  ])
  return { keys: rows, last, head, unconfirmed }
}

export function factsOf(
  order: Bid['order'],
  { keys, last, head, unconfirmed }: Awaited<ReturnType<typeof bidState>>,
): BidFacts {
  return {
    state: last ? (last.kind as 'submitted' | 'withdrawn') : 'none',
    orderStatus: order.status,
    bidEnd: order.bid_end?.getTime() ?? null,
    frozen: head !== undefined,
    unconfirmed,
    hasKey: keys.length > 0,
    rehearsed: keys.some((key) => key.passed_at !== null),
  }
}

/** A manifest that came over the wire: well-formed, or `tampered` with the reason. */
export function readManifest(value: unknown): BidManifest {
  try {
    return checkManifest(value)
  } catch (error) {
    throw refusal(error, '投标清单')
  }
}

/** An envelope's refusal as a person is told it: code `tampered`, with its reason and what it is about. */
export function refusal(error: unknown, subject: string): unknown {
  if (!(error instanceof EnvelopeError)) return error
  return new AppError('tampered', `${subject}：${error.message}`, { reason: error.reason, detail: error.detail })
}
