import type { DrawPart, Drawn } from '#contract/draw.ts'
import { PriceBase } from './enums.ts'
import { fraction, HUNDRED, sub, toExact } from './fraction.ts'
import type { PriceScoreInput } from './price-params.ts'

/** 双随机: both the way the base is found and its coefficient are drawn in the review. */
export const RANDOM_BASE = '评标基准价计算方式'
export const RANDOM_RATE = '基准价系数（%）'
/** What is drawn from where the documents name nothing. */
export const DEFAULT_BASES: readonly number[] = [PriceBase.values.average, PriceBase.values.trimmedAverage]
export const DEFAULT_RATES: readonly string[] = ['95', '96', '97', '98', '99', '100']

/** What is drawn, from the tender documents; the platform's own choice where they say nothing. */
export function randomParts(price: {
  randomBases?: readonly number[] | undefined
  randomRates?: readonly string[] | undefined
}): DrawPart[] {
  const { randomBases = DEFAULT_BASES, randomRates = DEFAULT_RATES } = price
  return [
    {
      label: RANDOM_BASE,
      options: randomBases.map((base) => ({ value: String(base), label: PriceBase.label(base) })),
      picks: 1,
    },
    { label: RANDOM_RATE, options: randomRates.map((rate) => ({ value: rate, label: `${rate}%` })), picks: 1 },
  ]
}

/** The formula's parameters with what was drawn: kinds 3 and 4 take the coefficient, 5 floats down by the rest to 100 %. */
export function withDrawn(params: PriceScoreInput, result: readonly Drawn[]): PriceScoreInput {
  const drawn = (label: string) => result.find((r) => r.label === label)!.value
  const rate = drawn(RANDOM_RATE)
  return {
    ...params,
    base: Number(drawn(RANDOM_BASE)),
    percentage: rate,
    floatingRate: toExact(sub(HUNDRED, fraction(rate))).toFixed(),
  }
}
