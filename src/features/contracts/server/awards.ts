import { formatDate } from '#contract/time.ts'
import { isPurchase } from '#features/procurement/server/public.ts'
import type { NotNull } from 'kysely'
import { signBy } from '../rules/change.ts'
import { type Any, type Ctx, today } from './access.ts'

/** As many as are shown at once. */
const MOST = 200

/** Awards in force of what a company buys that have no contract yet; of one supplier where `tradeId` is given. */
export async function openAwards(ctx: Any, at: { companyId: string; tradeId?: string; orderId?: string }) {
  const { companyId, tradeId, orderId } = at
  const rows = await withoutContract(ctx, companyId)
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('company as s', 's.id', 't.supplierCompanyId')
    .select(['a.orderId', 'a.resultId', 'a.price', 'o.code', 's.name as supplierName', 't.supplierCompanyId'])
    .$narrowType<{ orderId: NotNull; resultId: NotNull; price: NotNull }>()
    .$if(tradeId !== undefined, (q) => q.where('a.tradeId', '=', tradeId!))
    .$if(orderId !== undefined, (q) => q.where('a.orderId', '=', orderId!))
    .limit(MOST)
    .execute()
  return rows.map(withLastDay)
}

/** The same for to-dos: they do not name the supplier, and planning takes longer with every table. */
export async function awardsToSign(ctx: Any, companyId: string, limit: number) {
  const rows = await withoutContract(ctx, companyId).limit(Math.min(limit, MOST)).execute()
  return rows.map(withLastDay)
}

function withLastDay<Row extends { noticedAt: Date }>(row: Row) {
  return { ...row, signBy: signBy(formatDate(row.noticedAt)) }
}

function withoutContract(ctx: Any, companyId: string) {
  return ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('award_in_force as a', (j) => j.onRef('a.tenantId', '=', 'o.tenantId').onRef('a.orderId', '=', 'o.id'))
    .leftJoin('notice as n', (j) => j.onRef('n.tenantId', '=', 'a.tenantId').onRef('n.id', '=', 'a.noticeId'))
    .leftJoin('contract as k', (j) => j.onRef('k.tenantId', '=', 'a.tenantId').onRef('k.tradeId', '=', 'a.tradeId'))
    .select(['a.tradeId', 'o.title'])
    .select((e) => e.fn.coalesce('n.publishedAt', 'a.decidedAt').as('noticedAt'))
    .$narrowType<{ tradeId: NotNull; noticedAt: NotNull }>()
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.purchaserCompanyId', '=', companyId)
    .where('o.awardedAt', 'is not', null)
    .where(isPurchase('o.method'))
    .where('k.id', 'is', null)
    .orderBy('o.awardedAt')
    .orderBy('a.tradeId')
}

/** Open awards as the list shows them. */
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
