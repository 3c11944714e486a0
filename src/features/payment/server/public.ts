/* What other features may call, and the events by which whoever asked for money hears of it, each once per subscriber. */

export { closeOrder, openOrders, type OrderLine, type PaymentRequest, requestPayment } from './orders.ts'
export { takesPayments } from './accounts.ts'
export { type FeePayment, feePayments } from './fee-payments.ts'
export { invoicing, type Invoicing } from './invoice-port.ts'
export { lockOrders, noteInvoice } from './invoiced.ts'
export { type OrderRow } from './records.ts'
export { refund } from './refunds.ts'
export { openSubAccount } from './sub-accounts.ts'
export { newNumber } from './codes.ts'
export { openCase } from './settle.ts'
export { subAccountMoney, type SubAccountRow } from './transfer-port.ts'
export { askTransferBack, hasBank, isBankLocal, playTransferTo } from './transfers.ts'
export { services, type Services } from './sale-port.ts'
export { PAYER } from './access.ts'
export { payStatusOf } from './pay-status.ts'
export { placeSku } from './sku-orders.ts'
export { skuRows } from './prices.ts'
export { ofProducts, orderPage } from './order-lists.ts'
export { paidServices, type ServiceLine, serviceLines, SKU_SUBJECT } from './service-orders.ts'

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
