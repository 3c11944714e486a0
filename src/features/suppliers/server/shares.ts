import { AppError } from '#contract/errors.ts'

import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/shares.ts'
import { certificateState } from '../rules/certificates.ts'
import { basisLabel, type List } from '../rules/listings.ts'
import { SHARED_FIELDS, type SharedField } from '../rules/shares.ts'
import { type Ctx, invalid, isKeeper, KEEPS, ownSupplier, READS, todayOf } from './access.ts'
import { dealsWith } from './deals.ts'
import { isListingInForce } from './in-force.ts'
import { rowValue, shown } from './supplier-rows.ts'

/** What other purchasers are shown of a record. */
export const shareRoutes: readonly Route[] = [
  implement(contract.sharePage, READS, async (ctx, { params }) => {
    const supplier = await ownSupplier(ctx, params.supplierId)
    const today = todayOf(ctx)
    const rows = await ctx.tx
      .selectFrom('supplier_share as h')
      .innerJoin('company as c', 'c.id', 'h.toCompanyId')
      .selectAll('h')
      .select('c.name as toName')
      .where('h.tenantId', '=', ctx.tenantId)
      .where('h.supplierId', '=', supplier.id)
      .orderBy('h.id', 'desc')
      .limit(200)
      .execute()
    return {
      supplierName: supplier.name,
      mayShare: isKeeper(ctx),
      shares: rows.map((row) => ({
        shareId: row.id,
        toName: row.toName,
        fields: row.fields as SharedField[],
        until: row.untilDay,
        reason: row.reason,
        createdByName: row.createdByName,
        createdAt: row.createdAt.toISOString(),
        endedByName: row.endedByName,
        endedAt: row.endedAt?.toISOString() ?? null,
        isInForce: row.endedAt === null && row.untilDay >= today,
      })),
    }
  }),

  implement(contract.shareSupplier, KEEPS, async (ctx, { params, body }) => {
    const supplier = await ownSupplier(ctx, params.supplierId, 'update')
    const { toCompanyId, fields, until, reason } = body
    const today = todayOf(ctx)
    if (until < today) throw invalid('until', '共享截止日期不能早于今天')
    const purchaser = { companyId: toCompanyId, isPurchaser: true, isCertified: true, status: 1 }
    if (toCompanyId === ctx.actor.companyId || !(await ctx.one('company_tenant', purchaser)))
      throw invalid('toCompanyId', '请选择本平台其他采购单位')
    const earlier = await ctx.many('supplier_share', { supplierId: supplier.id, toCompanyId })
    if (earlier.some(({ endedAt, untilDay }) => endedAt === null && untilDay >= today))
      throw new AppError('conflict', '已向该单位共享，请先结束原共享')
    const row = {
      id: ctx.newId(),
      ownerCompanyId: supplier.ownerCompanyId,
      supplierId: supplier.id,
      toCompanyId,
      fields: [...new Set(fields)],
      untilDay: until,
      reason,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    }
    await ctx.insert('supplier_share', row)
    const { name } = await ctx.expectOne('company', { id: toCompanyId }, { columns: ['name'] })
    const labels = row.fields.map((field) => SHARED_FIELDS[field]).join('、')
    ctx.audit({
      action: 'supplier.share',
      entity: 'supplier',
      entityId: supplier.id,
      summary: `共享给${name}：${labels}（至 ${until}）`,
      data: { shareId: row.id, toCompanyId, fields, until, reason },
    })
    return { shareId: row.id }
  }),

  implement(contract.endShare, KEEPS, async (ctx, { params }) => {
    const at = { id: params.shareId, ownerCompanyId: ctx.actor.companyId }
    const row = await ctx.one('supplier_share', at, { lock: 'update' })
    if (!row) throw new AppError('notFound')
    if (row.endedAt !== null || row.untilDay < todayOf(ctx)) throw new AppError('wrongState', '共享已结束')
    const ended = { endedAt: ctx.clock.now(), endedByName: ctx.actor.name }
    await ctx.update('supplier_share', { id: row.id }, ended)
    ctx.audit({
      action: 'supplier.unshare',
      entity: 'supplier',
      entityId: row.supplierId,
      summary: '结束共享',
      data: { shareId: row.id, toCompanyId: row.toCompanyId },
    })
  }),

  implement(contract.sharedPage, READS, async (ctx, { query }) => {
    const shared = () =>
      ctx.tx
        .selectFrom('supplier_share as h')
        .where('h.tenantId', '=', ctx.tenantId)
        .where('h.toCompanyId', '=', ctx.actor.companyId)
        .where('h.endedAt', 'is', null)
        .where('h.untilDay', '>=', todayOf(ctx))
    const page = await listPage(ctx, {
      query,
      list: { alias: 'h', keys: ['id'], rows: shared },
      show: (rows) => shared().selectAll('h').innerJoin(rows, 'page.id', 'h.id'),
    })
    const values = []
    for (const share of page.rows) values.push(await sharedValue(ctx, share))
    return { ...page, rows: values }
  }),
]

interface Share {
  id: string
  ownerCompanyId: string
  supplierId: string
  untilDay: string
  fields: string[]
}

/** Exactly what was shared; nothing else of the record is read out. */
async function sharedValue(ctx: Ctx, share: Share) {
  const fields = share.fields as SharedField[]
  const shows = (field: SharedField) => fields.includes(field)
  const supplier = await shown(ctx).where('s.id', '=', share.supplierId).executeTakeFirstOrThrow()
  const value = rowValue(supplier, todayOf(ctx))
  const owner = await ctx.expectOne('company', { id: share.ownerCompanyId }, { columns: ['name'] })
  return {
    shareId: share.id,
    ownerName: owner.name,
    name: value.name,
    creditCode: value.creditCode,
    until: share.untilDay,
    fields,
    state: shows('state') ? value.state : null,
    categories: shows('categories') ? value.categories : null,
    validUntil: shows('categories') ? value.validUntil : null,
    grade: shows('grade') ? value.grade : null,
    certificates: shows('certificates') ? await certificatesOf(ctx, share.supplierId) : null,
    lists: shows('lists') ? await listsOf(ctx, share.ownerCompanyId, value.companyId) : null,
    orders: shows('orders') ? await ordersOf(ctx, share.ownerCompanyId, value.companyId) : null,
  }
}

async function certificatesOf(ctx: Ctx, supplierId: string) {
  const rows = await ctx.many('supplier_certificate', { supplierId }, { orderBy: ['validUntil'] })
  return rows
    .filter(({ removedAt }) => removedAt === null)
    .map(({ kind, number, issuer, validUntil }) => ({
      kind,
      number,
      issuer,
      validUntil,
      state: certificateState(validUntil, todayOf(ctx)),
    }))
}

async function listsOf(ctx: Ctx, ownerCompanyId: string, companyId: string) {
  const rows = await ctx.tx
    .selectFrom('supplier_listing as l')
    .selectAll('l')
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.ownerCompanyId', '=', ownerCompanyId)
    .where('l.companyId', '=', companyId)
    .where(isListingInForce(todayOf(ctx)))
    .orderBy('l.id', 'desc')
    .execute()
  return rows.map((row) => ({
    kind: row.kind as List,
    basis: basisLabel(row),
    from: row.fromDay,
    until: row.untilDay,
  }))
}

async function ordersOf(ctx: Ctx, purchaserCompanyId: string, supplierCompanyId: string) {
  const deals = await dealsWith(ctx, { purchaserCompanyId, supplierCompanyId })
  return deals.map(({ title, signedUpAt, isAwarded }) => ({ title, signedUpAt, isAwarded }))
}
