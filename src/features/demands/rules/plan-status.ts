import { statusTable } from '#contract/transition.ts'

export const PLAN_STATES = {
  draft: '编制中',
  reviewing: '审查中',
  passed: '已通过',
  returned: '退回修改',
  replaced: '已被替代',
} as const
export type PlanState = keyof typeof PLAN_STATES

/** Who has to review: at least so many, none of whom drafted (财库〔2021〕22号). */
export const REVIEW_KINDS = {
  general: {
    label: '一般性审查',
    least: 1,
    asks: '程序和内容是否完整、合规，采购方式、评审因素、合同类型是否与需求相适应',
  },
  key: { label: '重点审查', least: 3, asks: '非歧视性、竞争性、采购政策落实、履约风险，以及一般性审查的内容' },
} as const
export type ReviewKind = keyof typeof REVIEW_KINDS

export const OPINIONS = { agree: '同意', amend: '同意，有修改建议', against: '不同意' } as const
export type Opinion = keyof typeof OPINIONS

export type PlanAction = 'edit' | 'review' | 'recall' | 'opine'

export interface PlanFacts {
  state: PlanState
  /** The demand has been withdrawn. */
  isOver: boolean
}

export interface PlanWho {
  isHandler: boolean
  /** Has an opinion to give. */
  isAsked: boolean
}

const alive = ({ isOver }: PlanFacts) => (isOver ? '需求已撤回' : true)

/** Every act on a plan. */
export const PLAN_STATUS = statusTable<PlanState, PlanAction, PlanFacts, PlanWho>(
  ({ state }) => state,
  [
    {
      action: 'review',
      label: '提交审查',
      from: ['draft', 'returned'],
      to: 'reviewing',
      who: ({ isHandler }) => isHandler,
      guard: alive,
      primary: true,
    },
    { action: 'edit', label: '编辑', from: ['draft', 'returned'], who: ({ isHandler }) => isHandler, guard: alive },
    {
      action: 'opine',
      label: '提交审查意见',
      from: ['reviewing'],
      who: ({ isAsked }) => isAsked,
      guard: alive,
      primary: true,
    },
    {
      action: 'recall',
      label: '撤回审查',
      from: ['reviewing'],
      to: 'returned',
      who: ({ isHandler }) => isHandler,
      danger: true,
    },
  ],
)

/** What a review comes to once all opinions are in: who objects sends the plan back. */
export function resultOf(opinions: readonly Opinion[]): 'passed' | 'returned' {
  return opinions.includes('against') ? 'returned' : 'passed'
}
