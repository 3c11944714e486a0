import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { PAID_EVENT, type Paid, REFUNDED_EVENT, type Refunded } from '#features/payment/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { NULL } from '#server/database/records.ts'
import type { ChargeReceipt } from '#server/database/tables.ts'
import { openOf, stateAfter } from '../rules/bill.ts'
import { FeeType } from '../rules/enums.ts'
import { type Any, type Bill, closePayment, codeOf, demand, followed, note, SUBJECT } from './bills.ts'

export type Receipt = Selectable<ChargeReceipt>

/** Event that a charge was paid, in part or whole. */
export const RECEIVED_EVENT = 'charge.received'

export interface Share {
  billId: string
  amount: string
}

/** What of a receipt is neither on a charge nor given back. */
export function suspenseOf({ amount, settled, refunded }: Pick<Receipt, 'amount' | 'settled' | 'refunded'>): string {
  return new Exact(amount).minus(settled).minus(refunded).toFixed(2)
}

export type NewReceipt = Omit<
  Receipt,
  'tenantId' | 'id' | 'code' | 'refunded' | 'settled' | 'createdBy' | 'createdByName' | 'createdAt'
>

/** Money that came in for charges; nothing of it settles one yet. */
export async function insertReceipt(ctx: Any, given: NewReceipt): Promise<Receipt> {
  const id = ctx.newId()
  const receipt = {
    id,
    code: codeOf(ctx, 'SR', id),
    ...given,
    createdBy: ctx.actor?.userId ?? null,
    createdByName: ctx.actor?.name ?? '系统',
    createdAt: ctx.clock.now(),
  }
  await ctx.insert('charge_receipt', receipt)
  ctx.audit({
    action: 'charge.receipt',
    entity: 'charge-receipt',
    entityId: id,
    summary: `登记收入 ${receipt.code}：${formatAmount(given.amount)} 元`,
  })
  followed(ctx, [given.creditorId])
  return { ...receipt, tenantId: ctx.tenantId, refunded: '0.00', settled: '0.00' }
}

/**
 * Puts shares of a receipt, which the caller has locked, on charges of the same payer and creditor. Throws `notFound` for
 * others', `wrongState` for one that is not owed, `insufficient` with what is left, of the charge or of the receipt.
 */
export async function settle(ctx: Any, receipt: Receipt, shares: readonly Share[]): Promise<void> {
  const total = sum(shares.map(({ amount }) => amount))
  const left = suspenseOf(receipt)
  if (new Exact(total).gt(left)) throw short('收入可核销金额不足', left)
  const { creditorId, payerId: debtorId } = receipt
  const bills = await ctx.many(
    'charge_bill',
    { id: shares.map(({ billId }) => billId), creditorId: creditorId ?? NULL, debtorId },
    { orderBy: ['id'], lock: 'update' },
  )
  for (const { billId, amount } of shares) {
    const bill = bills.find(({ id }) => id === billId)
    if (!bill) throw new AppError('notFound')
    demand('receive', bill)
    const open = openOf(bill)
    if (new Exact(amount).gt(open)) throw short(`收费单 ${bill.code} 待收金额不足`, open)
    await put(ctx, { receipt, bill, amount })
  }
  await ctx.update('charge_receipt', { id: receipt.id }, { settled: new Exact(receipt.settled).plus(total).toFixed(2) })
}

async function put(
  ctx: Any,
  { receipt, bill, amount }: { receipt: Receipt; bill: Bill; amount: string },
): Promise<void> {
  const now = ctx.clock.now()
  const received = new Exact(bill.received).plus(amount).toFixed(2)
  const state = stateAfter({ amount: bill.amount, received })
  await writeLine(ctx, { receiptId: receipt.id, billId: bill.id, amount })
  await ctx.update('charge_bill', { id: bill.id }, { received, state, ...(state === 'paid' && { closedAt: now }) })
  // The cashier's open order asks for more than is owed now.
  if (bill.payOrderId !== receipt.payOrderId) await closePayment(ctx, bill, '费用已由其他方式缴纳')
  note(ctx, bill, {
    action: 'charge.received',
    summary: `${FeeType.label(bill.feeType)} ${bill.code} 收款 ${formatAmount(amount)} 元（${receipt.code}）`,
  })
  ctx.emit({ kind: RECEIVED_EVENT, payload: { billId: bill.id, amount, channel: receipt.channel } })
}

async function writeLine(ctx: Any, line: { receiptId: string; billId: string; amount: string }): Promise<void> {
  await ctx.insert('charge_settlement', {
    id: ctx.newId(),
    ...line,
    settledByName: ctx.actor?.name ?? '系统',
    at: ctx.clock.now(),
  })
}

/** What the cashier has taken for a charge: more than is owed by now stays in suspense. */
export const notePaid: Subscriber = {
  name: 'charges: note what was paid',
  kind: PAID_EVENT,
  async handle(ctx, event) {
    const paid = event.payload as unknown as Paid
    if (paid.subjectKind !== SUBJECT) return
    const bill = await ctx.expectOne('charge_bill', { id: paid.subjectId }, { lock: 'update' })
    if (await ctx.one('charge_receipt', { payOrderId: paid.orderId }, { columns: ['id'] })) return
    const receipt = await insertReceipt(ctx, {
      creditorId: bill.creditorId,
      payerId: paid.buyerId,
      channel: 'online',
      amount: paid.amount,
      receivedAt: new Date(paid.paidAt),
      payOrderId: paid.orderId,
      reference: paid.orderCode,
      voucherFile: null,
      voucherName: null,
      remark: '',
    })
    const amount = Exact.min(paid.amount, openOf(bill)).toFixed(2)
    if (new Exact(amount).gt(0)) await settle(ctx, receipt, [{ billId: bill.id, amount }])
  },
}

/** What the cashier has given back: of what is in suspense first, then of the charges that the receipt settled. */
export const noteRefund: Subscriber = {
  name: 'charges: note what was given back',
  kind: REFUNDED_EVENT,
  async handle(ctx, event) {
    const { subjectKind, orderId, amount } = event.payload as unknown as Refunded
    if (subjectKind !== SUBJECT || !orderId) return
    // Not there yet: what was paid is still on its way here, and this is told again.
    const receipt = await ctx.expectOne('charge_receipt', { payOrderId: orderId }, { lock: 'update' })
    const fromBills = Exact.max(0, new Exact(amount).minus(suspenseOf(receipt)))
    await takeBack(ctx, receipt, fromBills)
    await ctx.update(
      'charge_receipt',
      { id: receipt.id },
      {
        refunded: new Exact(receipt.refunded).plus(amount).toFixed(2),
        settled: new Exact(receipt.settled).minus(fromBills).toFixed(2),
      },
    )
  },
}

async function takeBack(ctx: Any, receipt: Receipt, amount: Exact): Promise<void> {
  let left = amount
  const lines = await ctx.many('charge_settlement', { receiptId: receipt.id }, { orderBy: ['id'] })
  const byBill = Map.groupBy(lines, ({ billId }) => billId)
  for (const billId of [...byBill.keys()].toSorted()) {
    const on = sum(byBill.get(billId)!.map((line) => line.amount))
    const part = Exact.min(left, on)
    if (!part.gt(0)) continue
    left = left.minus(part)
    const bill = await ctx.expectOne('charge_bill', { id: billId }, { lock: 'update' })
    await writeLine(ctx, { receiptId: receipt.id, billId, amount: part.negated().toFixed(2) })
    await ctx.update('charge_bill', { id: billId }, { refunded: new Exact(bill.refunded).plus(part).toFixed(2) })
    note(ctx, bill, {
      action: 'charge.refunded',
      summary: `${FeeType.label(bill.feeType)} ${bill.code} 退回 ${formatAmount(part.toFixed(2))} 元`,
    })
  }
}

function short(what: string, available: string): AppError {
  return new AppError('insufficient', `${what}，当前 ${formatAmount(available)} 元`, { available })
}
