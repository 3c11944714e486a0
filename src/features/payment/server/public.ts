/* What other features may call, and the events by which whoever asked for money hears of it, each once per subscriber. */

export { closeOrder, type OrderLine, type PaymentRequest, requestPayment } from './orders.ts'
export { takesPayments } from './accounts.ts'
export { refund } from './refunds.ts'
export { openSubAccount } from './sub-accounts.ts'

/** Payload of `payment.paid`. Of `payment.closed`: order, subject and buyer alone. */
export interface Paid {
  orderId: string
  orderCode: string
  type: number
  subjectKind: string
  subjectId: string
  buyerId: string
  payeeId: string | null
  amount: string
  /** ISO. */
  paidAt: string
  createdBy: string | null
}

/** Payload of `payment.refunded` and `payment.refund-failed`; of money in suspense there is no order. */
export interface Refunded {
  refundId: string
  orderId: string | null
  amount: string
  subjectKind?: string
  subjectId?: string
  buyerId?: string
  type?: number
}

export const PAID_EVENT = 'payment.paid'
export const REFUNDED_EVENT = 'payment.refunded'
