import type * as z from 'zod'
import type { ReviewWayPlan } from '../steps/review/settings.ts'
import { ItemKind, ReviewMethod, WayType } from '#features/evaluation/rules/enums.ts'
import { add, compare, fraction, show, ZERO } from '#features/evaluation/rules/fraction.ts'

export type WayPlan = z.output<typeof ReviewWayPlan>

/** Methods a review can be run by: all of them. */
export const SUPPORTED_METHODS: readonly number[] = ReviewMethod.options.map((o) => o.value)

/**
 * A plan that fits most tenders for goods and services: 资格、符合性 pass or not, 技术 40, 商务 20, 价格 40. What the order
 * form starts from, and what a review uses when the order says nothing.
 */
export const DEFAULT_WAYS: readonly WayPlan[] = [
  passWay(WayType.values.qualification, [
    ['营业执照', '具有独立承担民事责任的能力，营业执照在有效期内'],
    ['资质要求', '具备采购文件要求的资质，且在有效期内'],
    ['信誉要求', '未被列入失信被执行人、严重违法失信名单'],
    ['财务与纳税', '按采购文件要求提供财务状况、纳税和社会保障资金缴纳证明'],
  ]),
  passWay(WayType.values.compliance, [
    ['投标文件签章', '投标函已按采购文件要求签字盖章'],
    ['投标报价', '报价唯一，且不超过最高投标限价'],
    ['投标有效期', '不短于采购文件规定的投标有效期'],
    ['实质性响应', '对采购文件的实质性要求和条件作出响应，无重大偏差'],
  ]),
  scoringWay(WayType.values.technicalScore, '40', [
    ['总体技术方案', '方案完整、针对性强、可操作', '12'],
    ['质量保证措施', '措施具体、可检查', '8'],
    ['进度计划与保障', '计划合理，有保障措施', '8'],
    ['项目团队', '人员数量、资格和经验满足需要', '7'],
    ['服务与培训', '承诺具体，响应及时', '5'],
  ]),
  scoringWay(WayType.values.businessScore, '20', [
    ['类似业绩', '近三年类似项目业绩', '8'],
    ['企业实力', '管理体系认证、荣誉等', '5'],
    ['售后服务承诺', '期限、网点与响应时间', '4'],
    ['付款与交货响应', '对付款、交货条件的响应程度', '3'],
  ]),
  {
    type: WayType.values.priceScore,
    name: WayType.of.priceScore.label,
    itemKind: ItemKind.values.scoring,
    fullMark: '40',
    aggregation: 3,
    isAutomatic: true,
    items: [],
  },
]

/**
 * The ways of an order in the order of the review: pass or not first, then scoring, the computed price last. Without
 * any plan: the default, of which methods that only compare prices take the pass ways.
 */
export function orderedWays(plan: readonly WayPlan[], method: number): WayPlan[] {
  return (plan.length > 0 ? plan : defaultWays(method))
    .map((way): WayPlan => {
      const lone = way.itemKind === ItemKind.values.scoring && !way.isAutomatic && way.items.length === 0
      const items = lone ? [{ name: way.name, standard: '', fullMark: way.fullMark, isObjective: false }] : way.items
      return { ...way, items }
    })
    .toSorted((a, b) => stage(a) - stage(b))
}

/**
 * Ways with their stage. With two envelopes everything about prices comes second: price marks and 价格合格性评审; a plan
 * that has nothing of it gets the check of the quotes.
 */
export function stagedWays(ways: readonly WayPlan[], double: boolean): { way: WayPlan; stage: number }[] {
  if (!double) return ways.map((way) => ({ way, stage: 1 }))
  const staged = ways.map((way) => ({ way, stage: PRICE_WAYS.includes(way.type) ? 2 : 1 }))
  if (!staged.some((s) => s.stage === 2)) staged.push({ way: PRICE_CHECK, stage: 2 })
  return staged.toSorted((a, b) => a.stage - b.stage)
}

/** What is wrong with a plan, in words; empty when a review can be run by it. */
export function wayProblems(plan: readonly WayPlan[], method: number): string[] {
  const problems: string[] = []
  for (const way of orderedWays(plan, method)) {
    if (way.isAutomatic && way.type !== WayType.values.priceScore)
      problems.push(`“${way.name}”不是价格评分，不能自动计算`)
    if (way.isAutomatic) continue
    if (way.items.length === 0) problems.push(`“${way.name}”没有评审项`)
    if (way.itemKind !== ItemKind.values.scoring) continue
    const total = way.items.reduce((sum, item) => add(sum, fraction(item.fullMark)), ZERO)
    if (compare(total, fraction(way.fullMark)) !== 0)
      problems.push(`“${way.name}”各项分值之和 ${show(total)} 与满分 ${way.fullMark} 不一致`)
    if (way.items.some((item) => compare(fraction(item.fullMark), ZERO) === 0))
      problems.push(`“${way.name}”有分值为 0 的评审项`)
  }
  const prices = plan.filter((way) => way.isAutomatic && way.type === WayType.values.priceScore)
  if (prices.length > 1) problems.push('价格评分只能有一项')
  if (method === ReviewMethod.values.reasonableLowPrice && plan.length > 0 && prices.length === 0)
    problems.push('合理低价法须有价格评分')
  if (method === ReviewMethod.values.dualRandom && plan.length > 0 && prices.length === 0)
    problems.push('双随机综合评分法须有自动计算的价格评分')
  if (hasTotals(method) && !orderedWays(plan, method).some(isScoring))
    problems.push(`${ReviewMethod.label(method)}须有评分项`)
  return problems
}

function defaultWays(method: number): readonly WayPlan[] {
  const { comprehensive, dualRandom, priceCommitment } = ReviewMethod.values
  if (method === comprehensive || method === dualRandom) return DEFAULT_WAYS
  // Everybody quotes the announced price: what is left to compare is 技术 and 商务.
  if (method === priceCommitment) return DEFAULT_WAYS.filter((way) => !way.isAutomatic)
  const pass = DEFAULT_WAYS.filter((way) => !isScoring(way))
  if (method !== ReviewMethod.values.reasonableLowPrice) return pass
  return [...pass, { ...DEFAULT_WAYS.at(-1)!, fullMark: '100' }]
}

/** Methods that rank by total marks. */
function hasTotals(method: number): boolean {
  const { comprehensive, dualRandom, priceCommitment } = ReviewMethod.values
  return method === comprehensive || method === dualRandom || method === priceCommitment
}

function isScoring(way: WayPlan): boolean {
  return way.itemKind === ItemKind.values.scoring
}

function stage(way: WayPlan): number {
  if (way.isAutomatic) return 2
  return isScoring(way) ? 1 : 0
}

function passWay(type: number, items: readonly (readonly [string, string])[]): WayPlan {
  return {
    type,
    name: WayType.label(type),
    itemKind: ItemKind.values.pass,
    fullMark: '0',
    aggregation: 3,
    isAutomatic: false,
    items: items.map(([name, standard]) => ({ name, standard, fullMark: '0', isObjective: true })),
  }
}

function scoringWay(type: number, fullMark: string, items: readonly (readonly [string, string, string])[]): WayPlan {
  return {
    type,
    name: WayType.label(type),
    itemKind: ItemKind.values.scoring,
    fullMark,
    aggregation: 3,
    isAutomatic: false,
    items: items.map(([name, standard, mark]) => ({ name, standard, fullMark: mark, isObjective: false })),
  }
}

const PRICE_WAYS: readonly number[] = [WayType.values.priceScore, WayType.values.pricePass]
const PRICE_CHECK = passWay(WayType.values.pricePass, [
  ['投标报价', '报价唯一，且不超过最高投标限价'],
  ['报价合理性', '报价不低于成本，无明显不合理的单价'],
])
