import { AppError } from '#contract/errors.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import { openOrders, PAID_EVENT, type Paid, refund, requestPayment } from '#features/payment/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { NULL } from '#server/database/records.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/supplier.ts'
import { FEE_TIMINGS, type FeeTiming } from '../rules/kinds.ts'
import { stateAt } from '../rules/order.ts'
import { feeState, isOwed, TRADE_STATUS } from '../rules/trade.ts'
import { type Any, APPLIES, type Ctx, type Order, record, type Trade } from './access.ts'
import { FEE_SUBJECT, giveBackOf, tellFee } from './give-back.ts'
import { tradeFacts } from './trades.ts'
import { iso } from './values.ts'

/** The fee of an application, paid through the cashier. Every way leads to the same order of it. */
export const feeRoutes: readonly Route[] = [
  implement(c.payTrade, APPLIES, async (ctx, { params: { tradeId } }) => pay(ctx, await payer(ctx, { id: tradeId }))),
  implement(c.payAgain, APPLIES, async (ctx, { params: { paymentId } }) => pay(ctx, await payer(ctx, { paymentId }))),
  implement(c.payOfSupplier, APPLIES, async (ctx, { params: { paymentId, recruitSupplierId } }) =>
    pay(ctx, await payer(ctx, { paymentId, id: recruitSupplierId })),
  ),
  implement(c.paymentDetail, APPLIES, async (ctx, { params: { orderId, paymentId } }) => {
    const { order, trade } = await payer(ctx, { paymentId, orderId })
    const fee = await feeOf(ctx, order, trade)
    if (!fee) throw new AppError('notFound')
    return fee
  }),
  implement(c.payLibraryFee, APPLIES, async (ctx, { params }) => {
    const place = await payer(ctx, { paymentId: params.paymentId })
    demandSelf(place.trade, params.supplierId)
    const made = await pay(ctx, place)
    return { ...made, ...(await serviceFee(ctx, place)) }
  }),
  implement(c.libraryFee, APPLIES, async (ctx, { params }) => {
    const place = await payer(ctx, { paymentId: params.paymentId })
    demandSelf(place.trade, params.supplierId)
    return serviceFee(ctx, place)
  }),
]

interface Place {
  order: Order
  trade: Trade
}

/** The own application with a fee, found by what the call names, or `notFound`. */
async function payer(ctx: Ctx, by: { id?: string; paymentId?: string; orderId?: string }): Promise<Place> {
  const trade = await ctx.one('recruit_trade', { ...by, supplierCompanyId: ctx.actor.companyId })
  if (!trade) throw new AppError('notFound')
  const order = await ctx.expectOne('recruit_order', { id: trade.orderId })
  if (order.feeTiming === 'none') throw new AppError('notFound')
  return { order, trade }
}

function demandSelf(trade: Trade, supplierId: string): void {
  if (supplierId !== trade.supplierCompanyId && supplierId !== trade.id) throw new AppError('notFound')
}

/** How the amount came about. */
const reasonsOf = (order: Order) => [
  { label: '供应商征集', value: order.title },
  { label: '编号', value: order.code },
  { label: '收取依据', value: `征集公告载明的费用，${FEE_TIMINGS[order.feeTiming as FeeTiming]}` },
]

async function pay(ctx: Ctx, place: Place): Promise<{ payOrderId: string }> {
  const order = await ctx.expectOne('recruit_order', { id: place.order.id }, { lock: 'share' })
  const trade = await ctx.expectOne('recruit_trade', { id: place.trade.id }, { lock: 'share' })
  const facts = await tradeFacts(ctx, order, trade)
  TRADE_STATUS.next('pay', { record: facts, who: 'supplier', now: ctx.clock.now().getTime() })
  const payee = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['id', 'name'] })
  const { orderId } = await requestPayment(ctx, {
    subject: { kind: FEE_SUBJECT, id: trade.id },
    payee: { companyId: payee.id, purpose: 'income', name: payee.name },
    buyerId: ctx.actor.companyId,
    amount: order.feeAmount!,
    type: PaymentType.values.serviceFee,
    title: `${order.title.slice(0, 60)}入库服务费`,
    reasons: reasonsOf(order),
  })
  return { payOrderId: orderId }
}

/** What is owed or was paid for an application; null where its call asks for nothing. */
export async function feeOf(ctx: Any, order: Order, trade: Trade) {
  if (order.feeTiming === 'none') return null
  const timing = order.feeTiming as 'signUp' | 'passed'
  const [[last], payee] = await Promise.all([
    ctx.many('recruit_fee', { tradeId: trade.id }, { orderBy: ['paidAt desc'], limit: 1 }),
    ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['name'] }),
  ])
  const orderState = stateAt(order, ctx.clock.now().getTime())
  return {
    paymentId: trade.paymentId,
    state: feeState(last, isOwed({ timing, status: trade.status, orderState })),
    amount: last && !last.refundAt ? last.amount : order.feeAmount!,
    timing,
    payeeName: payee.name,
    paidAt: iso(last?.paidAt ?? null),
    refundedAt: iso(last?.refundedAt ?? null),
    payOrderId: last?.payOrderId ?? null,
  }
}

async function serviceFee(ctx: Ctx, { order, trade }: Place) {
  const fee = (await feeOf(ctx, order, trade))!
  const open = (await openOrders(ctx, FEE_SUBJECT, [trade.id])).get(trade.id)
  const paid = fee.payOrderId ? await ctx.expectOne('recruit_fee', { payOrderId: fee.payOrderId }) : null
  const isPaid = fee.state === 'paid'
  return {
    serviceFeeVo: {
      amount: fee.amount,
      formula: [...reasonsOf(order), { label: '固定金额', value: `${fee.amount} 元` }],
      payee: fee.payeeName,
      sfPayCode: open?.payCode ?? '',
      sfOrderCode: (isPaid ? paid?.payOrderCode : open?.code) ?? '',
      sfPayStatus: isPaid ? 2 : (open?.payStatus ?? 0),
    },
  }
}

/** What the cashier has taken; of an application that no longer owes it, it goes back. */
export const notePaid: Subscriber = {
  name: 'recruit: note what was paid',
  kind: PAID_EVENT,
  async handle(ctx, event) {
    const paid = event.payload as unknown as Paid
    if (paid.subjectKind !== FEE_SUBJECT) return
    const { orderId: payOrderId, orderCode, amount, paidAt, subjectId: tradeId } = paid
    const { orderId } = await ctx.expectOne('recruit_trade', { id: tradeId }, { columns: ['orderId'] })
    // Behind the call: who ends it gives back what is there, and we what comes after.
    await ctx.expectOne('recruit_order', { id: orderId }, { lock: 'share' })
    await ctx.expectOne('recruit_trade', { id: tradeId }, { lock: 'update' })
    if (await ctx.one('recruit_fee', { payOrderId }, { columns: ['payOrderId'] })) return
    // Asked for anew while the first payment was on its way here.
    if (await ctx.one('recruit_fee', { tradeId, refundAt: NULL }, { columns: ['payOrderId'] }))
      return void (await refund(ctx, { orderId: payOrderId, amount, reason: '重复缴纳，原路退还' }))
    const fee = { payOrderId, payOrderCode: orderCode, tradeId, orderId, amount, paidAt: new Date(paidAt) }
    await ctx.insert('recruit_fee', fee)
    record(ctx, orderId, {
      action: 'paid',
      summary: `收到入库服务费 ${amount} 元（付款单 ${orderCode}）`,
      data: { tradeId },
    })
    await tellFee(ctx, { orderId, tradeId })
    await giveBackOf(ctx, orderId, tradeId)
  },
}
