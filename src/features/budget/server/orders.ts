import { type RawBuilder, sql } from 'kysely'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/use.ts'
import { labelOfUse } from '../rules/use.ts'
import { type Ctx, keeps, ownDepartment, READS } from './access.ts'

const TABS: Record<string, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  reserved: sql<boolean>`u.reserved > 0`,
  committed: sql<boolean>`u.committed > 0`,
  spent: sql<boolean>`u.spent > 0`,
  released: sql<boolean>`u.reserved + u.committed + u.spent = 0`,
}

/** Orders by the lines that they use; an annual plan's are those of all that was made of it. */
export const orderRoutes: readonly Route[] = [
  implement(contract.budgetOrders, READS, async (ctx, { query }) => {
    const seesAll = keeps(ctx.actor) || ctx.actor.rights.has('auditing')
    const department = seesAll ? null : await ownDepartment(ctx)
    const rows = () =>
      uses(ctx)
        .$if(!seesAll, (q) => q.where('l.departmentId', '=', department))
        .$if(query.year !== undefined, (q) => q.where('p.year', '=', query.year!))
        .$if(query.planId !== undefined, (q) => q.where(below(ctx, sql`x.plan_id = ${query.planId}`)))
        .$if(query.lineId !== undefined, (q) => q.where(below(ctx, sql`x.id = ${query.lineId}`)))
        .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['o.title', 'o.code', 'l.subject'])))
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: { alias: 'u', keys: ['id'], rows },
      show: (given) =>
        uses(ctx)
          .innerJoin(given, 'page.id', 'u.id')
          .leftJoin('department as d', (j) =>
            j.onRef('d.tenantId', '=', 'l.tenantId').onRef('d.id', '=', 'l.departmentId'),
          )
          .select(['u.orderId', 'u.lineId', 'u.reserved', 'u.committed', 'u.spent', 'u.updatedAt'])
          .select(['o.code', 'o.title', 'o.method', 'o.state', 'o.estimatedPrice'])
          .select(['l.subject', 'l.planId', 'p.title as planTitle', 'd.name as departmentName']),
    })
    return {
      ...page,
      rows: page.rows.map(({ state, updatedAt, departmentName, ...row }) => ({
        ...row,
        orderState: state,
        departmentName: departmentName ?? '',
        label: labelOfUse(row),
        updatedAt: updatedAt.toISOString(),
      })),
    }
  }),
]

function uses(ctx: Ctx) {
  return ctx.tx
    .selectFrom('budget_use as u')
    .innerJoin('budget_line as l', (j) => j.onRef('l.tenantId', '=', 'u.tenantId').onRef('l.id', '=', 'u.lineId'))
    .innerJoin('budget_plan as p', (j) => j.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.planId'))
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'u.tenantId').onRef('o.id', '=', 'u.orderId'))
    .where('u.tenantId', '=', ctx.tenantId)
    .where('l.companyId', '=', ctx.actor.companyId)
}

/** Of a line `l`: it is one of these lines `x`, or was made of one. */
function below(ctx: Ctx, of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`l.id in (with recursive under (id) as (
    select x.id from budget_line x where x.tenant_id = ${ctx.tenantId} and ${of}
    union all
    select c.id from under r join budget_line c on c.tenant_id = ${ctx.tenantId} and c.parent_id = r.id)
    select id from under)`
}
