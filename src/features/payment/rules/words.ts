/** What a movement of an account is called in a statement, by the kind of its journal. */
export const POSTING_LABELS: Readonly<Record<string, string>> = {
  'payment.received': '收款',
  'suspense.received': '待处理款项',
  'suspense.assigned': '认领款项',
  'suspense.refunded': '原路退回',
  'order.refunded': '退款',
  'withdrawal.paid': '提现',
  'provider.fee': '渠道手续费',
  'recon.surplus': '对账长款',
  'recon.shortage': '对账短款',
  reversal: '冲正',
}
