import type { Tone } from '#web/kit/status-tag.tsx'
import { ENTRUST_STATES, type EntrustSide, type EntrustState } from '../rules/status.ts'

const TONES: Record<EntrustState, Tone> = {
  draft: 'neutral',
  offered: 'active',
  accepted: 'success',
  refused: 'danger',
  ended: 'neutral',
}

/** What a side without an entrustment may do about that. */
export const PROPOSE: Record<EntrustSide, string> = { purchaser: '委托代理机构', agency: '提请采购人同意委托' }

export function entrustTag(state: EntrustState) {
  return { label: ENTRUST_STATES[state], tone: TONES[state] }
}

export const ENTRUST_TABS = [
  { value: '', label: '全部', countKey: 'all' },
  ...Object.entries(ENTRUST_STATES).map(([value, label]) => ({ value, label })),
]
