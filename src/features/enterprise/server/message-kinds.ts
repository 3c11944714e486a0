import type { MessageKind } from '#server/feature.ts'

const GROUP = '企业'
const COMPANY = ['purchaser', 'agency', 'supplier'] as const
const PLATFORM = ['admin'] as const

/** What people are told about their company, and the platform about companies; see messages.ts. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'enterprise.audit.decided',
    label: '企业认证审核结果',
    group: GROUP,
    workbenches: COMPANY,
    channels: [],
    isEssential: true,
  },
  { kind: 'enterprise.service.decided', label: '服务开通结果', group: GROUP, workbenches: COMPANY, channels: [] },
  { kind: 'enterprise.brand.decided', label: '品牌申请结果', group: GROUP, workbenches: COMPANY, channels: [] },
  { kind: 'enterprise.join.requested', label: '申请加入本企业', group: GROUP, workbenches: COMPANY, channels: [] },
  { kind: 'enterprise.join.decided', label: '加入企业结果', group: GROUP, workbenches: COMPANY, channels: [] },
  { kind: 'enterprise.card.amount', label: '绑卡验证款', group: GROUP, workbenches: COMPANY, channels: [] },
  { kind: 'enterprise.audit.submitted', label: '企业认证申请', group: GROUP, workbenches: PLATFORM, channels: [] },
  { kind: 'enterprise.service.submitted', label: '服务开通申请', group: GROUP, workbenches: PLATFORM, channels: [] },
  { kind: 'enterprise.brand.submitted', label: '品牌申请', group: GROUP, workbenches: PLATFORM, channels: [] },
]
