import * as z from 'zod'
import type { Regime } from '#features/procurement/rules/regimes.ts'

/** 招标投标法第三十七条第三款: experts of these projects may be named by the purchaser itself. */
export const DIRECT_GROUNDS = {
  complex: '技术复杂，随机抽取的专家难以保证胜任',
  professional: '专业性强，随机抽取的专家难以保证胜任',
  national: '国家有特殊要求，随机抽取的专家难以保证胜任',
} as const
const TENDER_LAW = '《招标投标法》第三十七条第三款、《招标投标法实施条例》第四十六条'
/** What allows it, by regime. */
export const DIRECT_RULES: Readonly<Record<Regime, string>> = {
  tender: TENDER_LAW,
  // Not checked.
  government: '《政府采购货物和服务招标投标管理办法》（财政部令第87号）第四十八条第二款',
  enterprise: TENDER_LAW,
}

export const DirectGround = z.enum(['complex', 'professional', 'national'])
export type DirectGround = z.output<typeof DirectGround>
