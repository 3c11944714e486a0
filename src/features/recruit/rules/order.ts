import { statusTable } from '#contract/transition.ts'
import type { FeeTiming, Openness, RequireType } from './kinds.ts'

export const RECRUIT_STATES = {
  draft: '草稿',
  recruiting: '征集中',
  ended: '已截止',
  drafted: '结果已拟定',
  published: '结果已公布',
  abandoned: '已终止',
} as const
export type RecruitState = keyof typeof RECRUIT_STATES

export type RecruitAction =
  | 'edit'
  | 'remove'
  | 'publish'
  | 'change'
  | 'end'
  | 'check'
  | 'result'
  | 'publishResult'
  | 'abandon'
  | 'assist'

/** Who somebody is to a call for suppliers: whoever manages suppliers, a co-handler without that right, or who looks on. */
export type Part = 'owner' | 'assistant' | 'auditor'

/** One group of goods or services that suppliers are wanted for. */
export interface Category {
  key: string
  name: string
  requirements: string
  documents: { key: string; requireType: RequireType; name: string; required: boolean }[]
}

export interface RecruitFacts {
  /** As it stands now, see `stateAt`. */
  state: RecruitState
  /** The step that waits for approval. */
  held: string | null
  /** Applications that nobody has decided about. */
  pending: number
  /** Lines of the drafted result. */
  entries: number
}

const owner = (part: Part) => part === 'owner'
const checked = ({ pending }: RecruitFacts) => (pending > 0 ? `还有 ${pending} 份申请未审核` : true)
const RUNNING = ['recruiting', 'ended', 'drafted'] as const

/** Every act on a call for suppliers. While a step waits for approval only co-handlers may be named. */
export const RECRUIT_STATUS = statusTable<RecruitState, RecruitAction, RecruitFacts, Part>(
  ({ state }) => state,
  [
    {
      action: 'publish',
      label: '发布征集',
      from: ['draft'],
      to: 'recruiting',
      who: owner,
      primary: true,
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: owner },
    { action: 'remove', label: '删除', from: ['draft'], who: owner, danger: true, confirm: '删除该征集草稿？' },
    {
      action: 'check',
      label: '审核申请',
      from: ['recruiting', 'ended'],
      who: (part) => part !== 'auditor',
      primary: true,
    },
    { action: 'check', label: '审核申请', from: ['drafted'], who: (part) => part !== 'auditor' },
    { action: 'change', label: '变更', from: ['recruiting'], who: owner },
    { action: 'end', label: '提前截止', from: ['recruiting'], to: 'ended', who: owner },
    { action: 'result', label: '拟定结果', from: ['ended', 'drafted'], to: 'drafted', who: owner, guard: checked },
    {
      action: 'publishResult',
      label: '公布结果',
      from: ['drafted'],
      to: 'published',
      who: owner,
      primary: true,
      guard: (facts) => (facts.entries === 0 ? '请先拟定结果' : checked(facts)),
    },
    { action: 'assist', label: '协办人', from: ['draft', ...RUNNING], who: owner },
    { action: 'abandon', label: '终止征集', from: RUNNING, to: 'abandoned', who: owner, danger: true },
  ],
  ({ held }, action) => (held === null || action === 'assist' ? true : `“${held}”审批中`),
)

/** The state by the clock: nobody applies after the deadline, whether or not its end was noted. `now`: ms. */
export function stateAt(row: { state: string; endsAt: Date | null }, now: number): RecruitState {
  const state = row.state as RecruitState
  return state === 'recruiting' && row.endsAt !== null && now >= row.endsAt.getTime() ? 'ended' : state
}

/** What is published must have. */
interface Publishable {
  title: string
  openness: Openness
  invited: readonly string[]
  categories: readonly Category[]
  notice: string
  feeTiming: FeeTiming
  feeAmount: string | null
  startsAt: Date | null
  endsAt: Date | null
  contactName: string
  contactPhone: string
}

/** What keeps a draft from being published, at its fields; `now`: ms. */
export function problemsOf(order: Publishable, now: number): { path: string; message: string }[] {
  const { openness, invited, categories, notice, feeTiming, feeAmount, startsAt, endsAt } = order
  const found: ([path: string, message: string] | false)[] = [
    categories.length === 0 && ['categories', '请至少填写一个征集品类'],
    openness === 'chosen' && invited.length === 0 && ['invited', '定向征集请选择供应商'],
    notice.trim() === '' && ['notice', '请填写征集公告'],
    startsAt === null && ['startsAt', '请选择申请开始时间'],
    endsAt === null && ['endsAt', '请选择申请截止时间'],
    startsAt !== null && endsAt !== null && startsAt >= endsAt && ['endsAt', '申请截止时间须晚于开始时间'],
    endsAt !== null && endsAt.getTime() <= now && ['endsAt', '申请截止时间须晚于当前时间'],
    feeTiming !== 'none' && feeAmount === null && ['feeAmount', '请填写费用金额'],
    order.contactName === '' && ['contactName', '请填写联系人'],
    order.contactPhone === '' && ['contactPhone', '请填写联系电话'],
  ]
  return found.flatMap((one) => (one ? [{ path: one[0], message: one[1] }] : []))
}
