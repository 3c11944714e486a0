import { approvalNode } from '#features/workflow/contract/businesses.ts'
import type { ApprovalRule } from '#web/kit/confirm-step.tsx'
import { answerOf, useCall } from '#web/use-call.ts'

/** Nothing must be approved. */
export const NO_RULE: ApprovalRule = { inForce: null, choices: [] }

/** By what a step of the company's money must be approved. */
export const useRule = (node: 'refund' | 'withdrawal') =>
  answerOf(useCall(approvalNode, { params: { type: 'finance', node } }))
