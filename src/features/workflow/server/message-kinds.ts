import type { MessageKind } from '#server/feature.ts'

const GROUP = '审批'
const BUYERS = ['purchaser', 'agency'] as const

/** What people are told about approvals: named as the events in messages.ts. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'workflow.arrived',
    label: '待我审批',
    group: GROUP,
    workbenches: BUYERS,
    channels: ['wechat'],
    isEssential: true,
  },
  {
    kind: 'workflow.reminded',
    label: '审批催办',
    group: GROUP,
    workbenches: BUYERS,
    channels: ['wechat'],
    isTimely: true,
  },
  { kind: 'workflow.copied', label: '抄送给我', group: GROUP, workbenches: BUYERS, channels: [] },
  {
    kind: 'workflow.ended',
    label: '审批结果与撤回',
    group: GROUP,
    workbenches: BUYERS,
    channels: ['wechat'],
    isEssential: true,
  },
  {
    kind: 'workflow.delegated',
    label: '审批委托',
    group: GROUP,
    workbenches: BUYERS,
    channels: [],
    isEssential: true,
  },
]
