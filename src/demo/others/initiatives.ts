import { sql } from 'kysely'
import { AuctionStatus } from '#features/auction/rules/status.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { RoundStatus, QuoteStatus } from '#features/quotes/rules/enums.ts'
import { inState } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { freeSuppliers, type Player, playersOf } from './players.ts'
import type { Wait } from './wait.ts'

type Ctx = Context<Actor | null>
type Order = NonNullable<Awaited<ReturnType<typeof orderOf>>>

/**
 * What people do in an order without being asked for it in their inbox: they sign up, offer in auctions, record bonds. Nothing of it for the viewer's own company.
 */
export async function initiatives(ctx: Ctx, orderId: string, viewerCompany: string | null): Promise<Wait[]> {
  const order = await orderOf(ctx, orderId)
  if (!order?.publishedAt) return []
  const players = await playersOf(ctx, orderId)
  const found = [...(await signUps(ctx, order, viewerCompany)), ...(await ofParticipants(ctx, order, players))]
  return found.filter(({ player }) => player.companyId === null || player.companyId !== viewerCompany)
}

function orderOf(ctx: Ctx, orderId: string) {
  return ctx.one('purchase_order', { id: orderId })
}

/** As many as the method needs at least, beside the viewer's own company. */
async function signUps(ctx: Ctx, order: Order, viewerCompany: string | null): Promise<Wait[]> {
  const now = ctx.clock.now()
  const opens = order.saleStart
  if (order.state !== 'publish.open' || !order.signUpEnd || now >= order.signUpEnd || (opens && now < opens)) return []
  const taken = await ctx.many(
    'trade',
    { orderId: order.id, status: [TradeStatus.values.pending, TradeStatus.values.passed] },
    { columns: ['supplierCompanyId'] },
  )
  const others = taken.filter((trade) => trade.supplierCompanyId !== viewerCompany).length
  const wanted = methodOf(order.method).minSuppliers - others
  if (wanted <= 0) return []
  const free = (await freeSuppliers(ctx, order.id)).filter(({ companyId }) => companyId !== viewerCompany)
  return free.slice(0, wanted).map((player) => ({ what: 'sign-up', label: '报名', recordId: order.id, player }))
}

/** Of those whom the records of the order name as waited for. */
async function ofParticipants(ctx: Ctx, order: Order, players: readonly Player[]): Promise<Wait[]> {
  const { rows } = await sql<{
    what: string
    label: string
    id: string
    companyId: string | null
    userId: string | null
  }>`
    with o as (select * from purchase_order where tenant_id = ${ctx.tenantId} and id = ${order.id}),
    t as (select t.* from trade t, o where t.tenant_id = o.tenant_id and t.order_id = o.id)
    select 'close-round' as what, '结束评审报价' as label, r.id, null::uuid as company_id, m.user_id
      from quote_round r join reviewer m on m.tenant_id = r.tenant_id and m.order_id = r.order_id and m.is_leader
      where r.tenant_id = ${ctx.tenantId} and r.order_id = ${order.id} and r.kind = 'review' and r.status = ${RoundStatus.values.quoting}
        and m.out_at is null and not exists (select 1 from quote_part f
          where f.tenant_id = r.tenant_id and f.round_id = r.id
            and f.status in (${QuoteStatus.values.none}, ${QuoteStatus.values.saved}))
    union all select 'make-offer', '竞价报价', a.order_id, t.supplier_company_id, null
      from auction a join t on t.order_id = a.order_id
      where a.tenant_id = t.tenant_id and a.status = ${AuctionStatus.values.running} and a.ends_at > ${ctx.clock.now()}
        and t.status = ${TradeStatus.values.passed}
    union all select 'record-bonds', '登记投标保证金到账', o.id, o.owner_company_id, null
      from o where o.bond > 0 and ${inState('o.state', 'publish.open')} and o.bid_end > ${ctx.clock.now()}
        and exists (select 1 from t where t.status = ${TradeStatus.values.passed} and not exists (
          select 1 from bond b where b.tenant_id = t.tenant_id and b.order_id = t.order_id and b.trade_id = t.id))`.execute(
    ctx.tx,
  )
  return rows.flatMap(({ what, label, id, companyId, userId }): Wait[] => {
    const player = players.find((one) => (userId ? one.userId === userId : one.companyId === companyId))
    return player ? [{ what, label, recordId: id, player }] : []
  })
}
