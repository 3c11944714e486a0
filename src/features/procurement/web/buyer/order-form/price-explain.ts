import type * as z from 'zod'
import { Exact } from '#contract/money.ts'
import { DRAWN_PARAMS, type DrawnParam } from '#features/evaluation/rules/drawn-params.ts'
import { PriceBase, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import { DEFAULT_BASES, DEFAULT_RATES, randomParts } from '#features/evaluation/rules/random-price.ts'
import type { PricePlan } from '../../../steps/review/settings.ts'

export type PricePlanInput = z.input<typeof PricePlan>

/** 评标基准价, specification part 2 section 9. */
export const BASE_KINDS = [
  { value: 1, label: '最高有效报价' },
  { value: 2, label: '最低有效报价' },
  { value: 3, label: '有效报价平均值 × 百分比' },
  { value: 4, label: '去掉最高价和最低价的平均值 × 百分比' },
  { value: 5, label: '有效报价平均值 × (1 − 下浮率)' },
]

export const FORMULAS = [
  { value: 'ratio', label: '比值法' },
  { value: 'deviation', label: '偏差扣分法' },
]

export interface PriceExplanation {
  /** How the base is found, and how a quote becomes marks: one sentence each. */
  sentences: string[]
  /** What the example takes as drawn; '' where nothing is drawn. */
  assumed: string
  base: string
  rows: { quote: string; how: string; score: string }[]
}

/** Quotes of the example, 万元. */
export const EXAMPLE_QUOTES = ['92', '95', '97', '100', '103']

/**
 * The price plan of an order in words and by example, with what is drawn, when and how: at the opening (values the plan
 * names), or in a dual-random review (method 7, `#features/evaluation/rules/random-price.ts`). Null as `explainPrice`.
 */
export function explainOrderPrice(
  plan: PricePlanInput,
  { full, digits, method }: MarkTerms & { method: number | undefined },
): PriceExplanation | null {
  const terms = { full, digits }
  if (method === ReviewMethod.values.dualRandom) {
    const explained = explainPrice(drawnFirst(plan), terms)
    return (
      explained && {
        ...explained,
        sentences: [...randomSentences(plan), ...randomFormulas(plan, full), roundingSentence(digits)],
        assumed: '设抽中首个计算方式和系数',
      }
    )
  }
  const drawn = drawnAtOpening(plan)
  if (!drawn) return explainPrice(plan, terms)
  const { name, label, options } = drawn
  const explained = explainPrice({ ...plan, [name]: options[0]! }, terms)
  return (
    explained && {
      ...explained,
      sentences: [
        `${label} 在开标时抽取：公布开标一览表后、开标结束前，由主持人当众从 ${percents(options)} 中抽取一个，记入开标记录，不得重抽。`,
        baseSentence({ ...plan, [name]: SYMBOL[name] }),
        formulaSentence(plan, full),
        roundingSentence(digits),
      ],
      assumed: `设抽中 ${options[0]!}%`,
    }
  )
}

interface MarkTerms {
  /** Full marks of the price (F). */
  full: string
  /** Decimals that the documents round price marks to before they are added; undefined: not rounded. */
  digits?: number | undefined
}

/**
 * A price plan in words and by example. Null while something is half typed. The
 * binding computation, with its derivation, is the review's; this follows the same published rules (domain: 87号令 §55).
 */
export function explainPrice(
  plan: PricePlanInput,
  { full, digits }: MarkTerms,
  quotes: readonly string[] = EXAMPLE_QUOTES,
): PriceExplanation | null {
  const numbers = [plan.percentage ?? '100', plan.floatRate ?? '0', plan.above ?? '1', plan.below ?? '0.5', full]
  if (!numbers.every((n) => /^\d+(\.\d+)?$/.test(n)) || new Exact(full).isZero()) return null
  const kind = plan.baseKind ?? 2
  const base = baseOf(plan, quotes)
  const scored = quotes.map((quote) => {
    const q = new Exact(quote)
    return plan.formula === 'deviation' ? byDeviation(q, base, { plan, full }) : byRatio(q, base, { kind, full })
  })
  return {
    sentences: [baseSentence(plan), formulaSentence(plan, full), roundingSentence(digits)],
    assumed: '',
    base: short(base),
    rows: scored.map(({ how, marks }, i) => ({
      quote: quotes[i]!,
      how,
      score: marks.toDecimalPlaces(digits ?? 2).toFixed(2),
    })),
  }
}

function baseOf(plan: PricePlanInput, quotes: readonly string[]): Exact {
  const sorted = quotes.map((q) => new Exact(q)).toSorted((a, b) => a.cmp(b))
  const mean = (list: readonly Exact[]) => list.reduce((a, b) => a.plus(b), new Exact(0)).div(list.length)
  switch (plan.baseKind ?? 2) {
    case 1:
      return sorted.at(-1)!
    case 3:
      return mean(sorted)
        .times(plan.percentage ?? '100')
        .div(100)
    case 4: {
      const kept = sorted.length >= (plan.dropEndsFrom ?? 4) ? sorted.slice(1, -1) : sorted
      return mean(kept)
        .times(plan.percentage ?? '100')
        .div(100)
    }
    case 5:
      return mean(sorted)
        .times(new Exact(100).minus(plan.floatRate ?? '0'))
        .div(100)
    default:
      return sorted[0]!
  }
}

function byRatio(q: Exact, base: Exact, { kind, full }: { kind: number; full: string }) {
  const [top, bottom] = kind === 1 ? [q, base] : [base, q]
  const raw = top.div(bottom).times(full)
  const above = raw.gt(full)
  const how = `${short(top)} ÷ ${short(bottom)} × ${full}${above ? '，超过满分按满分计' : ''}`
  return { how, marks: above ? new Exact(full) : raw }
}

function byDeviation(q: Exact, base: Exact, { plan, full }: { plan: PricePlanInput; full: string }) {
  const exact = q.minus(base).div(base).times(100)
  const d = plan.roundDeviation ? exact.toDecimalPlaces(2) : exact
  const lost = d.gt(0) ? (plan.above ?? '1') : (plan.below ?? '0.5')
  const raw = new Exact(full).minus(d.abs().times(lost))
  const side = d.isZero() ? '等于基准价' : `${d.gt(0) ? '高于' : '低于'}基准价 ${short(d.abs())}%`
  const how = d.isZero() ? side : `${side}，扣 ${short(d.abs())} × ${lost} 分`
  return { how: raw.lt(0) ? `${how}，扣完为止` : how, marks: raw.lt(0) ? new Exact(0) : raw }
}

function baseSentence(plan: PricePlanInput): string {
  const percent = named(plan.percentage ?? '100')
  const times = percent === '100%' ? '' : `乘以 ${percent} 后`
  switch (plan.baseKind ?? 2) {
    case 1:
      return '评标基准价 B 为有效报价中的最高价。'
    case 3:
      return `全部有效报价的算术平均值${times}为评标基准价 B。`
    case 4:
      return `有效报价不少于 ${plan.dropEndsFrom ?? 4} 家时，去掉一个最高价和一个最低价后取算术平均值，少于时取全部平均值；${times}为评标基准价 B。`
    case 5:
      return `有效报价的算术平均值下浮 ${named(plan.floatRate ?? '0')} 为评标基准价 B。`
    default:
      return '评标基准价 B 为有效报价中的最低价。'
  }
}

function formulaSentence(plan: PricePlanInput, full: string): string {
  if (plan.formula === 'deviation') {
    const rounding = plan.roundDeviation ? '偏差率先四舍五入到 0.01%，' : ''
    return `${rounding}报价等于 B 得满分 ${full} 分；每高于 B 1% 扣 ${plan.above ?? '1'} 分，每低于 B 1% 扣 ${plan.below ?? '0.5'} 分，按比例计算，扣完为止。`
  }
  const ratio = plan.baseKind === 1 ? '报价 ÷ B' : 'B ÷ 报价'
  return `价格得分 = ${ratio} × ${full}，不超过满分。`
}

function roundingSentence(digits: number | undefined): string {
  return `价格${partWords(digits ?? null)}；总分四舍五入，保留两位小数。`
}

/** What stands in a sentence for a parameter that is still to be drawn. */
const SYMBOL = { percentage: 'P', floatRate: 'R' } as const

function named(percent: string): string {
  return percent === SYMBOL.percentage || percent === SYMBOL.floatRate ? percent : `${percent}%`
}

/** The parameter that a base is made with and that may be drawn at the opening; null where there is none. */
export function drawableOf({ baseKind }: Pick<PricePlanInput, 'baseKind'>): DrawnParam | null {
  const { floated, average, trimmedAverage } = PriceBase.values
  if (baseKind === floated) return 'floatRate'
  return baseKind === average || baseKind === trimmedAverage ? 'percentage' : null
}

function drawnAtOpening(plan: PricePlanInput) {
  const name = drawableOf(plan)
  const options = (name && plan.draw?.[name]) ?? []
  return name && options.length > 0 ? { name, label: DRAWN_PARAMS[name], options } : null
}

/** What a dual-random review draws, when, and how anybody checks it. */
function randomSentences(plan: PricePlanInput): string[] {
  const [bases, rates] = randomParts(plan).map(({ options }) => options.map(({ label }) => label))
  const kinds = plan.randomBases ?? DEFAULT_BASES
  const { highest, lowest, trimmedAverage, floated } = PriceBase.values
  const has = (...some: number[]) => kinds.some((kind) => some.includes(kind))
  const uses = [
    has(highest, lowest) && '抽中最高或最低有效报价的，不乘系数',
    has(PriceBase.values.average, trimmedAverage) && '抽中平均值的，百分比即系数',
    has(trimmedAverage) && `有效报价不少于 ${plan.dropEndsFrom ?? 4} 家时才去掉最高价和最低价`,
    has(floated) && '抽中下浮的，下浮率为 100% 减系数',
  ].filter((one) => one !== false)
  return [
    `评标基准价 B 的计算方式和系数在评审中各抽取一个。计算方式备选：${bases!.join('、')}；系数备选：${rates!.join('、')}。`,
    `${uses.join('；')}。`,
    '其他评审项全部汇总后、计算价格得分前，由评标委员会组长在评审大厅中抽取，结果即时公布，不得重抽。',
    '随机种子的哈希在评审开始时公布，抽取时再加入全体评委已提交的评审意见和投标文件的哈希；任何人都可据此复算抽取结果。',
  ]
}

/** How a quote becomes marks, whichever base is drawn: under the highest price the ratio is the other way round. */
function randomFormulas(plan: PricePlanInput, full: string): string[] {
  const { highest, lowest } = PriceBase.values
  const kinds = plan.randomBases ?? DEFAULT_BASES
  const whenHighest = formulaSentence({ ...plan, baseKind: highest }, full)
  const otherwise = formulaSentence({ ...plan, baseKind: lowest }, full)
  if (!kinds.includes(highest) || whenHighest === otherwise) return [otherwise]
  if (kinds.every((kind) => kind === highest)) return [whenHighest]
  return [otherwise, `抽中最高有效报价的，${whenHighest}`]
}

/** The plan as it would be if the first of everything were drawn. */
function drawnFirst(plan: PricePlanInput): PricePlanInput {
  const [baseKind = 3] = plan.randomBases ?? DEFAULT_BASES
  const [rate = '100'] = plan.randomRates ?? DEFAULT_RATES
  return { ...plan, baseKind, percentage: rate, floatRate: new Exact(100).minus(rate).toFixed() }
}

function percents(options: readonly string[]): string {
  return options.map((one) => `${one}%`).join('、')
}

function short(value: Exact): string {
  const cut = value.toDecimalPlaces(4)
  return cut.eq(value) ? value.toFixed() : `${value.toFixed(4)}…`
}
