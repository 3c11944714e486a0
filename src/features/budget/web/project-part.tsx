import type { PropsOf } from '#contract/slot.ts'
import type { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { SubjectPart } from './subject-part.tsx'

/** On the page of a project, for its purchaser. */
export function Part({ projectId }: PropsOf<typeof PROJECT_SLOTS.budget>) {
  return <SubjectPart subject="project" subjectId={projectId} />
}
