import { formatDate } from '#contract/time.ts'
import { isPurchase } from '#features/procurement/server/public.ts'
import { type NotNull } from 'kysely'
import { signBy } from '../rules/change.ts'
import { type Any, type Ctx, today } from './access.ts'

/** Awards in force of what a company buys that have no contract yet; of one supplier where `tradeId` is given. */
export async function openAwards(ctx: Any, at: { companyId: string; tradeId?: string; orderId?: string }) {
  const { companyId, tradeId, orderId } = at
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('award_in_force as a', (j) => j.onRef('a.tenantId', '=', 'o.tenantId').onRef('a.orderId', '=', 'o.id'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('company as s', 's.id', 't.supplierCompanyId')
    .leftJoin('notice as n', (j) => j.onRef('n.tenantId', '=', 'a.tenantId').onRef('n.id', '=', 'a.noticeId'))
    .leftJoin('contract as k', (j) => j.onRef('k.tenantId', '=', 'a.tenantId').onRef('k.tradeId', '=', 'a.tradeId'))
    .select(['a.tradeId', 'a.orderId', 'a.resultId', 'a.price', 'o.code', 'o.title', 's.name as supplierName'])
    .select(['t.supplierCompanyId'])
    .select((e) => e.fn.coalesce('n.publishedAt', 'a.decidedAt').as('noticedAt'))
    .$narrowType<{ tradeId: NotNull; orderId: NotNull; resultId: NotNull; price: NotNull; noticedAt: NotNull }>()
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.purchaserCompanyId', '=', companyId)
    .where('o.awardedAt', 'is not', null)
    .where(isPurchase('o.method'))
    .where('k.id', 'is', null)
    .$if(tradeId !== undefined, (q) => q.where('a.tradeId', '=', tradeId!))
    .$if(orderId !== undefined, (q) => q.where('a.orderId', '=', orderId!))
    .orderBy('o.awardedAt')
    .orderBy('a.tradeId')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, signBy: signBy(formatDate(row.noticedAt)) }))
}

/** The same as the list shows them. */
export async function awardValues(ctx: Ctx) {
  const now = today(ctx)
  const rows = await openAwards(ctx, { companyId: ctx.actor.companyId })
  return rows.map(({ tradeId, orderId, code, title, supplierName, price, noticedAt, signBy: last }) => ({
    tradeId,
    orderId,
    orderCode: code,
    title,
    supplierName,
    price,
    noticedAt: noticedAt.toISOString(),
    signBy: last,
    isLate: now > last,
  }))
}
