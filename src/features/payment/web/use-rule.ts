import { approvalNode } from '#features/workflow/contract/businesses.ts'
import type { ApprovalRule } from '#web/kit/confirm-step.tsx'
import { useSession } from '#web/shell/session.ts'
import { answerOf, useCall } from '#web/use-call.ts'

const NO_RULE: ApprovalRule = { inForce: null, choices: [] }

/** By what a step of the company's money must be approved. Flows are kept, and asked for, where a company buys. */
export function useRule(node: 'refund' | 'withdrawal'): () => Promise<ApprovalRule> {
  const { workbench } = useSession()
  const isBuying = workbench === 'purchaser' || workbench === 'agency'
  const answer = answerOf(useCall(approvalNode, { params: { type: 'finance', node } }, { enabled: isBuying }))
  return async () => (isBuying ? await answer() : undefined) ?? NO_RULE
}
