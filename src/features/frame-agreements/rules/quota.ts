import { Exact, lineTotal, sum } from '#contract/money.ts'

/* What an agreement leaves. Quantities and amounts are decimal strings, amounts in yuan. */

export interface Item {
  line: number
  name: string
  unit: string
  /** The most of all suppliers together; null: no bound. */
  quantity: string | null
}

export interface Price {
  line: number
  /** The most that an order may pay; null: each order names it. */
  unitPrice: string | null
  /** The most of this supplier; null: what the item leaves. */
  quantity: string | null
}

/** What live orders take, by line and in all. */
export interface Used {
  amount: string
  lines: readonly { line: number; ordered: string; accepted?: string }[]
}

export const NOTHING: Used = { amount: '0', lines: [] }

export interface Bounds {
  quota: string | null
  items: readonly Item[]
  /** All suppliers together. */
  used: Used
}

export interface EntryBounds {
  /** Of the quota, in per cent. */
  share: string | null
  prices: readonly Price[]
  used: Used
}

/** The amount that a supplier may be given; null: quantities alone bound it. A share is rounded down to the cent. */
export function amountOf(quota: string | null, share: string | null): string | null {
  if (quota === null) return null
  return share === null ? quota : new Exact(quota).times(share).div(100).toDecimalPlaces(2, Exact.ROUND_DOWN).toFixed(2)
}

/** The most that may become due to a supplier: its amount, else its lines at their prices. Null: nothing bounds it. */
export function ceilingOf(quota: string | null, entry: Pick<EntryBounds, 'share' | 'prices'>, items: readonly Item[]) {
  const amount = amountOf(quota, entry.share)
  if (amount !== null) return amount
  const parts = items.map(({ line, quantity }) => {
    const price = entry.prices.find((one) => one.line === line)
    const most = price?.quantity ?? quantity
    return price?.unitPrice && most ? lineTotal(price.unitPrice, most) : null
  })
  return parts.includes(null) ? null : new Exact(sum(parts as string[])).toFixed(2)
}

const orderedOf = ({ lines }: Used, line: number) => lines.find((one) => one.line === line)?.ordered ?? '0'
const least = (values: (Exact | null)[]) =>
  values.reduce<Exact | null>((rest, one) => (one === null || (rest !== null && rest.lte(one)) ? rest : one), null)

/** How much of a line a supplier may still be asked for; null: as much as the amount allows. */
export function leftOf(line: number, bounds: Bounds, entry: EntryBounds): string | null {
  const item = bounds.items.find((one) => one.line === line)
  const own = entry.prices.find((one) => one.line === line)?.quantity ?? null
  const left = least([
    item?.quantity == null ? null : new Exact(item.quantity).minus(orderedOf(bounds.used, line)),
    own === null ? null : new Exact(own).minus(orderedOf(entry.used, line)),
  ])
  return left === null ? null : Exact.max(left, 0).toFixed()
}

/** How much money may still be ordered of a supplier; null: quantities alone bound it. */
export function amountLeft(bounds: Bounds, entry: EntryBounds): string | null {
  if (bounds.quota === null) return null
  const left = least([
    new Exact(bounds.quota).minus(bounds.used.amount),
    new Exact(amountOf(bounds.quota, entry.share)!).minus(entry.used.amount),
  ])!
  return Exact.max(left, 0).toFixed(2)
}

/** Which active supplier is served next: the first behind the place served last, in a circle. */
export function nextInTurn<E extends { no: number }>(entries: readonly E[], turn: number): E | null {
  const ordered = entries.toSorted((a, b) => a.no - b.no)
  return ordered.find(({ no }) => no > turn) ?? ordered[0] ?? null
}

/** Several suppliers' orders as one. */
export function together(parts: readonly Used[]): Used {
  const lines = new Map<number, Exact>()
  for (const { line, ordered } of parts.flatMap((one) => one.lines))
    lines.set(line, (lines.get(line) ?? new Exact(0)).plus(ordered))
  return {
    amount: new Exact(sum(parts.map(({ amount }) => amount))).toFixed(2),
    lines: [...lines].map(([line, ordered]) => ({ line, ordered: ordered.toFixed() })),
  }
}
