import { Exact } from '#contract/money.ts'

/** States of a charge. */
export const BILL_STATES = {
  draft: { label: '草稿', tone: 'neutral' },
  sent: { label: '待收款', tone: 'warning' },
  part: { label: '部分收款', tone: 'active' },
  paid: { label: '已结清', tone: 'success' },
  waived: { label: '已减免', tone: 'neutral' },
  void: { label: '已作废', tone: 'neutral' },
} as const
export type BillState = keyof typeof BILL_STATES

/** What may be done with a charge, by whom, in which states. */
export const BILL_ACTIONS = {
  edit: { by: 'creditor', in: ['draft'], label: '修改' },
  remove: { by: 'creditor', in: ['draft'], label: '删除' },
  send: { by: 'creditor', in: ['draft'], label: '发出' },
  receive: { by: 'creditor', in: ['sent', 'part'], label: '登记收入' },
  waive: { by: 'creditor', in: ['sent', 'part'], label: '减免' },
  pay: { by: 'debtor', in: ['sent', 'part'], label: '去支付' },
} as const satisfies Record<string, { by: 'creditor' | 'debtor'; in: readonly BillState[]; label: string }>
export type BillAction = keyof typeof BILL_ACTIONS

export function mayDo(action: BillAction, state: BillState): boolean {
  return (BILL_ACTIONS[action].in as readonly BillState[]).includes(state)
}

/** What is still owed; nothing of a charge that is waived or void. */
export function openOf({ state, amount, received }: { state: string; amount: string; received: string }): string {
  return mayDo('pay', state as BillState) ? new Exact(amount).minus(received).toFixed(2) : '0.00'
}

/** The state that follows from what was received, of a charge that is owed. */
export function stateAfter({ amount, received }: { amount: string; received: string }): BillState {
  if (new Exact(received).gte(amount)) return 'paid'
  return new Exact(received).gt(0) ? 'part' : 'sent'
}
