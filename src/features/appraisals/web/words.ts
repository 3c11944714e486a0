import type { Grade } from '#features/suppliers/rules/grades.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import type { SHEET_STATES } from '../contract/hall.ts'
import { APPRAISAL_STATES, type AppraisalState } from '../rules/status.ts'
import { isSource, SOURCES } from '../rules/sources.ts'

const TONES: Record<AppraisalState, Tone> = {
  draft: 'neutral',
  scoring: 'active',
  scored: 'warning',
  published: 'success',
  cancelled: 'neutral',
}
export const SHEET_TONES: Record<keyof typeof SHEET_STATES, Tone> = {
  open: 'active',
  handedIn: 'success',
  missed: 'danger',
  over: 'neutral',
}
export const GRADE_TONES: Record<Grade, Tone> = { A: 'success', B: 'active', C: 'warning', D: 'danger' }

export const appraisalTag = (state: AppraisalState) => ({ label: APPRAISAL_STATES[state], tone: TONES[state] })

export const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label }))

export const tabsOf = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: '全部', countKey: 'all' },
  ...optionsOf(labels),
]

/** What marks go by, in words. */
export const sourceText = (source: string) => (isSource(source) ? SOURCES[source].label : source)

/** Whether the person keeps the library; an auditor only reads. */
export function useKeeper(): boolean {
  return useSession().employee?.rights.includes('supplierManagement') ?? false
}
