import { enumeration } from '#contract/enumeration.ts'

/** Of a definition (specification part 2 section 4.1). */
export const EnableStatus = enumeration({
  enabled: { value: 1, label: '启用' },
  forbidden: { value: 2, label: '停用' },
})

/** What a definition is bound to: all nodes of a business that have none of their own, or one node. */
export const BindingType = enumeration({
  business: { value: 1, label: '业务类型' },
  node: { value: 2, label: '业务节点' },
})

export const ApprovalMode = enumeration({
  inTurn: { value: 1, label: '依次审批' },
  countersign: { value: 2, label: '会签（全部通过）' },
  either: { value: 3, label: '或签（一人通过）' },
})
export type ApprovalMode = 1 | 2 | 3

/** Of a workflow. `pending` is never stored for long: a workflow begins its first node in the transaction that starts it. */
export const WorkflowStatus = enumeration({
  pending: { value: 0, label: '待审批' },
  running: { value: 1, label: '审批中' },
  passed: { value: 2, label: '已通过' },
  rejected: { value: 3, label: '已驳回' },
  revoked: { value: 4, label: '已撤回' },
})
export type WorkflowStatus = 0 | 1 | 2 | 3 | 4

/** Of one person's part in a node. */
export const TaskStatus = enumeration({
  waiting: { value: 0, label: '未到达' },
  open: { value: 1, label: '待审批' },
  passed: { value: 2, label: '已同意' },
  rejected: { value: 3, label: '已驳回' },
  /** Somebody else settled it, or the workflow ended. */
  closed: { value: 4, label: '无需处理' },
  /** Handed to somebody else. */
  transferred: { value: 5, label: '已转交' },
})
export type TaskStatus = 0 | 1 | 2 | 3 | 4 | 5

export const ReviewAction = enumeration({
  pass: { value: 1, label: '同意' },
  reject: { value: 2, label: '驳回' },
})

/** As whom somebody looks at a workflow; the last part of the address (specification part 2 section 3, as spelt there). */
export const IDENTITIES = {
  initatPerson: '发起人',
  auditPerson: '审批人',
  copyPerson: '抄送人',
} as const
export type Identity = keyof typeof IDENTITIES
