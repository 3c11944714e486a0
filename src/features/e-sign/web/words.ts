import type { Tone } from '#web/kit/status-tag.tsx'
import { PersonState, SignAudit } from '../rules/status.ts'

const AUDIT_TONES: readonly Tone[] = ['active', 'success', 'danger']
const PERSON_TONES: readonly Tone[] = ['neutral', 'warning', 'success']

/** A status by word and colour. */
export function auditTag(status: number): { label: string; tone: Tone } {
  return { label: SignAudit.label(status), tone: AUDIT_TONES[status] ?? 'neutral' }
}

export function personTag(status: number): { label: string; tone: Tone } {
  return { label: PersonState.label(status), tone: PERSON_TONES[status] ?? 'neutral' }
}
