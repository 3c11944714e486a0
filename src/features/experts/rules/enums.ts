import { enumeration } from '#contract/enumeration.ts'

/** Specification part 2, sections 4.1 and 9. */
export const ExtractionKind = enumeration({
  project: { value: 1, label: '项目评审' },
  performance: { value: 2, label: '履约验收' },
  demand: { value: 3, label: '需求论证' },
  interview: { value: 4, label: '面试评审' },
})

export const ExtractionMode = enumeration({
  random: { value: 1, label: '随机抽取' },
  manual: { value: 2, label: '直接确定' },
})

export const ExpertLibrary = enumeration({
  platform: { value: 1, label: '平台专家库' },
  company: { value: 2, label: '本单位专家库' },
})

export const ExtractionStatus = enumeration({
  draft: { value: 0, label: '草稿' },
  extracting: { value: 1, label: '抽取中' },
  ended: { value: 2, label: '已完成' },
  failed: { value: 3, label: '抽取失败' },
})
export type ExtractionStatus = (typeof ExtractionStatus.values)[keyof typeof ExtractionStatus.values]

export const NoticeStatus = enumeration({
  toNotice: { value: 0, label: '待通知' },
  noticing: { value: 1, label: '通知中' },
  noticed: { value: 2, label: '已通知' },
  failed: { value: 3, label: '通知失败' },
  noNeed: { value: 4, label: '线下通知' },
})

export const ReplyStatus = enumeration({
  pending: { value: 0, label: '待回复' },
  accepted: { value: 1, label: '已接受' },
  refused: { value: 2, label: '已拒绝' },
  noAnswer: { value: 3, label: '未回复' },
})
export type ReplyStatus = (typeof ReplyStatus.values)[keyof typeof ReplyStatus.values]

export const AuditStatus = enumeration({
  pending: { value: 0, label: '待审核' },
  pass: { value: 1, label: '已通过' },
  refuse: { value: 2, label: '未通过' },
})

export const ApplicationKind = enumeration({
  own: { value: 1, label: '个人申请' },
  recommended: { value: 2, label: '单位推荐' },
  shared: { value: 3, label: '共享至平台库' },
})

/** Why somebody does not come. 6 and up are said by the system. */
export const RefuseCategory = enumeration({
  time: { value: 1, label: '时间冲突' },
  health: { value: 2, label: '身体原因' },
  avoidance: { value: 3, label: '需要回避' },
  major: { value: 4, label: '专业不符' },
  other: { value: 5, label: '其他原因' },
  late: { value: 6, label: '逾期未回复' },
  unavailable: { value: 7, label: '已停用或请假' },
  bidder: { value: 8, label: '任职于投标人' },
  owner: { value: 9, label: '经办人更换' },
  ended: { value: 10, label: '抽取终止' },
})

/** Avoidance beyond what always holds (employees of purchaser and agency, named units, named people). */
export const AvoidOption = enumeration({
  sameEmployer: { value: 1, label: '同一工作单位只抽取一人' },
  recent: { value: 2, label: '近30日内已参加本单位评审的不再抽取' },
})

/** Why a person who met a condition was not put into the draw. */
export const EXCLUSIONS = {
  buyer: '任职于采购人或代理机构',
  bidder: '任职于投标人',
  unit: '任职于指定回避单位',
  person: '指定回避人员',
  leave: '评审当日请假',
  recent: '近30日内已参加本单位评审',
  called: '已在本次抽取中通知',
} as const
export type Exclusion = keyof typeof EXCLUSIONS

/** Days that `AvoidOption.recent` looks back. */
export const RECENT_DAYS = 30
