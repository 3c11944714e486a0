import type { Selectable } from 'kysely'
import type { Payee } from '#features/ledger/rules/postings.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'

type Ctx = Context<Actor | null>

export type OrderRow = Selectable<Tables['pay_order']>
export type PaymentRow = Selectable<Tables['payment']>

/** Locked first, before any of its payments: everything that happens to an order happens one after the other. */
export function lockOrder(ctx: Ctx, id: string) {
  return ctx.one('pay_order', { id }, { lock: 'update' })
}

/** Who gets the money of an order, as the ledger books it. Points are sold by the platform, and owed to their buyer. */
export function payeeOf(order: Pick<OrderRow, 'payeeId' | 'purpose' | 'payeeSubject' | 'buyerId'>): Payee {
  const purpose = order.purpose as Payee['purpose']
  return { companyId: purpose === 'points' ? order.buyerId : order.payeeId, purpose, subject: order.payeeSubject }
}

/** Pages that show the payment load it again. */
export function tellChange(ctx: Ctx, payCode: string, status: number): void {
  ctx.emit({ kind: 'payment.changed', payload: { payCode, status }, topics: [`payment:${payCode}`] })
}

/** `payment.paid`: money for an order is in, however it came. */
export function tellPaid(ctx: Ctx, order: OrderRow, at: Date): void {
  ctx.emit({
    kind: 'payment.paid',
    payload: {
      orderId: order.id,
      orderCode: order.code,
      type: order.type,
      subjectKind: order.subjectKind,
      subjectId: order.subjectId,
      buyerId: order.buyerId,
      payeeId: order.payeeId,
      amount: order.amount,
      paidAt: at.toISOString(),
      createdBy: order.createdBy,
    },
  })
}
