import { statusTable } from '#contract/transition.ts'
import type { Day } from './days.ts'

export const SUPPLIER_STATES = {
  potential: '潜在',
  onboarding: '准入中',
  qualified: '合格',
  paused: '暂停',
  left: '退出',
} as const
export type SupplierState = keyof typeof SUPPLIER_STATES

export const ORIGINS = { recommend: '推荐入库', direct: '直接入库', recruit: '征集入库' } as const
export type Origin = keyof typeof ORIGINS

/** What changes a record: acts of its keepers, what follows from a decision on it, and the end of its term. */
export type SupplierAction =
  | 'propose'
  | 'takeBack'
  | 'admit'
  | 'turnDown'
  | 'recruit'
  | 'renew'
  | 'pause'
  | 'resume'
  | 'leave'
  | 'expire'

export type SupplierWho = 'keeper' | 'process'

export interface SupplierFacts {
  state: SupplierState
  validUntil: Day | null
  today: Day
}

const byKeeper = (who: SupplierWho) => who === 'keeper'
const byProcess = (who: SupplierWho) => who === 'process'

/** Every way a record goes. */
export const SUPPLIER_STATUS = statusTable<SupplierState, SupplierAction, SupplierFacts, SupplierWho>(
  ({ state }) => state,
  [
    { action: 'propose', label: '提交准入', from: ['potential', 'left'], to: 'onboarding', who: byProcess },
    { action: 'takeBack', label: '撤回准入', from: ['onboarding'], to: 'potential', who: byProcess },
    {
      action: 'admit',
      label: '准入',
      from: ['potential', 'left', 'onboarding'],
      to: 'qualified',
      who: byProcess,
    },
    { action: 'turnDown', label: '不予准入', from: ['onboarding'], to: 'potential', who: byProcess },
    // A result of a recruit order admits and renews; a pause was somebody's decision, and stays.
    {
      action: 'recruit',
      label: '征集结果',
      from: ['potential', 'left', 'onboarding', 'qualified'],
      to: 'qualified',
      who: byProcess,
    },
    { action: 'recruit', label: '征集结果', from: ['paused'], who: byProcess },
    { action: 'renew', label: '调整品类与有效期', from: ['qualified', 'paused'], who: byKeeper },
    {
      action: 'resume',
      label: '恢复合格',
      from: ['paused'],
      to: 'qualified',
      who: byKeeper,
      primary: true,
      guard: ({ validUntil, today }) =>
        validUntil === null || validUntil < today ? '合格有效期已届满，请先调整有效期' : true,
    },
    { action: 'pause', label: '暂停', from: ['qualified'], to: 'paused', who: byKeeper, danger: true },
    {
      action: 'leave',
      label: '退出',
      from: ['potential', 'qualified', 'paused'],
      to: 'left',
      who: byKeeper,
      danger: true,
    },
    {
      action: 'expire',
      label: '有效期届满',
      from: ['qualified'],
      to: 'paused',
      who: byProcess,
      guard: ({ validUntil, today }) => (validUntil !== null && validUntil < today ? true : '有效期尚未届满'),
    },
  ],
)

/** The state that counts on a day: what has run out counts as paused, also before its timer has come. */
export function stateOn({ state, validUntil, today }: SupplierFacts): SupplierState {
  return state === 'qualified' && validUntil !== null && validUntil < today ? 'paused' : state
}
