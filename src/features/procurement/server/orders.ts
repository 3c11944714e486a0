import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/order.ts'
import { familyOf, methodsOf } from '../methods/all.ts'
import { BUYER_TABS } from '../methods/method.ts'
import { reached } from '../engine/states.ts'
import { buyerColumn } from './access.ts'
import { buyerTabWhere } from './buyer-tabs.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer } from './files.ts'
import { handledBy } from './home-orders.ts'
import { keptListPage } from '#server/search/list-page.ts'
import { ownOrder } from './public.ts'
import { ORDERS } from './searchable.ts'
import { orderValue } from './order-value.ts'
import { isPurchase } from './purchases.ts'
import { STAGED, STEP_SETTINGS } from './values.ts'
import { seesParticipants } from './visible.ts'

const TABS = ['all', ...BUYER_TABS] as const

export const orderRoutes: readonly Route[] = [
  buyer(contract.orderPage, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const { tenantId, actor } = ctx
    const { companyId, userId } = actor
    const { family, method, admission, purchaserCompanyId, entrusted, mine, tab } = query
    const page = await keptListPage(ctx, {
      query,
      tab,
      shape: `orders of ${buyerColumn(actor)}, family ${family}`,
      values: {
        tenantId,
        companyId,
        now,
        method,
        admission,
        purchaserCompanyId,
        entrusted: entrusted === undefined ? undefined : true,
        userId: mine === undefined ? undefined : userId,
        from: query.from && new Date(query.from),
        to: query.to && new Date(query.to),
      },
      parts: (at) => {
        const own = { tx: ctx.tx, tenantId: at.tenantId, actor: { ...actor, companyId: at.companyId } }
        return {
          list: {
            ...ORDERS,
            span: '@',
            keys: ['id'],
            hasOnePlan: true,
            owner: at.companyId,
            rows: (relation) =>
              ownOrders(own, relation)
                .$if(family !== undefined, (q) => q.where(inFamily(family!)))
                // Who asks for no kind means purchases.
                .$if(family === undefined && method === undefined, (q) => q.where(isPurchase('o.method')))
                .$if(method !== undefined, (q) => q.where('o.method', '=', at.method!))
                .$if(admission !== undefined, (q) => q.where('o.admission', '=', at.admission!))
                .$if(purchaserCompanyId !== undefined, (q) =>
                  q.where('o.purchaserCompanyId', '=', at.purchaserCompanyId!),
                )
                .$if(entrusted !== undefined, (q) => q.whereRef('o.ownerCompanyId', '<>', 'o.purchaserCompanyId'))
                .$if(at.userId !== undefined, (q) => q.where(handledBy(at.userId!)))
                .$if(at.from !== undefined, (q) => q.where('o.createdAt', '>=', at.from as Date))
                .$if(at.to !== undefined, (q) => q.where('o.createdAt', '<=', at.to as Date)),
          },
          tabs: Object.fromEntries(TABS.map((name) => [name, buyerTabWhere(name, at.now)])),
          show: (rows) => orderJoins(own).innerJoin(rows, 'page.id', 'o.id').select(LISTED).select(STEP_SETTINGS),
        }
      },
    })
    const rows = page.rows.map((row) => orderValue(row, now))
    return { ...page, rows: entrusted === undefined ? rows : await withRunners(ctx, rows) }
  }),

  buyer(contract.orderTimeline, async (ctx, { params, query }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    const seesAll = seesParticipants(order, who)
    const isOpened = reached(order, 'opened')
    const rows = await ctx.tx
      .selectFrom('audit_entry')
      .select(['seq', 'at', 'body', 'hash'])
      .where('tenantId', '=', ctx.tenantId)
      .where(sql<string>`body->>'entity'`, '=', 'order')
      .where(sql<string>`body->>'entityId'`, '=', params.orderId)
      .$if(!seesAll, (q) => q.where(sql<boolean>`body->>'action' !~ '^(trade|notice.confirm)'`))
      // The newest have no place in the chain yet.
      .orderBy('seq', (o) => o.desc().nullsFirst())
      .orderBy('at', 'desc')
      .limit(query.limit)
      .execute()
    return rows.map((row) => {
      const body = row.body as { action: string; summary: string; userName: string; companyName: string }
      const { action, summary, userName, companyName } = body
      return {
        seq: isOpened ? row.seq : null,
        at: row.at!.toISOString(),
        action,
        summary,
        userName,
        companyName,
        hash: row.hash?.toString('hex') ?? null,
      }
    })
  }),

  buyerFile(contract.orderFileDownload, async (ctx, { params }) => {
    await ownOrder(ctx, params.orderId)
    const file = await ctx.tx
      .selectFrom('order_file')
      .select(['fileId as fileId', 'name'])
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', params.orderId)
      .where('fileId', '=', params.fileId)
      .executeTakeFirst()
    if (!file) throw new AppError('notFound')
    return fileAnswer(ctx, file)
  }),
]

/** Orders with the company that runs them, and what they were awarded for. */
async function withRunners<R extends { orderId: string }>(ctx: Context<Employee>, rows: R[]) {
  if (rows.length === 0) return []
  const known = await ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('company as c', 'c.id', 'o.ownerCompanyId')
    .select(['o.id', 'c.name'])
    .select((e) =>
      e
        .selectFrom('award_total as a')
        .select('a.price')
        .whereRef('a.tenantId', '=', 'o.tenantId')
        .whereRef('a.orderId', '=', 'o.id')
        .as('price'),
    )
    .where('o.tenantId', '=', ctx.tenantId)
    .where(
      'o.id',
      'in',
      rows.map(({ orderId }) => orderId),
    )
    .execute()
  return rows.map((row) => {
    const { name, price } = known.find(({ id }) => id === row.orderId)!
    return { ...row, agencyName: name, dealPrice: price }
  })
}

/** Of an order `o`: whether its method is one of the family. */
function inFamily(name: string): RawBuilder<boolean> {
  const codes = methodsOf(familyOf(name)).map(({ code }) => code)
  return sql<boolean>`o.method in (${sql.join(codes.map((code) => sql.lit(code)))})`
}

/** What a list shows. */
const LISTED = [
  ...STAGED,
  'o.id',
  'o.projectId',
  'o.code',
  'o.title',
  'o.estimatedPrice',
  'o.createdAt',
  'c.name as purchaserName',
  'e.name as ownerName',
] as const

/** Orders that the person may see from its workbench, whole, with the names a list shows. */
export function orderRows(ctx: Context<Employee>) {
  return orderJoins(ctx).selectAll('o').select(['c.name as purchaserName', 'e.name as ownerName'])
}

function orderJoins(ctx: Owned) {
  return ownOrders(ctx, 'purchase_order')
    .innerJoin('company as c', 'c.id', 'o.purchaserCompanyId')
    .leftJoin('employee as e', (j) =>
      j
        .onRef('e.tenantId', '=', 'o.tenantId')
        .onRef('e.companyId', '=', 'o.ownerCompanyId')
        .onRef('e.userId', '=', 'o.createdBy'),
    )
}

/** Whose orders are asked for. */
type Owned = Pick<Context<Employee>, 'tx' | 'tenantId' | 'actor'>

/** Orders of the workbench the person is in, as `o`; nothing selected. */
export function ownOrders(ctx: Owned, relation: string) {
  const column = buyerColumn(ctx.actor)
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom(`${relation as 'purchase_order'} as o`)
    .where('o.tenantId', '=', ctx.tenantId)
    .where(`o.${column}`, '=', companyId)
    .$if(column === 'ownerCompanyId', (q) => q.where('o.purchaserCompanyId', '<>', companyId))
}
