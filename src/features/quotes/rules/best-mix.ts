import { formatAmount } from '#contract/money.ts'
import { CELL, type Comparison, yuan } from './comparison.ts'

/** Ways to buy a bill from the suppliers that quoted. */
export const MIXES = {
  single: '单家最低',
  byLine: '逐行最低',
  atMost: '限定家数最低',
  fastest: '交货最快',
} as const
export type MixKind = keyof typeof MIXES

/** A way to buy: who delivers which line, what it comes to, and how that was found. */
export interface Mix {
  kind: MixKind
  /** Place of the side in the comparison, by line; null where nobody can be chosen. */
  choice: (number | null)[]
  /** Who gets something, in the order of the comparison; yuan in the basis. */
  parts: { side: number; lines: number; amount: string }[]
  total: string
  /** Longest delivery of the lines, days; null where one does not say. */
  days: number | null
  /** Whether nothing cheaper (faster) exists within the limits. */
  isExact: boolean
  /** How it was computed, in words. */
  explanation: string
}

/** Why there is no such way, in words. */
export interface NoMix {
  kind: MixKind
  why: string
}

const CHOOSABLE = '报价有效、不超限价、起订量相符'

export interface MixLimits {
  /** Suppliers that `atMost` may take, 1 to 3. */
  most: number
  /** Percent of the sum that one supplier may get at most in `atMost`; null: all of it. */
  maxShare: number | null
}

/**
 * The ways to buy by price and by time. Lines that nobody can be chosen for are left out everywhere and said so. Sums are
 * exact: they are searched as whole cents in floats, which hold them up to 90 trillion yuan, and refused above.
 */
export function mixesOf(
  comparison: Comparison,
  delivery: readonly (readonly (number | null)[])[],
  { most, maxShare }: MixLimits,
): (Mix | NoMix)[] {
  const table = tableOf(comparison)
  if (table.lines.length === 0)
    return (Object.keys(MIXES) as MixKind[]).map((kind) => ({ kind, why: '没有可选的报价' }))
  if (!table.isSafe) return (Object.keys(MIXES) as MixKind[]).map((kind) => ({ kind, why: '金额超出可精确计算的范围' }))
  const given = { comparison, table, delivery }
  return [single(given), byLine(given), atMost(given, most, maxShare), fastest(given)]
}

/** Cents by side and line that somebody can be chosen for; Infinity where the side cannot. */
interface Table {
  costs: Float64Array[]
  /** Places of these lines in the bill. */
  lines: number[]
  left: number
  isSafe: boolean
}

interface Given {
  comparison: Comparison
  table: Table
  delivery: readonly (readonly (number | null)[])[]
}

function tableOf({ items, sides }: Comparison): Table {
  const lines = items.flatMap((_, i) => (sides.some(({ marks }) => marks[i]! & CELL.available) ? [i] : []))
  const costs = sides.map(({ amounts, marks }) =>
    Float64Array.from(lines, (i) => (marks[i]! & CELL.available ? Number(amounts[i]!) : Infinity)),
  )
  let dearest = 0n
  for (const i of lines) dearest += sides.reduce((most, { amounts }) => (amounts[i]! > most ? amounts[i]! : most), 0n)
  return { costs, lines, left: items.length - lines.length, isSafe: dearest <= BigInt(Number.MAX_SAFE_INTEGER) }
}

function single(given: Given): Mix | NoMix {
  const found = cheapestOf(given.table, 1)
  if (!found) return { kind: 'single', why: `没有一家供应商的每一行都可选（${CHOOSABLE}）` }
  const { sides } = given.comparison
  const complete = given.table.costs.filter((costs) => costs.every(Number.isFinite)).length
  return described(given, {
    kind: 'single',
    choose: () => found[0]!,
    how: ({ total }) =>
      `${complete} 家供应商的每一行都可选，其中${sides[found[0]!]!.supplierName}合计 ${formatAmount(total)} 元，最低`,
  })
}

function byLine(given: Given): Mix {
  const all = given.table.costs.map((_, side) => side)
  return described(given, {
    kind: 'byLine',
    choose: (line) => cheapestAt(given.table, all, line)!,
    how: ({ total, parts }) =>
      `每行取有效报价中最低的一家，共 ${parts.length} 家，各行金额相加为 ${formatAmount(total)} 元`,
  })
}

function atMost(given: Given, most: number, maxShare: number | null): Mix | NoMix {
  const { table } = given
  const found = cheapestOf(table, most)
  if (!found) return { kind: 'atMost', why: `没有不超过 ${most} 家的组合使每一行都可选（${CHOOSABLE}）` }
  const tried = combinations(table.costs.length, most)
  const mix = described(given, {
    kind: 'atMost',
    choose: (line) => cheapestAt(table, found, line)!,
    how: ({ total }) =>
      `比较不超过 ${most} 家的全部 ${tried} 种组合，每种组合内每行取最低，合计最低的一种为 ${formatAmount(total)} 元`,
  })
  return maxShare === null ? mix : withinShare({ given, mix, among: found, most, maxShare })
}

function fastest(given: Given): Mix {
  const { table, delivery } = given
  const daysAt = (side: number, line: number) => delivery[side]![table.lines[line]!] ?? Infinity
  return described(given, {
    kind: 'fastest',
    choose: (line) => {
      let best: number | null = null
      table.costs.forEach((costs, side) => {
        if (costs[line] === Infinity) return
        const [own, other] = [daysAt(side, line), best === null ? Infinity : daysAt(best, line)]
        if (best === null || own < other || (own === other && costs[line]! < table.costs[best]![line]!)) best = side
      })
      return best!
    },
    how: ({ total, days }) =>
      `每行取交货期最短的有效报价，交货期相同取价低者，合计 ${formatAmount(total)} 元${days === null ? '；有清单行未填交货期' : `，最长 ${days} 天`}`,
  })
}

/**
 * Moves lines from whoever has more than its share to the others, the cheapest move first. What fits is good, but not
 * always the best there is: that would be a knapsack.
 */
function withinShare({
  given,
  mix,
  among,
  most,
  maxShare,
}: {
  given: Given
  mix: Mix
  among: readonly number[]
  most: number
  maxShare: number
}): Mix | NoMix {
  const { table } = given
  const choice = table.lines.map((place) => mix.choice[place]!)
  const sums = new Map(among.map((side) => [side, 0]))
  choice.forEach((side, line) => sums.set(side, sums.get(side)! + table.costs[side]![line]!))
  const over = () => {
    const limit = ([...sums.values()].reduce((a, b) => a + b) * maxShare) / 100
    return { limit, side: among.find((side) => sums.get(side)! > limit) }
  }
  const isMoved = over().side !== undefined
  for (let round = 0; round < table.lines.length; round++) {
    const { limit, side: from } = over()
    if (from === undefined) break
    let move: { line: number; to: number; price: number } | null = null
    choice.forEach((side, line) => {
      if (side !== from) return
      const own = table.costs[from]![line]!
      for (const to of among) {
        const cost = table.costs[to]![line]!
        if (to === from || sums.get(to)! + cost > limit) continue
        const price = (cost - own) / (own || 1)
        if (!move || price < move.price) move = { line, to, price }
      }
    })
    if (!move) return { kind: 'atMost', why: `不超过 ${most} 家时，找不到各家份额均不超过 ${maxShare}% 的组合` }
    const { line, to } = move as { line: number; to: number }
    sums.set(from, sums.get(from)! - table.costs[from]![line]!)
    sums.set(to, sums.get(to)! + table.costs[to]![line]!)
    choice[line] = to
  }
  if (!isMoved) return { ...mix, explanation: `${mix.explanation}；各家份额均不超过 ${maxShare}%` }
  if (over().side !== undefined)
    return { kind: 'atMost', why: `不超过 ${most} 家时，找不到各家份额均不超过 ${maxShare}% 的组合` }
  return described(given, {
    kind: 'atMost',
    isExact: false,
    choose: (line) => choice[line]!,
    how: ({ total }) =>
      `在不超过 ${most} 家的最低组合内，将超过 ${maxShare}% 的部分按加价最少逐行移给其他供应商，合计 ${formatAmount(total)} 元；为近似结果`,
  })
}

interface Description {
  kind: MixKind
  choose: (line: number) => number
  how: (mix: Pick<Mix, 'total' | 'parts' | 'days'>) => string
  isExact?: boolean
}

/** The mix of a choice, its sums made anew from exact cents. */
function described({ comparison, table, delivery }: Given, { kind, choose, how, isExact = true }: Description): Mix {
  const { items, sides } = comparison
  const choice: (number | null)[] = items.map(() => null)
  const sums = sides.map(() => ({ lines: 0, cents: 0n }))
  let days: number | null = 0
  table.lines.forEach((place, line) => {
    const side = choose(line)
    choice[place] = side
    sums[side]!.lines++
    sums[side]!.cents += sides[side]!.amounts[place]!
    const own = delivery[side]![place] ?? null
    days = days === null || own === null ? null : Math.max(days, own)
  })
  const parts = sums.flatMap(({ lines, cents }, side) => (lines > 0 ? [{ side, lines, amount: yuan(cents) }] : []))
  const total = yuan(sums.reduce((sum, { cents }) => sum + cents, 0n))
  const left = table.left > 0 ? `；${table.left} 行无人可选，未计入` : ''
  return { kind, choice, parts, total, days, isExact, explanation: `${how({ total, parts, days })}${left}。` }
}

/** Of these sides the cheapest at a line, the first of equal ones; null where none can be chosen. */
function cheapestAt({ costs }: Table, among: readonly number[], line: number): number | null {
  let best: number | null = null
  for (const side of among) {
    const cost = costs[side]![line]!
    if (cost < (best === null ? Infinity : costs[best]![line]!)) best = side
  }
  return best
}

/**
 * The sides, at most `most` (1 to 3), that together are cheapest with the cheapest of them at each line: every combination
 * is tried, and given up where its sum passes the best one so far. Null when none covers all lines.
 */
function cheapestOf({ costs, lines }: Table, most: number): number[] | null {
  const size = Math.min(most, costs.length)
  const count = lines.length
  let [best, found]: [number, number[] | null] = [Infinity, null]
  const tryWith = (kept: Float64Array, last: Float64Array, sides: () => number[]) => {
    let sum = 0
    for (let i = 0; i < count; i++) {
      const [a, b] = [kept[i]!, last[i]!]
      sum += a < b ? a : b
      if (sum >= best) return
    }
    best = sum
    found = sides()
  }
  const none = new Float64Array(count).fill(Infinity)
  const descend = (kept: Float64Array, taken: readonly number[]) => {
    for (let side = (taken.at(-1) ?? -1) + 1; side < costs.length; side++) {
      const sides = [...taken, side]
      if (sides.length === size) tryWith(kept, costs[side]!, () => sides)
      else descend(cheaper(kept, costs[side]!), sides)
    }
  }
  descend(none, [])
  return found
}

function cheaper(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((cost, i) => Math.min(cost, b[i]!))
}

/** Combinations of at most `most` out of `of`, at least one. */
function combinations(of: number, most: number): number {
  let [count, sum] = [1, 0]
  for (let k = 1; k <= Math.min(most, of); k++) {
    count = (count * (of - k + 1)) / k
    sum += count
  }
  return sum
}
