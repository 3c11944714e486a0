import { approvalNode } from '#features/workflow/contract/businesses.ts'
import type { ApprovalRule } from '#web/kit/confirm-step.tsx'
import { answerOf, useCall } from '#web/use-call.ts'

const NO_RULE: ApprovalRule = { inForce: null, isAlways: true, choices: [] }

/** By what a step of the company's money must be approved. */
export function useRule(node: 'refund' | 'withdrawal'): () => Promise<ApprovalRule> {
  const answer = answerOf(useCall(approvalNode, { params: { type: 'finance', node } }))
  return async () => (await answer()) ?? NO_RULE
}
