import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/page.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { agencyBill } from '../contract/bill.ts'
import { BILL_ACTIONS, type BillAction, type BillState, mayDo, openOf } from '../rules/bill.ts'
import { PRESETS } from '../rules/presets.ts'
import type { Payer } from '../rules/enums.ts'
import type { Any, Bill } from './bills.ts'

type Detail = OutputOf<typeof agencyBill>

/** A page of charges, those of one side. */
export async function billPage(
  ctx: Any,
  {
    query,
    side,
    only,
    tabs,
    tab,
  }: {
    query: PageQuery
    side: { column: 'creditorId' | 'debtorId'; companyId: string }
    only?: RawBuilder<boolean>
    tabs: Record<string, RawBuilder<boolean>>
    tab: string
  },
) {
  const { keyword } = query
  const page = await listPage(ctx, {
    query,
    list: {
      alias: 'b',
      keys: ['createdAt', 'id'],
      rows: () =>
        ctx.tx
          .selectFrom('charge_bill as b')
          .innerJoin('purchase_order as o', (j) =>
            j.onRef('o.tenantId', '=', 'b.tenantId').onRef('o.id', '=', 'b.orderId'),
          )
          .where('b.tenantId', '=', ctx.tenantId)
          .where(`b.${side.column}`, '=', side.companyId)
          .where(only ?? sql<boolean>`true`)
          .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['b.code', 'o.title', 'o.code']))),
    },
    tabs,
    tab,
    show: (rows) => named(ctx).innerJoin(rows, 'page.id', 'b.id'),
  })
  return { ...page, rows: page.rows.map(rowOf) }
}

/** Charges of an order that one company owes. */
export async function tenderDues(ctx: Any, orderId: string, debtorId: string) {
  const rows = await named(ctx)
    .where('b.orderId', '=', orderId)
    .where('b.debtorId', '=', debtorId)
    .where('b.state', 'not in', ['draft', 'void'])
    .orderBy('b.createdAt')
    .execute()
  return rows.map(rowOf)
}

/** A charge as one of its sides reads it. */
export async function billDetail(ctx: Any, bill: Bill, by: 'creditor' | 'debtor'): Promise<Detail> {
  const row = await named(ctx).where('b.id', '=', bill.id).executeTakeFirstOrThrow()
  const hold = by === 'creditor' ? await holdOn(ctx, { kind: 'charge', id: bill.id }) : null
  const receipts = await ctx.tx
    .selectFrom('charge_settlement as s')
    .innerJoin('charge_receipt as r', (j) => j.onRef('r.tenantId', '=', 's.tenantId').onRef('r.id', '=', 's.receiptId'))
    .select(['r.id', 'r.code', 'r.channel', 's.amount', 's.at', 's.settledByName'])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.billId', '=', bill.id)
    .orderBy('s.at')
    .execute()
  return {
    ...rowOf(row),
    tradeId: bill.tradeId,
    payer: bill.payer as Payer,
    collection: bill.collection,
    budgetAmount: bill.budgetAmount,
    winnerAmount: bill.winnerAmount,
    templateName: bill.templateName,
    isReference: PRESETS.some(({ name }) => name === bill.templateName),
    publicationId: bill.publicationId,
    terms: bill.terms as unknown as Detail['terms'],
    gross: bill.gross,
    discount: bill.discount,
    discountReason: bill.discountReason,
    derivation: bill.derivation as unknown as Detail['derivation'],
    reason: bill.reason,
    sentAt: bill.sentAt?.toISOString() ?? null,
    closedAt: bill.closedAt?.toISOString() ?? null,
    payOrderId: bill.payOrderId,
    receipts: receipts.map((one) => ({
      receiptId: one.id,
      code: one.code,
      channel: one.channel as 'online' | 'offline',
      amount: one.amount,
      at: one.at.toISOString(),
      byName: one.settledByName,
    })),
    actions: hold ? [] : actionsOf(bill, by),
    pending: hold?.label ?? null,
  }
}

function actionsOf({ state }: Bill, by: 'creditor' | 'debtor'): BillAction[] {
  const actions = Object.keys(BILL_ACTIONS) as BillAction[]
  return actions.filter((action) => BILL_ACTIONS[action].by === by && mayDo(action, state as BillState))
}

/** Charges with the names of their order and sides. */
export function named(ctx: Any) {
  return ctx.tx
    .selectFrom('charge_bill as b')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'b.tenantId').onRef('o.id', '=', 'b.orderId'))
    .innerJoin('company as d', 'd.id', 'b.debtorId')
    .leftJoin('company as c', 'c.id', 'b.creditorId')
    .selectAll('b')
    .select([
      'o.code as orderCode',
      'o.title as orderTitle',
      'o.method',
      'd.name as debtorName',
      'c.name as creditorName',
    ])
    .where('b.tenantId', '=', ctx.tenantId)
}

type Named = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

function rowOf(row: Named) {
  return {
    billId: row.id,
    code: row.code,
    feeType: row.feeType,
    orderId: row.orderId,
    orderCode: row.orderCode,
    orderTitle: row.orderTitle,
    creditorName: row.creditorName ?? '平台',
    debtorName: row.debtorName,
    amount: row.amount,
    received: row.received,
    refunded: row.refunded,
    open: openOf(row),
    dueAt: row.dueAt?.toISOString() ?? null,
    state: row.state as BillState,
    createdAt: row.createdAt.toISOString(),
  }
}
