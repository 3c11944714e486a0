import { statusTable } from '#contract/transition.ts'

export const STATES = {
  draft: '草稿',
  inviting: '邀请专家',
  reviewing: '论证中',
  concluded: '待签署报告',
  reported: '已出具报告',
  failed: '论证失败',
} as const
export type State = keyof typeof STATES

export const SUBJECTS = { demand: '采购需求', plan: '采购实施计划', source: '单一来源理由' } as const
export type SubjectKind = keyof typeof SUBJECTS

/** How many experts: odd, and at least so many. */
export const KINDS = { general: { label: '一般论证', least: 3 }, key: { label: '重点论证', least: 5 } } as const
export type Kind = keyof typeof KINDS

export const OPINIONS = { agree: '同意', amend: '修改后同意', against: '不同意' } as const
export type Opinion = keyof typeof OPINIONS

export const CONCLUSIONS = { passed: '论证通过', amended: '修改后通过', refused: '论证不通过' } as const
export type Conclusion = keyof typeof CONCLUSIONS

export const REPLIES = { waiting: '待答复', accepted: '已接受', refused: '不参加' } as const
export type Reply = keyof typeof REPLIES

export type Action =
  | 'edit'
  | 'remove'
  | 'invite'
  | 'add'
  | 'begin'
  | 'fail'
  | 'close'
  | 'waive'
  | 'reply'
  | 'opine'
  | 'conclude'
  | 'sign'

export interface Facts {
  state: State
  kind: Kind
  /** Of those who were asked. */
  accepted: number
  waiting: number
  hasChair: boolean
  /** Accepted, and has not given an opinion. */
  silent: number
  /** The subject has changed since, and nobody has said why it is not verified again. */
  isOutdated: boolean
}

export interface Who {
  isHandler: boolean
  /** The caller's seat; null: none. */
  seat: { reply: Reply; isChair: boolean; hasGiven: boolean; hasSigned: boolean } | null
}

const handler = ({ isHandler }: Who) => isHandler
const seated = ({ seat }: Who) => seat?.reply === 'accepted'

/** Why the number of experts does not do; null: it does. */
export function numberProblem(kind: Kind, count: number): string | null {
  const { label, least } = KINDS[kind]
  if (count < least) return `${label}至少 ${least} 名专家，现有 ${count} 名`
  return count % 2 === 0 ? `专家人数须为单数，现有 ${count} 名` : null
}

/** Every act on a verification. */
export const STATUS = statusTable<State, Action, Facts, Who>(
  ({ state }) => state,
  [
    { action: 'invite', label: '邀请专家', from: ['draft'], to: 'inviting', who: handler, primary: true },
    { action: 'edit', label: '编辑', from: ['draft'], who: handler },
    { action: 'remove', label: '删除', from: ['draft'], who: handler, danger: true, confirm: '删除该论证草稿？' },
    {
      action: 'begin',
      label: '开始论证',
      from: ['inviting'],
      to: 'reviewing',
      who: handler,
      primary: true,
      guard({ kind, accepted, waiting, hasChair }) {
        if (waiting > 0) return `还有 ${waiting} 名专家未答复`
        return numberProblem(kind, accepted) ?? (hasChair ? true : '请先确定已接受邀请的组长')
      },
    },
    { action: 'add', label: '补充专家', from: ['inviting'], who: handler },
    {
      action: 'fail',
      label: '终止论证',
      from: ['inviting', 'reviewing'],
      to: 'failed',
      who: handler,
      danger: true,
    },
    {
      action: 'close',
      label: '出具报告',
      from: ['concluded'],
      to: 'reported',
      who: handler,
    },
    {
      action: 'waive',
      label: '说明不再论证的理由',
      from: ['reported'],
      who: (who, { isOutdated }) => who.isHandler && isOutdated,
    },
    {
      action: 'reply',
      label: '答复邀请',
      from: ['inviting'],
      who: ({ seat }) => seat?.reply === 'waiting',
      primary: true,
    },
    {
      action: 'opine',
      label: '提交论证意见',
      from: ['reviewing'],
      who: (who) => seated(who) && !who.seat!.hasGiven,
      primary: true,
    },
    {
      action: 'conclude',
      label: '形成论证结论',
      from: ['reviewing'],
      to: 'concluded',
      who: (who) => seated(who) && who.seat!.isChair,
      guard: ({ silent }) => (silent === 0 ? true : `还有 ${silent} 名专家未提交意见`),
      primary: true,
    },
    {
      action: 'sign',
      label: '签署报告',
      from: ['concluded'],
      who: (who) => seated(who) && !who.seat!.hasSigned,
      primary: true,
    },
  ],
)

/** Whether opinions may be read by all: none is missing. */
export function isUnsealed({ state, silent }: Pick<Facts, 'state' | 'silent'>): boolean {
  return state === 'concluded' || state === 'reported' || (state === 'reviewing' && silent === 0)
}

/** What opinions allow the chair to conclude: who is against keeps it from passing as it is. */
export function conclusionProblem(conclusion: Conclusion, opinions: readonly Opinion[]): string | null {
  const against = opinions.filter((one) => one === 'against').length
  if (conclusion === 'passed' && opinions.some((one) => one !== 'agree'))
    return '有专家提出修改意见或者不同意，不能直接通过'
  if (conclusion === 'amended' && against * 2 > opinions.length) return '多数意见不同意，不能修改后通过'
  return null
}

/** Where the pages of the buyer's side and of experts stand. */
export function places(side: 'purchaser' | 'agency') {
  const base = `/${side}/demands-verification`
  return {
    list: `${base}/list`,
    form: `${base}/form`,
    edit: (id: string) => `${base}/form?id=${id}`,
    of: (kind: SubjectKind, subjectId: string) => `${base}/form?kind=${kind}&subjectId=${subjectId}`,
    detail: (id: string) => `${base}/${id}/detail`,
    review: (id: string) => `${base}/${id}/review`,
    report: (id: string) => `${base}/${id}/report`,
  }
}
export const expertPlaces = { list: '/review/verifications', desk: (id: string) => `/review/verifications/${id}` }
