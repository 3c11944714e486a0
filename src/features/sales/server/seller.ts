import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { claimSlip } from '#features/ledger/server/public.ts'
import { refund } from '#features/payment/server/public.ts'
import { buyer, ownOrder } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { excessive, takenOf } from '../rules/settlement.ts'
import { restOf } from '../rules/status.ts'
import { book, type DealRow, lockSellersDeal, standingOf, announceDeal, termsOf, viewOf } from './deals.ts'

type Ctx = Context<Employee>

export const sellerRoutes: readonly Route[] = [
  buyer(contract.orderSale, async (ctx, { params: { orderId } }) => {
    const { order, who } = await ownOrder(ctx, orderId)
    const terms = termsOf(order)
    const rows = await ctx.many('sale_deal', { orderId }, { orderBy: ['awardedAt desc'] })
    const part = who.part === 'owner' ? 'seller' : 'other'
    const deals = await Promise.all(rows.map(async (row) => viewOf(ctx, await standingOf(ctx, order, row), part)))
    return { title: order.title, code: order.code, terms, deals }
  }),

  buyer(contract.recordSalePayment, async (ctx, { params: { orderId }, body: { amount, voucher } }) => {
    const { order, deal, facts } = await lockSellersDeal(ctx, orderId, 'record')
    const rest = restOf(facts)
    if (rest.lt(amount)) throw invalid('amount', `收款不能超过待付的 ${formatAmount(rest.toFixed(2))} 元`)
    const { paymentId } = await book(ctx, deal, { amount, voucher })
    const title = `${order.title}：销售收款`
    await claimSlip(ctx, { kind: 'sale', recordId: paymentId, title, number: voucher, paths: { number: 'voucher' } })
    record(ctx, deal, { action: 'sale.record', summary: `登记收款 ${formatAmount(amount)} 元，凭证 ${voucher}` })
    announceDeal(ctx, deal, 'sale.paid')
  }),

  buyer(contract.recordWeighing, async (ctx, { params: { orderId }, body }) => {
    const { deal, lines, notes, taken } = await lockSellersDeal(ctx, orderId, 'weigh')
    const ids = body.lines.map(({ itemId }) => itemId)
    if (new Set(ids).size < ids.length) throw invalid('lines', '同一标的只填写一次')
    if (ids.some((id) => !lines.some(({ itemId }) => itemId === id))) throw invalid('lines', '所填标的不在本销售单')
    const at = new Date(body.at)
    if (at > ctx.clock.now()) throw invalid('at', '提货时间不能晚于当前时间')
    if (at < deal.paidAt!) throw invalid('at', `付款（${formatTime(deal.paidAt)}）之后方可提货`)
    const open = notes.filter(({ state }) => state === 'open').map((one) => one.lines as unknown as typeof body.lines)
    const after = takenOf([[...taken].map(([itemId, quantity]) => ({ itemId, quantity })), ...open, body.lines])
    const [much] = excessive(lines, after)
    if (much && !body.confirm) {
      const line = lines.find(({ itemId }) => itemId === much.itemId)!
      const message = `${line.name}累计 ${after.get(line.itemId)} ${line.unit}，比公告的 ${line.quantity} ${line.unit} 多两成以上，请确认`
      throw new AppError('confirm', message)
    }
    const id = ctx.newId()
    const { orderId: order, tradeId } = deal
    await ctx.insert('sale_weighing', {
      id,
      orderId: order,
      tradeId,
      no: notes.length + 1,
      at,
      vehicle: body.vehicle,
      lines: JSON.stringify(body.lines),
      state: 'open',
      byName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    record(ctx, deal, { action: 'sale.weigh', summary: `登记提货，第 ${notes.length + 1} 单`, data: body.lines })
    announceDeal(ctx, deal, 'sale.weighed')
    return { weighingId: id }
  }),

  buyer(contract.settleSale, async (ctx, { params: { orderId }, body: { voucher } }) => {
    const { deal, facts, next } = await lockSellersDeal(ctx, orderId, 'settle')
    const surplus = restOf(facts).neg()
    const paid = await giveBack(ctx, deal, { amount: surplus.toFixed(2), voucher, why: '销售价款结算，退还多付部分' })
    const { amount } = facts
    const key = { orderId, tradeId: deal.tradeId }
    await ctx.update('sale_deal', key, { state: next, amount, paid, endedAt: ctx.clock.now() })
    const back = surplus.gt(0) ? `，退还 ${formatAmount(surplus.toFixed(2))} 元` : ''
    record(ctx, deal, { action: 'sale.settle', summary: `结算 ${formatAmount(amount)} 元${back}` })
    announceDeal(ctx, deal, 'sale.settled')
    return { amount, givenBack: surplus.toFixed(2) }
  }),

  buyer(contract.defaultSale, async (ctx, { params: { orderId }, body: { reason, voucher } }) => {
    const { deal, next } = await lockSellersDeal(ctx, orderId, 'default')
    const paid = await giveBack(ctx, deal, { amount: deal.paid, voucher, why: '成交人逾期未付清，退还已付部分' })
    const key = { orderId, tradeId: deal.tradeId }
    await ctx.update('sale_deal', key, { state: next, reason, paid, endedAt: ctx.clock.now() })
    record(ctx, deal, { action: 'sale.default', summary: `登记成交人违约：${reason}` })
    announceDeal(ctx, deal, 'sale.defaulted')
  }),
]

/**
 * Gives back what nobody owes: first by the cashier, as far as it came in there, the last payment first; the rest went
 * back elsewhere, with this voucher. Gives what stays paid.
 */
async function giveBack(
  ctx: Ctx,
  deal: DealRow,
  { amount, voucher, why }: { amount: string; voucher: string; why: string },
): Promise<string> {
  let left = new Exact(amount)
  let paid = deal.paid
  const { orderId, tradeId } = deal
  const payments = await ctx.many('sale_payment', { orderId, tradeId }, { orderBy: ['at desc'] })
  for (const payment of payments) {
    if (!left.gt(0)) break
    if (payment.payOrderId === null || !new Exact(payment.amount).gt(0)) continue
    const part = Exact.min(left, payment.amount).toFixed(2)
    await refund(ctx, { orderId: payment.payOrderId, amount: part, reason: why })
    const booked = { ...deal, paid }
    ;({ paid } = await book(ctx, booked, { amount: `-${part}`, payOrderId: payment.payOrderId }))
    left = left.minus(part)
  }
  if (!left.gt(0)) return paid
  if (voucher === '') throw invalid('voucher', `线下收取的 ${formatAmount(left.toFixed(2))} 元须退还，请填写退款凭证号`)
  const back = await book(ctx, { ...deal, paid }, { amount: `-${left.toFixed(2)}`, voucher })
  const { title } = await ctx.expectOne('purchase_order', { id: orderId }, { columns: ['title'] })
  await claimSlip(ctx, {
    kind: 'sale-refund',
    recordId: back.paymentId,
    title: `${title}：销售退款`,
    number: voucher,
    paths: { number: 'voucher' },
  })
  return back.paid
}

function record(ctx: Ctx, { orderId }: DealRow, entry: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ entity: 'order', entityId: orderId, ...entry })
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
