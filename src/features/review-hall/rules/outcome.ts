import { AppError } from '#contract/errors.ts'
import { aggregate } from './aggregate.ts'
import type { Aggregation } from '#features/evaluation/rules/enums.ts'
import { add, fraction, show, toExact, toFixed, ZERO, type Fraction } from '#features/evaluation/rules/fraction.ts'
import type { ScoreDigits } from '#features/evaluation/rules/part-score.ts'
import { line, type TraceLine } from '#features/evaluation/rules/trace.ts'

/** What one reviewer said of one bidder in one item. */
export interface Judgement {
  itemId: string
  reviewerId: string
  score: string | null
  passed: boolean | null
  reason: string
}

export interface OutcomeItem {
  id: string
  name: string
}

export interface Outcome {
  /** Marks with two decimals; null in pass-or-not ways. */
  score: string | null
  /** What totals are added from, as `n/d`: not rounded, unless the documents round parts. */
  exact: string | null
  passed: boolean | null
  /** Why it failed, item by item. */
  reason: string
  /** Reviewers whose marks did not count. */
  dropped: string[]
  trace: TraceLine[]
}

/**
 * Pass or not, item by item: an item is failed when more than half of the reviewers fail it, and one failed item rejects
 * the bid. A majority that fails the bid without agreeing on an item rejects nothing: a rejection must name its ground
 * (招标投标法实施条例第五十一条); the trace says so and the committee may vote.
 */
export function passOutcome(
  items: readonly OutcomeItem[],
  reviewerIds: readonly string[],
  judgements: readonly Judgement[],
): Outcome {
  const trace: TraceLine[] = []
  const failures: string[] = []
  const failing = new Set<string>()
  for (const item of items) {
    const said = reviewerIds.map((id) => found(judgements, item, id))
    if (said.some((j) => j.passed === null)) throw new AppError('invalid', `“${item.name}”尚有评委未作出结论`)
    const against = said.filter((j) => j.passed === false)
    for (const j of against) failing.add(j.reviewerId)
    const failed = against.length * 2 > reviewerIds.length
    const expression = `通过 ${said.length - against.length} 人，不通过 ${against.length} 人`
    trace.push({ label: item.name, expression, value: failed ? '不通过' : '通过' })
    if (failed) failures.push(`${item.name}：${[...new Set(against.map((j) => j.reason))].join('；')}`)
  }
  const passed = failures.length === 0
  if (passed && failing.size * 2 > reviewerIds.length) {
    const expression = `${failing.size} 名评委认为有不合格项，但未就同一评审项形成多数意见`
    trace.push({ label: '提示', expression, value: '不构成否决，可提请表决' })
  }
  trace.push({
    label: '结论',
    expression: `少数服从多数（评委 ${reviewerIds.length} 名）`,
    value: passed ? '通过' : '不通过',
  })
  return { score: null, exact: null, passed, reason: failures.join('。'), dropped: [], trace }
}

/** Each reviewer's marks are the sum over the items; these are aggregated over the reviewers. */
export function scoreOutcome(
  way: {
    aggregation: (typeof Aggregation.options)[number]['value']
    items: readonly OutcomeItem[]
    digits?: ScoreDigits
  },
  reviewerIds: readonly string[],
  judgements: readonly Judgement[],
): Outcome {
  const scores = reviewerIds.map((reviewerId) => {
    const marks = way.items.map((item) => {
      const { score } = found(judgements, item, reviewerId)
      if (score === null) throw new AppError('invalid', `“${item.name}”尚有评委未评分`)
      return fraction(score)
    })
    return { reviewerId, score: toExact(marks.reduce(add, ZERO)).toFixed() }
  })
  const { score, exact, dropped, trace } = aggregate(way.aggregation, scores, way.digits)
  return { score, exact, passed: null, reason: '', dropped, trace }
}

/** Objective items on which reviewers differ: they must agree (财政部令第87号第六十四条). */
export function objectiveDifferences(
  items: readonly (OutcomeItem & { isObjective: boolean })[],
  judgements: readonly Judgement[],
): string[] {
  return items
    .filter((item) => item.isObjective)
    .filter((item) => new Set(judgements.filter((j) => j.itemId === item.id).map((j) => j.score)).size > 1)
    .map((item) => item.name)
}

/** The total of all scoring ways, rounded once at the end. `exact` as in `Outcome`. */
export function totalOf(parts: readonly { name: string; exact: string }[]): { total: string; trace: TraceLine[] } {
  const values = parts.map((part) => parse(part.exact))
  const total = values.reduce(add, ZERO)
  const rounded = toFixed(total, 2)
  const trace = [
    line('综合得分', parts.map((part, i) => `${part.name} ${show(values[i]!)}`).join(' + '), total),
    { label: '综合得分', expression: '四舍五入，保留两位小数', value: rounded },
  ]
  return { total: rounded, trace }
}

function found(judgements: readonly Judgement[], item: OutcomeItem, reviewerId: string): Judgement {
  const judgement = judgements.find((j) => j.itemId === item.id && j.reviewerId === reviewerId)
  if (!judgement) throw new AppError('invalid', `“${item.name}”尚有评委未评审`)
  return judgement
}

function parse(exact: string): Fraction {
  const [n = '', d = ''] = exact.split('/')
  return { n: BigInt(n), d: BigInt(d) }
}
