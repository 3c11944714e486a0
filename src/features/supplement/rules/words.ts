/** Stands on every page of a registration. */
export const MARK = '补录'
export const MARK_MEANING =
  '补录：采购在平台外完成，事后登记。平台没有为其生成回执、签章和公开日志记录，统计不将其计入平台内采购。'

export const NOTICE_KINDS = {
  announcement: '采购公告',
  invitation: '邀请书',
  change: '变更公告',
  candidates: '候选人公示',
  result: '结果公告',
  other: '其他',
} as const

export const ADMISSIONS = { open: '公开', invited: '邀请' } as const
