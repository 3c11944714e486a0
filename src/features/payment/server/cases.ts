import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue } from '#server/work/worker.ts'
import { CASE_KINDS, type CaseKind, PayStatus } from '../rules/enums.ts'
import { newNumber } from './codes.ts'
import { lockOrder, payeeOf, tellChange, tellPaid } from './records.ts'
import { sendBack } from './refunds.ts'
import { CLOSE } from './work-kinds.ts'

type Ctx = Context<Actor>
export type Closing = 'refund' | 'assign' | 'explain'
const S = PayStatus.values

/** How a case can be closed: money that was booked goes back or is assigned; what never was is explained. */
export function closingsOf(found: {
  kind: string
  state: string
  paymentId: string | null
  subAccountId: string | null
  provider: string
}): Closing[] {
  if (found.state !== 'open') return []
  switch (found.kind as CaseKind) {
    case 'currency':
    case 'foreign-refund':
    case 'refund-failed':
      return ['explain']
    default:
      if (found.subAccountId) return ['refund']
      return ['refund', 'assign']
  }
}

/** Whoever takes a case or a difference deals with it; a colleague takes it over first. Throws `wrongState`. */
export function demandMine(ctx: Ctx, { ownerId, ownerName }: { ownerId: string | null; ownerName: string }): void {
  if (ownerId !== null && ownerId !== ctx.actor.userId)
    throw new AppError('wrongState', `该事项由${ownerName}负责，请先接手再处理`)
}

/** Takes a case upon oneself, from whoever had it; again, nothing. Throws `wrongState` once it is closed. */
export async function takeCase(ctx: Ctx, caseId: string): Promise<void> {
  const found = await ctx.one('suspense_case', { id: caseId }, { lock: 'update' })
  if (!found) throw new AppError('notFound')
  if (found.state === 'closed') throw new AppError('wrongState', '该款项已处理')
  if (found.ownerId === ctx.actor.userId) return
  await ctx.update('suspense_case', { id: caseId }, { ownerId: ctx.actor.userId, ownerName: ctx.actor.name })
  ctx.audit({
    action: 'payment.case-taken',
    entity: 'payment',
    entityId: found.orderId ?? caseId,
    summary: `接手待处理款项 ${found.code}${found.ownerName && `（原由${found.ownerName}负责）`}`,
  })
}

/** Days that money nobody has claimed stays in suspense (不明来款); then it goes back to where it came from. */
const UNCLAIMED_DAYS = 30
/** Event that nobody has claimed a transfer in time. */
const UNCLAIMED_EVENT = 'payment.unclaimed'

/** Plans that unidentified money goes back. */
export function planUnclaimed(ctx: Context<Actor | null>, caseId: string): Promise<void> {
  const at = new Date(ctx.clock.now().getTime() + UNCLAIMED_DAYS * DAY)
  return ctx.schedule(`${UNCLAIMED_EVENT}:${caseId}`, at, { kind: UNCLAIMED_EVENT, payload: { caseId } })
}

export const sendUnclaimedBack: Subscriber = {
  name: 'payment: send back what nobody claimed',
  kind: UNCLAIMED_EVENT,
  async handle(ctx, { payload }) {
    const caseId = String(payload.caseId)
    const found = await ctx.one('suspense_case', { id: caseId }, { lock: 'update' })
    if (found?.state !== 'open') return
    const { provider, providerNo, amount } = found
    const reason = `${UNCLAIMED_DAYS} 日内无人认领，原路退回`
    await sendBack(ctx, { caseId, payment: { id: null, provider }, evidence: { providerNo, amount }, reason })
    ctx.audit({
      action: 'payment.case-closed',
      entity: 'payment',
      entityId: caseId,
      summary: `处理${CASE_KINDS.unidentified} ${found.code}：${reason}`,
      data: { how: 'refund' },
    })
  },
}

/** Closes a case, once. Throws `wrongState` where it is closed, or not to be closed so. */
export async function close(
  ctx: Ctx,
  given: { caseId: string; how: Closing; orderCode?: string | undefined; reason: string },
): Promise<void> {
  const { caseId, how, orderCode, reason } = given
  const target = how === 'assign' ? await targetOf(ctx, orderCode) : null
  const found = await ctx.one('suspense_case', { id: caseId }, { lock: 'update' })
  if (!found) throw new AppError('notFound')
  if (!closingsOf(found).includes(how)) throw new AppError('wrongState')
  demandMine(ctx, found)
  if (how === 'refund') {
    const { paymentId, provider, providerNo, amount } = found
    const payment = paymentId ? await ctx.expectOne('payment', { id: paymentId }) : { id: null, provider }
    await sendBack(ctx, { caseId, payment, evidence: { providerNo, amount }, reason })
  } else {
    if (target) await assign(ctx, target, found)
    await ctx.update(
      'suspense_case',
      { id: caseId },
      {
        state: 'closed',
        closing: target ? 'assigned' : 'explained',
        closingReason: reason,
        closedAt: ctx.clock.now(),
        closedBy: ctx.actor.userId,
        closedByName: ctx.actor.name,
      },
    )
  }
  ctx.audit({
    action: 'payment.case-closed',
    entity: 'payment',
    entityId: found.orderId ?? caseId,
    summary: `处理${CASE_KINDS[found.kind as CaseKind]} ${found.code}：${reason}`,
    data: { how, orderCode },
  })
}

async function targetOf(ctx: Ctx, orderCode: string | undefined) {
  const order = orderCode ? await ctx.one('pay_order', { code: orderCode }, { columns: ['id'] }) : undefined
  if (!order)
    throw new AppError('invalid', '付款单不存在，请核对付款单号', [{ path: 'orderCode', message: '付款单不存在' }])
  return (await lockOrder(ctx, order.id))!
}

/** Pays an open order with money in suspense of just its amount. */
async function assign(
  ctx: Ctx,
  order: Awaited<ReturnType<typeof targetOf>>,
  found: { id: string; amount: string; provider: string; providerNo: string },
): Promise<void> {
  if (order.state !== 'open') throw new AppError('wrongState', '付款单已支付或已关闭，不能认领')
  if (!new Exact(order.amount).eq(found.amount))
    throw new AppError('wrongState', `款项金额与付款单应付 ${order.amount} 元不一致，不能认领`)
  const now = ctx.clock.now()
  const live = await ctx.many('payment', { orderId: order.id, status: [S.unpaid, S.paying] })
  for (const one of live) {
    await ctx.update('payment', { id: one.id }, { status: S.fail, reason: '付款单已由认领款项支付' })
    await enqueue(ctx, CLOSE, one.id)
    tellChange(ctx, one.code, S.fail)
  }
  const id = ctx.newId()
  await ctx.insert('payment', {
    id,
    code: newNumber(ctx, 'P'),
    orderId: order.id,
    method: 3,
    provider: found.provider,
    amount: order.amount,
    status: S.success,
    createdBy: ctx.actor.userId,
    createdAt: now,
    expiresAt: order.expiresAt,
    paidAt: now,
    providerAt: now,
    providerNo: found.providerNo,
  })
  await post(
    ctx,
    journalOf('suspense.assigned', {
      id: found.id,
      amount: found.amount,
      provider: found.provider,
      payee: payeeOf(order),
      memo: order.title,
    }),
  )
  await ctx.update('pay_order', { id: order.id }, { state: 'paid', paidAt: now, paymentId: id })
  tellPaid(ctx, order, now)
}
