import { Exact, sum } from '#contract/money.ts'
import type { BudgetMove } from '#features/ledger/rules/budget-postings.ts'

/** How much of a line an order holds; decimal strings in yuan. */
export interface Use {
  reserved: string
  committed: string
  spent: string
}

export const NO_USE: Use = { reserved: '0.00', committed: '0.00', spent: '0.00' }

/** What an order shall hold of its lines together. What was paid is part of the award. */
export interface Wanted {
  kind: 'nothing' | 'reserved' | 'committed'
  amount: string
}

export interface Step {
  kind: BudgetMove
  amount: string
}

/**
 * An amount by shares in percent, in cents: what rounding leaves goes to the largest remainders, so that the parts are the
 * whole.
 */
export function splitBy(total: string, shares: readonly string[]): string[] {
  if (shares.length === 0) return []
  const whole = sum(shares)
  const exact = shares.map((share) => new Exact(total).times(share).div(whole))
  const parts = exact.map((part) => part.toDecimalPlaces(2, Exact.ROUND_DOWN))
  const cents = new Exact(total)
    .minus(sum(parts.map((part) => part.toFixed(2))))
    .times(100)
    .toNumber()
  const first = exact
    .map((part, i) => ({ i, rest: part.minus(parts[i]!) }))
    .toSorted((a, b) => b.rest.comparedTo(a.rest) || a.i - b.i)
    .slice(0, cents)
  const more = new Set(first.map(({ i }) => i))
  return parts.map((part, i) => (more.has(i) ? part.plus('0.01') : part).toFixed(2))
}

/** What moves a line from how an order uses it to how it shall: what is given back before what is taken. */
export function stepsTo(use: Use, { kind, amount }: Wanted): Step[] {
  const spent = new Exact(use.spent)
  const reserved = new Exact(use.reserved)
  const committed = new Exact(use.committed)
  const wantReserved = kind === 'reserved' ? new Exact(amount) : new Exact(0)
  const wantCommitted = kind === 'committed' ? Exact.max(new Exact(amount).minus(spent), 0) : new Exact(0)
  const less = Exact.max(reserved.minus(wantReserved), 0)
  const more = Exact.max(wantCommitted.minus(committed), 0)
  const turned = Exact.min(less, more)
  const steps: [BudgetMove, Exact][] = [
    ['budget.committed', turned],
    ['budget.released', less.minus(turned)],
    ['budget.lowered', Exact.max(committed.minus(wantCommitted), 0)],
    ['budget.raised', more.minus(turned)],
    ['budget.reserved', Exact.max(wantReserved.minus(reserved), 0)],
  ]
  return steps.filter(([, value]) => value.gt(0)).map(([name, value]) => ({ kind: name, amount: value.toFixed(2) }))
}

/** The use behind a step. */
export function after(use: Use, { kind, amount }: Step): Use {
  const [from, to] = FLOW[kind] ?? [null, null]
  const next = { ...use }
  if (from) next[from] = new Exact(next[from]).minus(amount).toFixed(2)
  if (to) next[to] = new Exact(next[to]).plus(amount).toFixed(2)
  return next
}

type Part = keyof Use
const FLOW: Readonly<Partial<Record<BudgetMove, readonly [from: Part | null, to: Part | null]>>> = {
  'budget.reserved': [null, 'reserved'],
  'budget.released': ['reserved', null],
  'budget.committed': ['reserved', 'committed'],
  'budget.raised': [null, 'committed'],
  'budget.lowered': ['committed', null],
  'budget.spent': ['committed', 'spent'],
  'budget.unspent': ['spent', 'committed'],
}

/** In words, for the history of a line. */
export const MOVES: Readonly<Record<BudgetMove, string>> = {
  'budget.granted': '下达',
  'budget.withdrawn': '收回',
  'budget.overrun': '超预算',
  'budget.covered': '超预算归还',
  'budget.reserved': '预占',
  'budget.released': '释放',
  'budget.committed': '定标转入',
  'budget.raised': '定标追加',
  'budget.lowered': '定标释放',
  'budget.spent': '付款',
  'budget.unspent': '付款撤销',
}

/** How an order stands to its budget, in words. */
export function labelOfUse({ reserved, committed, spent }: Use): string {
  const parts = [
    new Exact(reserved).gt(0) && '已预占',
    new Exact(committed).gt(0) && '已定标',
    new Exact(spent).gt(0) && '已支付',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('、') : '已释放'
}
