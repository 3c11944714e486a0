import { placeOf } from '#features/procurement/methods/places.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { DEAL_STATUS, type DealAction, type DealFacts } from '../rules/status.ts'
import { standingOf } from './deals.ts'

type Ctx = Context<Actor>
type Side = 'purchaser' | 'agency' | 'supplier'

/** What a deal waits for from one of its sides. */
interface Wait {
  key: string
  label: string
  dueAt: Date | null
}

const RIGHTS = { purchaser: 'tendering', agency: 'agencyTendering', supplier: 'bidding' } as const

/** Deals that wait: for payment and answers from the buyer, for notes, settlement or a default from the seller. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights, userId } = ctx.actor
    if (companyId === null || !(workbench === 'purchaser' || workbench === 'agency' || workbench === 'supplier'))
      return []
    if (!rights.has(RIGHTS[workbench])) return []
    const todos: Todo[] = []
    for (const { createdBy, ...deal } of await openDeals(ctx, workbench, limit)) {
      const order = await orderRow(ctx, deal.orderId)
      const { facts } = await standingOf(ctx, order, deal)
      const wait = waitOf(facts, workbench, ctx.clock.now())
      if (!wait) continue
      todos.push({
        key: `${wait.key}:${order.id}`,
        kind: 'auction',
        isMine: createdBy === userId,
        label: wait.label,
        title: order.title,
        link: placeOf(order, workbench === 'supplier' ? 'publish.tender' : 'publish.detail', workbench),
        dueAt: wait.dueAt,
      })
    }
    return todos
  },
}

/** Deals that are not over, of sales that stand, with whoever handles them on this side; the soonest due first. */
function openDeals(ctx: Ctx, side: Side, limit: number) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('sale_deal as d')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'd.tenantId').onRef('o.id', '=', 'd.orderId'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'd.tenantId').onRef('t.id', '=', 'd.tradeId'))
    .selectAll('d')
    .select(side === 'supplier' ? 't.createdBy as createdBy' : 'o.createdBy as createdBy')
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.state', 'in', ['due', 'paid'])
    .where('o.state', '=', 'winner.fixed')
    .$if(side === 'supplier', (q) => q.where('t.supplierCompanyId', '=', companyId))
    .$if(side !== 'supplier', (q) =>
      q
        .where('o.ownerCompanyId', '=', companyId)
        .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', companyId),
    )
    .orderBy('d.dueAt')
    .orderBy('d.orderId')
    .limit(limit)
    .execute()
}

function waitOf(facts: DealFacts, side: Side, now: Date): Wait | null {
  const part = side === 'supplier' ? 'buyer' : 'seller'
  const allowed = DEAL_STATUS.allowed(facts, { part }, now.getTime())
  const may = (action: DealAction) => allowed.some((one) => one.action === action && one.reason === undefined)
  if (part === 'buyer') {
    if (facts.openNotes > 0) return { key: 'sale-note', label: '确认提货单', dueAt: null }
    if (!may('pay')) return null
    return { key: 'sale-pay', label: '支付成交价款', dueAt: facts.state === 'due' ? new Date(facts.dueAt) : null }
  }
  if (may('default')) return { key: 'sale-default', label: '处理逾期未付款', dueAt: null }
  if (may('settle')) return { key: 'sale-settle', label: '结算', dueAt: null }
  const isUntouched = facts.openNotes + facts.confirmedNotes === 0
  return may('weigh') && isUntouched ? { key: 'sale-weigh', label: '登记提货', dueAt: null } : null
}
