import type { MessageKind } from '#server/feature.ts'

const APPROVAL = { group: '审批', workbenches: ['purchaser', 'agency', 'supplier'] } as const

/** What people are told about approvals: named as the events in messages.ts. */
export const messageKinds: readonly MessageKind[] = [
  { ...APPROVAL, kind: 'workflow.arrived', label: '待我审批', channels: ['wechat'], isEssential: true },
  { ...APPROVAL, kind: 'workflow.reminded', label: '审批催办', channels: ['wechat'], isTimely: true },
  { ...APPROVAL, kind: 'workflow.copied', label: '抄送给我', channels: [] },
  { ...APPROVAL, kind: 'workflow.ended', label: '审批结果与撤回', channels: ['wechat'], isEssential: true },
  { ...APPROVAL, kind: 'workflow.delegated', label: '审批委托', channels: [], isEssential: true },
]
