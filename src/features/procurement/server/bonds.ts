import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/follow-up.ts'
import { bondInterest, bondRefund, BOND_RULE, refundDue } from '../rules/bond.ts'
import { isAbortive, ORDER_STATES, reached, statesReached } from '../engine/states.ts'
import { methodOf } from '../methods/all.ts'
import { isDecided } from '../engine/order-status.ts'
import type { Order } from './access.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer } from './files.ts'
import { calendarPolicy, groundsOf } from './legal.ts'
import { ownersOrder, participants } from './public.ts'
import { awardsOf } from './results.ts'
import { stageFacts } from './values.ts'

type Ctx = Context<Employee>
/** An auction has no review behind it: what came in is put on record until its winner is fixed. */
const PAID = statesReached('published', 'summarised')

/** Bonds as the owner of an order records them: money moves outside the platform, each step has its voucher. */
export const bondRoutes: readonly Route[] = [
  buyer(contract.orderBonds, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId)
    const signed = await contractDay(ctx, order.id)
    const refund = bondRefund(await groundsOf(ctx, order))
    const { restDays } = await calendarPolicy(ctx)
    const dueOn = refundDue(signed ?? endDay(order), refund, restDays)
    const today = formatDate(ctx.clock.now())
    const bonds = await ctx.many('bond', { orderId: order.id })
    const winners = (await awardsOf(ctx, order.id)).map((award) => award.tradeId)
    const rows = (await participants(ctx, order.id)).map(({ tradeId, companyName }) => {
      const bond = bonds.find((one) => one.tradeId === tradeId)
      return rowOf({ tradeId, companyName, isWinner: winners.includes(tradeId) }, bond)
    })
    return {
      bond: order.bond,
      contractSignedOn: signed,
      dueOn,
      isOverdue: dueOn !== null && today > dueOn && rows.some((row) => row.state === 'paid'),
      rule: { id: BOND_RULE, citation: refund.citation },
      blocked: refundBlocked(order),
      mayRecordPayment: takesPayments(order),
      mayRecordContract: signed === null && isAwarded(order),
      rows,
    }
  }),

  buyer(contract.recordContractDate, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    if (!isAwarded(order)) throw new AppError('wrongState', '定标后方可登记合同签订日期')
    demandPast(ctx, body.signedOn, 'signedOn')
    if (order.awardedAt && body.signedOn < formatDate(order.awardedAt))
      throw new AppError('invalid', '合同签订日期不得早于定标日期', [
        { path: 'signedOn', message: '合同签订日期不得早于定标日期' },
      ])
    const added = await ctx.tx
      .insertInto('order_contract_date')
      .values({
        tenantId: ctx.tenantId,
        orderId: order.id,
        signedOn: body.signedOn,
        recordedByName: ctx.actor.name,
        recordedAt: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenantId', 'orderId']).doNothing())
      .returning('orderId')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '合同签订日期已登记')
    record(ctx, order, { action: 'contract-date', summary: `登记合同签订日期 ${body.signedOn}`, data: body })
  }),

  buyer(contract.recordBondPayment, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    if (!takesPayments(order)) throw new AppError('wrongState', '当前状态不能登记保证金到账')
    const trade = await tradeOf(ctx, order, params.tradeId)
    demandPast(ctx, body.paidOn, 'paidOn')
    if (Number(body.amount) <= 0)
      throw new AppError('invalid', '请输入到账金额', [{ path: 'amount', message: '请输入到账金额' }])
    await demandOwnFiles(ctx, [body.voucher.fileId], { use: 'bond-voucher', by: 'company' })
    const added = await ctx.tx
      .insertInto('bond')
      .values({
        tenantId: ctx.tenantId,
        orderId: order.id,
        tradeId: trade.tradeId,
        amount: body.amount,
        form: body.form,
        paidOn: body.paidOn,
        paidVoucher: body.voucher.fileId,
        paidVoucherName: body.voucher.name,
        paidByName: ctx.actor.name,
        paidRecordedAt: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenantId', 'tradeId']).doNothing())
      .returning('tradeId')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '该供应商的保证金已登记')
    record(ctx, order, { action: 'paid', summary: '登记保证金到账', data: { tradeId: trade.tradeId, ...body } })
  }),

  buyer(contract.recordBondRefund, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    const bond = await openBond(ctx, order, params.tradeId)
    demandPast(ctx, body.refundedOn, 'refundedOn')
    if (body.refundedOn < bond.paidOn)
      throw new AppError('invalid', '退还日期不得早于到账日期', [
        { path: 'refundedOn', message: '退还日期不得早于到账日期' },
      ])
    await demandOwnFiles(ctx, [body.voucher.fileId], { use: 'bond-voucher', by: 'company' })
    const { refundedOn, rate } = body
    const interest = bondInterest({ amount: bond.amount, rate, paidOn: bond.paidOn, refundedOn })
    await ctx.update(
      'bond',
      { tradeId: bond.tradeId },
      {
        refundedOn,
        refunded: bond.amount,
        interest,
        rate,
        refundVoucher: body.voucher.fileId,
        refundVoucherName: body.voucher.name,
        refundByName: ctx.actor.name,
        refundRecordedAt: ctx.clock.now(),
      },
    )
    record(ctx, order, {
      action: 'refunded',
      summary: `登记退还投标保证金 ${bond.amount} 元及利息 ${interest} 元`,
      data: { tradeId: bond.tradeId, ...body, interest, rule: BOND_RULE },
    })
    return { interest }
  }),

  buyer(contract.keepBond, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    const bond = await openBond(ctx, order, params.tradeId)
    await ctx.update(
      'bond',
      { tradeId: bond.tradeId },
      { keptReason: body.reason, refundByName: ctx.actor.name, refundRecordedAt: ctx.clock.now() },
    )
    record(ctx, order, {
      action: 'kept',
      summary: `不予退还投标保证金：${body.reason}`,
      data: { tradeId: bond.tradeId },
    })
  }),

  buyerFile(contract.bondVoucher, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId)
    const bond = await bondRow(ctx, order.id, params.tradeId)
    const files = [
      { fileId: bond?.paidVoucher, name: bond?.paidVoucherName ?? '' },
      { fileId: bond?.refundVoucher, name: bond?.refundVoucherName ?? '' },
    ]
    const file = files.find((one) => one.fileId === params.voucherId)
    if (!file?.fileId) throw new AppError('notFound')
    return { ...(await fileAnswer(ctx, { fileId: file.fileId, name: file.name })), inline: true }
  }),
]

function rowOf(
  { tradeId, companyName, isWinner }: { tradeId: string; companyName: string; isWinner: boolean },
  bond: Awaited<ReturnType<typeof bondRow>>,
): contract.BondRow {
  const file = (id: string | null | undefined, name: string) => (id ? { fileId: id, name } : null)
  return {
    tradeId,
    supplierName: companyName,
    isWinner,
    state: !bond ? 'unpaid' : bond.refundedOn ? 'refunded' : bond.keptReason ? 'kept' : 'paid',
    amount: bond?.amount ?? null,
    form: (bond?.form as contract.BondRow['form'] | undefined) ?? null,
    paidOn: bond?.paidOn ?? null,
    paidVoucher: file(bond?.paidVoucher, bond?.paidVoucherName ?? ''),
    refundedOn: bond?.refundedOn ?? null,
    refunded: bond?.refunded ?? null,
    interest: bond?.interest ?? null,
    rate: bond?.rate ?? null,
    refundVoucher: file(bond?.refundVoucher, bond?.refundVoucherName ?? ''),
    keptReason: bond?.keptReason ?? '',
    recordedBy: bond?.refundByName || (bond?.paidByName ?? ''),
  }
}

function takesPayments(order: Order): boolean {
  // Without a review there is no committee: who is proposed, or takes the winner's place, may need one on record.
  const isOpen = ['ranked', 'publicised', 'awarded'].includes(ORDER_STATES[order.state].reached)
  return (
    PAID.includes(order.state) || isDecided(stageFacts(order)) || (isOpen && methodOf(order.method).review === 'none')
  )
}

/** Also once the order is archived; what ended without award has no contract. */
function isAwarded({ awardedAt: at }: Order): boolean {
  return at !== null
}

function refundBlocked(order: Order): string | null {
  const isOver = reached(order, 'awarded')
  return isOver ? null : '定标或流标后方可退还保证金'
}

/** A paid bond that was neither refunded nor kept, locked; `wrongState` otherwise. */
async function openBond(ctx: Ctx, order: Order, tradeId: string) {
  await tradeOf(ctx, order, tradeId)
  const bond = await bondRow(ctx, order.id, tradeId)
  if (!bond) throw new AppError('wrongState', '该投标人的保证金尚未登记到账')
  const blocked = refundBlocked(order)
  if (blocked) throw new AppError('wrongState', blocked)
  if (bond.refundedOn || bond.keptReason) throw new AppError('wrongState', '该保证金已处理')
  return bond
}

async function bondRow(ctx: Ctx, orderId: string, tradeId: string) {
  return ctx.one('bond', { orderId, tradeId })
}

async function tradeOf(ctx: Ctx, order: Order, tradeId: string) {
  const trade = (await participants(ctx, order.id)).find((one) => one.tradeId === tradeId)
  if (!trade) throw new AppError('notFound')
  return trade
}

async function contractDay(ctx: Ctx, orderId: string): Promise<string | null> {
  const row = await ctx.one('order_contract_date', { orderId }, { columns: ['signedOn'] })
  return row?.signedOn ?? null
}

/** A failed tender has no contract: bonds are due back from its end. */
function endDay(order: Order): string | null {
  return isAbortive(order) && order.endedAt ? formatDate(order.endedAt) : null
}

function demandPast(ctx: Ctx, day: string, path: string): void {
  if (day > formatDate(ctx.clock.now()))
    throw new AppError('invalid', '日期不得晚于今天', [{ path, message: '日期不得晚于今天' }])
}

/** Under an entity of its own: the order's history must not tell who bids. */
function record(ctx: Ctx, order: Order, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, action: `bond.${fact.action}`, entity: 'bond', entityId: order.id })
}
