import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { closeOrder, requestPayment, takesPayments } from '#features/payment/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { ChargeBill } from '#server/database/tables.ts'
import { type BillAction, type BillState, BILL_STATES, mayDo, openOf } from '../rules/bill.ts'
import { Collection, FEES, FeeType, type Payer } from '../rules/enums.ts'
import type { Amounts } from '../rules/expression.ts'
import { computeFee, discounted, type Fee, type Terms } from '../rules/fee.ts'
import { addRevenue, dropRevenue } from './revenue-items.ts'

export type Any = Context<Actor | null>
export type Bill = Selectable<ChargeBill>

/** What the cashier knows a charge by. */
export const SUBJECT = 'charge-bill'
/** Event that a charge was sent to its payer. */
export const SENT_EVENT = 'charge.sent'
/** Days that a payer has where nobody says otherwise; usage, not law. */
export const DUE_DAYS = 15

/** What a charge is made of; the amount is computed here. */
export interface NewBill {
  feeType: number
  orderId: string
  tradeId: string
  creditorId: string | null
  debtorId: string
  payer: Payer
  collection: number
  amounts: Amounts
  template: { name: string; terms: Terms }
  publicationId: string | null
  discount: string
  discountReason: string
  dueAt: Date
}

/** Amount of a charge before and after its discount, with the derivation. Throws `FormulaFault` where it cannot be computed. */
export function priced({
  amounts,
  template,
  discount,
  discountReason,
}: Pick<NewBill, 'amounts' | 'template' | 'discount' | 'discountReason'>): {
  gross: string
  fee: Fee
} {
  const whole = computeFee(template.terms, amounts)
  return { gross: whole.amount, fee: discounted(whole, discount, discountReason || '优惠') }
}

/** Makes a charge as a draft; null where there is one for this award already, or nothing is owed. */
export async function insertBill(ctx: Any, bill: NewBill): Promise<Bill | null> {
  const { amounts, template, ...rest } = bill
  const { gross, fee } = priced(bill)
  if (Number(fee.amount) === 0) return null
  const id = ctx.newId()
  const row = await ctx.tx
    .insertInto('charge_bill')
    .values({
      tenantId: ctx.tenantId,
      id,
      code: codeOf(ctx, 'SF', id),
      ...rest,
      budgetAmount: amounts.budgetAmount ?? null,
      winnerAmount: amounts.winnerAmount ?? null,
      templateName: template.name,
      terms: JSON.stringify(template.terms),
      gross,
      amount: fee.amount,
      derivation: JSON.stringify(fee.lines),
      state: 'draft',
      createdBy: ctx.actor?.userId ?? null,
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  note(ctx, row, {
    action: 'charge.bill',
    summary: `生成${FeeType.label(row.feeType)} ${row.code}：${formatAmount(row.amount)} 元`,
  })
  return row
}

/** Sends a charge: it is owed from now on, and paid by the cashier where it is collected online. */
export async function send(ctx: Any, bill: Bill): Promise<void> {
  const now = ctx.clock.now()
  await ctx.update('charge_bill', { id: bill.id }, { state: 'sent', sentAt: now })
  const sent = { ...bill, state: 'sent' }
  note(ctx, sent, {
    action: 'charge.send',
    summary: `发出${FeeType.label(bill.feeType)} ${bill.code}，${formatAmount(bill.amount)} 元`,
  })
  ctx.emit({ kind: SENT_EVENT, payload: { billId: bill.id } })
  await addRevenue(ctx, bill)
  if (bill.collection === Collection.values.online && takesPayments(ctx)) await openPayment(ctx, sent)
}

/** The cashier's order for what is still owed of a charge, made where none is open. */
export async function openPayment(ctx: Any, bill: Bill): Promise<string> {
  const { title, code } = await ctx.expectOne('purchase_order', { id: bill.orderId }, { columns: ['title', 'code'] })
  const { creditorId } = bill
  const name =
    creditorId === null ? '平台' : (await ctx.expectOne('company', { id: creditorId }, { columns: ['name'] })).name
  const lines = bill.derivation as unknown as Fee['lines']
  const now = ctx.clock.now()
  const soonest = new Date(now.getTime() + DUE_DAYS * DAY)
  const { orderId } = await requestPayment(ctx, {
    subject: { kind: SUBJECT, id: bill.id },
    payee: { companyId: creditorId, purpose: 'income', name },
    buyerId: bill.debtorId,
    amount: openOf(bill),
    type: FEES[bill.feeType]!.paymentType,
    title: `${title.slice(0, 60)}${FeeType.label(bill.feeType)}`,
    reasons: [
      { label: '采购项目', value: `${title}（${code}）` },
      { label: '收费单', value: bill.code },
      { label: '收费标准', value: bill.templateName },
      ...lines.map(({ label, computation, amount }) => ({
        label,
        value: `${computation} = ${formatAmount(amount)} 元`,
      })),
    ],
    expiresAt: bill.dueAt && bill.dueAt > soonest ? bill.dueAt : soonest,
  })
  if (bill.payOrderId !== orderId) await ctx.update('charge_bill', { id: bill.id }, { payOrderId: orderId })
  return orderId
}

/** A charge that falls away: nothing more is owed of it. What was paid stays with its receipt. */
export async function voidBill(ctx: Any, bill: Bill, reason: string): Promise<void> {
  if (bill.state === 'draft') {
    await ctx.remove('charge_bill', { id: bill.id })
    return note(ctx, bill, { action: 'charge.void', summary: `撤销收费草稿 ${bill.code}：${reason}` })
  }
  await closePayment(ctx, bill, reason)
  await ctx.update('charge_bill', { id: bill.id }, { state: 'void', reason, closedAt: ctx.clock.now() })
  await dropRevenue(ctx, bill)
  note(ctx, bill, { action: 'charge.void', summary: `${FeeType.label(bill.feeType)} ${bill.code} 作废：${reason}` })
}

export async function closePayment(ctx: Any, bill: Pick<Bill, 'payOrderId'>, reason: string): Promise<void> {
  if (bill.payOrderId !== null) await closeOrder(ctx, bill.payOrderId, reason)
}

/** A charge of this creditor, locked where it is to change, or `notFound`. */
export async function ownBill(
  ctx: Any,
  billId: string,
  { creditorId, lock }: { creditorId: string | null; lock?: 'update' | undefined },
): Promise<Bill> {
  const bill = await ctx.one('charge_bill', { id: billId, creditorId: creditorId ?? NULL }, lock ? { lock } : {})
  if (!bill) throw new AppError('notFound')
  return bill
}

/** A charge that this company owes, once it was sent, or `notFound`. */
export async function dueBill(
  ctx: Any,
  billId: string,
  { debtorId, lock }: { debtorId: string; lock?: 'update' },
): Promise<Bill> {
  const bill = await ctx.one('charge_bill', { id: billId, debtorId }, lock ? { lock } : {})
  if (!bill || bill.state === 'draft') throw new AppError('notFound')
  return bill
}

/** Refuses what the state of a charge does not allow. */
export function demand(action: BillAction, bill: Pick<Bill, 'state'>): void {
  const state = bill.state as BillState
  if (!mayDo(action, state)) throw new AppError('wrongState', `收费${BILL_STATES[state].label}，不能进行该操作`)
}

/** Records a fact about a charge, and has open pages of both sides ask anew; of a draft the creditor alone knows. */
export function note(
  ctx: Any,
  { id, state, debtorId, creditorId }: Pick<Bill, 'id' | 'state' | 'debtorId' | 'creditorId'>,
  fact: { action: string; summary: string; data?: object },
): void {
  ctx.audit({ entity: 'charge', entityId: id, ...fact })
  followed(ctx, [creditorId, state === 'draft' ? null : debtorId])
}

/** Open pages of these companies ask anew; null is the platform, which has no page that follows. */
export function followed(ctx: Any, companyIds: readonly (string | null)[]): void {
  const topics = companyIds.flatMap((id) => (id === null ? [] : `charges:${id}`))
  if (topics.length > 0) ctx.emit({ kind: 'charge.changed', payload: {}, topics })
}

/** Number of a record: what it is, its day, and the end of its id. */
export function codeOf(ctx: Any, prefix: string, id: string): string {
  return `${prefix}${formatDate(ctx.clock.now()).replaceAll('-', '')}${id.slice(-10).toUpperCase()}`
}
