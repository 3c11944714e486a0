import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ApprovalFields, type ApprovalInput } from '#web/kit/confirm-step.tsx'
import { useCall } from '#web/use-call.ts'

interface ApprovalFieldProps {
  node: 'change' | 'changeBeyond' | 'acceptance'
  onChange?: (input: ApprovalInput) => void
}

/** In a form of a step that may be held: by what it is approved, and by whom where the flow leaves that open. */
export function ApprovalField({ node, onChange }: ApprovalFieldProps) {
  const { data } = useCall(approvalNode, { params: { type: 'contract', node } })
  if (!data) return null
  return data.inForce ? (
    <ApprovalFields rule={data} onChange={(input) => onChange?.(input)} />
  ) : (
    <span className="kb-muted">无须审批，提交后生效</span>
  )
}
