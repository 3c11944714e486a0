import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/page.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/order.ts'
import { findProduct } from '../rules/catalogue.ts'
import { PayMethod, PaymentType, RefundStatus } from '../rules/enums.ts'
import { PAYER, READER } from './access.ts'
import { headOf } from './order-calls.ts'
import { EXPORTED, newestTable, paymentOf, shownStatus } from './order-exports.ts'
import type { OrderRow } from './records.ts'

type Ctx = Context<Employee>

const TABS = {
  all: sql<boolean>`true`,
  open: sql<boolean>`o.state = 'open'`,
  paid: sql<boolean>`o.state = 'paid'`,
  closed: sql<boolean>`o.state = 'closed'`,
}

interface Asked extends PageQuery {
  status?: '' | 'open' | 'paid' | 'closed'
  type?: number | undefined
}

/** What a company buys, as lists. */
export const orderListRoutes: readonly Route[] = [
  implement(contract.buyerOrders, READER, (ctx, { query }) => orderPage(ctx, query, ofType(query.type))),
  implement(contract.valueAddedOrders, PAYER, (ctx, { query }) =>
    orderPage(ctx, query, ofType(PaymentType.values.valueAdded)),
  ),
  implement(contract.purchaseRecords, PAYER, (ctx, { query }) =>
    orderPage(ctx, query, ofProducts(query.productId === undefined ? undefined : [query.productId])),
  ),

  implementFile(contract.exportOrders, READER, async (ctx, { query: { keyword = '', status, type = null } }) => {
    const chosen = { buyerId: ctx.actor.companyId, keyword, status, type }
    const { content, isWhole } = await newestTable(ctx, chosen)
    return {
      // Whoever opens it is to know that some are left out.
      name: isWhole ? '付款单.xlsx' : `付款单（最近 ${EXPORTED} 笔）.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content,
      size: content.length,
    }
  }),
]

function ofType(type: number | undefined): RawBuilder<boolean> {
  return type === undefined ? sql<boolean>`true` : sql<boolean>`o.type = ${type}`
}

/** Orders of these products alone; undefined: of all that is sold. */
export function ofProducts(productIds: readonly string[] | undefined): RawBuilder<boolean> {
  const skus = productIds?.flatMap((id) => findProduct(id)?.skus.map((sku) => sku.id) ?? []) ?? null
  return skus === null
    ? sql<boolean>`o.subject_kind = 'sku'`
    : sql<boolean>`o.subject_kind = 'sku' and o.lines->0->>'skuId' = any(${skus}::text[])`
}

/** A page of the orders that the own company buys, of those that `only` names. */
export async function orderPage(ctx: Ctx, query: Asked, only: RawBuilder<boolean>) {
  const { keyword, status = '' } = query
  const result = await listPage(ctx, {
    query,
    list: {
      alias: 'o',
      keys: ['createdAt', 'id'],
      rows: () =>
        ctx.tx
          .selectFrom('pay_order as o')
          .where('o.tenantId', '=', ctx.tenantId)
          .where('o.buyerId', '=', ctx.actor.companyId)
          .where(only)
          .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.code', 'o.title', 'o.payeeName']))),
    },
    tabs: TABS,
    tab: status || 'all',
    show: (rows) =>
      ctx.tx
        .selectFrom('pay_order as o')
        .innerJoin(rows, 'page.id', 'o.id')
        .where('o.tenantId', '=', ctx.tenantId)
        .selectAll('o')
        .select([
          paymentOf('status').as('payment'),
          paymentOf('method').as('method'),
          sql<number | null>`(select r.status from refund r where r.tenant_id = o.tenant_id and r.order_id = o.id
            order by r.at desc limit 1)`.as('refund'),
        ]),
  })
  return {
    ...result,
    rows: result.rows.map((row) => ({
      ...headOf(row as unknown as OrderRow),
      payStatus: shownStatus(row),
      refundStatus: row.refund ?? RefundStatus.values.none,
      methodLabel: row.method === null ? '' : PayMethod.label(row.method),
    })),
  }
}
