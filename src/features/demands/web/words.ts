import type { Tone } from '#web/kit/status-tag.tsx'
import { PLAN_STATES, type PlanState } from '../rules/plan-status.ts'
import { DEMAND_STATES, type DemandState } from '../rules/status.ts'
import { TRADE_STATES, type TradeState } from '../rules/trade-status.ts'

export const CATEGORIES = { goods: '货物', works: '工程', services: '服务' } as const

const DEMAND_TONES: Record<DemandState, Tone> = {
  draft: 'neutral',
  surveying: 'active',
  ended: 'warning',
  concluded: 'active',
  planned: 'active',
  handed: 'success',
  withdrawn: 'danger',
}
const TRADE_TONES: Record<Exclude<TradeState, 'none'>, Tone> = {
  invited: 'neutral',
  waiting: 'warning',
  passed: 'success',
  refused: 'danger',
  declined: 'neutral',
}
const PLAN_TONES: Record<PlanState, Tone> = {
  draft: 'neutral',
  reviewing: 'active',
  passed: 'success',
  returned: 'warning',
  replaced: 'neutral',
}

/** A demand's state; one that waits for approval says so first. */
export function demandTag({ state, pending }: { state: DemandState; pending?: string | null }) {
  if (pending) return { label: `${pending}审批中`, tone: 'warning' as const }
  return { label: DEMAND_STATES[state], tone: DEMAND_TONES[state] }
}

export function tradeTag(state: Exclude<TradeState, 'none'>) {
  return { label: TRADE_STATES[state], tone: TRADE_TONES[state] }
}

export function planTag(state: PlanState) {
  return { label: PLAN_STATES[state], tone: PLAN_TONES[state] }
}

/** What is wished of a parameter, with its unit. */
export function wishOf({ wished, unit }: { wished: string; unit: string }): string {
  return [wished, unit].filter(Boolean).join(' ') || '-'
}

interface Compared {
  section: string
  name: string
  unit: string
  wished: string
  isMust: boolean
  weight: number
  remark: string
}

/** How a parameter differs from what it asked for before; null: it does not. */
export function changeOf(now: Compared, then: Compared | undefined): string | null {
  if (!then) return '新增'
  const same = (['section', 'name', 'unit', 'wished', 'isMust', 'weight', 'remark'] as const).every(
    (field) => now[field] === then[field],
  )
  return same ? null : `原为 ${wishOf(then)}${then.isMust ? '（必须）' : ''}`
}

/** A parameter by its group and name. */
export function nameOf({ section, name }: { section: string; name: string }): string {
  return section ? `${section} / ${name}` : name
}

export function tabsOf(states: Readonly<Record<string, string>>) {
  return [
    { value: '', label: '全部', countKey: 'all' },
    ...Object.entries(states).map(([value, label]) => ({ value, label })),
  ]
}
