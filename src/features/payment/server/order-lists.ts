import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/page.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as contract from '../contract/order.ts'
import { findProduct } from '../rules/catalogue.ts'
import { InvoiceStatus, PayMethod, PaymentType, PayStatus, RefundStatus } from '../rules/enums.ts'
import { PAYER, READER } from './access.ts'
import { headOf } from './order-calls.ts'
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
  implement(contract.buyerOrders, READER, (ctx, { query }) => page(ctx, query, ofType(query.type))),
  implement(contract.valueAddedOrders, PAYER, (ctx, { query }) =>
    page(ctx, query, ofType(PaymentType.values.valueAdded)),
  ),
  implement(contract.purchaseRecords, PAYER, (ctx, { query }) => page(ctx, query, ofProduct(query.productId))),

  implementFile(contract.exportOrders, READER, async (ctx, { query }) => {
    const { rows, next } = await page(ctx, { ...query, pageNo: 1, pageSize: EXPORTED }, ofType(query.type))
    const content = await writeSheet({
      title: '付款单',
      columns: COLUMNS,
      rows: rows.map((row) => ({
        code: row.orderCode,
        title: row.title,
        type: row.typeLabel,
        payee: row.payeeName,
        amount: row.amount,
        refunded: row.refunded,
        method: row.methodLabel,
        pay: PayStatus.label(row.payStatus),
        refund: RefundStatus.label(row.refundStatus),
        invoice: InvoiceStatus.label(row.invoiceStatus),
        created: row.createdAt.slice(0, 10),
        paid: row.paidAt?.slice(0, 10) ?? null,
      })),
    })
    return {
      // Whoever opens it is to know that some are left out.
      name: next === null ? '付款单.xlsx' : `付款单（最近 ${EXPORTED} 笔）.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content,
      size: content.length,
    }
  }),
]

const EXPORTED = 10_000

const COLUMNS: readonly SheetColumn[] = [
  { key: 'code', title: '付款单号', type: 'text', width: 34 },
  { key: 'title', title: '内容', type: 'text', width: 40 },
  { key: 'type', title: '类型', type: 'text' },
  { key: 'payee', title: '收款方', type: 'text', width: 30 },
  { key: 'amount', title: '金额（元）', type: 'amount' },
  { key: 'refunded', title: '已退（元）', type: 'amount' },
  { key: 'method', title: '支付方式', type: 'text' },
  { key: 'pay', title: '支付状态', type: 'text' },
  { key: 'refund', title: '退款状态', type: 'text' },
  { key: 'invoice', title: '发票状态', type: 'text' },
  { key: 'created', title: '下单日期', type: 'date' },
  { key: 'paid', title: '支付日期', type: 'date' },
]

function ofType(type: number | undefined): RawBuilder<boolean> {
  return type === undefined ? sql<boolean>`true` : sql<boolean>`o.type = ${type}`
}

function ofProduct(productId: string | undefined): RawBuilder<boolean> {
  const skus = productId === undefined ? null : (findProduct(productId)?.skus.map(({ id }) => id) ?? [])
  return skus === null
    ? sql<boolean>`o.subject_kind = 'sku'`
    : sql<boolean>`o.subject_kind = 'sku' and o.lines->0->>'skuId' = any(${skus}::text[])`
}

async function page(ctx: Ctx, query: Asked, only: RawBuilder<boolean>) {
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
          sql<number | null>`(select p.status from payment p where p.tenant_id = o.tenant_id and p.order_id = o.id
            order by p.id = o.payment_id desc nulls last, p.created_at desc limit 1)`.as('payment'),
          sql<number | null>`(select p.method from payment p where p.tenant_id = o.tenant_id and p.order_id = o.id
            order by p.id = o.payment_id desc nulls last, p.created_at desc limit 1)`.as('method'),
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

function shownStatus({ state, payment }: { state: string; payment: number | null }): number {
  const S = PayStatus.values
  if (state === 'paid') return S.success
  return state === 'closed' ? S.fail : (payment ?? S.unpaid)
}
