/** Why somebody cannot sign for a company, by name and in words for people. */
export const REFUSALS = {
  companyNotOpened: '企业尚未开通电子签章，请由管理员申请开通',
  personNotOpened: '您尚未开通个人签署，请由管理员邀请并由本人确认开通',
  noCopies: '电子签章份数不足，请购买后再试',
} as const
export type Refusal = keyof typeof REFUSALS
