import { type PlanState, stateLabel } from '../rules/plan-status.ts'
import { REQUEST_STATES, type RequestState } from '../rules/request-status.ts'

interface Stated {
  state: PlanState
  version: number
  pending: string | null
}

const PLAN_TONES = { draft: 'neutral', inForce: 'success', closed: 'neutral' } as const

/** How the state of a plan is drawn. */
export function planTag(row: Stated) {
  const tone: 'neutral' | 'success' | 'warning' = row.pending !== null ? 'warning' : PLAN_TONES[row.state]
  return { label: stateLabel(row), tone }
}

const TONES = {
  draft: 'neutral',
  submitted: 'active',
  returned: 'danger',
  accepted: 'active',
  merged: 'neutral',
  planned: 'active',
  handed: 'success',
} as const

export function requestTag(state: RequestState) {
  return { label: REQUEST_STATES[state], tone: TONES[state] }
}
