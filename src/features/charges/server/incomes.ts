import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Approvals, waitingOf } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/income.ts'
import type { BillState } from '../rules/bill.ts'
import { openOf } from '../rules/bill.ts'
import { chargeApprovals } from './approvals.ts'
import { named } from './bill-view.ts'
import { receiptNode } from './receipt-approval.ts'
import { AGENCY, AGENCY_READER, demandAgent } from './own.ts'
import { type Receipt, settle, suspenseOf } from './receipts.ts'
import { voucherFile, voucherOf } from './vouchers.ts'

type Ctx = Context<Employee>

const TABS = {
  all: sql<boolean>`true`,
  suspense: sql<boolean>`r.amount > r.settled + r.refunded`,
  online: sql<boolean>`r.channel = 'online'`,
  offline: sql<boolean>`r.channel = 'offline'`,
}

/** What came in for the agency's charges. */
export function incomeRoutes(approvals: Approvals): readonly Route[] {
  return [
    implement(contract.incomes, AGENCY_READER, async (ctx, { query }) => {
      const { keyword, tab } = query
      const page = await listPage(ctx, {
        query,
        list: {
          alias: 'r',
          keys: ['createdAt', 'id'],
          rows: () =>
            ctx.tx
              .selectFrom('charge_receipt as r')
              .innerJoin('company as c', 'c.id', 'r.payerId')
              .where('r.tenantId', '=', ctx.tenantId)
              .where('r.creditorId', '=', ctx.actor.companyId)
              .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['r.code', 'r.reference', 'c.name']))),
        },
        tabs: TABS,
        tab: tab || 'all',
        show: (rows) =>
          ctx.tx
            .selectFrom('charge_receipt as r')
            .innerJoin('company as c', 'c.id', 'r.payerId')
            .innerJoin(rows, 'page.id', 'r.id')
            .selectAll('r')
            .select('c.name as payerName')
            .where('r.tenantId', '=', ctx.tenantId),
      })
      return { ...page, rows: page.rows.map(rowOf) }
    }),

    implement(contract.heldIncomes, AGENCY_READER, async (ctx) => {
      const at = { business: chargeApprovals.type, node: receiptNode.node, companyId: ctx.actor.companyId }
      const waiting = await waitingOf(ctx, at)
      return waiting.map(({ workflowId, title, waitsFor, facts, initiatorName, startedAt }) => ({
        workflowId,
        title,
        waitsFor,
        amount: String(facts.amount),
        recordedByName: initiatorName,
        recordedAt: startedAt,
      }))
    }),

    implement(contract.openPayers, AGENCY_READER, async (ctx) => {
      const bills = await openBills(ctx)
      return [...Map.groupBy(bills, ({ payerId }) => payerId)].map(([payerId, rows]) => ({
        payerId,
        payerName: rows[0]!.payerName,
        bills: rows,
      }))
    }),

    implement(contract.income, AGENCY_READER, async (ctx, { params }) => {
      const receipt = await ownReceipt(ctx, params.receiptId)
      const payer = await ctx.expectOne('company', { id: receipt.payerId }, { columns: ['name'] })
      const lines = await ctx.tx
        .selectFrom('charge_settlement as s')
        .innerJoin('charge_bill as b', (j) => j.onRef('b.tenantId', '=', 's.tenantId').onRef('b.id', '=', 's.billId'))
        .innerJoin('purchase_order as o', (j) =>
          j.onRef('o.tenantId', '=', 'b.tenantId').onRef('o.id', '=', 'b.orderId'),
        )
        .select(['s.id', 's.billId', 'b.code', 'o.title', 's.amount', 's.at', 's.settledByName', 'b.state'])
        .where('s.tenantId', '=', ctx.tenantId)
        .where('s.receiptId', '=', receipt.id)
        .orderBy('s.id')
        .execute()
      const isLeft = Number(suspenseOf(receipt)) > 0
      return {
        ...rowOf({ ...receipt, payerName: payer.name }),
        payerId: receipt.payerId,
        reference: receipt.reference,
        remark: receipt.remark,
        voucher: await voucherOf(ctx, receipt),
        payOrderId: receipt.payOrderId,
        createdByName: receipt.createdByName,
        createdAt: receipt.createdAt.toISOString(),
        lines: lines.map((line) => ({
          settlementId: line.id,
          billId: line.billId,
          billCode: line.code,
          orderTitle: line.title,
          amount: line.amount,
          at: line.at.toISOString(),
          byName: line.settledByName,
          billState: line.state as BillState,
        })),
        openBills: isLeft ? await openBills(ctx, receipt.payerId) : [],
      }
    }),

    implement(contract.recordIncome, AGENCY, async (ctx, { body }) => {
      const step = { business: chargeApprovals, node: receiptNode, subjectId: body.voucher.fileId, body }
      const answer = await approvals.submit(ctx, step)
      return 'done' in answer ? answer.done : answer
    }),

    implement(contract.settleIncome, AGENCY, async (ctx, { params, body }) => {
      demandAgent(ctx)
      await settle(ctx, await ownReceipt(ctx, params.receiptId, 'update'), body.shares)
    }),

    implementFile(contract.incomeVoucher, AGENCY_READER, async (ctx, { params }) =>
      voucherFile(ctx, await ownReceipt(ctx, params.receiptId)),
    ),
  ]
}

async function ownReceipt(ctx: Ctx, id: string, lock?: 'update'): Promise<Receipt> {
  const receipt = await ctx.one('charge_receipt', { id, creditorId: ctx.actor.companyId }, lock ? { lock } : {})
  if (!receipt) throw new AppError('notFound')
  return receipt
}

/** Charges of the company that are owed, of one payer or all. */
async function openBills(ctx: Ctx, payerId?: string) {
  const rows = await named(ctx)
    .where('b.creditorId', '=', ctx.actor.companyId)
    .where('b.state', 'in', ['sent', 'part'])
    .$if(payerId !== undefined, (q) => q.where('b.debtorId', '=', payerId!))
    .orderBy('d.name')
    .orderBy('b.createdAt')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    payerId: row.debtorId,
    payerName: row.debtorName,
    billId: row.id,
    code: row.code,
    orderTitle: row.orderTitle,
    amount: row.amount,
    open: openOf(row),
  }))
}

function rowOf(row: Receipt & { payerName: string }) {
  return {
    receiptId: row.id,
    code: row.code,
    payerName: row.payerName,
    channel: row.channel as 'online' | 'offline',
    amount: row.amount,
    settled: row.settled,
    refunded: row.refunded,
    suspense: suspenseOf(row),
    receivedAt: row.receivedAt.toISOString(),
  }
}
