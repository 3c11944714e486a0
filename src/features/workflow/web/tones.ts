import type { Tone } from '#web/kit/status-tag.tsx'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'

/** What a workflow's status means for the reader. */
export function workflowTone(status: number): Tone {
  switch (status) {
    case WorkflowStatus.values.passed:
      return 'success'
    case WorkflowStatus.values.rejected:
      return 'danger'
    case WorkflowStatus.values.revoked:
      return 'neutral'
    default:
      return 'active'
  }
}

export function taskTone(status: number): Tone {
  switch (status) {
    case TaskStatus.values.passed:
      return 'success'
    case TaskStatus.values.rejected:
      return 'danger'
    case TaskStatus.values.open:
      return 'active'
    default:
      return 'neutral'
  }
}
