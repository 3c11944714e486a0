/** What an agreement fixes of what is ordered later (GB/T 43711). */
export const KINDS = { supplier: '定商', price: '定商定价', volume: '定商定价定量' } as const
export type Kind = keyof typeof KINDS

export const REGIMES = { government: '政府采购', enterprise: '企业采购' } as const
export type Regime = keyof typeof REGIMES

export const CATEGORIES = { goods: '货物', services: '服务', works: '工程' } as const
export type Category = keyof typeof CATEGORIES

/** Who of several suppliers is ordered from. */
export const CALL_RULES = { direct: '直接选定', rotation: '顺序轮候', competition: '二次竞价' } as const
export type CallRule = keyof typeof CALL_RULES
