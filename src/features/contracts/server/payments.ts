import { keptFiles } from '#server/files/own-files.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { claimSlip } from '#features/ledger/server/public.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/payment.ts'
import {
  ACTS,
  BUYS,
  type Ctx,
  invalid,
  isHandler,
  ownContract,
  record,
  REQUEST_SUBJECT,
  sideOf,
  today,
} from './access.ts'
import { USE } from './files.ts'

/** Requests, and payments recorded on them. */
export const paymentRoutes: readonly Route[] = [
  implement(calls.requestPayment, ACTS, async (ctx, { params, body }) => {
    const found = await ctx.one('contract_due', { id: params.dueId }, { columns: ['contractId'] })
    if (!found) throw new AppError('notFound')
    const contract = await ownContract(ctx, found.contractId, 'update')
    if (!isHandler(ctx)) throw new AppError('noRight')
    const due = await ctx.expectOne('contract_due', { id: params.dueId })
    if (due.isDropped) throw new AppError('wrongState', '该款项已随合同终止取消')
    const left = new Exact(due.amount).minus(due.requested)
    if (new Exact(body.amount).gt(left)) throw invalid('amount', `最多还可请款 ${formatAmount(left.toFixed(2))} 元`)
    const { amount, invoice, note } = body
    const id = ctx.newId()
    const bySupplier = sideOf(ctx) === 'supplier'
    await ctx.insert('payment_request', {
      id,
      dueId: due.id,
      amount,
      invoice,
      note,
      files: JSON.stringify(await keptFiles(ctx, body.files, { use: USE })),
      bySupplier,
      state: 'asked',
      askedByName: ctx.actor.name,
      askedAt: ctx.clock.now(),
    })
    await ctx.update('contract_due', { id: due.id }, { requested: new Exact(due.requested).plus(amount).toFixed(2) })
    const who = bySupplier ? '供应商' : '采购人'
    record(ctx, contract, { action: 'request', summary: `${who}发起付款申请 ${formatAmount(amount)} 元：${due.name}` })
    ctx.emit({ kind: 'contract.payment-asked', payload: { contractId: contract.id, requestId: id } })
    return { requestId: id }
  }),

  implement(calls.refuseRequest, BUYS, async (ctx, { params, body: { reason } }) => {
    const { contract, request, due } = await ownRequest(ctx, params.requestId, 'asked')
    await free(ctx, request.id)
    await answer(ctx, request.id, { state: 'refused', reason })
    const rest = new Exact(due.requested).minus(request.amount).toFixed(2)
    await ctx.update('contract_due', { id: due.id }, { requested: rest })
    record(ctx, contract, { action: 'refuse-request', summary: `退回付款申请 ${request.amount} 元：${reason}` })
    ctx.emit({ kind: 'contract.payment-answered', payload: { requestId: request.id, to: 'refused' } })
  }),

  implement(calls.recordPayment, BUYS, async (ctx, { params, body }) => {
    const { contract, request, due } = await ownRequest(ctx, params.requestId, 'approved')
    const { amount, paidOn } = body
    if (paidOn > today(ctx)) throw invalid('paidOn', '付款日期不能晚于今天')
    if (paidOn < contract.signedOn!) throw invalid('paidOn', '付款日期不能早于合同签订日期')
    const left = new Exact(request.amount).minus(request.paid)
    if (new Exact(amount).gt(left)) throw invalid('amount', `该申请最多还可付款 ${formatAmount(left.toFixed(2))} 元`)
    const voucher = await keptFiles(ctx, body.voucher, { use: USE, path: 'voucher' })
    const id = ctx.newId()
    await ctx.insert('contract_payment', {
      id,
      requestId: request.id,
      dueId: due.id,
      amount,
      paidOn,
      voucher: JSON.stringify(voucher),
      recordedByName: ctx.actor.name,
      recordedAt: ctx.clock.now(),
    })
    const title = `${contract.title}：合同付款`
    await claimSlip(ctx, { kind: 'contract', recordId: id, title, files: body.voucher })
    const paid = new Exact(request.paid).plus(amount)
    const isWhole = paid.eq(request.amount)
    await ctx.update(
      'payment_request',
      { id: request.id },
      { paid: paid.toFixed(2), state: isWhole ? 'paid' : 'approved' },
    )
    await ctx.update('contract_due', { id: due.id }, { paid: new Exact(due.paid).plus(amount).toFixed(2) })
    record(ctx, contract, {
      action: 'pay',
      summary: `登记付款 ${formatAmount(amount)} 元：${due.name}`,
      data: { amount, paidOn, voucher: voucher.map(({ name, sha256 }) => ({ name, sha256 })) },
    })
    const { id: contractId, orderId, purchaserCompanyId, supplierCompanyId } = contract
    const payload = { paymentId: id, contractId, orderId, purchaserCompanyId, supplierCompanyId, amount, paidOn }
    ctx.emit({ kind: 'contract.paid', payload })
  }),
]

/** Approves a request; done when the approval of it is, where the company has one. */
export async function approve(ctx: Ctx, requestId: string): Promise<{ amount: string }> {
  const { contract, request } = await ownRequest(ctx, requestId, 'asked')
  await answer(ctx, requestId, { state: 'approved', reason: '' })
  record(ctx, contract, { action: 'approve-request', summary: `同意付款申请 ${formatAmount(request.amount)} 元` })
  ctx.emit({ kind: 'contract.payment-answered', payload: { requestId, to: 'approved' } })
  return { amount: request.amount }
}

/** A request of an own contract, which is locked, in this state; `notFound` for strangers. */
export async function ownRequest(ctx: Ctx, requestId: string, state: 'asked' | 'approved') {
  const found = await ctx.one('payment_request', { id: requestId }, { columns: ['dueId'] })
  if (!found) throw new AppError('notFound')
  const { contractId } = await ctx.expectOne('contract_due', { id: found.dueId }, { columns: ['contractId'] })
  const contract = await ownContract(ctx, contractId, 'update')
  if (!isHandler(ctx) || sideOf(ctx) !== 'purchaser') throw new AppError('noRight')
  const request = await ctx.expectOne('payment_request', { id: requestId })
  if (request.state !== state)
    throw new AppError('wrongState', state === 'asked' ? '该付款申请已处理' : '该付款申请尚未同意或已付清')
  return { contract, request, due: await ctx.expectOne('contract_due', { id: request.dueId }) }
}

async function free(ctx: Ctx, id: string): Promise<void> {
  if (await holdOn(ctx, { kind: REQUEST_SUBJECT, id })) throw new AppError('wrongState', '该付款申请正在审批')
}

async function answer(ctx: Ctx, id: string, set: { state: string; reason: string }): Promise<void> {
  const by = { answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() }
  await ctx.update('payment_request', { id }, { ...set, ...by })
}
