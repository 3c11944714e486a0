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
    if (workbench === 'purchaser' && rights.has('tendering')) return ofOrders(ctx, fileIds, 'purchaser_company_id')
    if (workbench === 'agency' && rights.has('agencyTendering')) return ofOrders(ctx, fileIds, 'owner_company_id')
    if (workbench !== 'supplier' || !rights.has('bidding')) return []
    return ctx.tx
      .selectFrom('trade_file as f')
      .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'f.tenant_id').onRef('t.id', '=', 'f.trade_id'))
      .select(['f.file_id as fileId', 'f.name'])
      .where('f.tenant_id', '=', ctx.tenantId)
      .where('f.file_id', 'in', [...fileIds])
      .where('t.supplier_company_id', '=', companyId)
      .execute()
  },
  async held(ctx, fileIds) {
    const of = (table: 'order_file' | 'trade_file' | 'archive') =>
      ctx.tx
        .selectFrom(table)
        .select('file_id')
        .where('tenant_id', '=', ctx.tenantId)
        .where('file_id', 'in', [...fileIds])
        .execute()
    const rows = [...(await of('order_file')), ...(await of('trade_file')), ...(await of('archive'))]
    return [...new Set(rows.map((row) => row.file_id))]
  },
}

async function ofOrders(ctx: Ctx, fileIds: readonly string[], column: 'purchaser_company_id' | 'owner_company_id') {
  const ids = [...fileIds]
  const { companyId } = ctx.actor
  const orders = ctx.tx
    .selectFrom('purchase_order')
    .select('id')
    .where('tenant_id', '=', ctx.tenantId)
    .where(column, '=', companyId!)
    // What an agency buys itself it sees as purchaser.
    .$if(column === 'owner_company_id', (q) => q.where('purchaser_company_id', '<>', companyId!))
  const documents = await ctx.tx
    .selectFrom('order_file as f')
    .select(['f.file_id as fileId', 'f.name'])
    .where('f.tenant_id', '=', ctx.tenantId)
    .where('f.file_id', 'in', ids)
    .where('f.order_id', 'in', orders)
    .execute()
  const signUps = await ctx.tx
    .selectFrom('trade_file as f')
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'f.tenant_id').onRef('t.id', '=', 'f.trade_id'))
    .select(['f.file_id as fileId', 'f.name'])
    .where('f.tenant_id', '=', ctx.tenantId)
    .where('f.file_id', 'in', ids)
    .where('t.order_id', 'in', orders.where(tellsParticipants(companyId!)))
    .execute()
  return [...documents, ...signUps]
}
