import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { NULL } from '#server/database/records.ts'
import { BOND_RULE } from '#features/procurement/rules/bond.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { kindLabel } from '../rules/kinds.ts'
import { record, recordSecret, tellBidder, tellOwner } from './order-bonds.ts'
import { RETURN } from './kinds.ts'

type Any = Context<Actor | null>

interface Ending {
  givenId: string
  /** What the bidder reads. */
  reason: string
  batchId?: string
}

/** What a bidder has given is not wanted any more: it ends, and money that came in for it goes back. */
export async function endGiven(ctx: Any, { givenId, reason }: Ending): Promise<void> {
  const given = await ctx.expectOne('bond_given', { id: givenId }, { lock: 'update' })
  if (given.state === 'ended') return
  const now = ctx.clock.now()
  await ctx.update('bond_given', { id: givenId }, { state: 'ended', endedAt: now, endReason: reason })
  await releaseLetter(ctx, givenId)
  recordSecret(ctx, given.tradeId, { action: 'ended', summary: `${kindLabel(given.kind)}终止：${reason}` })
  tellBidder(ctx, 'changed', { tradeId: given.tradeId })
  if (given.kind === 'cash') await sendMoney(ctx, { givenId, reason })
}

/** Gives back a bond that is in the register: cash by the bank, anything else at once. Locked by the caller. */
export async function returnMoney(ctx: Any, ending: Ending): Promise<void> {
  const given = await ctx.expectOne('bond_given', { id: ending.givenId }, { lock: 'update' })
  if (given.kind === 'cash') return sendMoney(ctx, ending)
  const today = formatDate(ctx.clock.now())
  const { orderId } = await ctx.expectOne('trade', { id: given.tradeId }, { columns: ['orderId'] })
  await noteRefund(ctx, {
    orderId,
    tradeId: given.tradeId,
    refund: { refundedOn: today, refunded: '0.00', rate: '0', interest: '0.00', lateInterest: null },
    by: ctx.actor?.name ?? '系统',
  })
  await endGiven(ctx, ending)
}

/** In the register, and among its facts: it was given back. */
export async function noteRefund(
  ctx: Any,
  given: {
    orderId: string
    tradeId: string
    refund: { refundedOn: string; refunded: string; rate: string; interest: string; lateInterest: string | null }
    by: string
  },
): Promise<void> {
  const { orderId, tradeId, refund, by } = given
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bond')
    .set({ ...refund, refundByName: by, refundRecordedAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('tradeId', '=', tradeId)
    .where('kind', '!=', 'offline')
    .where('refundedOn', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  record(
    ctx,
    { id: orderId },
    {
      action: 'refunded',
      summary: `退还投标保证金 ${refund.refunded} 元及利息 ${refund.interest} 元`,
      data: { tradeId, ...refund, rule: BOND_RULE },
    },
  )
  tellOwner(ctx, orderId)
}

async function sendMoney(ctx: Any, { givenId, reason, batchId }: Ending): Promise<void> {
  const given = await ctx.expectOne('bond_given', { id: givenId })
  const held = await ctx.many('bond_movement', { givenId, returnedAt: NULL }, { columns: ['amount'] })
  const principal = held.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed(2)
  if (!new Exact(principal).gt(0)) return
  const id = ctx.newId()
  const made = await ctx.tx
    .insertInto('bond_return')
    .values({
      tenantId: ctx.tenantId,
      id,
      tradeId: given.tradeId,
      companyId: given.companyId,
      givenId,
      batchId: batchId ?? null,
      reason,
      principal,
      state: 'running',
      requestedByName: ctx.actor?.name ?? '系统',
      at: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await enqueue(ctx, RETURN, id)
}

async function releaseLetter(ctx: Any, givenId: string): Promise<void> {
  const letter = await ctx.one('guarantee_letter', {
    givenId,
    state: ['applied', 'paid', 'issued', 'verified', 'extended'],
  })
  if (letter) await ctx.update('guarantee_letter', { id: letter.id }, { state: 'released', endedAt: ctx.clock.now() })
}
