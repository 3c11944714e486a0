import * as z from 'zod'
import { Amount, Exact, formatAmount } from '#contract/money.ts'
import { type Ground, type Grounds, REASONS } from './grounds.ts'

/** Additions to a contract, as a share of it (政府采购法第三十一条第三项). */
const TOP_UP = '0.1'

/** Why one supplier alone is asked, who holds it to be so, and for how many working days that is publicised. */
export const SoleTerms = z.object({
  reason: z.enum(REASONS).default('unique'),
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
  /** Up to which amount the company's rules allow it. */
  ceiling: Amount.nullable().default(null),
  /** Code of the order that came to nothing. */
  failedOrder: z.string().trim().max(40).default(''),
})
export type SoleTerms = z.output<typeof SoleTerms>

/** The reason as the method knows it; undefined where it does not. */
export function groundOf({ reason }: Pick<SoleTerms, 'reason'>, grounds: Grounds): Ground | undefined {
  return grounds[reason]
}

/** For how many working days the reason is publicised; 0 also where that must not be. */
export function publicDays(terms: Pick<SoleTerms, 'reason' | 'days'>, grounds: Grounds): number {
  return groundOf(terms, grounds)?.publicity === 'none' ? 0 : terms.days
}

/** Whether the notice that opens the order is for everybody; otherwise it is a letter to the supplier. */
export function isAnnounced(terms: Pick<SoleTerms, 'reason' | 'days'>, grounds: Grounds): boolean {
  return groundOf(terms, grounds)?.isAnnounced === true || publicDays(terms, grounds) > 0
}

/** The reason in one sentence, with its article or what it refers to. */
export function reasonInWords(terms: SoleTerms, grounds: Grounds): string {
  const ground = groundOf(terms, grounds)
  const about = ground && (ground.article ?? referenceOf(terms, ground))
  return `${ground?.label ?? ''}${about ? `（${about}）` : ''}。${terms.explanation}`
}

/** Opinions of experts, one to a line: 张三（某大学，教授）：意见. */
export function expertsInWords({ experts }: SoleTerms): string {
  return experts.map(({ name, unit, title, opinion }) => `${name}（${unit}，${title}）：${opinion}`).join('\n')
}

/** What is missing or wrong before the reason can be published, by field of the terms. `estimatedPrice` in yuan. */
export function soleProblems(
  terms: SoleTerms,
  grounds: Grounds,
  { estimatedPrice }: { estimatedPrice?: string | undefined } = {},
): { path: string; message: string }[] {
  const ground = groundOf(terms, grounds)
  if (!ground) return [{ path: 'reason', message: '请选择适用情形' }]
  const problems: { path: string; message: string }[] = []
  if (terms.explanation.length < 10) problems.push({ path: 'explanation', message: '请说明具体理由，不少于 10 个字' })
  if (ground.experts === 'demanded' && terms.experts.length === 0)
    problems.push({ path: 'experts', message: `${ground.label}的，须有专业人员的具体论证意见` })
  if (ground.publicity === 'due' && terms.days === 0)
    problems.push({ path: 'days', message: '该情形须公示理由和拟定供应商，请填写公示期' })
  if (ground.asks === 'originalAmount' && terms.originalAmount === null)
    problems.push({ path: 'originalAmount', message: '请填写原合同采购金额' })
  if (ground.asks === 'failedOrder' && terms.failedOrder === '')
    problems.push({ path: 'failedOrder', message: '请选择采购失败的采购单' })
  if (ground.asks === 'ceiling') problems.push(...ceilingProblems(terms, estimatedPrice))
  return problems
}

/** The most that may be added to a contract, yuan. */
export function topUpLimit(originalAmount: string): string {
  return new Exact(originalAmount).times(TOP_UP).toFixed(2)
}

function ceilingProblems({ ceiling }: SoleTerms, estimatedPrice: string | undefined) {
  if (ceiling === null) return [{ path: 'ceiling', message: '请填写直接采购限额' }]
  if (estimatedPrice === undefined || new Exact(estimatedPrice).lte(ceiling)) return []
  const message = `估算价 ${formatAmount(estimatedPrice)} 元，超过直接采购限额 ${formatAmount(ceiling)} 元`
  return [{ path: 'ceiling', message }]
}

/** What the reason refers to, as it is asked for. */
function referenceOf({ ceiling, failedOrder }: SoleTerms, { asks }: Ground): string | undefined {
  if (asks === 'ceiling' && ceiling !== null) return `限额 ${formatAmount(ceiling)} 元`
  return asks === 'failedOrder' && failedOrder ? `采购单 ${failedOrder} 已流标` : undefined
}
