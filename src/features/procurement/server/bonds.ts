import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/follow-up.ts'
import { bondCitation, bondInterest, BOND_RULE, refundDue } from '../rules/bond.ts'
import { OrderStatus } from '../rules/enums.ts'
import { methodOf } from '../methods/all.ts'
import { isDecided } from '../engine/order-status.ts'
import type { Order } from './access.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer } from './files.ts'
import { ownOrder, participants } from './public.ts'
import { awardsOf } from './results.ts'

type Ctx = Context<Employee>
const S = OrderStatus.values
/** An auction has no review behind it: what came in is put on record until its winner is fixed. */
const PAID: readonly number[] = [S.published, S.opened, S.announcing, S.openingEnded, S.reviewing]

/** Bonds as the owner of an order records them: money moves outside the platform, each step has its voucher. */
export const bondRoutes: readonly Route[] = [
  buyer(contract.orderBonds, async (ctx, { params }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    if (who.part !== 'owner') throw new AppError('notFound')
    const signed = await contractDay(ctx, order.id)
    const dueOn = refundDue(signed ?? endDay(order))
    const today = formatDate(ctx.clock.now())
    const bonds = await ctx.tx
      .selectFrom('bond')
      .selectAll()
      .where('tenant_id', '=', ctx.tenantId)
      .where('order_id', '=', order.id)
      .execute()
    const winners = (await awardsOf(ctx, order.id)).map((award) => award.trade_id)
    const rows = (await participants(ctx, order.id)).map(({ tradeId, companyName }) => {
      const bond = bonds.find((one) => one.trade_id === tradeId)
      return rowOf({ tradeId, companyName, isWinner: winners.includes(tradeId) }, bond)
    })
    return {
      bond: order.bond,
      contractSignedOn: signed,
      dueOn,
      isOverdue: dueOn !== null && today > dueOn && rows.some((row) => row.state === 'paid'),
      rule: { id: BOND_RULE.id, citation: bondCitation(order) },
      blocked: refundBlocked(order),
      mayRecordPayment: takesPayments(order),
      mayRecordContract: signed === null && isAwarded(order),
      rows,
    }
  }),

  buyer(contract.recordContractDate, async (ctx, { params, body }) => {
    const order = await ownedOrder(ctx, params.orderId)
    if (!isAwarded(order)) throw new AppError('wrongState', '定标后方可登记合同签订日期')
    demandPast(ctx, body.signedOn, 'signedOn')
    if (order.awarded_at && body.signedOn < formatDate(order.awarded_at))
      throw new AppError('invalid', '合同签订日期不得早于定标日期', [
        { path: 'signedOn', message: '合同签订日期不得早于定标日期' },
      ])
    const added = await ctx.tx
      .insertInto('order_contract_date')
      .values({
        tenant_id: ctx.tenantId,
        order_id: order.id,
        signed_on: body.signedOn,
        recorded_by_name: ctx.actor.name,
        recorded_at: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenant_id', 'order_id']).doNothing())
      .returning('order_id')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '合同签订日期已登记')
    record(ctx, order, { action: 'contract-date', summary: `登记合同签订日期 ${body.signedOn}`, data: body })
  }),

  buyer(contract.recordBondPayment, async (ctx, { params, body }) => {
    const order = await ownedOrder(ctx, params.orderId)
    if (!takesPayments(order)) throw new AppError('wrongState', '当前状态不能登记保证金到账')
    const trade = await tradeOf(ctx, order, params.tradeId)
    demandPast(ctx, body.paidOn, 'paidOn')
    if (Number(body.amount) <= 0)
      throw new AppError('invalid', '请输入到账金额', [{ path: 'amount', message: '请输入到账金额' }])
    await demandOwnFiles(ctx, [body.voucher.fileId], { use: 'bond-voucher', by: 'company' })
    const added = await ctx.tx
      .insertInto('bond')
      .values({
        tenant_id: ctx.tenantId,
        order_id: order.id,
        trade_id: trade.tradeId,
        amount: body.amount,
        form: body.form,
        paid_on: body.paidOn,
        paid_voucher: body.voucher.fileId,
        paid_voucher_name: body.voucher.name,
        paid_by_name: ctx.actor.name,
        paid_recorded_at: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenant_id', 'trade_id']).doNothing())
      .returning('trade_id')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '该供应商的保证金已登记')
    record(ctx, order, { action: 'paid', summary: '登记保证金到账', data: { tradeId: trade.tradeId, ...body } })
  }),

  buyer(contract.recordBondRefund, async (ctx, { params, body }) => {
    const order = await ownedOrder(ctx, params.orderId)
    const bond = await openBond(ctx, order, params.tradeId)
    demandPast(ctx, body.refundedOn, 'refundedOn')
    if (body.refundedOn < bond.paid_on)
      throw new AppError('invalid', '退还日期不得早于到账日期', [
        { path: 'refundedOn', message: '退还日期不得早于到账日期' },
      ])
    await demandOwnFiles(ctx, [body.voucher.fileId], { use: 'bond-voucher', by: 'company' })
    const { refundedOn, rate } = body
    const interest = bondInterest({ amount: bond.amount, rate, paidOn: bond.paid_on, refundedOn })
    await ctx.tx
      .updateTable('bond')
      .set({
        refunded_on: refundedOn,
        refunded: bond.amount,
        interest,
        rate,
        refund_voucher: body.voucher.fileId,
        refund_voucher_name: body.voucher.name,
        refund_by_name: ctx.actor.name,
        refund_recorded_at: ctx.clock.now(),
      })
      .where('tenant_id', '=', ctx.tenantId)
      .where('trade_id', '=', bond.trade_id)
      .execute()
    record(ctx, order, {
      action: 'refunded',
      summary: `登记退还投标保证金 ${bond.amount} 元及利息 ${interest} 元`,
      data: { tradeId: bond.trade_id, ...body, interest, rule: BOND_RULE.id },
    })
    return { interest }
  }),

  buyer(contract.keepBond, async (ctx, { params, body }) => {
    const order = await ownedOrder(ctx, params.orderId)
    const bond = await openBond(ctx, order, params.tradeId)
    await ctx.tx
      .updateTable('bond')
      .set({ kept_reason: body.reason, refund_by_name: ctx.actor.name, refund_recorded_at: ctx.clock.now() })
      .where('tenant_id', '=', ctx.tenantId)
      .where('trade_id', '=', bond.trade_id)
      .execute()
    record(ctx, order, {
      action: 'kept',
      summary: `不予退还投标保证金：${body.reason}`,
      data: { tradeId: bond.trade_id },
    })
  }),

  buyerFile(contract.bondVoucher, async (ctx, { params }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    if (who.part !== 'owner') throw new AppError('notFound')
    const bond = await bondRow(ctx, order.id, params.tradeId)
    const files = [
      { fileId: bond?.paid_voucher, name: bond?.paid_voucher_name ?? '' },
      { fileId: bond?.refund_voucher, name: bond?.refund_voucher_name ?? '' },
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
    state: !bond ? 'unpaid' : bond.refunded_on ? 'refunded' : bond.kept_reason ? 'kept' : 'paid',
    amount: bond?.amount ?? null,
    form: (bond?.form as contract.BondRow['form'] | undefined) ?? null,
    paidOn: bond?.paid_on ?? null,
    paidVoucher: file(bond?.paid_voucher, bond?.paid_voucher_name ?? ''),
    refundedOn: bond?.refunded_on ?? null,
    refunded: bond?.refunded ?? null,
    interest: bond?.interest ?? null,
    rate: bond?.rate ?? null,
    refundVoucher: file(bond?.refund_voucher, bond?.refund_voucher_name ?? ''),
    keptReason: bond?.kept_reason ?? '',
    recordedBy: bond?.refund_by_name || (bond?.paid_by_name ?? ''),
  }
}

function takesPayments(order: Order): boolean {
  // Without a review there is no committee: who takes the winner's place may need one on record.
  const isReplaceable = order.status === S.awarded && methodOf(order.method).review === 'none'
  return PAID.includes(order.status) || isDecided(order) || isReplaceable
}

/** Also once the order is archived; what ended without award has no contract. */
function isAwarded({ awarded_at: at }: Order): boolean {
  return at !== null
}

function refundBlocked(order: Order): string | null {
  const isOver = order.status === S.awarded || order.status === S.archived || order.status === S.abortive
  return isOver ? null : '定标或流标后方可退还保证金'
}

/** A paid bond that was neither refunded nor kept, locked; `wrongState` otherwise. */
async function openBond(ctx: Ctx, order: Order, tradeId: string) {
  await tradeOf(ctx, order, tradeId)
  const bond = await bondRow(ctx, order.id, tradeId)
  if (!bond) throw new AppError('wrongState', '该投标人的保证金尚未登记到账')
  const blocked = refundBlocked(order)
  if (blocked) throw new AppError('wrongState', blocked)
  if (bond.refunded_on || bond.kept_reason) throw new AppError('wrongState', '该保证金已处理')
  return bond
}

async function bondRow(ctx: Ctx, orderId: string, tradeId: string) {
  return ctx.tx
    .selectFrom('bond')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('trade_id', '=', tradeId)
    .executeTakeFirst()
}

async function tradeOf(ctx: Ctx, order: Order, tradeId: string) {
  const trade = (await participants(ctx, order.id)).find((one) => one.tradeId === tradeId)
  if (!trade) throw new AppError('notFound')
  return trade
}

async function contractDay(ctx: Ctx, orderId: string): Promise<string | null> {
  const row = await ctx.tx
    .selectFrom('order_contract_date')
    .select('signed_on')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.signed_on ?? null
}

/** A failed tender has no contract: bonds are due back from its end. */
function endDay(order: Order): string | null {
  return order.status === S.abortive && order.ended_at ? formatDate(order.ended_at) : null
}

/** The owner's order, locked: what is recorded once is recorded once. */
async function ownedOrder(ctx: Ctx, orderId: string): Promise<Order> {
  const { order, who } = await ownOrder(ctx, orderId, 'update')
  if (who.part !== 'owner') throw new AppError('notFound')
  return order
}

function demandPast(ctx: Ctx, day: string, path: string): void {
  if (day > formatDate(ctx.clock.now()))
    throw new AppError('invalid', '日期不得晚于今天', [{ path, message: '日期不得晚于今天' }])
}

/** Under an entity of its own: the order's history must not tell who bids. */
function record(ctx: Ctx, order: Order, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, action: `bond.${fact.action}`, entity: 'bond', entityId: order.id })
}
