import type { PropsOf } from '#contract/slot.ts'
import type { DEMAND_SLOTS } from '#features/demands/contract/slots.ts'
import { SubjectPart } from './subject-part.tsx'

/** On the page of a demand, for the company that runs it for itself. */
export function Part({ demandId }: PropsOf<typeof DEMAND_SLOTS.budget>) {
  return <SubjectPart subject="demand" subjectId={demandId} />
}
