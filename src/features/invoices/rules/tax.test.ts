import { describe, expect, test } from 'vitest'
import { Exact, sum } from '#contract/money.ts'
import { TAX_RATES } from './enums.ts'
import { splitLines, splitTax } from './tax.ts'

/** xorshift: the same amounts in each run. */
function* chances(seed = 20_261_127): Generator<number> {
  for (let state = seed; ;) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield (state >>> 0) / 2 ** 32
  }
}
const chance = chances()
const next = () => chance.next().value as number
const amount = () => new Exact(Math.floor(next() ** 3 * 10 ** 10) + 1).div(100).toFixed(2)

describe.each(TAX_RATES)('at %i %%', (rate) => {
  test('the parts of 1,000 amounts add up, and the tax is the nearest cent', () => {
    for (let i = 0; i < 1000; i++) {
      const total = amount()
      const { net, tax } = splitTax(total, rate)
      expect(new Exact(net).plus(tax).toFixed(2)).toBe(total)
      const off = new Exact(total)
        .times(rate)
        .minus(new Exact(tax).times(100 + rate))
        .abs()
      expect(off.lte(new Exact(100 + rate).times('0.005')), `${total} ${tax}`).toBe(true)
    }
  })

  test('so do the lines of 200 combined ones, each within a cent of its own tax', () => {
    for (let i = 0; i < 200; i++) {
      const amounts = Array.from({ length: 1 + Math.floor(next() * 20) }, amount)
      const whole = splitTax(sum(amounts), rate)
      const lines = splitLines(amounts, rate)
      expect(new Exact(sum(lines.map(({ tax }) => tax))).toFixed(2)).toBe(whole.tax)
      expect(new Exact(sum(lines.map(({ net }) => net))).toFixed(2)).toBe(whole.net)
      for (const [n, line] of lines.entries()) {
        expect(new Exact(line.net).plus(line.tax).toFixed(2)).toBe(amounts[n])
        expect(new Exact(line.tax).minus(splitTax(amounts[n]!, rate).tax).abs().lte('0.01')).toBe(true)
      }
    }
  })
})

test.each([
  ['3600.00', 6, '3396.23', '203.77'],
  ['100.00', 13, '88.50', '11.50'],
  ['0.01', 1, '0.01', '0.00'],
  ['1.03', 3, '1.00', '0.03'],
  ['2.65', 6, '2.50', '0.15'],
])('%s at %i %%: %s and %s', (total, rate, net, tax) => {
  expect(splitTax(total, rate)).toEqual({ total, net, tax })
})
