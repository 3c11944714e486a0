import { statusTable } from '#contract/transition.ts'

export const WAYS = { recommend: '推荐入库', direct: '直接入库' } as const
export type Way = keyof typeof WAYS

export const ONBOARDING_STATES = { draft: '草稿', proposed: '待审核', accepted: '已入库', refused: '未通过' } as const
export type OnboardingState = keyof typeof ONBOARDING_STATES

export type OnboardingAction = 'edit' | 'remove' | 'propose' | 'withdraw' | 'accept' | 'refuse'

/** A keeper of the library decides; whoever buys may recommend. */
export type OnboardingWho = 'keeper' | 'proposer'

export interface OnboardingFacts {
  way: Way
  state: OnboardingState
  /** What the record waits for. */
  pendingApproval: string | null
}

const anybody = () => true
const isRecommended = (_who: OnboardingWho, { way }: OnboardingFacts) => way === 'recommend'
const decides =
  (way: Way) =>
  (who: OnboardingWho, facts: OnboardingFacts): boolean =>
    who === 'keeper' && facts.way === way

/** Every act on a proposal. */
export const ONBOARDING_STATUS = statusTable<OnboardingState, OnboardingAction, OnboardingFacts, OnboardingWho>(
  ({ state }) => state,
  [
    {
      action: 'propose',
      label: '提交推荐',
      from: ['draft'],
      to: 'proposed',
      who: isRecommended,
      primary: true,
      confirm: '提交后由供应商管理人员审核，审核前可以撤回。',
    },
    { action: 'accept', label: '提交入库', from: ['draft'], to: 'accepted', who: decides('direct'), primary: true },
    {
      action: 'accept',
      label: '审核通过',
      from: ['proposed'],
      to: 'accepted',
      who: decides('recommend'),
      primary: true,
    },
    { action: 'refuse', label: '不予通过', from: ['proposed'], to: 'refused', who: decides('recommend'), danger: true },
    {
      action: 'withdraw',
      label: '撤回',
      from: ['proposed'],
      to: 'draft',
      who: isRecommended,
      confirm: '撤回后可修改再提交。',
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: anybody },
    { action: 'remove', label: '删除', from: ['draft'], who: anybody, danger: true, confirm: '删除该草稿？' },
  ],
  ({ pendingApproval }) => (pendingApproval === null ? true : `“${pendingApproval}”正在审批`),
)
