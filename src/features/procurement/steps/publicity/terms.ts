import * as z from 'zod'
import { Amount, Exact } from '#contract/money.ts'

/** Reasons to ask one supplier alone (政府采购法第三十一条). That a tender found one bidder only is none by itself. */
export const SOLE_REASONS = {
  unique: { label: '只能从唯一供应商处采购', article: '《政府采购法》第三十一条第一项' },
  urgent: { label: '发生不可预见的紧急情况，不能从其他供应商处采购', article: '《政府采购法》第三十一条第二项' },
  followUp: {
    label: '须保证与原采购项目一致或者服务配套，继续从原供应商处添购',
    article: '《政府采购法》第三十一条第三项',
  },
} as const

/** Additions to a contract, as a share of it (政府采购法第三十一条第三项). */
const TOP_UP = '0.1'

/** Why one supplier alone is asked, who holds it to be so, and for how many working days that is publicised. */
export const SoleTerms = z.object({
  reason: z.enum(['unique', 'urgent', 'followUp']).default('unique'),
  explanation: z.string().trim().max(4000).default(''),
  /** Working days after the day of the notice; 0: it is not publicised. */
  days: z.number().int().min(0, '公示期须为 0 至 60 个工作日').max(60, '公示期须为 0 至 60 个工作日').default(5),
  /** Whose opinion it is that there is no other (财政部令第74号第三十八条). */
  experts: z
    .array(
      z.object({
        name: z.string().trim().min(1, '请输入姓名').max(40),
        unit: z.string().trim().min(1, '请输入工作单位').max(100),
        title: z.string().trim().min(1, '请输入职称').max(40),
        opinion: z.string().trim().min(1, '请输入论证意见').max(2000),
      }),
    )
    .max(9)
    .default([]),
  /** Amount of the contract that is added to. */
  originalAmount: Amount.nullable().default(null),
})
export type SoleTerms = z.output<typeof SoleTerms>

/** The reason in one sentence, with its article. */
export function reasonInWords({ reason, explanation }: SoleTerms): string {
  const { label, article } = SOLE_REASONS[reason]
  return `${label}（${article}）。${explanation}`
}

/** Opinions of experts, one to a line: 张三（某大学，教授）：意见. */
export function expertsInWords({ experts }: SoleTerms): string {
  return experts.map(({ name, unit, title, opinion }) => `${name}（${unit}，${title}）：${opinion}`).join('\n')
}

/** What is missing before the reason can be publicised, by field of the terms. */
export function soleProblems(terms: SoleTerms): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  if (terms.explanation.length < 10)
    problems.push({ path: 'explanation', message: '请说明采用单一来源采购方式的具体理由，不少于 10 个字' })
  if (terms.reason === 'unique' && terms.experts.length === 0)
    problems.push({ path: 'experts', message: '只能从唯一供应商处采购的，须有专业人员的具体论证意见' })
  if (terms.reason === 'followUp' && terms.originalAmount === null)
    problems.push({ path: 'originalAmount', message: '请填写原合同采购金额' })
  return problems
}

/** The most that may be added to a contract, yuan. */
export function topUpLimit(originalAmount: string): string {
  return new Exact(originalAmount).times(TOP_UP).toFixed(2)
}
