import { sql } from 'kysely'
import { codesWith } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { pendingApproval } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'

type Ctx = Context<Actor>

const PLAIN = codesWith((method) => method.offers === 'plain')
/** Of the last minutes of an order `o`: what the supplier said. */
const LAST = sql`(select t.agreed is null from talk t where t.tenant_id = o.tenant_id and t.order_id = o.id
  order by t.no desc limit 1)`

/** Talks to be held by whoever runs the order; responses to make and minutes to confirm for the supplier. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    if (companyId === null) return []
    if (workbench === 'supplier') return rights.has('bidding') ? supplierTodos(ctx, limit) : []
    if (workbench === 'purchaser') return rights.has('tendering') ? ownerTodos(ctx, workbench, limit) : []
    return workbench === 'agency' && rights.has('agencyTendering') ? ownerTodos(ctx, workbench, limit) : []
  },
}

/** The supplier has answered, or the deadline has passed; without a response the order can only be given up. */
async function ownerTodos(ctx: Ctx, side: 'purchaser' | 'agency', limit: number): Promise<Todo[]> {
  const { companyId, userId } = ctx.actor
  const rows = await plainOrders(ctx)
    .select(['o.id', 'o.method', 'o.title', 'o.createdBy'])
    .select(
      sql<boolean>`exists (select from response r where r.tenant_id = o.tenant_id and r.order_id = o.id
        and r.withdrawn_at is null)`.as('responded'),
    )
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', companyId)
    .where('o.state', 'in', ['publish.open', 'talk.running'])
    .where('o.bidEnd', '<=', ctx.clock.now())
    .where(sql<boolean>`coalesce(not ${LAST}, true)`)
    .where(pendingApproval(ctx, 'order', 'o.id'), 'is', null)
    .where(
      sql<boolean>`not exists (select from objection b where b.tenant_id = o.tenant_id and b.order_id = o.id
        and b.answered_at is null and b.withdrawn_at is null)`,
    )
    .orderBy('o.bidEnd')
    .limit(limit)
    .execute()
  return rows.map((row): Todo => ({
    key: `${row.responded ? 'talk' : 'no-response'}:${row.id}`,
    kind: 'result',
    isMine: row.createdBy === userId,
    label: row.responded ? '协商' : '流标处理',
    title: row.title,
    link: placeOf(row, row.responded ? 'talk.edit' : 'abortive.edit', side),
    dueAt: null,
  }))
}

async function supplierTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const now = ctx.clock.now()
  const rows = await plainOrders(ctx)
    .innerJoin('trade as m', (j) => j.onRef('m.tenantId', '=', 'o.tenantId').onRef('m.orderId', '=', 'o.id'))
    .select(['o.id', 'o.method', 'o.title', 'o.state', 'o.bidEnd', 'm.createdBy'])
    .where('m.supplierCompanyId', '=', ctx.actor.companyId)
    .where('m.status', '=', TradeStatus.values.passed)
    .where((e) =>
      e.or([
        e.and([
          e('o.state', '=', 'publish.open'),
          e('o.bidEnd', '>', now),
          sql<boolean>`not exists (select from response r where r.tenant_id = m.tenant_id and r.trade_id = m.id
            and r.withdrawn_at is null)`,
        ]),
        e.and([
          e('o.state', '=', 'talk.running'),
          sql<boolean>`coalesce(${LAST}, false)`,
          e(pendingApproval(ctx, 'order', 'o.id'), 'is', null),
        ]),
      ]),
    )
    .orderBy('o.bidEnd')
    .limit(limit)
    .execute()
  return rows.map((row): Todo => {
    const isOpen = row.state === 'publish.open'
    return {
      key: `${isOpen ? 'respond' : 'confirm-talk'}:${row.id}`,
      kind: 'bid',
      isMine: row.createdBy === ctx.actor.userId,
      label: isOpen ? say(row, '提交{offer}') : '确认协商情况',
      title: row.title,
      link: placeOf(row, isOpen ? 'respond.edit' : 'talk.reply', 'supplier'),
      dueAt: isOpen ? row.bidEnd : null,
    }
  })
}

function plainOrders(ctx: Ctx) {
  return ctx.tx.selectFrom('purchase_order as o').where('o.tenantId', '=', ctx.tenantId).where('o.method', 'in', PLAIN)
}
