/*
 * What other features may call. Whoever asks for money hears of it by events, each once per subscriber:
 * `payment.paid` {orderId, orderCode, type, subjectKind, subjectId, buyerId, payeeId, amount, paidAt},
 * `payment.closed` {orderId, subjectKind, subjectId, buyerId},
 * `payment.refunded` and `payment.refund-failed` {refundId, orderId, amount, subjectKind, subjectId, buyerId, type}.
 */
export { closeOrder, type OrderLine, type PaymentRequest, requestPayment } from './orders.ts'
export { refund } from './refunds.ts'
export { openSubAccount } from './sub-accounts.ts'
