import { sql } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { type OrderRow, lockOrders } from '#features/payment/server/public.ts'
import { InvoiceStatus, PaymentType } from '#features/payment/rules/enums.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as contract from '../contract/apply.ts'
import { InvoiceScope, MOST_ORDERS } from '../rules/enums.ts'
import { splitTax } from '../rules/tax.ts'
import { codeOf } from '../rules/words.ts'
import { demand } from './access.ts'
import { issuerCode } from './issuers.ts'
import { become, record, tell } from './records.ts'
import { rateOf, settingOf } from './setting.ts'
import { keepTitle, titlesOf } from './titles.ts'

type Ctx = Context<Employee>
type Body = z.output<typeof contract.applyInvoice.body>
type Form = z.output<typeof contract.invoiceForm.returns>

/** Applies for an invoice of paid orders. Two at once of one order follow one another: the second is refused. */
export async function apply(ctx: Ctx, body: Body): Promise<{ invoiceId: string; code: string }> {
  const { orderIds, kind, titleKind, title, taxNo, address, phone, bank, accountNo, email, remark } = body
  const buyerId = ctx.actor.companyId
  const issuer = issuerCode(ctx)
  if (!issuer) throw new AppError('unavailable', '平台尚未接入开票服务，请联系收款方线下开票')
  const ids = [...new Set(orderIds)]
  const orders = await lockOrders(ctx, { id: ids, buyerId })
  if (orders.length !== ids.length) throw new AppError('notFound')
  for (const order of orders) {
    const refusal = refusalOf(order)
    if (refusal) throw new AppError('wrongState', `${order.title}：${refusal}`)
  }
  const [first] = orders as [OrderRow]
  if (orders.some(({ payeeId }) => payeeId !== first.payeeId)) throw wrongOrders('合并开票的付款单须为同一收款方')
  const setting = await settingOf(ctx, first.payeeId)
  const rate = rateOf(setting, first.type)
  if (orders.some(({ type }) => rateOf(setting, type) !== rate)) throw wrongOrders('合并开票的付款单须为同一税率')
  const id = ctx.newId()
  const buyer = { titleKind, title, taxNo, address, phone, bank, accountNo, email }
  await keepTitle(ctx, buyer)
  const seq = await nextNumber(ctx)
  const parts = splitTax(sum(orders.map(amountOf)), rate)
  const code = codeOf(seq)
  await ctx.insert('invoice', {
    id,
    seq,
    code,
    buyerId,
    payeeId: first.payeeId,
    payeeName: first.payeeName,
    kind,
    scope: orders.length > 1 ? InvoiceScope.values.combined : InvoiceScope.values.single,
    ...buyer,
    ...ctx.cipher.fields('invoice.phone', id, phone),
    ...ctx.cipher.fields('invoice.account_no', id, accountNo),
    remark,
    rate,
    ...parts,
    state: 'applied',
    isSample: issuer === 'local',
    appliedBy: ctx.actor.userId,
    appliedByName: ctx.actor.name,
    appliedAt: ctx.clock.now(),
  })
  const lines = orders
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((order, i) => ({
      invoiceId: id,
      line: i + 1,
      orderId: order.id,
      orderCode: order.code,
      name: order.title,
      amount: amountOf(order),
    }))
  await ctx.insert('invoice_line', lines)
  await become(ctx, { invoice: { id }, lines }, { state: 'applied' })
  record(ctx, id, {
    action: 'apply',
    summary: `申请发票 ${code}：${title}，${formatAmount(parts.total)} 元`,
    data: { orders: orders.map((order) => order.code) },
  })
  tell(ctx, { id, buyerId, payeeId: first.payeeId }, 'applied')
  return { invoiceId: id, code }
}

/** Takes back an application of one's own. */
export async function withdraw(ctx: Ctx, invoiceId: string): Promise<void> {
  const found = await demand(ctx, invoiceId, 'withdraw')
  await become(ctx, found, { state: 'withdrawn', reason: '申请人撤回' })
  record(ctx, invoiceId, { action: 'withdraw', summary: `撤回发票申请 ${found.invoice.code}` })
  tell(ctx, found.invoice, 'withdrawn')
}

/** What an application for an order can be made of: the order first, then others of its payee at its rate. */
export async function form(ctx: Ctx, orderId: string): Promise<Form> {
  const buyerId = ctx.actor.companyId
  const order = await ctx.one('pay_order', { id: orderId, buyerId })
  if (!order) throw new AppError('notFound')
  const setting = await settingOf(ctx, order.payeeId)
  const rate = rateOf(setting, order.type)
  const others = await ctx.tx
    .selectFrom('pay_order')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('buyerId', '=', buyerId)
    .where('id', '<>', orderId)
    .where(sql<boolean>`payee_id is not distinct from ${order.payeeId}`)
    .where('state', '=', 'paid')
    .where('purpose', '=', 'income')
    .where('invoiceStatus', 'in', [InvoiceStatus.values.none, InvoiceStatus.values.rejected])
    .where('refunding', '=', '0')
    .where(sql<boolean>`amount > refunded`)
    .orderBy('paidAt', 'desc')
    .limit(MOST_ORDERS - 1)
    .execute()
  const issuer = issuerCode(ctx)
  const orders = [order, ...others.filter(({ type }) => rateOf(setting, type) === rate)]
  return {
    payeeName: order.payeeName,
    rate,
    orders: orders.map((one) => ({
      orderId: one.id,
      orderCode: one.code,
      title: one.title,
      typeLabel: PaymentType.label(one.type),
      amount: amountOf(one),
    })),
    refusal: issuer ? refusalOf(order) : '平台尚未接入开票服务，请联系收款方线下开票',
    titles: await titlesOf(ctx),
    isSample: issuer === 'local',
  }
}

/** What of an order is invoiced: paid, less what was given back. */
export function amountOf({ amount, refunded }: Pick<OrderRow, 'amount' | 'refunded'>): string {
  return new Exact(amount).minus(refunded).toFixed(2)
}

/** What is no income, by its purpose. Points are a prepayment: what they pay is invoiced. */
const NOT_INVOICED: Partial<Record<string, string>> = {
  bond: '保证金不是应税收入，不开具发票',
  points: '积分为预付款，不开具发票；用积分支付的费用可以开票',
}

function refusalOf(order: OrderRow): string | null {
  const { state, purpose, invoiceStatus, refunding, buyerId, payeeId } = order
  if (state !== 'paid') return '付款单未支付，不能开票'
  const exempt = NOT_INVOICED[purpose]
  if (exempt) return exempt
  if (payeeId === buyerId) return '收款方与付款方相同，不开具发票'
  if (invoiceStatus === InvoiceStatus.values.applied) return '付款单已申请开票'
  if (invoiceStatus === InvoiceStatus.values.invoiced) return '付款单已开票'
  if (!new Exact(refunding).isZero()) return '退款处理中，请在退款完成后申请'
  return new Exact(amountOf(order)).gt(0) ? null : '付款单已全额退款'
}

function wrongOrders(message: string): AppError {
  return new AppError('invalid', message, [{ path: 'orderIds', message }])
}

/** The next number of the tenant. Held until the commit: what is undone gives it back. */
async function nextNumber(ctx: Ctx): Promise<number> {
  const { last } = await ctx.tx
    .insertInto('invoice_number')
    .values({ tenantId: ctx.tenantId, last: 1 })
    .onConflict((c) => c.column('tenantId').doUpdateSet({ last: sql`invoice_number.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
