import { AppError } from '#contract/errors.ts'
import { lockAccount } from '#features/membership/server/public.ts'
import { supplier } from '#features/procurement/server/public.ts'
import type { Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { demandKnown } from './companies.ts'
import type { Ctx } from './standing.ts'

export const markRoutes: readonly Route[] = [
  supplier(contract.markedCompanies, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'm',
        keys: ['markedAt', 'markedId'],
        rows: () =>
          marked(ctx).$if(Boolean(query.keyword), (q) =>
            q.where(includes(query.keyword!, ['c.name', 'm.tag', 'm.remark'])),
          ),
      },
      show: (rows) =>
        marked(ctx)
          .leftJoin('company_follow as f', (j) =>
            j
              .onRef('f.tenantId', '=', 'm.tenantId')
              .onRef('f.companyId', '=', 'm.companyId')
              .onRef('f.followedId', '=', 'm.markedId'),
          )
          .select(['m.markedId', 'm.tag', 'm.remark', 'm.markedAt', 'c.name', 'f.followedId'])
          .innerJoin(rows, 'page.id', 'm.markedId'),
    })
    const rows = page.rows.map(({ markedId, markedAt, followedId, name, tag, remark }) => ({
      companyId: markedId,
      name,
      tag,
      remark,
      markedAt: markedAt.toISOString(),
      isFollowed: followedId !== null,
    }))
    return { ...page, rows }
  }),

  supplier(contract.markOf, async (ctx, { query }) => {
    await demandKnown(ctx, query.companyId)
    const own = { companyId: ctx.actor.companyId, markedId: query.companyId }
    const mark = (await ctx.one('company_mark', own, { columns: ['tag', 'remark'] })) ?? null
    return { exists: mark !== null, mark }
  }),

  supplier(contract.markCompany, async (ctx, { params, body }) => {
    const { companyId } = ctx.actor
    await demandKnown(ctx, params.companyId)
    await lockAccount(ctx, companyId)
    const own = { companyId, markedId: params.companyId }
    if (await ctx.one('company_mark', own, { columns: ['markedId'] })) {
      await ctx.update('company_mark', own, body)
      return
    }
    const marks = await ctx.many('company_mark', { companyId }, { columns: ['markedId'] })
    if (marks.length >= contract.MOST)
      throw new AppError('conflict', `最多标记 ${contract.MOST} 家企业，请先取消不再需要的标记`)
    await ctx.insert('company_mark', { ...own, ...body, markedAt: ctx.clock.now() })
  }),

  supplier(contract.unmarkCompany, async (ctx, { params }) => {
    const own = { companyId: ctx.actor.companyId, markedId: params.companyId }
    if (!(await ctx.one('company_mark', own, { columns: ['markedId'], lock: 'update' }))) throw new AppError('notFound')
    await ctx.remove('company_mark', own)
  }),
]

function marked(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_mark as m')
    .innerJoin('company as c', 'c.id', 'm.markedId')
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.companyId', '=', ctx.actor.companyId)
}
