import { sql } from 'kysely'
import { placeOf } from '#features/procurement/methods/places.ts'
import { codesWith } from '#features/procurement/methods/all.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { HomeSource } from '#server/feature.ts'
import { FIRST_ROUND } from '../rules.ts'
import { nothingHandedIn } from './handed-in.ts'

const SEALED = codesWith((method) => method.at['bid.room'] !== undefined)

/** Bids still to be made: approved sign-ups without a bid in force, until the deadline. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { actor } = ctx
    if (actor.workbench !== 'supplier' || !actor.companyId || !actor.rights.has('bidding')) return []
    const rows = await ctx.tx
      .selectFrom('trade as t')
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
      .select(['o.id', 'o.method', 'o.title', 'o.bidEnd', 't.createdBy'])
      .where('t.tenantId', '=', ctx.tenantId)
      .where('t.supplierCompanyId', '=', actor.companyId)
      .where('t.status', '=', TradeStatus.values.passed)
      .where('o.method', 'in', SEALED)
      .where('o.state', '=', 'publish.open')
      .where('o.bidEnd', '>', ctx.clock.now())
      .where(nothingHandedIn(ctx.tenantId, 't.id', sql.lit(FIRST_ROUND)))
      .orderBy('o.bidEnd')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      key: `bid:${row.id}`,
      kind: 'bid',
      isMine: row.createdBy === actor.userId,
      label: '制作投标文件',
      title: row.title,
      link: placeOf(row, 'bid.room', 'supplier'),
      dueAt: row.bidEnd,
    }))
  },
}
