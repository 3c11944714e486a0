import { sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import { CNY_BUDGET } from '#features/ledger/rules/accounts.ts'
import { balancesAbout } from '#features/ledger/server/public.ts'
import type { Any, Line } from './access.ts'

/** What became of a line, with all that was made of it below; decimal strings in yuan. */
export interface LineFigures {
  amount: string
  reserved: string
  committed: string
  spent: string
  allotted: string
  free: string
  over: string
}

const ZERO: LineFigures = {
  amount: '0.00',
  reserved: '0.00',
  committed: '0.00',
  spent: '0.00',
  allotted: '0.00',
  free: '0.00',
  over: '0.00',
}

interface Under {
  root: string
  id: string
  over: string
}

/** Figures of these lines of one company, from the ledger. */
export async function figuresOf(
  ctx: Any,
  companyId: string,
  lines: readonly Pick<Line, 'id' | 'amount'>[],
): Promise<Map<string, LineFigures>> {
  const ids = lines.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Under>`
    with recursive under (root, id) as (
      select l.id, l.id from budget_line l where l.tenant_id = ${ctx.tenantId} and l.id = any(${ids}::uuid[])
      union all
      select u.root, c.id from under u join budget_line c on c.tenant_id = ${ctx.tenantId} and c.parent_id = u.id
    )
    select u.root, u.id, l.over::text as over from under u
    join budget_line l on l.tenant_id = ${ctx.tenantId} and l.id = u.id`.execute(ctx.tx)
  const balances = await balancesAbout(ctx, {
    owner: companyId,
    currency: CNY_BUDGET,
    subjects: [...new Set(rows.map(({ id }) => id))],
  })
  const of = new Map<string, { kind: string; balance: string }[]>()
  for (const { subject, ...row } of balances) of.set(subject, [...(of.get(subject) ?? []), row])
  const figures = new Map(lines.map(({ id, amount }) => [id, { ...ZERO, amount }]))
  for (const { root, id, over } of rows) {
    const sums = figures.get(root)!
    add(sums, 'over', over)
    for (const { kind, balance } of of.get(id) ?? []) {
      if (kind === 'budget.reserved') add(sums, 'reserved', balance)
      if (kind === 'budget.committed') add(sums, 'committed', balance)
      if (kind === 'budget.spent') add(sums, 'spent', balance)
      if (kind === 'budget.free') add(sums, id === root ? 'free' : 'allotted', balance)
    }
  }
  return figures
}

/** All of them together. */
export function totalOf(figures: Iterable<LineFigures>): LineFigures {
  const total = { ...ZERO }
  for (const one of figures) for (const key of Object.keys(ZERO) as (keyof LineFigures)[]) add(total, key, one[key])
  return total
}

function add(to: LineFigures, key: keyof LineFigures, value: string): void {
  to[key] = new Exact(to[key]).plus(value).toFixed(2)
}
