/**
 * Kinds of journals that people of the platform undo, two of them together: what was booked by their own judgement, and what
 * the platform itself granted. Nothing else rests on these.
 */
export const CORRECTABLE: ReadonlySet<string> = new Set([
  'recon.surplus',
  'recon.shortage',
  'bond.interest',
  'bond.late',
])

const REFUND = '由收款方退款更正'
const BILL = '款项已由渠道收付，以渠道账单为准，差异在对账中处理'
const BOND = '在保证金业务中更正'

/** How any other journal is put right, by its kind: where its records are. */
export const WAY_BACK: Readonly<Record<string, string>> = {
  'payment.received': REFUND,
  'suspense.assigned': REFUND,
  'suspense.received': '在待处理款项中处理',
  'suspense.refunded': BILL,
  'order.refunded': BILL,
  'withdrawal.paid': BILL,
  'bond.returned': BILL,
  'bond.claimed': BILL,
  'bond.kept': BOND,
  'bond.guaranteed': BOND,
  'provider.fee': '重新对账后按账单更正',
  'provider.fee-returned': '重新对账后按账单更正',
  reversal: '冲正凭证不可再冲正',
}
