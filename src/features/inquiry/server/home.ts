import { sql } from 'kysely'
import { placeOf } from '#features/procurement/methods/places.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { nothingHandedIn } from '#features/sealed-bids/server/public.ts'
import type { HomeSource } from '#server/feature.ts'
import { HOST } from './quote-host.ts'

/** Quotes still to be made: rounds that the supplier was asked to and has nothing sealed for, until their deadline. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { actor } = ctx
    if (actor.workbench !== 'supplier' || !actor.companyId || !actor.rights.has('bidding')) return []
    // Until it is closed the first round ends when the order says so.
    const deadline = sql<Date>`case when r.round_no = 1 then o.bid_end else r.deadline end`
    const rows = await ctx.tx
      .selectFrom('trade as t')
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
      .innerJoin('quote_round as r', (j) =>
        j.onRef('r.tenantId', '=', 't.tenantId').onRef('r.orderId', '=', 't.orderId'),
      )
      .leftJoin('quote_part as p', (j) =>
        j.onRef('p.tenantId', '=', 'r.tenantId').onRef('p.roundId', '=', 'r.id').onRef('p.tradeId', '=', 't.id'),
      )
      .select(['o.id', 'o.method', 'o.title', 't.id as tradeId', 't.createdBy', 'r.id as roundId', 'r.roundNo'])
      .select(deadline.as('dueAt'))
      .where('t.tenantId', '=', ctx.tenantId)
      .where('t.supplierCompanyId', '=', actor.companyId)
      .where('t.status', '=', TradeStatus.values.passed)
      .where('r.kind', '=', HOST.kind)
      .where('r.status', '=', RoundStatus.values.quoting)
      .where((e) => e.or([e('r.roundNo', '=', 1), e('p.tradeId', 'is not', null)]))
      .where(nothingHandedIn(ctx.tenantId, 't.id', sql.ref('r.roundNo')))
      .where(deadline, '>', ctx.clock.now())
      .orderBy('dueAt')
      .limit(limit)
      .execute()
    return rows.map(({ roundId, tradeId, roundNo, ...order }) => ({
      key: `quote:${order.id}`,
      kind: 'bid',
      isMine: order.createdBy === actor.userId,
      label: roundNo === 1 ? '提交报价' : `提交${HOST.label(roundNo)}`,
      title: order.title,
      link: placeOf({ ...order, ids: { tradeId, roundId, operation: 'quote' } }, 'quote.sheet', 'supplier'),
      dueAt: order.dueAt,
    }))
  },
}
