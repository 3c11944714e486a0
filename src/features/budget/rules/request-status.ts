import { statusTable } from '#contract/transition.ts'

export const REQUEST_STATES = {
  draft: '草稿',
  submitted: '待受理',
  returned: '已退回',
  accepted: '已受理',
  merged: '已合并',
  planned: '已列入计划',
  handed: '已转项目',
} as const
export type RequestState = keyof typeof REQUEST_STATES

export type RequestAction = 'edit' | 'remove' | 'submit' | 'recall' | 'accept' | 'return' | 'merge' | 'plan'

export interface RequestFacts {
  state: RequestState
}

interface RequestWho {
  /** Of the department that asks. */
  isOwn: boolean
  /** Purchasing. */
  handles: boolean
}

const own = ({ isOwn }: RequestWho) => isOwn
const handler = ({ handles }: RequestWho) => handles

/** Every act on a request. */
export const REQUEST_STATUS = statusTable<RequestState, RequestAction, RequestFacts, RequestWho>(
  ({ state }) => state,
  [
    { action: 'submit', label: '提交', from: ['draft', 'returned'], to: 'submitted', who: own, primary: true },
    { action: 'edit', label: '编辑', from: ['draft', 'returned'], who: own },
    { action: 'remove', label: '删除', from: ['draft', 'returned'], who: own, danger: true, confirm: '删除该申报？' },
    { action: 'recall', label: '撤回', from: ['submitted'], to: 'draft', who: own },
    { action: 'accept', label: '受理', from: ['submitted'], to: 'accepted', who: handler, primary: true },
    { action: 'return', label: '退回', from: ['submitted', 'accepted'], to: 'returned', who: handler, danger: true },
    { action: 'merge', label: '合并', from: ['submitted', 'accepted'], to: 'merged', who: handler },
    { action: 'plan', label: '列入采购计划', from: ['accepted'], to: 'planned', who: handler },
  ],
)
