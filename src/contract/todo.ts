/** What a to-do is about, as people group and filter by it. */
export const TODO_KINDS = {
  approval: '审批',
  signUp: '报名与答疑',
  bid: '投标',
  opening: '开标',
  auction: '竞价',
  review: '评审',
  result: '公示与定标',
  company: '企业事务',
  platform: '平台事务',
} as const

export type TodoKind = keyof typeof TODO_KINDS
