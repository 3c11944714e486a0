import type { MessageKind } from '#server/feature.ts'

const GROUP = '专家'

/** What people are told about experts. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'expert.called',
    label: '评审邀请',
    group: GROUP,
    workbenches: ['expert'],
    channels: ['email', 'sms', 'wechat'],
    isEssential: true,
    isTimely: true,
  },
  {
    kind: 'expert.call-off',
    label: '评审邀请取消',
    group: GROUP,
    workbenches: ['expert'],
    channels: ['email', 'sms', 'wechat'],
    isEssential: true,
    isTimely: true,
  },
  {
    kind: 'expert.extraction-over',
    label: '专家抽取完成或失败',
    group: GROUP,
    workbenches: ['purchaser', 'agency'],
    channels: ['sms', 'wechat'],
    isTimely: true,
  },
  {
    kind: 'expert.finding',
    label: '评审专家新增任职关系',
    group: GROUP,
    workbenches: ['purchaser', 'agency'],
    channels: ['sms', 'wechat'],
    isEssential: true,
  },
  {
    kind: 'expert.applied',
    label: '专家入库申请',
    group: GROUP,
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
  { kind: 'expert.shared', label: '共享专家', group: GROUP, workbenches: ['purchaser', 'agency'], channels: [] },
]
