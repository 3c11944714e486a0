import { sql } from 'kysely'
import { implement, type Route } from '#server/implement.ts'
import { buyerColumn } from '#features/procurement/server/public.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract/meetings.ts'
import { ANY, type Ctx, mayKnowOrders } from './access.ts'

const MOST_ORDERS = 20

export const peopleRoutes: readonly Route[] = [
  implement(c.colleagues, ANY, async (ctx) => {
    const people = await employees(ctx)
    return { people: people.filter(({ userId }) => userId !== ctx.actor.userId) }
  }),

  implement(c.meetingOrders, ANY, async (ctx, { query }) => {
    if (!mayKnowOrders(ctx)) return { orders: [] }
    const orders = await ctx.tx
      .selectFrom('purchase_order as o')
      .select(['o.id as orderId', 'o.code', 'o.title'])
      .where('o.tenantId', '=', ctx.tenantId)
      .where(`o.${buyerColumn(ctx.actor)}`, '=', ctx.actor.companyId)
      .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['o.title', 'o.code'])))
      .orderBy('o.id', 'desc')
      .limit(MOST_ORDERS)
      .execute()
    return { orders }
  }),
]

/** People in use at the own company who have accepted it, by name; `only`: of these. */
export async function employees(ctx: Ctx, only?: readonly string[]) {
  return ctx.tx
    .selectFrom('employee as e')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(['e.userId', 'e.name'])
    .select((e) => e.fn.coalesce('d.name', e.val('')).as('department'))
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', ctx.actor.companyId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where('e.acceptedAt', 'is not', null)
    .$if(only !== undefined, (q) => q.where('e.userId', '=', sql<string>`any(${only!}::uuid[])`))
    .orderBy('e.name')
    .orderBy('e.userId')
    .execute()
}
