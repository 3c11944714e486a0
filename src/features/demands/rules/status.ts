import { statusTable } from '#contract/transition.ts'

export const DEMAND_STATES = {
  draft: '草稿',
  surveying: '调研中',
  ended: '调研结束',
  concluded: '已形成结论',
  planned: '计划已通过',
  handed: '已转项目',
  withdrawn: '已撤回',
} as const
export type DemandState = keyof typeof DEMAND_STATES

export const SURVEY_MODES = { open: '公开征集', invited: '邀请调研', none: '不开展调研' } as const
export type SurveyMode = keyof typeof SURVEY_MODES

/** Respondents that stand for the market: at least so many (财库〔2021〕22号第十条). */
export const LEAST_RESPONDENTS = 3

export type DemandAction =
  | 'edit'
  | 'remove'
  | 'publish'
  | 'decide'
  | 'invite'
  | 'move'
  | 'end'
  | 'enter'
  | 'fill'
  | 'askMarks'
  | 'nextRound'
  | 'conclude'
  | 'plan'
  | 'handOver'
  | 'withdraw'

export interface DemandFacts {
  /** As the clock has it: a survey whose end has passed has ended. */
  state: DemandState
  mode: SurveyMode
  answers: number
  /** A plan that is drafted or under review. */
  hasOpenPlan: boolean
  hasPlan: boolean
  /** Lines that are in no project yet. */
  freeItems: number
  /** Name of the approval that it waits for. */
  pending: string | null
  /** Whether it may be asked again with adjusted parameters. */
  hasRounds: boolean
  /** How staff marked the parameters of the round that ended. */
  marks: 'none' | 'open' | 'done'
  /** Whether it has fields that may be filled in after the survey. */
  hasLateFields: boolean
  /** What is missing before it can be planned; null: nothing. */
  lacks: string | null
}

interface DemandWho {
  /** Somebody of the company that runs it, with the right to. */
  isHandler: boolean
}

/** What stands in the way of a further round. */
const MARKS_MISSING = {
  none: '请先邀请临床和工程人员标注参数',
  open: '临床和工程人员尚未全部完成标注',
  done: true,
} as const

const handler = ({ isHandler }: DemandWho) => isHandler
const surveys = (who: DemandWho, { mode }: DemandFacts) => who.isHandler && mode !== 'none'

/** Every act on a demand. */
export const DEMAND_STATUS = statusTable<DemandState, DemandAction, DemandFacts, DemandWho>(
  ({ state }) => state,
  [
    { action: 'publish', label: '发布调研', from: ['draft'], to: 'surveying', who: surveys, primary: true },
    {
      action: 'publish',
      label: '确认需求',
      from: ['draft'],
      to: 'ended',
      who: ({ isHandler }, { mode }) => isHandler && mode === 'none',
      primary: true,
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: handler },
    { action: 'remove', label: '删除', from: ['draft'], who: handler, danger: true, confirm: '删除该需求草稿？' },
    { action: 'decide', label: '审核报名', from: ['surveying'], who: surveys },
    {
      action: 'conclude',
      label: '形成结论',
      from: ['ended'],
      to: 'concluded',
      who: handler,
      primary: true,
    },
    {
      action: 'conclude',
      label: '修订结论',
      from: ['concluded'],
      who: handler,
      guard: ({ hasOpenPlan }) => (hasOpenPlan ? '采购实施计划编制或审查中，不能修订结论' : true),
    },
    { action: 'move', label: '调整截止时间', from: ['surveying'], who: surveys },
    {
      action: 'move',
      label: '延长调研',
      from: ['ended'],
      to: 'surveying',
      who: surveys,
      guard: ({ answers }) => (answers < LEAST_RESPONDENTS ? true : `已有 ${answers} 份应答，调研对象数量已满足要求`),
    },
    { action: 'end', label: '提前结束调研', from: ['surveying'], to: 'ended', who: surveys, danger: true },
    { action: 'invite', label: '邀请供应商', from: ['surveying'], who: surveys },
    { action: 'enter', label: '录入纸质应答', from: ['surveying', 'ended'], who: surveys },
    {
      action: 'askMarks',
      label: '邀请标注参数',
      from: ['ended'],
      who: (who, facts) => surveys(who, facts) && facts.hasRounds,
    },
    {
      action: 'nextRound',
      label: '发起下一轮',
      from: ['ended'],
      to: 'surveying',
      who: (who, facts) => surveys(who, facts) && facts.hasRounds,
      guard: ({ marks }) => MARKS_MISSING[marks],
    },
    {
      action: 'fill',
      label: '补充许可信息',
      from: ['surveying', 'ended', 'concluded', 'planned'],
      who: ({ isHandler }, { hasLateFields }) => isHandler && hasLateFields,
    },
    {
      action: 'plan',
      label: '编制采购实施计划',
      from: ['concluded'],
      who: (who, facts) => who.isHandler && !facts.hasPlan && !facts.hasOpenPlan,
      guard: ({ lacks }) => lacks ?? true,
      primary: true,
    },
    {
      action: 'plan',
      label: '变更采购实施计划',
      from: ['planned'],
      who: (who, facts) => who.isHandler && facts.hasPlan && !facts.hasOpenPlan,
    },
    {
      action: 'handOver',
      label: '转为采购项目',
      from: ['planned', 'handed'],
      to: 'handed',
      who: handler,
      primary: true,
      guard: ({ freeItems, hasOpenPlan }) => {
        if (freeItems === 0) return '全部标的已转为采购项目'
        return hasOpenPlan ? '采购实施计划变更中，请先完成审查' : true
      },
    },
    {
      action: 'withdraw',
      label: '撤回需求',
      from: ['surveying', 'ended', 'concluded', 'planned'],
      to: 'withdrawn',
      who: handler,
      danger: true,
    },
  ],
  ({ pending }) => (pending === null ? true : `${pending}审批中，不能办理`),
)

/** Whether what was answered in a round may be read: the round is over, or the last one is open by its demand. */
export function isRoundOpen(
  round: { roundNo: number },
  { last, state, hides }: { last: number; state: DemandState; hides: boolean },
): boolean {
  return round.roundNo < last || isAnswerOpen({ state, hides })
}

/** Whether what somebody answered may be read: after the end, or where the demand does not hide it. */
export function isAnswerOpen({ state, hides }: { state: DemandState; hides: boolean }): boolean {
  return !hides || (state !== 'draft' && state !== 'surveying')
}
