import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { memberOf } from '#features/membership/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { FEES, MEMBERS, Setting } from '../rules/enums.ts'
import { type Amounts, FormulaFault } from '../rules/expression.ts'
import { type Due, duesOf } from './agreed.ts'
import { type Any, type Bill, DUE_DAYS, insertBill, type NewBill, send, voidBill } from './bills.ts'
import type { Line, Order } from './standards.ts'

/** When a fee arises: somebody was admitted, or has won. */
export type Moment = 'sign-up' | 'award'

/** Which of the order's charges arise then. */
function arisesAt({ feeType, setting }: Due['line'], moment: Moment): boolean {
  if (!FEES[feeType]!.isComputed) return false
  return moment === 'award' ? setting === Setting.values.billing : setting === Setting.values.publish
}

/**
 * Charges what the standards of the order say of a trade at this moment, each once. A charge of before that was computed
 * from another price, and not paid yet, falls away.
 */
export async function charge(ctx: Any, tradeId: string, moment: Moment): Promise<void> {
  const trade = await ctx.expectOne('trade', { id: tradeId }, { columns: ['orderId', 'supplierCompanyId'] })
  const order = await orderRow(ctx, trade.orderId, 'share')
  const winnerAmount = moment === 'award' ? await awardPrice(ctx, order.id, tradeId) : undefined
  if (moment === 'award' && winnerAmount === undefined) return
  if (winnerAmount !== undefined) await dropOutdated(ctx, tradeId, winnerAmount)
  for (const due of await duesOf(ctx, order)) {
    if (!arisesAt(due.line, moment)) continue
    const bill = await billFor(ctx, { order, tradeId, supplierId: trade.supplierCompanyId, winnerAmount, due })
    const made = await insertUnlessFaulty(ctx, bill)
    if (made && !FEES[made.feeType]!.isDrafted) await send(ctx, made)
  }
}

/** Open charges of awards that a winner no longer has. */
export async function dropFallen(ctx: Any, tradeIds: readonly string[], reason: string): Promise<void> {
  if (tradeIds.length === 0) return
  const bills = await ctx.many(
    'charge_bill',
    { tradeId: [...tradeIds], state: ['draft', 'sent', 'part', 'paid'] },
    { orderBy: ['id'], lock: 'update' },
  )
  for (const bill of bills) if (bill.winnerAmount !== null) await voidBill(ctx, bill, reason)
}

async function dropOutdated(ctx: Any, tradeId: string, winnerAmount: string): Promise<void> {
  const before = await ctx.many(
    'charge_bill',
    { tradeId, state: ['draft', 'sent'] },
    { orderBy: ['id'], lock: 'update' },
  )
  for (const bill of before)
    if (bill.winnerAmount !== null && !new Exact(bill.winnerAmount).eq(winnerAmount))
      await voidBill(ctx, bill, '中标金额已变更，重新计费')
}

interface Asked {
  order: Order
  tradeId: string
  supplierId: string
  winnerAmount: string | undefined
  due: Due
}

async function billFor(ctx: Any, { order, tradeId, supplierId, winnerAmount, due }: Asked): Promise<NewBill> {
  const { standard, line } = due
  const member = await discountFor(ctx, line, supplierId)
  return {
    feeType: line.feeType,
    orderId: order.id,
    tradeId,
    creditorId: standard.companyId,
    debtorId: line.payer === 'purchaser' ? order.purchaserCompanyId : supplierId,
    payer: line.payer,
    collection: line.collection,
    amounts: amountsOf(order, winnerAmount),
    template: line.template,
    publicationId: standard.publicationId,
    discount: member.percent,
    discountReason: member.name && `${member.name}优惠`,
    dueAt: new Date(ctx.clock.now().getTime() + DUE_DAYS * DAY),
  }
}

/**
 * What a fee is computed from. Before the award the budget is known to the buyer alone, and would be told by a fee made of
 * it: the public ceiling stands for it then.
 */
export function amountsOf(
  order: Pick<Order, 'controlPrice' | 'estimatedPrice'>,
  winnerAmount: string | undefined,
): Amounts {
  if (winnerAmount !== undefined) return { budgetAmount: order.estimatedPrice, winnerAmount }
  return order.controlPrice === null ? {} : { budgetAmount: order.controlPrice }
}

/** Percent that the company's membership takes off a line, and the membership's name; '0' and '' for none. */
export async function discountFor(ctx: Any, line: Pick<Line, 'memberDiscounts'>, companyId: string) {
  const member = (await memberOf(ctx, companyId)) as keyof typeof MEMBERS | undefined
  const percent = member && line.memberDiscounts[member]
  return percent ? { percent, name: MEMBERS[member] } : { percent: '0', name: '' }
}

/** A base that cannot be computed for this order owes nothing: nobody could say how much. */
async function insertUnlessFaulty(ctx: Any, bill: NewBill): Promise<Bill | null> {
  try {
    return await insertBill(ctx, bill)
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    ctx.log.warn({ tradeId: bill.tradeId, feeType: bill.feeType }, `no charge: ${error.message}`)
    return null
  }
}

/** What a trade won by the award in force; undefined where it did not. */
export async function awardPrice(ctx: Any, orderId: string, tradeId: string): Promise<string | undefined> {
  const row = await ctx.one('award_in_force', { orderId, tradeId }, { columns: ['price'] })
  return row?.price ?? undefined
}
