/** Steps of the project's orders that a purchaser may approve itself: nodes of the approvals of procurement, none of which tells who bids. */
export const KEPT_STEPS = {
  announcement: '公告发布',
  change: '变更公告',
  clarification: '澄清答疑',
  candidates: '候选人公示',
  winner: '确定结果',
  abortive: '流标处理',
} as const
export type KeptStep = keyof typeof KEPT_STEPS

/** How the agency is paid. */
export const FEE_RULES = { standard: '按代理机构公示的收费标准', fixed: '固定金额', free: '不收取' } as const
export type FeeRule = keyof typeof FEE_RULES

export const FEE_PAYERS = { winner: '中标（成交）供应商支付', purchaser: '采购人支付' } as const
export type FeePayer = keyof typeof FEE_PAYERS

/** How far a project is entrusted, in words. */
export function scopeText(kept: readonly string[]): string {
  if (kept.length === 0) return '全过程委托'
  const names = Object.entries(KEPT_STEPS).flatMap(([step, label]) => (kept.includes(step) ? [label] : []))
  return `部分委托，${names.join('、')}由采购人审批`
}
