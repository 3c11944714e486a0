import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { answerOf, useCall } from '#web/use-call.ts'

/** By what a step of the supplier management must be approved. */
export function useApproval(node: 'onboarding' | 'listing' | 'lift') {
  return answerOf(useCall(approvalNode, { params: { type: 'suppliers', node } }))
}
