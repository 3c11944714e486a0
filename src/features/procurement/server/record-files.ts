import type { AttachmentHolder } from '#features/attachments/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { tellsParticipants } from './visible.ts'

type Ctx = Context<Actor>

/**
 * Files of orders and sign-ups for preview and conversion: a buyer's of its own orders, a supplier's of its own
 * sign-ups. Tender documents reach suppliers through their own call only, because their download is recorded there.
 */
export const recordFiles: AttachmentHolder = {
  name: 'procurement',
  async readable(ctx, fileIds) {
    const { workbench, companyId, rights } = ctx.actor
    if (!companyId) return []
    if (workbench === 'purchaser' && rights.has('tendering')) return ofOrders(ctx, fileIds, 'purchaserCompanyId')
    if (workbench === 'agency' && rights.has('agencyTendering')) return ofOrders(ctx, fileIds, 'ownerCompanyId')
    if (workbench !== 'supplier' || !rights.has('bidding')) return []
    return ctx.tx
      .selectFrom('trade_file as f')
      .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'f.tenantId').onRef('t.id', '=', 'f.tradeId'))
      .select(['f.fileId as fileId', 'f.name'])
      .where('f.tenantId', '=', ctx.tenantId)
      .where('f.fileId', 'in', [...fileIds])
      .where('t.supplierCompanyId', '=', companyId)
      .execute()
  },
  async held(ctx, fileIds) {
    const of = (table: 'order_file' | 'trade_file' | 'archive') =>
      ctx.tx
        .selectFrom(table)
        .select('fileId')
        .where('tenantId', '=', ctx.tenantId)
        .where('fileId', 'in', [...fileIds])
        .execute()
    const rows = [...(await of('order_file')), ...(await of('trade_file')), ...(await of('archive'))]
    return [...new Set(rows.map((row) => row.fileId))]
  },
}

async function ofOrders(ctx: Ctx, fileIds: readonly string[], column: 'purchaserCompanyId' | 'ownerCompanyId') {
  const ids = [...fileIds]
  const { companyId } = ctx.actor
  const orders = ctx.tx
    .selectFrom('purchase_order')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where(column, '=', companyId!)
    // What an agency buys itself it sees as purchaser.
    .$if(column === 'ownerCompanyId', (q) => q.where('purchaserCompanyId', '<>', companyId!))
  const documents = await ctx.tx
    .selectFrom('order_file as f')
    .select(['f.fileId as fileId', 'f.name'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.fileId', 'in', ids)
    .where('f.orderId', 'in', orders)
    .execute()
  const signUps = await ctx.tx
    .selectFrom('trade_file as f')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'f.tenantId').onRef('t.id', '=', 'f.tradeId'))
    .select(['f.fileId as fileId', 'f.name'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.fileId', 'in', ids)
    .where('t.orderId', 'in', orders.where(tellsParticipants(companyId!)))
    .execute()
  return [...documents, ...signUps]
}
