import type { SignerState, TaskState } from './status.ts'
import { SIGNER_STATES, TASK_STATES } from './status.ts'

const TONES = {
  draft: 'neutral',
  signing: 'active',
  completed: 'success',
  refused: 'danger',
  returned: 'warning',
  withdrawn: 'neutral',
  expired: 'danger',
} as const

/** A state of a task as a tag. */
export function taskTag(state: TaskState) {
  return { label: TASK_STATES[state], tone: TONES[state] }
}

/** A state of a signer as a tag. */
export function signerTag(state: SignerState) {
  const tone = ({ waiting: 'neutral', locked: 'active', signed: 'success', refused: 'danger' } as const)[state]
  return { label: SIGNER_STATES[state], tone }
}
