import { describe, expect, test } from 'vitest'
import { lowPrices, LowPriceTerms, type LowPriceBasis } from './low-price.ts'

/* 财库〔2026〕2号: strictly below the shares, which documents may raise to 65 % and no further. */

const basis = (given: Partial<LowPriceBasis> = {}): LowPriceBasis => ({
  ...LowPriceTerms.parse({ rule: 'government' }),
  top: null,
  ...given,
})
const low = (quotes: readonly string[], given?: Partial<LowPriceBasis>) =>
  lowPrices(
    quotes.map((quote, i) => ({ id: String(i), quote })),
    basis(given),
  )
const against = (found: ReturnType<typeof lowPrices>) => found.flatMap(({ hits }) => hits.map((hit) => hit.against))

describe('a price is abnormally low', () => {
  test('below half of the mean of all valid prices, and not at it', () => {
    // Mean 100: the lowest is exactly half of it; its next one is far enough.
    expect(against(low(['50', '80', '170']))).toEqual([])
    expect(against(low(['49.99', '80', '170.01']))).toEqual(['有效报价平均值'])
  })

  test('below half of the second lowest, and not at it', () => {
    expect(against(low(['50', '100', '100'], { mean: 50 }))).toEqual([])
    expect(against(low(['49.99', '100', '100'], { mean: 50 }))).toEqual(['次低报价'])
    // Of two equal lowest ones none is below the other.
    expect(against(low(['50', '50', '100']))).toEqual([])
  })

  test('below 45 % of the ceiling, or of the estimate where there is none, and not at it', () => {
    const top = { name: '最高限价' as const, amount: '1000' }
    expect(against(low(['450', '450', '450'], { top }))).toEqual([])
    expect(against(low(['449.99', '450', '450'], { top }))).toEqual(['最高限价'])
    expect(against(low(['449.99', '450', '450'], { top: { ...top, name: '估算价' } }))).toEqual(['估算价'])
  })

  test('by shares that documents raise to at most 65 %', () => {
    const raised = { mean: 65, next: 65, ceiling: 65 }
    expect(against(low(['65', '100', '135'], raised))).toEqual([])
    expect(against(low(['64.99', '100', '135.01'], raised))).toEqual(['有效报价平均值', '次低报价'])
    expect(LowPriceTerms.safeParse({ rule: 'government', mean: 66 }).success).toBe(false)
    expect(LowPriceTerms.safeParse({ rule: 'government', ceiling: 44 }).success).toBe(false)
  })

  test('never where there is nothing to compare it with', () => {
    expect(low(['1'])).toEqual([])
    expect(low([])).toEqual([])
  })
})
