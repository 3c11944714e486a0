import { Exact } from '#contract/money.ts'

/** A line of the bill as it is compared. Prices in yuan, tax included. */
export interface ComparedItem {
  itemId: string
  line: number
  quantity: string
  controlPrice: string | null
}

/** A quote by column: one value per line of the bill, null where the line is not quoted. */
export interface ComparedQuote {
  tradeId: string
  supplierName: string
  status: 'valid' | 'invalid'
  /** Yuan, tax included. */
  unitPrice: readonly (string | null)[]
  /** Percent. */
  taxRate: readonly (string | null)[]
  deliveryDays: readonly (number | null)[]
  minQuantity: readonly (string | null)[]
}

/** Whether prices are compared with tax or without. */
export type Basis = 'gross' | 'net'

/** What is said of one price, as bits: a price that is over the ceiling may also be short. */
export const CELL = {
  /** There is a price. */
  quoted: 1,
  /** It can be chosen: its quote is valid, it is not over the ceiling, and sold in the quantity that is asked for. */
  available: 2,
  /** The lowest, in the basis, of those that can be chosen. Equal prices are all the lowest. */
  best: 4,
  /** Over the unit ceiling of the line. */
  over: 8,
  /** Sold from a larger quantity on than is asked for. */
  short: 16,
} as const

/** A supplier's side of the comparison. Amounts are cents in the basis, 0 where the line is not quoted. */
export interface ComparedSide {
  tradeId: string
  supplierName: string
  isValid: boolean
  amounts: readonly bigint[]
  marks: Uint8Array
  /** Lines quoted. */
  quoted: number
  /** Lines on which nobody who can be chosen is cheaper. */
  bestLines: number
  /** Sum of the lines quoted in the basis, and with tax; yuan. */
  total: string
  grossTotal: string
  /** Among valid and complete quotes; equal sums share a rank, and the next one is left out. Null for all others. */
  rank: number | null
}

export interface Comparison {
  basis: Basis
  items: readonly ComparedItem[]
  sides: readonly ComparedSide[]
}

/**
 * Compares quotes line by line and by their sums. Prices are ordered exactly, also without tax: two prices that differ
 * by less than is shown are not equal. Ceilings include tax and are held against prices with tax in either basis.
 */
export function compareQuotes(
  items: readonly ComparedItem[],
  quotes: readonly ComparedQuote[],
  basis: Basis = 'gross',
): Comparison {
  const lines = items.map(({ quantity, controlPrice }) => ({
    quantity: scaled(quantity, 6),
    ceiling: controlPrice === null ? null : scaled(controlPrice, 6),
  }))
  const priced = quotes.map((quote) => pricedQuote(quote, lines, basis))
  const lowest = lines.map((_, i) => {
    let low: bigint | null = null
    for (const { marks, keys } of priced)
      if (marks[i]! & CELL.available && (low === null || keys[i]! < low)) low = keys[i]!
    return low
  })
  const isComplete = ({ quote, quoted }: Priced) => quote.status === 'valid' && quoted === items.length && quoted > 0
  const complete = priced.filter(isComplete)
  const sides = priced.map((one): ComparedSide => {
    const { quote, amounts, marks, keys, sum, gross, quoted } = one
    let bestLines = 0
    for (let i = 0; i < lines.length; i++) {
      if (!(marks[i]! & CELL.available) || keys[i] !== lowest[i]) continue
      marks[i]! |= CELL.best
      bestLines++
    }
    return {
      tradeId: quote.tradeId,
      supplierName: quote.supplierName,
      isValid: quote.status === 'valid',
      amounts,
      marks,
      quoted,
      bestLines,
      total: yuan(sum),
      grossTotal: yuan(gross),
      rank: isComplete(one) ? complete.filter((other) => other.sum < sum).length + 1 : null,
    }
  })
  return { basis, items, sides }
}

/** Which lines are looked at. */
export const LINE_FILTERS = {
  all: '全部清单行',
  unquoted: '有供应商未报价',
  over: '有报价超限价',
  nobody: '无人可选',
  bestNotChosen: '未选最低价',
} as const
export type LineFilter = keyof typeof LINE_FILTERS

/** Lines (their places) that a filter leaves. `chosen`: place of the chosen side by line, null where none is. */
export function filterLines(
  { items, sides }: Comparison,
  filter: LineFilter,
  chosen: readonly (number | null)[] = [],
): number[] {
  const lines = items.map((_, i) => i)
  switch (filter) {
    case 'all':
      return lines
    case 'unquoted':
      return lines.filter((i) => sides.some(({ isValid, marks }) => isValid && !(marks[i]! & CELL.quoted)))
    case 'over':
      return lines.filter((i) => sides.some(({ marks }) => marks[i]! & CELL.over))
    case 'nobody':
      return lines.filter((i) => !sides.some(({ marks }) => marks[i]! & CELL.available))
    case 'bestNotChosen':
      return lines.filter((i) => chosen[i] != null && !(sides[chosen[i]]!.marks[i]! & CELL.best))
  }
}

/** How far a price lies from another, percent with sign and two decimals: `-3.20`, `+1.00`, `0.00`. Null without both. */
export function deviation(price: string | null, from: string | null): string | null {
  if (price === null || from === null || new Exact(from).isZero()) return null
  const percent = new Exact(price).minus(from).div(from).times(100).toDecimalPlaces(2)
  return percent.isZero() ? '0.00' : `${percent.gt(0) ? '+' : ''}${percent.toFixed(2)}`
}

/** A unit price without tax, to six decimals. */
export function netPrice(unitPrice: string, taxRate: string | null): string {
  return new Exact(unitPrice)
    .times(100)
    .div(new Exact(taxRate ?? 0).plus(100))
    .toDecimalPlaces(6)
    .toFixed()
}

/** Cents as yuan. */
export function yuan(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface Priced {
  quote: ComparedQuote
  /** What lines are ordered by. */
  keys: bigint[]
  amounts: bigint[]
  marks: Uint8Array
  sum: bigint
  gross: bigint
  quoted: number
}

function pricedQuote(
  quote: ComparedQuote,
  lines: readonly { quantity: bigint; ceiling: bigint | null }[],
  basis: Basis,
): Priced {
  const side: Priced = {
    quote,
    keys: [],
    amounts: [],
    marks: new Uint8Array(lines.length),
    sum: 0n,
    gross: 0n,
    quoted: 0,
  }
  lines.forEach(({ quantity, ceiling }, i) => {
    const written = quote.unitPrice[i] ?? null
    const price = scaled(written ?? '0', 6)
    const rate = quote.taxRate[i] ?? null
    const gross = (price * quantity + HALF) / (2n * HALF)
    const amount = basis === 'gross' ? gross : withoutTax(gross, rate)
    side.keys.push(basis === 'gross' ? price : orderOfNet(price, rate))
    side.amounts.push(amount)
    if (written === null) return
    const least = quote.minQuantity[i] ?? null
    const isOver = ceiling !== null && price > ceiling
    const isShort = least !== null && scaled(least, 6) > quantity
    const isAvailable = quote.status === 'valid' && !isOver && !isShort
    side.marks[i] =
      CELL.quoted | (isAvailable ? CELL.available : 0) | (isOver ? CELL.over : 0) | (isShort ? CELL.short : 0)
    side.sum += amount
    side.gross += gross
    side.quoted++
  })
  return side
}

/** Half a cent in units of price × quantity, six decimals each. */
const HALF = 5_000_000_000n

/** A decimal string, not negative, as a whole number of its last place. */
function scaled(value: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits))
}

/** Hundredths of a percent that a price with tax is of one without: 11300 for 13 %. */
function divisor(rate: string | null): bigint {
  return 10_000n + (rate === null ? 0n : scaled(rate, 2))
}

/** Rounded half up to the cent, as the sheet does. */
function withoutTax(cents: bigint, rate: string | null): bigint {
  const by = divisor(rate)
  return (cents * 20_000n + by) / (2n * by)
}

/**
 * A number that orders prices without tax exactly. Two of them differ by at least 1 / (20000 × 20000) of a millionth, or
 * not at all, so with fourteen more digits no two fall together.
 */
function orderOfNet(price: bigint, rate: string | null): bigint {
  return (price * 100_000_000_000_000n) / divisor(rate)
}
