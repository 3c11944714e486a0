import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { HomeSource } from '#server/feature.ts'
import { OWES } from './subject.ts'

/** Fees that the supplier owes for documents it may have by now, while there is something to be done with them. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights, userId } = ctx.actor
    if (workbench !== 'supplier' || companyId === null || !rights.has('bidding')) return []
    const now = ctx.clock.now()
    const rows = await ctx.tx
      .selectFrom('trade as t')
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
      .select(['o.id', 'o.method', 'o.title', 'o.bidEnd', 't.createdBy'])
      .where('t.tenantId', '=', ctx.tenantId)
      .where('t.supplierCompanyId', '=', companyId)
      .where('t.status', '=', TradeStatus.values.passed)
      .where('o.state', '=', 'publish.open')
      .where('o.bidEnd', '>', now)
      .where((e) => e.or([e('o.saleStart', 'is', null), e('o.saleStart', '<=', now)]))
      .where(OWES)
      .orderBy('o.bidEnd')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      key: `document-fee:${row.id}`,
      kind: 'bid' as const,
      isMine: row.createdBy === userId,
      label: say(row, '缴纳{documents}费用'),
      title: row.title,
      link: placeOf(row, 'publish.tender', 'supplier'),
      dueAt: row.bidEnd,
    }))
  },
}
