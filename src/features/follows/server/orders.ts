import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { followLimits, lockAccount } from '#features/membership/server/public.ts'
import { stageOf } from '#features/procurement/engine/stage.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { isOpenTo, isOwnTender, stageFacts, supplier, visibleTender } from '#features/procurement/server/public.ts'
import type { Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { type Ctx, demandRoom, lastOf, rankOf, standingOf } from './standing.ts'

export const orderRoutes: readonly Route[] = [
  supplier(contract.follows, async (ctx) => {
    const rows = await ctx.many('order_follow', { companyId: ctx.actor.companyId }, { columns: ['orderId'] })
    const companies = await standingOf(ctx, 'companies')
    const orders = await standingOf(ctx, 'orders')
    return { companies, orders, orderIds: rows.map(({ orderId }) => orderId) }
  }),

  supplier(contract.followedOrders, async (ctx, { query }) => {
    const { companyId } = ctx.actor
    const limit = (await followLimits(ctx, 'orders', [companyId])).get(companyId)!
    const now = ctx.clock.now().getTime()
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'f',
        keys: ['createdAt', 'orderId'],
        rows: () =>
          followed(ctx).$if(Boolean(query.keyword), (q) =>
            q.where(includes(query.keyword!, ['o.title', 'o.code', 'c.name', 'f.remark'])),
          ),
      },
      show: (rows) =>
        followed(ctx)
          .selectAll('o')
          .select(['f.orderId', 'f.remark', 'f.lastText', 'f.lastLink', 'f.lastAt', 'f.createdAt as since'])
          .select('c.name as purchaserName')
          .select([rankOf('orders').as('rank'), sql<boolean>`${isOpenTo(companyId)}`.as('isOpen')])
          .innerJoin(rows, 'page.id', 'f.orderId'),
    })
    const rows = page.rows.map((row) => ({
      orderId: row.orderId,
      code: row.code,
      title: row.title,
      purchaserName: row.purchaserName,
      stage: row.isOpen ? stageOf(stageFacts(row), now).label : null,
      link: row.isOpen ? placeOf(row, 'publish.tender', 'supplier') : null,
      since: row.since.toISOString(),
      last: lastOf(row),
      isPaused: limit !== null && row.rank > limit,
      remark: row.remark,
    }))
    return { ...page, rows }
  }),

  supplier(contract.followState, async (ctx, { params }) => {
    const order = await knownOrder(ctx, params.orderId)
    const { companyId } = ctx.actor
    const own = await ctx.one('order_follow', { companyId, orderId: order.id }, { columns: ['orderId'] })
    const followedId = order.purchaserCompanyId
    const purchaser = await ctx.one('company_follow', { companyId, followedId }, { columns: ['followedId'] })
    return {
      isOwn: isOwnTender(ctx, order),
      isFollowed: own !== undefined,
      purchaser: { companyId: followedId, name: order.purchaserName, isFollowed: purchaser !== undefined },
    }
  }),

  supplier(contract.followOrder, async (ctx, { params }) => {
    const order = await knownOrder(ctx, params.orderId)
    if (isOwnTender(ctx, order)) throw new AppError('wrongState', '本单位的项目无需关注')
    const { companyId } = ctx.actor
    await lockAccount(ctx, companyId)
    const own = { companyId, orderId: order.id }
    if (await ctx.one('order_follow', own, { columns: ['orderId'] })) return
    await demandRoom(ctx, 'orders')
    await ctx.insert('order_follow', { ...own, createdAt: ctx.clock.now() })
  }),

  supplier(contract.remarkOrder, async (ctx, { params, body }) => {
    await ctx.update('order_follow', await lockedOwn(ctx, params.orderId), body)
  }),

  supplier(contract.unfollowOrder, async (ctx, { params }) => {
    await ctx.remove('order_follow', await lockedOwn(ctx, params.orderId))
  }),
]

/** A published order that the own company may know of; `notFound` otherwise. */
async function knownOrder(ctx: Ctx, orderId: string) {
  const order = await visibleTender(ctx, orderId)
  if (!order) throw new AppError('notFound')
  return order
}

/** The key of an own follow, which is locked; `notFound` where the order is not followed. */
async function lockedOwn(ctx: Ctx, orderId: string) {
  const own = { companyId: ctx.actor.companyId, orderId }
  if (!(await ctx.one('order_follow', own, { columns: ['orderId'], lock: 'update' }))) throw new AppError('notFound')
  return own
}

function followed(ctx: Ctx) {
  return ctx.tx
    .selectFrom('order_follow as f')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.orderId'))
    .innerJoin('company as c', 'c.id', 'o.purchaserCompanyId')
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.companyId', '=', ctx.actor.companyId)
}
