import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { answerOf, useCall } from '#web/use-call.ts'

/** By what a step of a call for suppliers must be approved. */
export const useRule = (node: 'publish' | 'result') =>
  answerOf(useCall(approvalNode, { params: { type: 'recruit', node } }))
