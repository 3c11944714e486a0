import { statusTable } from '#contract/transition.ts'

export const ENTRUST_STATES = {
  draft: '草稿',
  offered: '待接受',
  accepted: '委托中',
  refused: '已拒绝',
  ended: '已终止',
} as const
export type EntrustState = keyof typeof ENTRUST_STATES

export type EntrustAction = 'edit' | 'remove' | 'offer' | 'withdraw' | 'accept' | 'refuse' | 'end'

/** Whose side somebody acts on. */
export type EntrustSide = 'purchaser' | 'agency'

interface EntrustFacts {
  state: EntrustState
  /** Who drafted it: a purchaser its own project, or an agency one that it registered for a purchaser with an account. */
  proposedBy: EntrustSide
  /** Why no agency can take it over now. */
  blocked: string | null
}

const proposer = (side: EntrustSide, { proposedBy }: EntrustFacts) => side === proposedBy
const other = (side: EntrustSide, { proposedBy }: EntrustFacts) => side !== proposedBy
const unblocked = ({ blocked }: EntrustFacts) => blocked ?? true

/** Every act on an entrustment. */
export const ENTRUST_STATUS = statusTable<EntrustState, EntrustAction, EntrustFacts, EntrustSide>(
  ({ state }) => state,
  [
    {
      action: 'offer',
      label: '发出委托',
      from: ['draft'],
      to: 'offered',
      who: (side, facts) => side === 'purchaser' && proposer(side, facts),
      primary: true,
      confirm: '发出后由代理机构接受或者拒绝，接受前可以撤回。',
      guard: unblocked,
    },
    {
      action: 'offer',
      label: '提请采购人同意',
      from: ['draft'],
      to: 'offered',
      who: (side, facts) => side === 'agency' && proposer(side, facts),
      primary: true,
      confirm: '提请后由采购人同意或者拒绝，同意前可以撤回，但不能发布公告。',
      guard: unblocked,
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: proposer },
    { action: 'remove', label: '删除', from: ['draft'], who: proposer, danger: true, confirm: '删除该委托草稿？' },
    {
      action: 'withdraw',
      label: '撤回',
      from: ['offered'],
      to: 'draft',
      who: proposer,
      confirm: '撤回后可修改再发出。',
    },
    {
      action: 'accept',
      label: '接受委托',
      from: ['offered'],
      to: 'accepted',
      who: (side, facts) => side === 'agency' && other(side, facts),
      primary: true,
      confirm: '接受后由本单位办理该项目的全部采购单，采购人观察。',
      guard: unblocked,
    },
    {
      action: 'accept',
      label: '同意委托',
      from: ['offered'],
      to: 'accepted',
      who: (side, facts) => side === 'purchaser' && other(side, facts),
      primary: true,
      confirm: '同意后代理机构可以为本单位发布该项目的公告并办理全部采购单，本单位观察。',
      guard: unblocked,
    },
    { action: 'refuse', label: '拒绝', from: ['offered'], to: 'refused', who: other, danger: true },
    { action: 'end', label: '终止委托', from: ['accepted'], to: 'ended', who: () => true, danger: true },
  ],
)
