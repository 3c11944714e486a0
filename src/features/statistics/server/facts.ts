import { type RawBuilder, sql } from 'kysely'
import { companiesInScope } from '#features/organisation/server/public.ts'
import { ABORTIVE_STATES } from '#features/procurement/engine/states.ts'
import { inState, isPurchase } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { monthsOf } from '#server/periods.ts'
import type { StatisticQuery } from '../contract.ts'

export type Ctx = Context<Employee>
type Sql = RawBuilder<unknown>

/** Who reads statistics of what a company buys, or runs for others. */
export const READER = { workbench: ['purchaser', 'agency'], right: 'statistics' } as const

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a question is about: companies, months and the column that says whose an order is. */
export interface Asked {
  companyIds: string[]
  from: string
  to: string
  start: Date
  end: Date
  /** A purchaser asks for what it buys, an agency for what it runs. */
  owner: Sql
}

export async function askedOf(ctx: Ctx, query: StatisticQuery): Promise<Asked> {
  const period = monthsOf(query, ctx.clock.now())
  const companyIds = await companiesInScope(ctx, ctx.actor.companyId, query.scope)
  const owner = sql.ref(ctx.actor.workbench === 'agency' ? 'o.ownerCompanyId' : 'o.purchaserCompanyId')
  return { companyIds, ...period, owner }
}

/** Orders `o` of the companies asked about by which they buy. */
export function ordersOf(ctx: Ctx, { companyIds, owner }: Pick<Asked, 'companyIds' | 'owner'>): Sql {
  return sql`purchase_order o where o.tenant_id = ${ctx.tenantId} and ${owner} = any(${companyIds}::uuid[])
    and ${isPurchase('o.method')}`
}

/**
 * One row per fact: order, instant, and a 1 or an amount in its column. Publishing, award and failure count in the month
 * in which each happened.
 */
export function factsOf(ctx: Ctx, asked: Asked): Sql {
  const orders = ordersOf(ctx, asked)
  const within = (at: string) => sql`${sql.ref(at)} >= ${asked.start} and ${sql.ref(at)} < ${asked.end}`
  const total = (column: 'estimated' | 'price') =>
    sql`select w.${sql.raw(column)} from award_total w where w.tenant_id = o.tenant_id and w.order_id = o.id`
  return sql`
    select o.id, o.published_at as at, 1 as published, 0 as awarded, 0 as abortive, 0::numeric as estimated, 0::numeric as amount
      from ${orders} and ${within('o.publishedAt')}
    union all select o.id, o.awarded_at, 0, 1, 0, (${total('estimated')}), (${total('price')})
      from ${orders} and ${within('o.awardedAt')}
        and exists (select from award_in_force w where w.tenant_id = o.tenant_id and w.order_id = o.id)
    union all select o.id, o.ended_at, 0, 0, 1, 0, 0
      from ${orders} and ${inState('o.state', ...ABORTIVE_STATES)} and ${within('o.endedAt')}`
}

/** Sums of `factsOf` under the alias `f`. */
export const SUMS = sql`sum(f.published)::int as published, sum(f.awarded)::int as awarded, sum(f.abortive)::int as abortive,
  sum(f.estimated)::numeric(20,2)::text as estimated, sum(f.amount)::numeric(20,2)::text as amount`

export interface Sums {
  published: number
  awarded: number
  abortive: number
  estimated: string
  amount: string
}
