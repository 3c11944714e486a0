import { Exact } from '#contract/money.ts'
import { WayType } from '#features/evaluation/rules/enums.ts'
import type { WayPlan } from './default-ways.ts'

/** What members of a group score, and what is computed; in the order in which they are offered. */
export const SCORED_TYPES = [
  { value: WayType.values.technicalScore, label: '技术评分' },
  { value: WayType.values.businessScore, label: '商务评分' },
  { value: WayType.values.priceScore, label: '价格评分' },
] as const

/** An empty part of the score. */
export function newPart(type: number): WayPlan {
  const name = SCORED_TYPES.find(({ value }) => value === type)?.label ?? '评分'
  const isAutomatic = type === WayType.values.priceScore
  return { type, name, itemKind: 2, fullMark: '0', aggregation: 3, isAutomatic, items: [] }
}

/** A plan to start from; its price weighs thirty per cent, which both goods and services may. */
export const USUAL_PARTS: readonly WayPlan[] = [
  {
    ...newPart(WayType.values.technicalScore),
    fullMark: '50',
    items: [
      item('总体方案', '方案完整、针对性强、可操作', '20'),
      item('质量保证措施', '措施具体、可检查', '15'),
      item('实施计划与人员', '计划合理，人员数量和资格满足需要', '15'),
    ],
  },
  {
    ...newPart(WayType.values.businessScore),
    fullMark: '20',
    items: [item('类似业绩', '近三年类似项目业绩', '10'), item('售后服务', '期限、网点与响应时间', '10')],
  },
  { ...newPart(WayType.values.priceScore), fullMark: '30' },
]

/** What is wrong with the criteria of a score, in words. */
export function partProblems(ways: readonly WayPlan[]): string[] {
  const problems: string[] = []
  const prices = ways.filter(({ isAutomatic }) => isAutomatic)
  if (prices.length !== 1) problems.push('须有一项价格评分')
  if (ways.some(({ itemKind }) => itemKind !== 2)) problems.push('评审标准只列评分项，是否符合要求由小组审查')
  if (ways.length === prices.length) problems.push('须有技术或者商务评分')
  for (const { name, isAutomatic, items, fullMark } of ways) {
    if (isAutomatic) continue
    if (items.length === 0) problems.push(`“${name}”没有评分项`)
    else if (!total(items).eq(fullMark || '0'))
      problems.push(`“${name}”各项分值之和 ${total(items).toFixed()} 分，应为 ${fullMark} 分`)
    if (items.some((one) => new Exact(one.fullMark || '0').isZero())) problems.push(`“${name}”有分值为 0 的评分项`)
  }
  const sum = total(ways)
  if (!sum.eq(100)) problems.push(`各部分满分合计 ${sum.toFixed()} 分，应为 100 分`)
  return problems
}

/** The criteria in one sentence, for notices. */
export function partsInWords(
  ways: readonly { name: string; fullMark?: string; items?: readonly { name: string; fullMark: string }[] }[],
): string {
  const parts = ways.map(({ name, fullMark, items = [] }) => {
    const inside = items.map((one) => `${one.name} ${one.fullMark} 分`).join('、')
    return `${name} ${fullMark ?? ''} 分${inside && `（${inside}）`}`
  })
  return `评审标准：${parts.join('，')}`
}

function item(name: string, standard: string, fullMark: string) {
  return { name, standard, fullMark, isObjective: false }
}

function total(rows: readonly { fullMark: string }[]) {
  return rows.reduce((sum, { fullMark }) => sum.plus(fullMark || '0'), new Exact(0))
}
