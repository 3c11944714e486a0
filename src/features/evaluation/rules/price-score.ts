import { AppError } from '#contract/errors.ts'
import { PriceBase } from './enums.ts'
import {
  abs,
  compare,
  div,
  fraction,
  HUNDRED,
  mul,
  round,
  show,
  sub,
  toExact,
  ZERO,
  type Fraction,
} from './fraction.ts'
import { priceBase } from './price-base.ts'
import { partScore, type ScoreDigits } from './part-score.ts'
import { checkParams, type PriceScoreInput, type PriceScoreParams } from './price-params.ts'
import { line, type TraceLine } from './trace.ts'

/** Which formulas were used; stored with every result, so that an old score can be derived again. */
export const PRICE_SCORE_VERSION = 'price-score/2'
/** Before it: price marks were rounded to two decimals before they were added. Reviews begun under it keep it. */
export const ROUNDED_PRICE_VERSION = 'price-score/1'

/** A valid quote: decimal string in yuan, above zero. Rejected bids are left out by the caller. */
export interface PriceQuote {
  id: string
  quote: string
}

/** Whether a quote can be computed with: zero is no price. Old bids may hold one; new ones are refused where they are made. */
export function isQuote(quote: string): boolean {
  return /^\d{1,15}(\.\d{1,6})?$/.test(quote) && /[1-9]/.test(quote)
}

export interface PriceScore {
  id: string
  quote: string
  /** Distance from the base in per cent as used for the score, 40 digits; deviation scoring only. */
  deviation?: string
  /** Marks as shown, two decimals; between 0 and full marks. */
  score: string
  /** What totals are added from, as `n/d`: not rounded, unless the documents round parts. */
  exact: string
  trace: TraceLine[]
}

export interface PriceScoreResult {
  version: string
  /** B in yuan, 40 digits. */
  base: string
  baseTrace: TraceLine[]
  /** In the order of the quotes. */
  scores: PriceScore[]
}

/**
 * Price marks of all valid quotes, with a derivation a reader can follow line by line.
 * Ratio: B ÷ q × F (财政部令第87号第五十五条), with base kind 1 (highest price wins) q ÷ B × F; never above F.
 * Deviation: F − |d| × a above the base, F − |d| × b below it, never under 0.
 * Throws `invalid` for parameters or quotes that make no sense.
 */
export function priceScores(
  input: PriceScoreInput,
  quotes: readonly PriceQuote[],
  digits: ScoreDigits = null,
): PriceScoreResult {
  const params = checkParams(input)
  checkQuotes(quotes)
  const base = priceBase(
    params,
    quotes.map((q) => fraction(q.quote)),
  )
  return {
    version: PRICE_SCORE_VERSION,
    base: toExact(base.value).toFixed(),
    baseTrace: base.trace,
    scores: quotes.map(({ id, quote }) => {
      const marks = params.scoring === 'ratio' ? ratio : deviation
      const { raw, ...rest } = marks(params, fraction(quote), base.value)
      const { score, exact, line: last } = partScore('价格得分', raw, digits)
      return { id, quote, ...rest, score, exact, trace: [...rest.trace, last] }
    }),
  }
}

interface Marks {
  raw: Fraction
  deviation?: string
  trace: TraceLine[]
}

function ratio(params: PriceScoreParams, quote: Fraction, base: Fraction): Marks {
  const [top, bottom] = params.base === PriceBase.values.highest ? [quote, base] : [base, quote]
  const full = fraction(params.fullMarks)
  const raw = mul(div(top, bottom), full)
  const trace = [line('计算得分', `${show(top)} ÷ ${show(bottom)} × ${show(full)}`, raw)]
  if (compare(raw, full) <= 0) return { raw, trace }
  return { raw: full, trace: [...trace, line('上限', `超过满分的，按满分计`, full)] }
}

function deviation(params: PriceScoreParams, quote: Fraction, base: Fraction): Marks {
  const exact = mul(div(sub(quote, base), base), HUNDRED)
  const trace = [line('偏差率（%）', `(${show(quote)} − ${show(base)}) ÷ ${show(base)} × 100`, exact)]
  const digits = params.deviationDigits
  const d = digits === undefined ? exact : round(exact, digits)
  if (digits !== undefined) trace.push(line('偏差率（%）', `按采购文件规定四舍五入，保留 ${digits} 位小数`, d))
  const lost = fraction((compare(d, ZERO) > 0 ? params.above : params.below)!)
  const full = fraction(params.fullMarks)
  const raw = sub(full, mul(abs(d), lost))
  trace.push(line('计算得分', `${show(full)} − ${show(abs(d))} × ${show(lost)}`, raw))
  const floor = compare(raw, ZERO) < 0
  if (floor) trace.push(line('下限', '低于 0 分的，按 0 分计', ZERO))
  return { raw: floor ? ZERO : raw, deviation: toExact(d).toFixed(), trace }
}

function checkQuotes(quotes: readonly PriceQuote[]) {
  if (quotes.length === 0) throw new AppError('invalid', '没有有效报价，无法计算基准价')
  const seen = new Set<string>()
  const details: { path: string; message: string }[] = []
  quotes.forEach(({ id, quote }, i) => {
    if (!isQuote(quote)) {
      details.push({ path: `quotes.${i}.quote`, message: `第 ${i + 1} 个报价须为大于 0 的数` })
    }
    if (seen.has(id)) details.push({ path: `quotes.${i}.id`, message: `第 ${i + 1} 个报价重复` })
    seen.add(id)
  })
  if (details.length > 0) throw new AppError('invalid', details[0]!.message, details)
}
