import { Aggregation } from '#features/evaluation/rules/enums.ts'
import {
  add,
  compare,
  div,
  type Fraction,
  fraction,
  HUNDRED,
  mean,
  mul,
  sub,
  toFixed,
  ZERO,
} from '#features/evaluation/rules/fraction.ts'
import { aggregate } from '#features/review-hall/rules/aggregate.ts'
import type { Item } from './items.ts'
import { type Fact, isSource, SOURCES } from './sources.ts'

/** What one appraiser gave for one indicator; decimal string. */
export interface Mark {
  userId: string
  indicatorId: string
  marks: string
}

export interface ItemScore {
  indicatorId: string
  /** Two decimals; null: nothing to go by, the other weights count for the whole. */
  marks: string | null
  /** What was found, in words: `3/4`, `102.50%`. */
  found: string
  /** How the marks come about. */
  how: string
}

export interface Score {
  items: ItemScore[]
  /** Of 100, two decimals, rounded half up once; null: nothing to go by at all. */
  score: string | null
}

interface Given {
  facts: readonly Fact[]
  marks: readonly Mark[]
  /** Marks that were corrected on an objection, by indicator. */
  corrected?: Readonly<Record<string, string>>
}

/**
 * The score of one supplier. Marks of people are put together as in a review (without one highest and one lowest where three
 * or more gave them), facts by their measure; an indicator without either leaves its weight to the others.
 */
export function scoreOf(items: readonly Item[], { facts, marks, corrected = {} }: Given): Score {
  const found = items.map((item) => {
    const own = corrected[item.indicatorId]
    if (own !== undefined) return { item, exact: fraction(own), found: '', how: '经异议更正' }
    const one = item.kind === 'objective' ? byFacts(item, facts) : byPeople(item, marks)
    return { item, ...one }
  })
  const counted = found.flatMap(({ item, exact }) => (exact ? [{ item, exact }] : []))
  const weights = counted.map(({ item }) => fraction(item.weight)).reduce(add, ZERO)
  const sum = counted
    .map(({ item, exact }) => mul(fraction(item.weight), div(exact, fraction(item.fullMarks))))
    .reduce(add, ZERO)
  return {
    items: found.map(({ item, exact, ...words }) => ({
      indicatorId: item.indicatorId,
      marks: exact ? toFixed(exact, 2) : null,
      ...words,
    })),
    score: weights.n === 0n ? null : toFixed(mul(div(sum, weights), HUNDRED), 2),
  }
}

interface Part {
  exact: Fraction | null
  found: string
  how: string
}

function byPeople(item: Item, marks: readonly Mark[]): Part {
  const given = marks.filter(({ indicatorId }) => indicatorId === item.indicatorId)
  if (given.length === 0) return { exact: null, found: '', how: '无人打分，不计入' }
  const scores = given.map(({ userId, marks: score }) => ({ reviewerId: userId, score }))
  const { exact, dropped } = aggregate(Aggregation.values.trimmedMean, scores)
  const [n = '0', d = '1'] = exact.split('/')
  const average = div(fraction(n), fraction(d))
  const how = `${given.length} 人打分${dropped.length > 0 ? '，去掉一个最高分和一个最低分' : ''}取平均`
  if (item.direction === 'more') return { exact: average, found: toFixed(average, 2), how }
  const left = sub(fraction(item.fullMarks), average)
  return { exact: left, found: `扣 ${toFixed(average, 2)} 分`, how: `${how}，从满分中扣除` }
}

function byFacts(item: Item, all: readonly Fact[]): Part {
  if (!isSource(item.source)) return { exact: null, found: '', how: '没有依据，不计入' }
  const { measure } = SOURCES[item.source]
  const facts = all.filter(({ source }) => source === item.source)
  const full = fraction(item.fullMarks)
  const step = fraction(item.step ?? '0')
  if (measure === 'count')
    return {
      exact: lessBy(full, mul(step, fraction(facts.length))),
      found: `${facts.length} 次`,
      how: `每次扣 ${item.step} 分`,
    }
  if (facts.length === 0) return { exact: null, found: '', how: '考核期内没有记录，不计入，其余权重按比例折算' }
  if (measure === 'share') {
    const good = facts.filter(({ isGood }) => isGood).length
    const share = div(fraction(good), fraction(facts.length))
    return { exact: mul(full, share), found: `${good}/${facts.length}`, how: '按比例得分' }
  }
  const per = mul(mean(facts.map(({ own, median }) => div(fraction(own!), fraction(median!)))), HUNDRED)
  const above = sub(per, HUNDRED)
  return {
    exact: compare(above, ZERO) > 0 ? lessBy(full, mul(step, above)) : full,
    found: `${toFixed(per, 2)}%`,
    how: `不高于中位数得满分，每高 1% 扣 ${item.step} 分`,
  }
}

/** Never below zero. */
function lessBy(full: Fraction, off: Fraction): Fraction {
  const left = sub(full, off)
  return compare(left, ZERO) < 0 ? ZERO : left
}
