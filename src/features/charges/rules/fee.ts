import { Exact, formatAmount, formatDigits } from '#contract/money.ts'
import { Formula } from './enums.ts'
import { type Amounts, type Element, evaluate, FormulaFault, inWords } from './expression.ts'

/** Half-open: from `from` up to below `to`, in yuan; null: no end. `rate` in percent. */
export interface Tier {
  from: string
  to: string | null
  rate: string
}

/** How a fee is computed. */
export interface Terms {
  /** `Formula`. */
  formula: number
  /** The base; of a fixed fee, the fee. */
  elements: readonly Element[]
  /** None where it is fixed. */
  tiers: readonly Tier[]
  /** Not less, not more than, in yuan. */
  least?: string | undefined
  most?: string | undefined
}

/** One step of how an amount came about: what, by which computation, and its exact result in yuan. */
export interface Line {
  label: string
  computation: string
  amount: string
}

export interface Fee {
  /** In yuan, to the cent: rounded half up once, here. */
  amount: string
  lines: Line[]
}

/**
 * Computes a fee. Exact up to the end, where it is rounded to the cent. Throws `FormulaFault` where the formula cannot be
 * read, an amount is missing, or no tier holds the base.
 */
export function computeFee(terms: Terms, amounts: Amounts): Fee {
  const base = evaluate(terms.elements, amounts)
  const ofBase = { label: '计费基数', computation: inWords(terms.elements), amount: plain(base) }
  const { lines, total } = BY_FORMULA[terms.formula]!(terms, base)
  const bounded = boundedBy(terms, total)
  const amount = bounded.total.toFixed(2)
  const all = [...(terms.formula === Formula.values.fixed ? [] : [ofBase]), ...lines, ...bounded.lines]
  return { amount, lines: [...all, { label: '应收合计', computation: '四舍五入到分', amount }] }
}

/** What is left of an amount with a percentage taken off, and how that came about. */
export function discounted(fee: Fee, percent: string, label: string): Fee {
  if (new Exact(percent).isZero()) return fee
  const amount = new Exact(fee.amount).times(new Exact(100).minus(percent)).div(100).toFixed(2)
  const computation = `${formatDigits(fee.amount, 2)} ×（1 − ${formatDigits(percent)}%）`
  return { amount, lines: [...fee.lines, { label, computation, amount }] }
}

interface Computed {
  lines: Line[]
  total: Exact
}

const BY_FORMULA: Readonly<Record<number, (terms: Terms, base: Exact) => Computed>> = {
  [Formula.values.fixed]: ({ elements }, base) => ({
    lines: [{ label: '固定收取', computation: inWords(elements), amount: plain(base) }],
    total: base,
  }),
  [Formula.values.interval]({ tiers }, base) {
    const tier = tiers.find(({ from, to }) => base.gte(from) && (to === null || base.lt(to)))
    if (!tier) throw new FormulaFault('没有适用的区间')
    const line = lineOf(tier, base)
    return { lines: [line], total: new Exact(line.amount) }
  },
  [Formula.values.cumulative]({ tiers }, base) {
    const reached = tiers.filter(({ from }) => base.gt(from))
    const lines = reached.map((tier) => lineOf(tier, partIn(tier, base)))
    return { lines, total: lines.reduce((total, { amount }) => total.plus(amount), new Exact(0)) }
  },
}

function partIn({ from, to }: Tier, base: Exact): Exact {
  return (to === null || base.lt(to) ? base : new Exact(to)).minus(from)
}

function lineOf(tier: Tier, part: Exact): Line {
  const amount = part.times(tier.rate).div(100)
  return {
    label: rangeOf(tier),
    computation: `${formatDigits(plain(part), 2)} × ${formatDigits(tier.rate)}%`,
    amount: plain(amount),
  }
}

function boundedBy({ least, most }: Terms, total: Exact): Computed {
  const isLess = least !== undefined && total.lt(least)
  const isMore = most !== undefined && total.gt(most)
  const bound = isLess ? least : isMore ? most : undefined
  if (bound === undefined) return { lines: [], total }
  const line = { label: isLess ? '最低收取' : '最高收取', computation: `${formatAmount(bound)} 元`, amount: bound }
  return { lines: [line], total: new Exact(bound) }
}

/** A tier in words: `100 万元至 500 万元`. */
export function rangeOf({ from, to }: Tier): string {
  if (to === null) return new Exact(from).isZero() ? '全部金额' : `${short(from)}以上`
  return new Exact(from).isZero() ? `${short(to)}以下` : `${short(from)}至 ${short(to)}`
}

function short(amount: string): string {
  const value = new Exact(amount)
  return value.gte(10_000) && value.mod(100).isZero() ? `${value.div(10_000).toFixed()} 万元` : `${value.toFixed()} 元`
}

function plain(value: Exact): string {
  return value.toFixed()
}
