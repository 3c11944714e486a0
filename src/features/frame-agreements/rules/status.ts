import { statusTable } from '#contract/transition.ts'
import type { CallRule, Kind } from './words.ts'

export type Side = 'purchaser' | 'supplier'

export const AGREEMENT_STATES = {
  draft: '草稿',
  sent: '待供应商确认',
  signed: '已签订待生效',
  inForce: '执行中',
  expired: '已到期',
  ended: '已终止',
} as const
export type AgreementState = keyof typeof AGREEMENT_STATES

export type AgreementAction =
  | 'edit'
  | 'remove'
  | 'send'
  | 'recall'
  | 'order'
  | 'compete'
  | 'supplement'
  | 'renew'
  | 'end'

export interface AgreementFacts {
  state: AgreementState
  /** What waits for an approval, e.g. 框架协议签订. */
  held: string | null
  /** Why it cannot be sent. */
  blocked: string | null
  /** A supplier has signed already. */
  isSigned: boolean
  kind: Kind
  rule: CallRule
}

const buys = (side: Side) => side === 'purchaser'

/** Whose orders are won in a mini-competition: where that was agreed, or no price was (GB/T 43711 D.2.5). */
export const competes = ({ kind, rule }: Pick<AgreementFacts, 'kind' | 'rule'>) =>
  rule === 'competition' || kind === 'supplier'

/** Every act on an agreement as a whole; signed, in force and expired it becomes by answers and days. */
export const AGREEMENT_STATUS = statusTable<AgreementState, AgreementAction, AgreementFacts, Side>(
  ({ state }) => state,
  [
    {
      action: 'send',
      label: '提交供应商确认',
      from: ['draft'],
      to: 'sent',
      who: buys,
      primary: true,
      guard: ({ blocked }) => blocked ?? true,
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: buys },
    { action: 'remove', label: '删除', from: ['draft'], who: buys, danger: true, confirm: '删除该协议草稿？' },
    {
      action: 'recall',
      label: '撤回',
      from: ['sent'],
      to: 'draft',
      who: buys,
      guard: ({ isSigned }) => (isSigned ? '已有供应商确认，不能撤回' : true),
      confirm: '撤回后可修改，再提交供应商确认。',
    },
    {
      action: 'order',
      label: '下达订单',
      from: ['inForce'],
      who: buys,
      primary: true,
      guard: ({ rule }) => rule !== 'competition' || '协议约定二次竞价，订单由竞价结果产生',
    },
    {
      action: 'compete',
      label: '发起二次竞价',
      from: ['inForce'],
      who: (side, facts) => buys(side) && competes(facts),
      primary: true,
    },
    { action: 'supplement', label: '补充供应商', from: ['signed', 'inForce'], who: buys },
    {
      action: 'renew',
      label: '续签',
      from: ['inForce', 'expired', 'ended'],
      who: buys,
      confirm: '以本协议的标的、价格和供应商起草一份新协议，供应商须重新确认。',
    },
    { action: 'end', label: '终止协议', from: ['sent', 'signed', 'inForce'], to: 'ended', who: buys, danger: true },
  ],
  // Orders go on while something of the agreement waits for approval.
  ({ held }, action) => (held === null || action === 'order' || action === 'compete' ? true : `“${held}”正在审批`),
)

export const ENTRY_STATES = {
  drafted: '未提交',
  offered: '待确认',
  active: '有效',
  refused: '已拒绝',
  withdrawn: '已撤回',
  suspended: '已暂停',
  exited: '已退出',
} as const
export type EntryState = keyof typeof ENTRY_STATES

export type EntryAction =
  | 'confirm'
  | 'refuse'
  | 'withdraw'
  | 'suspend'
  | 'resume'
  | 'exit'
  | 'adjust'
  | 'recallAdjustment'
  | 'agreeAdjustment'
  | 'refuseAdjustment'

export interface EntryFacts {
  state: EntryState
  agreement: AgreementState
  held: string | null
  /** New prices wait for the supplier. */
  hasAdjustment: boolean
}

const sells = (side: Side) => side === 'supplier'
const isOpen = ({ agreement }: EntryFacts) =>
  agreement === 'sent' || agreement === 'signed' || agreement === 'inForce' || '协议已到期或终止'

/** Every act on one supplier's part of an agreement. */
export const ENTRY_STATUS = statusTable<EntryState, EntryAction, EntryFacts, Side>(
  ({ state }) => state,
  [
    {
      action: 'confirm',
      label: '确认协议',
      from: ['offered'],
      to: 'active',
      who: sells,
      primary: true,
      guard: isOpen,
    },
    { action: 'refuse', label: '拒绝', from: ['offered'], to: 'refused', who: sells, danger: true, guard: isOpen },
    { action: 'withdraw', label: '撤回', from: ['offered'], to: 'withdrawn', who: buys, danger: true, guard: isOpen },
    {
      action: 'adjust',
      label: '调整价格',
      from: ['active'],
      who: (side, facts) => buys(side) && !facts.hasAdjustment,
      guard: isOpen,
    },
    {
      action: 'recallAdjustment',
      label: '撤回调价',
      from: ['active', 'suspended'],
      who: (side, facts) => buys(side) && facts.hasAdjustment,
      confirm: '撤回供应商尚未确认的调价？',
    },
    {
      action: 'agreeAdjustment',
      label: '同意调价',
      from: ['active'],
      who: (side, facts) => sells(side) && facts.hasAdjustment,
      primary: true,
      guard: isOpen,
    },
    {
      action: 'refuseAdjustment',
      label: '不同意调价',
      from: ['active', 'suspended'],
      who: (side, facts) => sells(side) && facts.hasAdjustment,
      danger: true,
    },
    { action: 'suspend', label: '暂停', from: ['active'], to: 'suspended', who: buys, danger: true, guard: isOpen },
    { action: 'resume', label: '恢复', from: ['suspended'], to: 'active', who: buys, guard: isOpen },
    {
      action: 'exit',
      label: '退出',
      from: ['active', 'suspended'],
      to: 'exited',
      who: buys,
      danger: true,
      guard: isOpen,
    },
  ],
  ({ held }, action) =>
    held === null || action === 'confirm' || action === 'refuse' || action.endsWith('Adjustment')
      ? true
      : `“${held}”正在审批`,
)
