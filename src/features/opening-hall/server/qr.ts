import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { DecryptTicket } from '#server/database/tables.ts'
import { stageLabel } from '../rules-offer.ts'
import { bidderRecord, openingRow, stageOf } from './access.ts'
import { bidderCompany, envelopes, ownBidFile } from './bid-file.ts'
import { assertMay, type Mine, takeKeys } from './bidder.ts'
import { companyName } from './hall.ts'
import { tell } from './host.ts'
import { releaseState } from './joint-access.ts'

type Ticket = Selectable<DecryptTicket>

/** A pass lasts this long, and one release. */
export const TICKET_MS = 5 * MINUTE

export const QrState = { waiting: 0, scanned: 1, used: 2, expired: 3 } as const

/**
 * A pass for a telephone, as an address for a QR code. It is bound to one bid in one opening; earlier ones of the same
 * bid are void. Only its hash is kept. What it allows is little without the private key: seeing the own envelopes, and
 * handing in content keys, which are checked against the bid.
 */
export async function startQr(ctx: Context<Employee>, submissionId: string, request: FastifyRequest) {
  const mine = await ownBidFile(ctx, submissionId, 'update')
  const now = ctx.clock.now()
  if (mine.opening.marksOpenedAt || now >= mine.opening.decryptEnd!) throw new AppError('tooLate', '解密时间已结束')
  assertMay(ctx, 'release', mine)
  const { bidder } = mine
  await ctx.tx
    .updateTable('decrypt_ticket')
    .set({ expiresAt: now })
    .where('tenantId', '=', ctx.tenantId)
    .where('submissionId', '=', submissionId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
  const secret = randomBytes(32).toString('base64url')
  const id = ctx.newId()
  const expiresAt = new Date(now.getTime() + TICKET_MS)
  await ctx.insert('decrypt_ticket', {
    id,
    secretHash: hashOf(secret),
    orderId: bidder.orderId,
    tradeId: bidder.tradeId,
    stage: stageOf(bidder),
    submissionId,
    createdBy: ctx.actor.userId,
    createdAt: now,
    expiresAt,
  })
  const base = ctx.config.publicUrl || `${request.protocol}://${request.host}`
  return {
    qrCodeId: id,
    address: `${base.replace(/\/$/, '')}/hall/qr/${secret}`,
    expiresAt: expiresAt.toISOString(),
  }
}

/** What became of a pass of the own company. */
export async function qrResult(ctx: Context<Employee>, id: string) {
  const ticket = await ctx.tx
    .selectFrom('decrypt_ticket as k')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'k.tenantId').onRef('t.id', '=', 'k.tradeId'))
    .selectAll('k')
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.id', '=', id)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .executeTakeFirst()
  if (!ticket) throw new AppError('notFound')
  const bidder = (await bidderRecord(ctx, sittingOf(ticket), ticket.tradeId))!
  return {
    qrState: stateOf(ticket, ctx.clock.now()),
    expiresAt: ticket.expiresAt.toISOString(),
    decryptState: bidder.decryptState,
    failure: bidder.failure,
  }
}

/** What the telephone shows and unwraps. Scanning again is no harm; a used or expired pass does not exist. */
export async function openTicket(ctx: Context<Actor | null>, secret: string) {
  const ticket = await liveTicket(ctx, secret)
  const mine = await bidOf(ctx, ticket)
  assertMay(ctx, 'release', mine)
  if (!ticket.scannedAt) await setTicket(ctx, ticket.id, { scannedAt: ctx.clock.now() })
  const { order, opening } = mine
  const { stage, ...place } = await envelopes(ctx, mine)
  return {
    ...place,
    orderTitle: order.title,
    orderCode: order.code,
    supplierName: await supplierOf(ctx, ticket),
    stageLabel: stageLabel(order.reviewModel, stage),
    expiresAt: ticket.expiresAt.toISOString(),
    windowEnd: opening.decryptEnd?.toISOString() ?? null,
    keyFingerprint: place.files[0] ? String(place.files[0].header.recipient) : '',
  }
}

/** Takes the keys from the telephone: once, inside the window, on the locked order like any release. */
export async function releaseByTicket(
  ctx: Context<Actor | null>,
  given: { ticket: string; keys: readonly { position: number; contentKey: string }[] },
): Promise<{ decryptState: number }> {
  const seen = await liveTicket(ctx, given.ticket)
  await orderRow(ctx, seen.orderId, 'update')
  const ticket = await liveTicket(ctx, given.ticket)
  const mine = await bidOf(ctx, ticket)
  await setTicket(ctx, ticket.id, { usedAt: ctx.clock.now() })
  await takeKeys(ctx, mine, { keys: given.keys, by: `${await supplierOf(ctx, ticket)}（手机扫码）` })
  const { orderId, tradeId: bidderId } = ticket
  tell(ctx, 'opening.bidder', { orderId, bidderId })
  const bidder = (await bidderRecord(ctx, sittingOf(ticket), bidderId))!
  return { decryptState: bidder.decryptState }
}

/** A pass that is still good; any other does not exist, whatever is wrong with it. */
async function liveTicket(ctx: Context<Actor | null>, secret: string): Promise<Ticket> {
  const ticket = await ctx.one('decrypt_ticket', { secretHash: hashOf(secret) })
  if (!ticket || ticket.usedAt || ctx.clock.now() >= ticket.expiresAt)
    throw new AppError('notFound', '二维码已失效，请在电脑上重新生成')
  return ticket
}

async function bidOf(ctx: Context<Actor | null>, ticket: Ticket): Promise<Mine> {
  const { orderId, stage } = sittingOf(ticket)
  const order = await orderRow(ctx, orderId)
  const opening = await openingRow(ctx, orderId, stage)
  const bidder = await bidderRecord(ctx, { orderId, stage }, ticket.tradeId)
  if (!opening || !bidder) throw new AppError('notFound')
  return { order, opening, bidder, joint: await releaseState(ctx, order) }
}

async function setTicket(ctx: Context<Actor | null>, id: string, values: { scannedAt?: Date; usedAt?: Date }) {
  await ctx.update('decrypt_ticket', { id }, values)
}

async function supplierOf(ctx: Context<Actor | null>, ticket: Ticket): Promise<string> {
  return companyName(ctx, await bidderCompany(ctx, ticket.tradeId))
}

function stateOf(ticket: Ticket, now: Date): number {
  if (ticket.usedAt) return QrState.used
  if (now >= ticket.expiresAt) return QrState.expired
  return ticket.scannedAt ? QrState.scanned : QrState.waiting
}

function sittingOf(ticket: Ticket) {
  return { orderId: ticket.orderId, stage: stageOf(ticket) }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
