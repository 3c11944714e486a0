import { AppError } from '#contract/errors.ts'
import { buyer, buyerColumn, itemValue } from '#features/procurement/server/public.ts'
import type { Feature } from '#server/feature.ts'
import * as contract from '../contract.ts'
import { viewedProject, viewOrders } from './orders.ts'
import { projectTimelineOf } from './timeline.ts'
import { projectViewOf } from './view.ts'

/** Projects over all their orders. */
export const projectView: Feature = {
  name: 'project-view',
  routes: [
    buyer(contract.projectView, (ctx, { params, query }) => projectViewOf(ctx, { ...params, ...query })),

    buyer(contract.projectLots, async (ctx, { params: { projectId }, query }) => {
      await viewedProject(ctx, projectId)
      const lots = (await viewOrders(ctx, projectId, query.family)).map(({ lotNo }) => lotNo)
      if (lots.length === 0) return { items: [] }
      const items = await ctx.many('project_item', { projectId, lotNo: lots }, { orderBy: ['lotNo', 'line'] })
      return { items: items.map(itemValue) }
    }),

    buyer(contract.projectTimeline, (ctx, { params, query }) => projectTimelineOf(ctx, { ...params, ...query })),

    buyer(contract.projectFile, async (ctx, { params }) => {
      const row = await ctx.tx
        .selectFrom('order_file as f')
        .innerJoin('purchase_order as o', (j) =>
          j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.orderId'),
        )
        .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.id', '=', 'o.projectId'))
        .innerJoin('file_object as b', (j) => j.onRef('b.tenantId', '=', 'f.tenantId').onRef('b.id', '=', 'f.fileId'))
        .select(['f.fileId', 'f.name', 'f.kind', 'b.size', 'b.sha256', 'o.id as orderId', 'o.title as orderTitle'])
        .select(['o.code as orderCode', 'o.method', 'p.id as projectId', 'p.name as projectName'])
        .where('f.tenantId', '=', ctx.tenantId)
        .where('f.fileId', '=', params.fileId)
        .where(`o.${buyerColumn(ctx.actor)}`, '=', ctx.actor.companyId)
        .orderBy('o.id', 'desc')
        .executeTakeFirst()
      if (!row) throw new AppError('notFound')
      return { ...row, sha256: row.sha256.toString('hex') }
    }),
  ],
}
