import { PriceBase } from './enums.ts'
import { compare, div, fraction, HUNDRED, mean, mul, show, sub, type Fraction } from './fraction.ts'
import type { PriceScoreParams } from './price-params.ts'
import { line, meanExpression, type TraceLine } from './trace.ts'

export interface Base {
  value: Fraction
  trace: TraceLine[]
}

const LABEL = '评标基准价'

/** The price base B over all valid quotes (at least one, each above zero); see domain §3. */
export function priceBase(params: PriceScoreParams, quotes: readonly Fraction[]): Base {
  const fixed = params.fixedBase === undefined ? undefined : fraction(params.fixedBase)
  if (params.base === PriceBase.values.floated) return floated(params, fixed, quotes)
  if (fixed) return { value: fixed, trace: [line(LABEL, '采购文件规定或首次评审已确定的基准价', fixed)] }
  const sorted = quotes.toSorted(compare)
  switch (params.base) {
    case PriceBase.values.highest:
      return extreme('最高', sorted, sorted.at(-1)!)
    case PriceBase.values.lowest:
      return extreme('最低', sorted, sorted[0]!)
    case PriceBase.values.average:
      return ofMean(quotes, params)
    case PriceBase.values.trimmedAverage:
      return trimmed(quotes, sorted, params)
  }
}

function extreme(which: string, sorted: readonly Fraction[], value: Fraction): Base {
  return { value, trace: [line(LABEL, `${which}有效报价（共 ${sorted.length} 家）`, value)] }
}

function ofMean(quotes: readonly Fraction[], params: PriceScoreParams): Base {
  const average = mean(quotes)
  const percentage = fraction(params.percentage)
  const value = div(mul(average, percentage), HUNDRED)
  if (compare(percentage, HUNDRED) === 0) return { value, trace: [line(LABEL, meanExpression(quotes), value)] }
  return {
    value,
    trace: [
      line('有效报价平均值', meanExpression(quotes), average),
      line(LABEL, `${show(average)} × ${show(percentage)}%`, value),
    ],
  }
}

function trimmed(quotes: readonly Fraction[], sorted: readonly Fraction[], params: PriceScoreParams): Base {
  const note = { label: '参与平均的报价', value: `${quotes.length} 家` }
  if (quotes.length < params.dropFrom) {
    const base = ofMean(quotes, params)
    const expression = `有效报价 ${quotes.length} 家，少于 ${params.dropFrom} 家，不去除最高价和最低价`
    return { ...base, trace: [{ ...note, expression }, ...base.trace] }
  }
  // One of each end is dropped, even where several bidders share it. The order of quotes is kept for the reader.
  const dropped = [sorted[0]!, sorted.at(-1)!]
  const kept = [...quotes]
  for (const end of dropped)
    kept.splice(
      kept.findIndex((q) => compare(q, end) === 0),
      1,
    )
  const base = ofMean(kept, params)
  const expression = `有效报价 ${quotes.length} 家，去除一个最高价 ${show(dropped[1]!)} 和一个最低价 ${show(dropped[0]!)}`
  return { ...base, trace: [{ ...note, expression, value: `${kept.length} 家` }, ...base.trace] }
}

function floated(params: PriceScoreParams, fixed: Fraction | undefined, quotes: readonly Fraction[]): Base {
  const effective = fixed ?? mean(quotes)
  const rate = fraction(params.floatingRate)
  const value = div(mul(effective, sub(HUNDRED, rate)), HUNDRED)
  return {
    value,
    trace: [
      line('有效报价', fixed ? '采购文件规定或首次评审已确定' : meanExpression(quotes), effective),
      line(LABEL, `${show(effective)} × (1 − ${show(rate)}%)`, value),
    ],
  }
}
