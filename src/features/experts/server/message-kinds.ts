import { type MessageKind, URGENT } from '#server/feature.ts'

const GROUP = '专家'
const CALL = { group: GROUP, workbenches: ['expert'], channels: URGENT, isEssential: true, isTimely: true } as const
const BUYER = { group: GROUP, workbenches: ['purchaser', 'agency'] } as const
const POCKET = ['sms', 'wechat'] as const

/** What people are told about experts. */
export const messageKinds: readonly MessageKind[] = [
  { ...CALL, kind: 'expert.called', label: '评审邀请' },
  { ...CALL, kind: 'expert.call-off', label: '评审邀请取消' },
  { ...BUYER, kind: 'expert.extraction-over', label: '专家抽取完成或失败', channels: POCKET, isTimely: true },
  { ...BUYER, kind: 'expert.finding', label: '评审专家新增任职关系', channels: POCKET, isEssential: true },
  {
    ...BUYER,
    kind: 'expert.applied',
    label: '专家入库申请',
    workbenches: ['purchaser', 'agency', 'admin'],
    channels: [],
  },
  {
    kind: 'expert.application-decided',
    label: '专家入库审核结果',
    group: GROUP,
    workbenches: ['purchaser', 'agency', 'supplier', 'expert'],
    channels: ['sms'],
  },
  { ...BUYER, kind: 'expert.shared', label: '共享专家', channels: [] },
]
