import { placeOf } from '#features/procurement/methods/places.ts'
import { codesWith } from '#features/procurement/methods/all.ts'
import { OrderStatus, TradeStatus } from '#features/procurement/rules/enums.ts'
import type { HomeSource } from '#server/feature.ts'

const SEALED = codesWith((method) => method.offers === 'sealed')

/** Bids still to be made: approved sign-ups without a bid in force, until the deadline. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { actor } = ctx
    if (actor.workbench !== 'supplier' || !actor.companyId || !actor.rights.has('bidding')) return []
    const rows = await ctx.tx
      .selectFrom('trade as t')
      .innerJoin('purchase_order as o', (j) =>
        j.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.order_id'),
      )
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('bid_submission as s')
            .select('s.kind')
            .whereRef('s.tenant_id', '=', 't.tenant_id')
            .whereRef('s.order_id', '=', 't.order_id')
            .whereRef('s.trade_id', '=', 't.id')
            .orderBy('s.log_index', 'desc')
            .limit(1)
            .as('last'),
        (j) => j.onTrue(),
      )
      .select(['o.id', 'o.method', 'o.title', 'o.bid_end', 't.created_by'])
      .where('t.tenant_id', '=', ctx.tenantId)
      .where('t.supplier_company_id', '=', actor.companyId)
      .where('t.status', '=', TradeStatus.values.passed)
      .where('o.method', 'in', SEALED)
      .where('o.status', '=', OrderStatus.values.published)
      .where('o.bid_end', '>', ctx.clock.now())
      .where((e) => e.or([e('last.kind', 'is', null), e('last.kind', '=', 'withdrawn')]))
      .orderBy('o.bid_end')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      key: `bid:${row.id}`,
      kind: 'bid',
      isMine: row.created_by === actor.userId,
      label: '制作投标文件',
      title: row.title,
      link: placeOf(row, 'bid.room', 'supplier'),
      dueAt: row.bid_end,
    }))
  },
}
