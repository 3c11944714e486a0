import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { openOrders, takesPayments } from '#features/payment/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { ownTrade, supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/bill.ts'
import { biddingPlatformFee } from '../contract/standard.ts'
import { FeeType, Setting } from '../rules/enums.ts'
import { FormulaFault } from '../rules/expression.ts'
import { computeFee, discounted } from '../rules/fee.ts'
import { openOf } from '../rules/bill.ts'
import { amountsOf, awardPrice, discountFor } from './arise.ts'
import { billDetail, billPage, named, tenderDues } from './bill-view.ts'
import { type Any, type Bill, demand, dueBill, openPayment, SUBJECT } from './bills.ts'
import { PAYER } from './own.ts'
import { chargesOf, type Order } from './standards.ts'

type Ctx = Context<Employee>

const TABS = {
  all: sql<boolean>`true`,
  open: sql<boolean>`b.state in ('sent', 'part')`,
  paid: sql<boolean>`b.state = 'paid'`,
  ended: sql<boolean>`b.state in ('waived', 'void')`,
}
const SENT = sql<boolean>`b.state <> 'draft'`

/** What a company owes, and how it pays. */
export const dueRoutes: readonly Route[] = [
  implement(contract.ownDues, PAYER, (ctx, { query }) =>
    billPage(ctx, {
      query,
      side: { column: 'debtorId', companyId: ctx.actor.companyId },
      only: SENT,
      tabs: TABS,
      tab: query.state || 'all',
    }),
  ),
  implement(contract.ownDue, PAYER, async (ctx, { params }) =>
    billDetail(ctx, await dueBill(ctx, params.billId, { debtorId: ctx.actor.companyId }), 'debtor'),
  ),
  supplier(contract.ownTenderDues, async (ctx, { params }) => {
    await ownTrade(ctx, params.orderId, { passed: false })
    return tenderDues(ctx, params.orderId, ctx.actor.companyId)
  }),
  implement(contract.payDue, PAYER, async (ctx, { params }) => {
    const bill = await dueBill(ctx, params.billId, { debtorId: ctx.actor.companyId, lock: 'update' })
    demand('pay', bill)
    if (!takesPayments(ctx)) throw new AppError('wrongState', '平台未开通线上支付，请线下缴纳')
    return { payOrderId: await openPayment(ctx, bill) }
  }),
  implement(contract.waitingServiceFees, { workbench: 'supplier' }, (ctx) => waiting(ctx)),
  supplier(biddingPlatformFee, async (ctx, { query }) => {
    const { order, trade } = await ownTrade(ctx, query.orderId, { passed: false })
    return platformFee(ctx, order, trade.id)
  }),
]

/** Service fees that the company has not paid, the oldest first. */
async function waiting(ctx: Ctx) {
  // Nobody is told of what it could not pay.
  if (!PAYER.right.some((right) => ctx.actor.rights.has(right))) return []
  const rows = await named(ctx)
    .innerJoin('company as w', 'w.id', 'o.purchaserCompanyId')
    .select('w.name as ownerName')
    .where('b.debtorId', '=', ctx.actor.companyId)
    .where('b.feeType', 'in', [FeeType.values.service, FeeType.values.agency])
    .where('b.state', 'in', ['sent', 'part'])
    .orderBy('b.createdAt')
    .limit(100)
    .execute()
  const orders = await openOrders(
    ctx,
    SUBJECT,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    orderId: row.orderId,
    tradeId: row.tradeId,
    paymentId: row.id,
    supplierId: row.debtorId,
    purchaseType: methodOf(row.method).codePrefix,
    // A mark of one customer's tenant, which none of ours is.
    isOwnerWuling: false,
    ownerCompanyName: row.ownerName,
    orderTitle: row.orderTitle,
    amount: openOf(row),
    sfPayCode: orders.get(row.id)?.payCode ?? '',
    sfOrderCode: orders.get(row.id)?.code ?? '',
    sfPayStatus: orders.get(row.id)?.payStatus ?? 0,
  }))
}

/** What the platform charges a trade, as it is owed or would be. */
async function platformFee(ctx: Any & Ctx, order: Order, tradeId: string) {
  const charges = await chargesOf(ctx, order)
  const due = charges.find(({ line }) => line.feeType === FeeType.values.platform)
  const bill = await ctx.one('charge_bill', { tradeId, feeType: FeeType.values.platform, state: LIVE })
  if (bill) return ofBill(bill, due?.line.setting ?? Setting.values.billing)
  const none = { memberName: '', discount: '0', billId: null, state: null }
  if (!due) return { setting: Setting.values.free, amount: '0.00', lines: [], ...none }
  const { setting, template } = due.line
  const member = await discountFor(ctx, due.line, ctx.actor.companyId)
  const won = setting === Setting.values.billing ? await awardPrice(ctx, order.id, tradeId) : undefined
  try {
    const whole = computeFee(template.terms, amountsOf(order, won))
    const { amount, lines } = discounted(whole, member.percent, `${member.name}优惠`)
    return { setting, amount, lines, ...none, memberName: member.name, discount: member.percent }
  } catch (error) {
    // Computed from what is not known yet.
    if (!(error instanceof FormulaFault)) throw error
    return { setting, amount: '', lines: null, ...none, memberName: member.name, discount: member.percent }
  }
}

const LIVE = ['sent', 'part', 'paid', 'waived']

function ofBill(bill: Bill, setting: number) {
  return {
    setting,
    amount: bill.amount,
    lines: bill.derivation as unknown as { label: string; computation: string; amount: string }[],
    memberName: bill.discountReason,
    discount: bill.discount,
    billId: bill.id,
    state: bill.state,
  }
}
