import { Exact } from '#contract/money.ts'
import { formatDate, MINUTE } from '#contract/time.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import { askTransferBack, newNumber } from '#features/payment/server/public.ts'
import { bondInterest } from '#features/procurement/rules/bond.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { NULL } from '#server/database/records.ts'
import { type Context, inContext } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import { lateInterest, rateOn } from '../rules/rates.ts'
import { noteRefund } from './end.ts'
import { dueOf, recordSecret, tellBidder, tellOwner } from './order-bonds.ts'
import { RETURN } from './kinds.ts'

type Ctx = Context<null>

/**
 * Has the bank send each transfer of a return back to where it came from. The bank does so once per our number, which is
 * stored before it is asked. One that it refuses fails this return, and no other.
 */
export const returning: Worker = {
  kind: RETURN,
  atOnce: 2,
  attempts: 50,
  async run(kernel, work) {
    const within = <T>(act: (ctx: Ctx) => Promise<T>) =>
      inContext(kernel, { tenantId: work.tenantId, actor: null }, act)
    for (;;) {
      const next = await within((ctx) => nextTransfer(ctx, work))
      if (next === null) return
      if (next === 'all') {
        await within((ctx) => conclude(ctx, work.subject))
        return
      }
      const { code, providerNo, amount, reason } = next
      const {
        state,
        no,
        reason: refusal,
      } = await askTransferBack(kernel, work.tenantId, {
        code,
        providerNo,
        amount,
        reason,
      })
      if (state === 'failed') {
        await within((ctx) => fail(ctx, work.subject, { movementId: next.id, refusal: refusal ?? '银行退回' }))
        return
      }
      if (state !== 'success') {
        await within((ctx) => askAgain(ctx, work.subject))
        return
      }
      await within((ctx) => noteTransfer(ctx, { movementId: next.id, no }))
    }
  },
}

export const returnAgain: Subscriber = {
  name: 'bonds: ask for a return again',
  kind: RETURN,
  handle: (ctx, { payload }) => enqueue(ctx, RETURN, String(payload.returnId)),
}

/** The next transfer that is still here, with our number of its return; `all`: none is; null: nothing is to be done. */
async function nextTransfer(ctx: Ctx, { subject }: Work) {
  const row = await ctx.one('bond_return', { id: subject }, { lock: 'update' })
  if (row?.state !== 'running') return null
  const held = await ctx.one(
    'bond_movement',
    { givenId: row.givenId, returnedAt: NULL },
    { orderBy: ['at', 'id'], limit: 1 },
  )
  if (!held) return 'all'
  const code = held.returnCode || newNumber(ctx, 'R')
  if (!held.returnCode) await ctx.update('bond_movement', { id: held.id }, { returnCode: code })
  return { id: held.id, code, providerNo: held.providerNo, amount: held.amount, reason: row.reason }
}

async function noteTransfer(ctx: Ctx, { movementId, no }: { movementId: string; no: string }): Promise<void> {
  const movement = await ctx.expectOne('bond_movement', { id: movementId }, { lock: 'update' })
  if (movement.returnedAt) return
  const { companyId } = await ctx.expectOne('bond_given', { id: movement.givenId }, { columns: ['companyId'] })
  await ctx.update('bond_movement', { id: movementId }, { returnedAt: ctx.clock.now(), returnNo: no })
  const { tradeId, amount, provider } = movement
  await post(
    ctx,
    journalOf('bond.returned', {
      id: movementId,
      amount,
      provider,
      payee: { companyId, purpose: 'bond', subject: tradeId },
      bondOf: { companyId, tradeId },
      memo: '保证金原路退回',
    }),
  )
}

/** All of it has gone back: interest is added, to the bidder's balance, where it had been in force. */
async function conclude(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.expectOne('bond_return', { id }, { lock: 'update' })
  if (row.state !== 'running') return
  const now = ctx.clock.now()
  const refundedOn = formatDate(now)
  const { orderId } = await ctx.expectOne('trade', { id: row.tradeId }, { columns: ['orderId'] })
  const bond = await ctx.one('bond', { tradeId: row.tradeId, givenId: row.givenId, refundedOn: NULL })
  const rate = rateOn(refundedOn)
  const interest = bond ? bondInterest({ amount: bond.amount, rate, paidOn: bond.paidOn, refundedOn }) : '0.00'
  const order = await orderRow(ctx, orderId)
  const due = await dueOf(ctx, order)
  const { dueOn } = due.of(row.tradeId)
  const late = bond && due.isGovernment && dueOn ? lateInterest({ amount: bond.amount, dueOn, refundedOn }) : '0.00'
  await pay(ctx, { id, companyId: row.companyId, kind: 'bond.interest', amount: interest })
  await pay(ctx, { id, companyId: row.companyId, kind: 'bond.late', amount: late, debtor: order.ownerCompanyId })
  await ctx.update(
    'bond_return',
    { id },
    { state: 'done', doneAt: now, rate: bond ? rate : '0', interest, lateInterest: late },
  )
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bond_given')
    .set({ state: 'ended', endedAt: now, endReason: row.reason })
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', row.givenId)
    .where('state', '!=', 'ended')
    .executeTakeFirstOrThrow()
  if (bond)
    await noteRefund(ctx, {
      orderId,
      tradeId: row.tradeId,
      refund: { refundedOn, refunded: bond.amount, rate, interest, lateInterest: late },
      by: row.requestedByName,
    })
  if (numUpdatedRows === 0n || !bond)
    recordSecret(ctx, row.tradeId, { action: 'sent-back', summary: `保证金款项 ${row.principal} 元已原路退回` })
  tellBidder(ctx, 'returned', { tradeId: row.tradeId, returnId: id })
}

async function pay(
  ctx: Ctx,
  given: { id: string; companyId: string; kind: 'bond.interest' | 'bond.late'; amount: string; debtor?: string },
): Promise<void> {
  const { id, companyId, kind, amount, debtor = '' } = given
  if (!new Exact(amount).gt(0)) return
  const memo = kind === 'bond.late' ? '逾期退还保证金的利息' : '保证金存款利息'
  const payee = { companyId, purpose: 'income' as const }
  await post(ctx, journalOf(kind, { id, amount, provider: 'bank', payee, debtor, memo }))
}

async function fail(
  ctx: Ctx,
  id: string,
  { movementId, refusal }: { movementId: string; refusal: string },
): Promise<void> {
  const row = await ctx.expectOne('bond_return', { id }, { lock: 'update' })
  if (row.state !== 'running') return
  await ctx.update('bond_return', { id }, { state: 'failed', failReason: refusal, doneAt: ctx.clock.now() })
  // Asked for anew, the bank would give the same answer to the same number.
  await ctx.update('bond_movement', { id: movementId }, { returnCode: '' })
  const { orderId } = await ctx.expectOne('trade', { id: row.tradeId }, { columns: ['orderId'] })
  recordSecret(ctx, row.tradeId, { action: 'return-failed', summary: `保证金退还失败：${refusal}` })
  tellBidder(ctx, 'return-failed', { tradeId: row.tradeId, returnId: id })
  if (row.batchId) tellOwner(ctx, orderId)
}

async function askAgain(ctx: Ctx, returnId: string): Promise<void> {
  await ctx.schedule(`${RETURN}:${returnId}`, new Date(ctx.clock.now().getTime() + 5 * MINUTE), {
    kind: RETURN,
    payload: { returnId },
  })
}
