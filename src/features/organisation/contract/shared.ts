import * as z from 'zod'
import { enumeration } from '#contract/enumeration.ts'

export const EmployeeStatus = enumeration({
  enabled: { value: 1, label: '在用' },
  disabled: { value: 0, label: '已禁用' },
  /** Has not accepted yet: nothing of the employment is in force. */
  invited: { value: 2, label: '待加入' },
})

export const InvitationStatus = enumeration({
  waiting: { value: 0, label: '待加入' },
  joined: { value: 1, label: '已加入' },
  withdrawn: { value: 2, label: '已撤回' },
  expired: { value: 3, label: '已过期' },
  declined: { value: 4, label: '已谢绝' },
})

/** What the other company is to the own one. */
export const RelationKind = enumeration({
  child: { value: 1, label: '下级企业' },
  parent: { value: 2, label: '上级企业' },
})

export const RelationStatus = enumeration({
  cancelled: { value: -1, label: '已取消' },
  asked: { value: 0, label: '关联中' },
  associated: { value: 1, label: '已关联' },
  refused: { value: 2, label: '已拒绝' },
  ignored: { value: 3, label: '已忽略' },
  disassociated: { value: 4, label: '已解除' },
})

/** Whose figures are meant. */
export const StatisticScope = enumeration({
  company: { value: 0, label: '本企业' },
  subordinate: { value: 1, label: '本企业及下级' },
})

export const PersonName = z.string().trim().min(1, '请输入姓名').max(40, '姓名不能超过40个字')
export const Mobile = z
  .string()
  .trim()
  .regex(/^1\d{10}$/, '请输入11位手机号码')
export const Mail = z.union([z.literal(''), z.email('邮箱格式不正确').max(100)]).default('')

/** A scope and a period of Beijing days, both ends included; the last thirty days when left out. */
export const Period = z.object({
  scope: z.coerce.number().int().min(0).max(1).default(0),
  from: z.iso.date('日期格式不正确').optional(),
  to: z.iso.date('日期格式不正确').optional(),
})
