import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { buyerColumn, tellsParticipants } from '#features/procurement/server/public.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import { feePayments } from '#features/payment/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/monitor.ts'
import { FEES } from '../rules/enums.ts'
import { SUBJECT } from './bills.ts'
import { MONITOR } from './own.ts'

type Ctx = Context<Employee>

/** What other features know fees of an order by: kind of the cashier's subject, whose id is a trade's. */
const DOCUMENT_FEE = 'document-fee'

/** Fees of the orders that a company buys or runs, held against the ledger. */
export const monitorRoutes: readonly Route[] = [
  implement(contract.tenderFees, MONITOR, async (ctx, { query }) => {
    const { keyword } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'o',
        keys: ['publishedAt', 'id'],
        rows: () =>
          ctx.tx
            .selectFrom('purchase_order as o')
            .where('o.tenantId', '=', ctx.tenantId)
            .where(isSeen(ctx))
            .where(hasFees())
            .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.title', 'o.code']))),
      },
      show: (rows) =>
        ctx.tx
          .selectFrom('purchase_order as o')
          .innerJoin(rows, 'page.id', 'o.id')
          .select(['o.id', 'o.code', 'o.title', 'o.method'])
          .where('o.tenantId', '=', ctx.tenantId),
    })
    const found = await feesOf(
      ctx,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((row) => ({ ...headOf(row), ...totalOf(found(row.id)) })) }
  }),

  implement(contract.tenderFee, MONITOR, async (ctx, { params }) => {
    const order = await ctx.tx
      .selectFrom('purchase_order as o')
      .select(['o.id', 'o.code', 'o.title', 'o.method'])
      .where('o.tenantId', '=', ctx.tenantId)
      .where('o.id', '=', params.orderId)
      .where(isSeen(ctx))
      .where(hasFees())
      .executeTakeFirst()
    if (!order) throw new AppError('notFound')
    const fees = (await feesOf(ctx, [order.id]))(order.id)
    const types = [...new Set([...fees.dues.map(({ type }) => type), ...fees.payments.map(({ type }) => type)])]
    return {
      ...headOf(order),
      ...totalOf(fees),
      byType: types
        .toSorted((a, b) => a - b)
        .map((type) => ({
          type,
          typeLabel: PaymentType.label(type),
          ...sumsOf({
            dues: fees.dues.filter((due) => due.type === type),
            payments: fees.payments.filter((one) => one.type === type),
          }),
        })),
      payments: fees.payments.map((one) => ({
        payOrderId: one.id,
        code: one.code,
        typeLabel: PaymentType.label(one.type),
        payerName: one.buyerName,
        payeeName: one.payeeName,
        isOwn: one.payeeId === ctx.actor.companyId && ctx.actor.rights.has('finance'),
        amount: one.amount,
        paid: one.state === 'paid' ? one.amount : '0.00',
        refunded: one.refunded,
        invoiceStatus: one.invoiceStatus,
        paidAt: one.paidAt?.toISOString() ?? null,
        state: one.state as 'open' | 'paid' | 'closed',
      })),
    }
  }),
]

/** Orders of the company, as far as it may know who takes part. */
function isSeen(ctx: Ctx): RawBuilder<boolean> {
  const column = sql.ref(`o.${buyerColumn(ctx.actor)}`)
  return sql<boolean>`(o.published_at is not null and ${column} = ${ctx.actor.companyId}
    and ${tellsParticipants(ctx.actor.companyId, 'o')})`
}

function hasFees(): RawBuilder<boolean> {
  return sql<boolean>`((o.document_fee > 0 and o.settings->>'documentFeeBy' = 'online')
    or exists (select from charge_bill b where b.tenant_id = o.tenant_id and b.order_id = o.id and b.state <> 'draft'))`
}

interface Due {
  orderId: string
  type: number
  amount: string
  offline: string
}

/** What is due for each order and what was paid by the cashier, with what the ledger says of those payments. */
async function feesOf(ctx: Ctx, orderIds: readonly string[]) {
  if (orderIds.length === 0) return () => ({ dues: [], payments: [] })
  const { rows: dues } = await sql<Due>`
    select b.order_id as "orderId", ${paymentTypeOf()} as type,
      (case b.state when 'waived' then b.received when 'void' then b.received else b.amount end)::text as amount,
      coalesce((select sum(s.amount) from charge_settlement s
        join charge_receipt r on r.tenant_id = s.tenant_id and r.id = s.receipt_id and r.channel = 'offline'
        where s.tenant_id = b.tenant_id and s.bill_id = b.id), 0)::numeric(20, 2)::text as offline
    from charge_bill b
    where b.tenant_id = ${ctx.tenantId} and b.order_id = any(${orderIds}::uuid[]) and b.state <> 'draft'
    union all
    select o.id, ${PaymentType.values.documentFee}::int, o.document_fee::text, '0.00'
    from purchase_order o join trade t on t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 1
    where o.tenant_id = ${ctx.tenantId} and o.id = any(${orderIds}::uuid[]) and o.document_fee > 0
      and o.settings->>'documentFeeBy' = 'online'`.execute(ctx.tx)
  const { rows: subjects } = await sql<{ orderId: string; kind: string; id: string }>`
    select t.order_id as "orderId", ${DOCUMENT_FEE} as kind, t.id::text as id from trade t
    where t.tenant_id = ${ctx.tenantId} and t.order_id = any(${orderIds}::uuid[])
    union all
    select b.order_id, ${SUBJECT}, b.id::text from charge_bill b
    where b.tenant_id = ${ctx.tenantId} and b.order_id = any(${orderIds}::uuid[])`.execute(ctx.tx)
  const payments = await feePayments(ctx, subjects)
  const orderOf = new Map(subjects.map(({ kind, id, orderId }) => [`${kind}/${id}`, orderId]))
  return (orderId: string) => ({
    dues: dues.filter((due) => due.orderId === orderId),
    payments: payments.filter((one) => orderOf.get(`${one.subjectKind}/${one.subjectId}`) === orderId),
  })
}

type Fees = ReturnType<Awaited<ReturnType<typeof feesOf>>>

/** The cashier's type of a charge, from the table of fees. */
function paymentTypeOf(): RawBuilder<number> {
  const cases = Object.entries(FEES).map(([fee, { paymentType }]) => `when ${Number(fee)} then ${paymentType}`)
  return sql<number>`(case b.fee_type ${sql.raw(cases.join(' '))} end)::int`
}

function sumsOf({ dues, payments }: Fees) {
  const paid = payments.filter(({ state }) => state === 'paid')
  const cents = (values: readonly string[]) => new Exact(sum(values)).toFixed(2)
  return {
    due: cents(dues.map(({ amount }) => amount)),
    offline: cents(dues.map(({ offline }) => offline)),
    paid: cents(paid.map(({ amount }) => amount)),
    refunded: cents(payments.map(({ refunded }) => refunded)),
    ledgerPaid: cents(payments.map((one) => one.ledgerPaid)),
    ledgerRefunded: cents(payments.map((one) => one.ledgerRefunded)),
  }
}

function totalOf(fees: Fees) {
  const sums = sumsOf(fees)
  return { ...sums, agrees: sums.paid === sums.ledgerPaid && sums.refunded === sums.ledgerRefunded }
}

function headOf(row: { id: string; code: string; title: string; method: number }) {
  return { orderId: row.id, orderCode: row.code, orderTitle: row.title, methodName: methodOf(row.method).name }
}
