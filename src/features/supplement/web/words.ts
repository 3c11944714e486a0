import type { Tone } from '#web/kit/status-tag.tsx'
import { SUPPLEMENT_STATES, type SupplementState } from '../rules/status.ts'

const TONES: Record<SupplementState, Tone> = {
  draft: 'neutral',
  submitted: 'warning',
  registered: 'success',
  corrected: 'active',
  withdrawn: 'danger',
}

/** A registration's state; one that waits for approval says so first. */
export function supplementTag({ state, pending }: { state: SupplementState; pending: string | null }) {
  if (pending) return { label: `${pending}审批中`, tone: 'warning' as const }
  return { label: SUPPLEMENT_STATES[state], tone: TONES[state] }
}

export const SUPPLEMENT_TABS = [
  { value: '', label: '全部', countKey: 'all' },
  ...Object.entries(SUPPLEMENT_STATES).map(([value, label]) => ({ value, label })),
  { value: 'breached', label: '核对不符' },
]

export function optionsOf<K extends string>(of: Readonly<Record<K, string>>) {
  return Object.entries<string>(of).map(([value, label]) => ({ value, label }))
}

/** Where a file of a registration is read. */
export function filePath(supplementId: string): (file: { fileId: string }) => string {
  return ({ fileId }) => `/api/workbench/supplements/${supplementId}/files/${fileId}`
}
