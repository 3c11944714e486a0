import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type Canary, checkCanary, makeCanary } from '#features/sealing/core/canary.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { BID_STATUS } from '../rules.ts'
import { bidFacts, ownBid } from './bid.ts'
import { usableKey } from './keys.ts'
import { currentRound } from './round-port.ts'
import { keepTicking } from './tick.ts'

type Ctx = Context<Employee>

/** Makes a canary sealed to the key. The plaintext of the canary is kept until the one answer and never sent. */
export async function startRehearsal(
  ctx: Ctx,
  { params, body }: { params: { orderId: string }; body: { keyId: string } },
) {
  const bid = await ownBid(ctx, params.orderId)
  BID_STATUS.next('rehearse', {
    record: await bidFacts(ctx, bid, await currentRound(ctx, bid.order, bid.trade.id)),
    who: { isBidder: true },
    now: ctx.clock.now().getTime(),
  })
  const key = await usableKey(ctx, body.keyId, bid.order.suite)
  const { canary, secret } = await makeCanary(
    { suite: key.suite as SuiteName, publicKey: key.publicKey },
    { tenantId: String(ctx.tenantId), orderId: bid.order.id, bidderId: ctx.actor.companyId },
  )
  const rehearsalId = ctx.newId()
  await ctx.insert('bid_rehearsal', {
    id: rehearsalId,
    tradeId: bid.trade.id,
    keyId: key.id,
    canary: JSON.stringify(canary),
    expected: Buffer.from(fromHex(secret)),
    createdAt: ctx.clock.now(),
  })
  await keepTicking(ctx)
  return { rehearsalId, canary }
}

/** Checks the one answer a canary gets. */
export async function finishRehearsal(
  ctx: Ctx,
  { params, body }: { params: { orderId: string; rehearsalId: string }; body: { answer: string } },
) {
  const { trade } = await ownBid(ctx, params.orderId)
  const row = await ctx.one('bid_rehearsal', { id: params.rehearsalId, tradeId: trade.id }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  if (!row.expected) throw new AppError('wrongState', '该预演已结束，请重新开始')
  const passed = checkCanary(row.canary as Canary, row.expected.toString('hex'), body.answer)
  const now = ctx.clock.now()
  await ctx.update('bid_rehearsal', { id: row.id }, { expected: null, answeredAt: now, passedAt: passed ? now : null })
  ctx.audit({
    action: passed ? 'bid.rehearsal-passed' : 'bid.rehearsal-failed',
    entity: 'bid',
    entityId: trade.id,
    summary: passed ? '加密预演通过：投标密钥可用' : '加密预演未通过',
    data: { keyId: row.keyId },
  })
  return { passed, passedAt: passed ? now.toISOString() : null }
}
