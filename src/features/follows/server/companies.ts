import { AppError } from '#contract/errors.ts'
import { followLimits, lockAccount } from '#features/membership/server/public.ts'
import { supplier } from '#features/procurement/server/public.ts'
import type { Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { type Ctx, demandRoom, lastOf, rankOf } from './standing.ts'

/** How many companies a search by name answers with. */
const FOUND = 20

export const companyRoutes: readonly Route[] = [
  supplier(contract.followedCompanies, async (ctx, { query }) => {
    const { companyId } = ctx.actor
    const limit = (await followLimits(ctx, 'companies', [companyId])).get(companyId)!
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'f',
        keys: ['createdAt', 'followedId'],
        rows: () =>
          followed(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['c.name', 'm.tag']))),
      },
      show: (rows) =>
        followed(ctx)
          .innerJoin('company_tenant as t', (j) =>
            j.onRef('t.tenantId', '=', 'f.tenantId').onRef('t.companyId', '=', 'f.followedId'),
          )
          .selectAll('f')
          .select(['c.name', 't.isPurchaser', 't.isSupplier', 'm.tag', 'm.remark'])
          .select(rankOf('companies').as('rank'))
          .innerJoin(rows, 'page.id', 'f.followedId'),
    })
    const rows = page.rows.map((row) => ({
      companyId: row.followedId,
      name: row.name,
      isPurchaser: row.isPurchaser,
      isSupplier: row.isSupplier,
      since: row.createdAt.toISOString(),
      last: lastOf(row),
      isPaused: limit !== null && row.rank > limit,
      mark: row.tag === null ? null : { tag: row.tag, remark: row.remark! },
    }))
    return { ...page, rows }
  }),

  supplier(contract.findCompanies, async (ctx, { query }) => {
    const rows = await known(ctx)
      .leftJoin('company_follow as f', (j) =>
        j
          .onRef('f.tenantId', '=', 't.tenantId')
          .onRef('f.followedId', '=', 't.companyId')
          .on('f.companyId', '=', ctx.actor.companyId),
      )
      .select(['t.companyId', 'c.name', 't.isPurchaser', 't.isSupplier', 'f.followedId'])
      .where(includes(query.keyword, ['c.name']))
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(FOUND)
      .execute()
    return { rows: rows.map(({ followedId, ...row }) => ({ ...row, isFollowed: followedId !== null })) }
  }),

  supplier(contract.followCompany, async (ctx, { params }) => {
    const { companyId } = ctx.actor
    await demandKnown(ctx, params.companyId)
    await lockAccount(ctx, companyId)
    const own = { companyId, followedId: params.companyId }
    if (await ctx.one('company_follow', own, { columns: ['followedId'] })) return
    await demandRoom(ctx, 'companies')
    await ctx.insert('company_follow', { ...own, createdAt: ctx.clock.now() })
  }),

  supplier(contract.unfollowCompany, async (ctx, { params }) => {
    const own = { companyId: ctx.actor.companyId, followedId: params.companyId }
    const row = await ctx.one('company_follow', own, { columns: ['followedId'], lock: 'update' })
    if (!row) throw new AppError('notFound')
    await ctx.remove('company_follow', own)
  }),
]

/** Refuses the own company, and `notFound` what is no certified purchaser or supplier of the tenant. */
export async function demandKnown(ctx: Ctx, companyId: string): Promise<void> {
  if (companyId === ctx.actor.companyId) throw new AppError('wrongState', '不能关注或标记本企业')
  const row = await known(ctx).select('t.companyId').where('t.companyId', '=', companyId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
}

/** Certified purchasers and suppliers of the tenant, without the own company. */
function known(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.companyId', '!=', ctx.actor.companyId)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
    .where((e) => e.or([e('t.isPurchaser', '=', true), e('t.isSupplier', '=', true)]))
}

function followed(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_follow as f')
    .innerJoin('company as c', 'c.id', 'f.followedId')
    .leftJoin('company_mark as m', (j) =>
      j
        .onRef('m.tenantId', '=', 'f.tenantId')
        .onRef('m.companyId', '=', 'f.companyId')
        .onRef('m.markedId', '=', 'f.followedId'),
    )
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.companyId', '=', ctx.actor.companyId)
}
