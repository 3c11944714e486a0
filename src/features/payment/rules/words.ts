/** What a movement of an account is called in a statement, by the kind of its journal. */
export const POSTING_LABELS: Readonly<Record<string, string>> = {
  'payment.received': '收款',
  'suspense.received': '待处理款项',
  'suspense.assigned': '认领款项',
  'suspense.refunded': '原路退回',
  'order.refunded': '退款',
  'withdrawal.paid': '提现',
  'bond.returned': '保证金退还',
  'bond.interest': '保证金利息',
  'bond.late': '逾期退还利息',
  'bond.kept': '保证金不予退还',
  'bond.guaranteed': '会员额度代偿',
  'bond.claimed': '保函赔付',
  'provider.fee': '渠道手续费',
  'recon.surplus': '对账长款',
  'recon.shortage': '对账短款',
  reversal: '冲正',
}
