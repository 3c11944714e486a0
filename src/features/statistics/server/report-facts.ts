import { type RawBuilder, sql } from 'kysely'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { ABORTIVE_STATES } from '#features/procurement/engine/states.ts'
import { inState, isPurchase, SELLS_NOTHING } from '#features/procurement/server/public.ts'
import { sideOf } from '../rules/report-titles.ts'

/**
 * What the data report counts, as a query: one row per fact with company, instant, method (null for projects) and a 1 or
 * an amount in its column. A purchaser's facts are of what it buys, an agency's of what it runs for others, a supplier's
 * of what it takes part in. What is sold is no purchase. Publishing, award and failure each count in their own month.
 */
export function factsOf(
  ctx: Context<Employee>,
  scope: readonly string[],
  period: { start: Date; end: Date },
): RawBuilder<unknown> {
  const tenant = ctx.tenantId
  const companies = sql`any(${[...scope]}::uuid[])`
  const within = (at: string) => sql`${sql.ref(at)} >= ${period.start} and ${sql.ref(at)} < ${period.end}`
  const total = (what: RawBuilder<unknown>) =>
    sql`(select ${what} from award_total w where w.tenant_id = o.tenant_id and w.order_id = o.id)`
  if (sideOf(ctx.actor.workbench) === 'supplier') {
    const taken = sql`trade t join purchase_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      where t.tenant_id = ${tenant} and t.supplier_company_id = ${companies} and ${isPurchase('o.method')}`
    // Of an order with several winners each has its share of the estimate.
    const own = sql`select a.price from award_in_force a
      where a.tenant_id = t.tenant_id and a.order_id = o.id and a.trade_id = t.id`
    return sql`
      select t.supplier_company_id as company_id, t.created_at as at, o.method, 1 as projects, 0 as published,
        0 as awarded, 0 as abortive, 0::numeric as estimated, 0::numeric as amount from ${taken} and ${within('t.createdAt')}
      union all select t.supplier_company_id, t.decided_at, o.method, 0, 1, 0, 0, 0, 0
        from ${taken} and t.status = ${TradeStatus.values.passed} and ${within('t.decidedAt')}
      union all select t.supplier_company_id, o.awarded_at, o.method, 0, 0, 1, 0,
        ${total(sql`round(w.estimated * (${own}) / nullif(w.price, 0), 2)`)}, (${own})
        from ${taken} and ${within('o.awardedAt')}
          and exists (select from award_in_force w where w.tenant_id = t.tenant_id and w.order_id = o.id and w.trade_id = t.id)
      union all select t.supplier_company_id, o.ended_at, o.method, 0, 0, 0, 1, 0, 0
        from ${taken} and t.status = ${TradeStatus.values.passed} and ${inState('o.state', ...ABORTIVE_STATES)} and ${within('o.endedAt')}`
  }
  const isAgency = ctx.actor.workbench === 'agency'
  const company = sql.ref(isAgency ? 'o.ownerCompanyId' : 'o.purchaserCompanyId')
  const owner = sql.ref(isAgency ? 'p.agencyCompanyId' : 'p.purchaserCompanyId')
  const orders = sql`purchase_order o
    where o.tenant_id = ${tenant} and ${company} = ${companies} and ${isPurchase('o.method')}`
  return sql`
    select ${owner} as company_id, p.created_at as at, null::smallint as method, 1 as projects, 0 as published,
      0 as awarded, 0 as abortive, 0::numeric as estimated, 0::numeric as amount
      from project p where p.tenant_id = ${tenant} and ${owner} = ${companies} and ${within('p.createdAt')}
        and ${SELLS_NOTHING}
    union all select ${company}, o.published_at, o.method, 0, 1, 0, 0, 0, 0 from ${orders} and ${within('o.publishedAt')}
    union all select ${company}, o.awarded_at, o.method, 0, 0, 1, 0, ${total(sql`w.estimated`)}, ${total(sql`w.price`)}
      from ${orders} and ${within('o.awardedAt')}
        and exists (select from award_in_force w where w.tenant_id = o.tenant_id and w.order_id = o.id)
    union all select ${company}, o.ended_at, o.method, 0, 0, 0, 1, 0, 0
      from ${orders} and ${inState('o.state', ...ABORTIVE_STATES)} and ${within('o.endedAt')}`
}
