import { statusTable } from '#contract/transition.ts'

export type ContractSide = 'purchaser' | 'supplier'

export const CONTRACT_STATES = {
  draft: '草稿',
  offered: '待供应商签订',
  signed: '履行中',
  completed: '已完成',
  terminated: '已终止',
} as const
export type ContractState = keyof typeof CONTRACT_STATES

export type ContractAction =
  | 'edit'
  | 'remove'
  | 'offer'
  | 'recall'
  | 'sign'
  | 'refuse'
  | 'order'
  | 'change'
  | 'recallChange'
  | 'agreeChange'
  | 'refuseChange'
  | 'eSign'
  | 'complete'
  | 'terminate'

export interface ContractFacts {
  state: ContractState
  /** What waits for an approval, e.g. 合同变更. */
  held: string | null
  /** Why it cannot be offered or signed: findings, or an award that is no longer in force. */
  blocked: string | null
  /** A change waits for the supplier. */
  hasOpenChange: boolean
  /** It rests on a frame agreement, whose own acts order, adjust and end. */
  isUnderAgreement: boolean
  /** What must come to an end before the contract does. */
  unfinished: string | null
  /** Why the version in force cannot be sent to be signed electronically. */
  signing: string | null
}

const buys = (side: ContractSide) => side === 'purchaser'
const sells = (side: ContractSide) => side === 'supplier'
const buysByItself = (side: ContractSide, { isUnderAgreement }: ContractFacts) => buys(side) && !isUnderAgreement
const unblocked = ({ blocked }: ContractFacts) => blocked ?? true
const noChange = ({ hasOpenChange }: ContractFacts) => (hasOpenChange ? '有一项变更正待供应商确认' : true)

/** Every act on a contract as a whole. */
export const CONTRACT_STATUS = statusTable<ContractState, ContractAction, ContractFacts, ContractSide>(
  ({ state }) => state,
  [
    {
      action: 'offer',
      label: '提交供应商签订',
      from: ['draft'],
      to: 'offered',
      who: buys,
      primary: true,
      guard: unblocked,
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: buys },
    { action: 'remove', label: '删除', from: ['draft'], who: buys, danger: true, confirm: '删除该合同草稿？' },
    {
      action: 'recall',
      label: '撤回',
      from: ['offered'],
      to: 'draft',
      who: buys,
      confirm: '撤回后可修改，再提交供应商签订。',
    },
    {
      action: 'sign',
      label: '确认签订',
      from: ['offered'],
      to: 'signed',
      who: sells,
      primary: true,
      guard: unblocked,
    },
    { action: 'refuse', label: '退回', from: ['offered'], to: 'draft', who: sells, danger: true },
    { action: 'order', label: '下采购订单', from: ['signed'], who: buysByItself, primary: true },
    { action: 'change', label: '变更合同', from: ['signed'], who: buysByItself, guard: noChange },
    {
      action: 'recallChange',
      label: '撤回变更',
      from: ['signed'],
      who: (side, facts) => buys(side) && facts.hasOpenChange,
      confirm: '撤回供应商尚未确认的变更？',
    },
    {
      action: 'agreeChange',
      label: '同意变更',
      from: ['signed'],
      who: (side, facts) => sells(side) && facts.hasOpenChange,
      primary: true,
    },
    {
      action: 'refuseChange',
      label: '不同意变更',
      from: ['signed'],
      who: (side, facts) => sells(side) && facts.hasOpenChange,
      danger: true,
    },
    {
      // Of a contract under a frame agreement the agreement itself was signed.
      action: 'eSign',
      label: '发起电子签章',
      from: ['signed'],
      who: (_, { isUnderAgreement }) => !isUnderAgreement,
      guard: ({ signing }) => signing ?? true,
    },
    {
      action: 'complete',
      label: '办结合同',
      from: ['signed'],
      to: 'completed',
      who: buys,
      guard: ({ unfinished, hasOpenChange }) => unfinished ?? noChange({ hasOpenChange } as ContractFacts),
      confirm: '办结后不能再下采购订单。',
    },
    {
      action: 'terminate',
      label: '终止合同',
      from: ['signed'],
      to: 'terminated',
      who: buysByItself,
      danger: true,
      guard: noChange,
    },
  ],
  // While something of the contract waits for approval orders go on, which have holds of their own, and so does what was agreed.
  ({ held }, action) => (held === null || action === 'order' || action === 'eSign' ? true : `“${held}”正在审批`),
)

export const CALL_OFF_STATES = {
  sent: '待供应商确认',
  confirmed: '履行中',
  refused: '供应商已拒绝',
  cancelled: '已取消',
  done: '已完成',
} as const
export type CallOffState = keyof typeof CALL_OFF_STATES

export type CallOffAction = 'confirm' | 'refuse' | 'cancel' | 'deliver' | 'accept'

export interface CallOffFacts {
  state: CallOffState
  /** Something was delivered already. */
  isDelivered: boolean
  /** Quantity remains to be delivered. */
  hasOpen: boolean
  /** A delivery waits to be judged. */
  hasUnjudged: boolean
  /** Why none of those that wait can be judged yet: teams look at all of them; null: one can be. */
  examined: string | null
}

/** Every act on a purchase order. */
export const CALL_OFF_STATUS = statusTable<CallOffState, CallOffAction, CallOffFacts, ContractSide>(
  ({ state }) => state,
  [
    {
      action: 'confirm',
      label: '确认订单',
      from: ['sent'],
      to: 'confirmed',
      who: sells,
      primary: true,
      confirm: '确认后按订单交货。',
    },
    { action: 'refuse', label: '拒绝订单', from: ['sent'], to: 'refused', who: sells, danger: true },
    {
      action: 'deliver',
      label: '发货通知',
      from: ['confirmed'],
      who: sells,
      primary: true,
      guard: ({ hasOpen }) => hasOpen || '订单数量已全部发货',
    },
    {
      action: 'accept',
      label: '验收',
      from: ['confirmed'],
      who: buys,
      primary: true,
      guard: ({ hasUnjudged, examined }) => (hasUnjudged ? (examined ?? true) : '没有待验收的到货'),
    },
    {
      action: 'cancel',
      label: '取消订单',
      from: ['sent', 'confirmed'],
      to: 'cancelled',
      who: buys,
      danger: true,
      guard: ({ isDelivered }) => (isDelivered ? '已有到货，不能取消' : true),
    },
  ],
)

export const DEMAND_STATES = {
  asked: '待处理',
  ordered: '已转订单',
  refused: '已退回',
  withdrawn: '已撤回',
} as const
export type DemandOrderState = keyof typeof DEMAND_STATES

export const REQUEST_STATES = { asked: '待审核', approved: '待付款', refused: '已退回', paid: '已付款' } as const
export type RequestState = keyof typeof REQUEST_STATES
