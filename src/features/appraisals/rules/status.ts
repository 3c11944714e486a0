import { statusTable } from '#contract/transition.ts'

export const APPRAISAL_STATES = {
  draft: '草稿',
  scoring: '打分中',
  scored: '待发布',
  published: '已发布',
  cancelled: '已终止',
} as const
export type AppraisalState = keyof typeof APPRAISAL_STATES

export type AppraisalAction = 'edit' | 'remove' | 'start' | 'extend' | 'collect' | 'veto' | 'publish' | 'cancel'
export type AppraisalWho = 'keeper' | 'process'

export interface AppraisalFacts {
  state: AppraisalState
  pendingApproval: string | null
}

const byKeeper = (who: AppraisalWho) => who === 'keeper'

/** Every way an appraisal goes. Marks are collected when all are in, or at the deadline. */
export const APPRAISAL_STATUS = statusTable<AppraisalState, AppraisalAction, AppraisalFacts, AppraisalWho>(
  ({ state }) => state,
  [
    { action: 'start', label: '开始考核', from: ['draft'], to: 'scoring', who: byKeeper, primary: true },
    { action: 'edit', label: '编辑', from: ['draft'], who: byKeeper },
    { action: 'remove', label: '删除', from: ['draft'], who: byKeeper, danger: true, confirm: '删除该草稿？' },
    { action: 'collect', label: '汇总', from: ['scoring'], to: 'scored', who: (who) => who === 'process' },
    { action: 'extend', label: '调整截止时间', from: ['scoring'], who: byKeeper },
    { action: 'publish', label: '发布结果', from: ['scored'], to: 'published', who: byKeeper, primary: true },
    { action: 'veto', label: '认定否决事项', from: ['scored'], who: byKeeper },
    { action: 'cancel', label: '终止', from: ['scoring', 'scored'], to: 'cancelled', who: byKeeper, danger: true },
  ],
  ({ pendingApproval }) => (pendingApproval === null ? true : `“${pendingApproval}”正在审批`),
)

export const OBJECTION_DAYS = 5

export const OUTCOMES = { upheld: '异议成立', rejected: '异议不成立' } as const
export type Outcome = keyof typeof OUTCOMES
