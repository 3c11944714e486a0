import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ApprovalFields, type ApprovalInput } from '#web/kit/confirm-step.tsx'
import { useCall } from '#web/use-call.ts'

/** What is said where no flow is in force. */
const UNHELD = {
  change: '无须审批，提交后由供应商确认',
  changeBeyond: '须经审批，而本单位尚未启用该环节的审批流程；请单位管理员先在审批流程中启用',
  acceptance: '无须审批，提交后生效',
}

interface ApprovalFieldProps {
  node: keyof typeof UNHELD
  onChange?: (input: ApprovalInput) => void
}

/** In a form of a step that may be held: by what it is approved, and by whom where the flow leaves that open. */
export function ApprovalField({ node, onChange }: ApprovalFieldProps) {
  const { data } = useCall(approvalNode, { params: { type: 'contract', node } })
  if (!data) return null
  return data.inForce ? (
    <ApprovalFields rule={data} onChange={(input) => onChange?.(input)} />
  ) : (
    <span className={node === 'changeBeyond' ? 'kb-bad' : 'kb-muted'}>{UNHELD[node]}</span>
  )
}
