import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { answerOf, useCall } from '#web/use-call.ts'

/** By what a step of charges must be approved. */
export const useRule = (node: string) => answerOf(useCall(approvalNode, { params: { type: 'charges', node } }))
