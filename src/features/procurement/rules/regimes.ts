import * as z from 'zod'

/** What a purchase obeys: its dates, limits and methods follow from it. */
export const REGIMES = {
  tender: {
    label: '依法必须招标',
    meaning: '适用招标投标法：招标文件发出至投标截止不少于 20 日，评标专家随机抽取，中标候选人公示不少于 3 日',
  },
  government: {
    label: '政府采购',
    meaning: '适用政府采购法：招标文件提供不少于 5 个工作日，投标不少于 20 日；其中工程招标适用招标投标法',
  },
  enterprise: {
    label: '企业采购',
    meaning: '不属于以上两类，按本单位采购制度执行；自愿招标的，仍须遵守招标投标法的一般规定',
  },
} as const satisfies Record<string, { label: string; meaning: string }>
export type Regime = keyof typeof REGIMES

export const RegimeValue = z.enum(Object.keys(REGIMES) as [Regime, ...Regime[]], '请选择适用制度')
