import { Exact, sum } from '#contract/money.ts'

/** The parts of an amount, decimal strings in yuan: net + tax = total. */
export interface Parts {
  total: string
  net: string
  tax: string
}

/** The tax within an amount: total / (1 + r) × r, half up to cents, r in per cent. */
export function splitTax(total: string, rate: number): Parts {
  const whole = new Exact(total)
  const tax = whole
    .times(rate)
    .div(100 + rate)
    .toDecimalPlaces(2)
  return { total: whole.toFixed(2), net: whole.minus(tax).toFixed(2), tax: tax.toFixed(2) }
}

/** The same line by line: their taxes, by largest remainder, are the tax of the whole. */
export function splitLines(amounts: readonly string[], rate: number): Parts[] {
  const whole = splitTax(sum(amounts), rate)
  const exact = amounts.map((amount) => new Exact(amount).times(rate).div(100 + rate))
  const floors = exact.map((tax) => tax.toDecimalPlaces(2, Exact.ROUND_DOWN))
  const missing = new Exact(whole.tax)
    .minus(sum(floors.map((tax) => tax.toFixed(2))))
    .times(100)
    .toNumber()
  const byRemainder = exact
    .map((tax, i) => ({ i, rest: tax.minus(floors[i]!) }))
    .toSorted((a, b) => b.rest.comparedTo(a.rest) || a.i - b.i)
  const more = new Set(byRemainder.slice(0, missing).map(({ i }) => i))
  return amounts.map((amount, i) => {
    const tax = more.has(i) ? floors[i]!.plus('0.01') : floors[i]!
    const total = new Exact(amount)
    return { total: total.toFixed(2), net: total.minus(tax).toFixed(2), tax: tax.toFixed(2) }
  })
}
