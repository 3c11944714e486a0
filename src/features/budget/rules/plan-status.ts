import { statusTable } from '#contract/transition.ts'
import { type Level, LEVELS } from './levels.ts'

export const PLAN_STATES = { draft: '草稿', inForce: '生效', closed: '已关闭' } as const
export type PlanState = keyof typeof PLAN_STATES

export type PlanAction = 'edit' | 'remove' | 'submit' | 'adjust' | 'close'

export interface PlanFacts {
  state: PlanState
  level: Level
  /** Name of the approval that it waits for. */
  pending: string | null
}

interface PlanWho {
  /** Keeps budgets, or drafts an application of the own department. */
  mayWrite: boolean
  /** Keeps the company's budgets. */
  isKeeper: boolean
}

const writer = ({ mayWrite }: PlanWho) => mayWrite
const keeper = ({ isKeeper }: PlanWho) => isKeeper

/** Every act on a plan, a department's budget or an application. */
export const PLAN_STATUS = statusTable<PlanState, PlanAction, PlanFacts, PlanWho>(
  ({ state }) => state,
  [
    { action: 'submit', label: '提交', from: ['draft'], to: 'inForce', who: writer, primary: true },
    { action: 'edit', label: '编辑', from: ['draft'], who: writer },
    { action: 'remove', label: '删除', from: ['draft'], who: writer, danger: true, confirm: '删除该草稿？' },
    { action: 'adjust', label: '调整', from: ['inForce'], who: writer },
    { action: 'close', label: '关闭', from: ['inForce'], to: 'closed', who: keeper, danger: true },
  ],
  ({ pending }) => (pending === null ? true : `${pending}审批中，不能办理`),
)

/** The state in words; a plan that was adjusted says which version is in force. */
export function stateLabel({ state, version, pending }: { state: PlanState; version: number; pending: string | null }) {
  if (pending !== null) return state === 'draft' ? '审批中' : '调整审批中'
  return state === 'inForce' && version > 1 ? `生效（第 ${version} 版）` : PLAN_STATES[state]
}

export function noun(level: Level): string {
  return LEVELS[level].label
}
