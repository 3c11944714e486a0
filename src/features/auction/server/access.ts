import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { mobileOf } from '#features/passport/server/public.ts'
import { orderRow, type Own, ownersOrder, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import { type Actor, type Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { keptQuery } from '#server/database/kept-query.ts'
import type { Auction, PurchaseOrder } from '#server/database/tables.ts'
import type { AuctionWho } from '../rules/status.ts'

export type Any = Context<Actor | null>
export type Order = Selectable<PurchaseOrder>
export type AuctionRow = Selectable<Auction>

/** What somebody is in an auction, from the workbench the person is in; witnesses in any. */
export type Standing =
  | { part: 'host' | 'observer'; order: Order; tradeId: null }
  | { part: 'bidder'; order: Order; tradeId: string }
  | { part: 'witness'; order: Order; tradeId: null }

export const BUYER = { workbench: ['purchaser', 'agency'], right: ['tendering', 'agencyTendering'] } as const
export const BIDDER = { workbench: 'supplier', right: 'bidding' } as const

const TICKET_MS = 12 * HOUR

/** The person's part in the auction of a published order; `notFound` for everybody else, and where there is none. */
export async function standing(ctx: Context<Actor>, orderId: string): Promise<Standing> {
  const { workbench, rights, companyId } = ctx.actor
  if (companyId && (workbench === 'purchaser' || workbench === 'agency')) {
    const owned = await ownOrder(ctx as Context<Employee>, orderId).catch(notFound)
    if (owned && mayBuy(ctx.actor)) {
      demandAuction(owned.order)
      return { part: owned.who.part === 'owner' ? 'host' : 'observer', order: owned.order, tradeId: null }
    }
  }
  if (companyId && workbench === 'supplier' && rights.has('bidding')) {
    const own = await ownTrade(ctx as Context<Employee>, orderId).catch(notFound)
    if (own) {
      demandAuction(own.order)
      return { part: 'bidder', order: own.order, tradeId: own.trade.id }
    }
  }
  if (!(await isWitness(ctx, orderId))) throw new AppError('notFound')
  const order = await orderRow(ctx, orderId)
  demandAuction(order)
  return { part: 'witness', order, tradeId: null }
}

/** The order for whoever runs its auction; `notFound` for others, the observing purchaser included. */
export async function asHost<L extends 'update' | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  lock?: L,
): Promise<Own<L>> {
  if (!mayBuy(ctx.actor)) throw new AppError('noRight')
  const own = await ownersOrder(ctx, orderId, lock)
  demandAuction(own.order)
  return own
}

export async function isWitness(ctx: Context<Actor>, orderId: string): Promise<boolean> {
  const own = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'mobile'] })
  return (await witnessRows(ctx, orderId, mobileOf(ctx, own)).executeTakeFirst()) !== undefined
}

/** The witness with this mobile number. */
export function witnessRows(ctx: Any, orderId: string, mobile: string) {
  return ctx.tx
    .selectFrom('auction_witness')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('removedAt', 'is', null)
    .where('mobileHash', 'in', ctx.cipher.hashes('auction_witness.mobile', mobile))
}

/** A fresh ticket for this person and order; others that were given stay good until they expire. */
export async function issueTicket(ctx: Context<Actor>, orderId: string): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.clock.now().getTime() + TICKET_MS)
  await ctx.insert('auction_ticket', {
    tokenHash: hashOf(token),
    orderId,
    userId: ctx.actor.userId,
    expiresAt,
  })
  return { token, expiresAt: expiresAt.toISOString() }
}

/** The part of somebody who holds a ticket of their own for this hall; `notFound` otherwise. */
export async function entered(ctx: Context<Actor>, orderId: string, token: string): Promise<Standing> {
  const [, part] = await Promise.all([demandTicket(ctx, orderId, token), standing(ctx, orderId).catch(notFound)])
  if (!part) throw new AppError('notFound')
  return part
}

/** The person holds this ticket for this hall; `notFound` otherwise. */
export async function demandTicket(ctx: Context<Actor>, orderId: string, token: string): Promise<void> {
  const { rows } = await ctx.tx.executeQuery(
    keptQuery('auction ticket', ticketValues(ctx, orderId, token), (slots) => ticketRow(ctx, slots)),
  )
  if (!rows[0]) throw new AppError('notFound', '入场凭证无效或已过期，请重新从大厅入口进入')
}

/** The auction, locked for whoever holds a ticket of its hall; nobody else locks it, or sees it. */
export async function lockWithTicket(
  ctx: Context<Actor>,
  orderId: string,
  token: string,
): Promise<AuctionRow | undefined> {
  const { rows } = await ctx.tx.executeQuery(
    keptQuery('auction with ticket', ticketValues(ctx, orderId, token), (slots) =>
      ctx.tx
        .selectFrom('auction')
        .selectAll()
        .where('tenantId', '=', slots.tenantId)
        .where('orderId', '=', slots.orderId)
        .where(({ exists }) => exists(ticketRow(ctx, slots)))
        .forUpdate(),
    ),
  )
  return rows[0]
}

function ticketValues({ tenantId, actor, clock }: Context<Actor>, orderId: string, token: string) {
  return { tenantId, orderId, tokenHash: hashOf(token), userId: actor.userId, now: clock.now() }
}

function ticketRow(ctx: Any, by: ReturnType<typeof ticketValues>) {
  return ctx.tx
    .selectFrom('auction_ticket')
    .select('orderId')
    .where('tenantId', '=', by.tenantId)
    .where('tokenHash', '=', by.tokenHash)
    .where('orderId', '=', by.orderId)
    .where('userId', '=', by.userId)
    .where('expiresAt', '>', by.now)
}

/** The auction of an order once it has begun, or failed to; locked as asked. */
export async function auctionRow(ctx: Any, orderId: string, lock?: 'update'): Promise<AuctionRow | undefined> {
  return ctx.tx
    .selectFrom('auction')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
}

export function mayBuy({ workbench, rights }: Actor): boolean {
  return rights.has(workbench === 'agency' ? 'agencyTendering' : 'tendering') || rights.has('auditing')
}

export const HOST: AuctionWho = { part: 'host' }
export const CLOCK: AuctionWho = { part: 'clock' }

function demandAuction(order: Order): void {
  if (methodOf(order.method).offers !== 'live' || order.publishedAt === null) throw new AppError('notFound')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function notFound(error: unknown): null {
  if (error instanceof AppError && error.errorName === 'notFound') return null
  throw error
}
