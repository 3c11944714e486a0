import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { BILL_STATES, type BillState } from '../rules/bill.ts'
import { Shares } from './bill.ts'

/* What the agency has received for its charges, and what the purchaser has received against what it should. */

const PATH = '/workbench/agency/incomes'
const REVENUE = '/workbench/purchaser/financial-revenues'
const params = z.object({ receiptId: Id })
export const Voucher = z.object({ fileId: Id, name: z.string().trim().min(1).max(200) })
const StoredFile = z.object({ fileId: Id, name: z.string(), size: z.number(), sha256: z.string() })

const Row = z.object({
  receiptId: Id,
  code: z.string(),
  payerName: z.string(),
  channel: z.enum(['online', 'offline']),
  amount: z.string(),
  settled: z.string(),
  refunded: z.string(),
  /** Neither put on a charge nor given back. */
  suspense: z.string(),
  receivedAt: Instant,
})

export const incomes = endpoint({
  method: 'GET',
  path: `${PATH}/page`,
  summary: 'What came in for the agency’s charges, newest first',
  query: PageQuery.extend({ tab: z.enum(['', 'suspense', 'online', 'offline']).default('') }),
  returns: pageOf(Row),
})

export const heldIncomes = endpoint({
  method: 'GET',
  path: `${PATH}/held`,
  summary: 'Receipts that wait for a second person, whoever recorded them; no sum counts them yet',
  returns: z.array(
    z.object({
      workflowId: Id,
      title: z.string(),
      amount: z.string(),
      recordedByName: z.string(),
      recordedAt: Instant,
      /** Names of who must act now. */
      waitsFor: z.array(z.string()),
    }),
  ),
})

const OpenBill = z.object({
  billId: Id,
  code: z.string(),
  orderTitle: z.string(),
  amount: z.string(),
  open: z.string(),
})

export const income = endpoint({
  method: 'GET',
  path: `${PATH}/{receiptId}`,
  summary: 'A receipt: its voucher, the charges it settles, what is left in suspense',
  params,
  returns: Row.extend({
    payerId: Id,
    reference: z.string(),
    remark: z.string(),
    voucher: StoredFile.nullable(),
    payOrderId: Id.nullable(),
    createdByName: z.string(),
    createdAt: Instant,
    lines: z.array(
      z.object({
        settlementId: Id,
        billId: Id,
        billCode: z.string(),
        orderTitle: z.string(),
        amount: z.string(),
        at: Instant,
        byName: z.string(),
        billState: z.enum(Object.keys(BILL_STATES) as [BillState, ...BillState[]]),
      }),
    ),
    /** Charges of the payer that what is left may be put on. */
    openBills: z.array(OpenBill),
  }),
})

export const openPayers = endpoint({
  method: 'GET',
  path: `${PATH}/payers`,
  summary: 'Who owes the agency something, with the open charges',
  returns: z.array(z.object({ payerId: Id, payerName: z.string(), bills: z.array(OpenBill) })),
})

export const recordIncome = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Record money that came to the own account, and which charges it settles; what is over stays in suspense',
  body: z.object({
    payerId: Id,
    amount: Amount.refine((value) => Number(value) > 0, '金额应大于 0'),
    receivedAt: Instant,
    reference: z.string().trim().min(1, '请填写流水号').max(60, '流水号不能超过 60 个字'),
    voucher: Voucher,
    remark: z.string().trim().max(200, '备注不能超过 200 个字').default(''),
    shares: Shares,
    approval: ApprovalInput,
  }),
  returns: orHeld({ receiptId: Id }),
  errors: ['wrongState', 'insufficient', 'conflict'],
})

export const settleIncome = endpoint({
  method: 'POST',
  path: `${PATH}/{receiptId}/settlements`,
  summary: 'Put what is left of a receipt on further charges of its payer',
  params,
  body: z.object({ shares: Shares.refine((rows) => rows.length > 0, '请选择收费') }),
  errors: ['wrongState', 'insufficient'],
})

export const incomeVoucher = endpoint({
  method: 'GET',
  path: `${PATH}/{receiptId}/voucher`,
  summary: 'The voucher of a receipt',
  params,
  answer: 'file',
})

const revenueParams = z.object({ revenueId: Id })
const RevenueRow = z.object({
  revenueId: Id,
  title: z.string(),
  sourceLabel: z.string(),
  payerName: z.string(),
  receivable: z.string(),
  actual: z.string().nullable(),
  difference: z.string().nullable(),
  filledAt: Instant.nullable(),
  createdAt: Instant,
})

export const revenues = endpoint({
  method: 'GET',
  path: `${REVENUE}/page`,
  summary: 'What the purchaser is to receive, held against what it received, newest first',
  query: PageQuery.extend({ tab: z.enum(['', 'open', 'equal', 'different']).default('') }),
  returns: pageOf(RevenueRow),
})

export const revenue = endpoint({
  method: 'GET',
  path: `${REVENUE}/{revenueId}`,
  summary: 'One of them, with voucher and reason',
  params: revenueParams,
  returns: RevenueRow.extend({
    orderId: Id,
    receivedDay: z.string().nullable(),
    voucher: StoredFile.nullable(),
    differenceReason: z.string(),
    filledByName: z.string(),
    /** What the cashier has taken of it and not given back. */
    online: z.string(),
    mayFill: z.boolean(),
  }),
})

export const fillRevenue = endpoint({
  method: 'POST',
  path: `${REVENUE}/{revenueId}/actual-income`,
  summary:
    'Say what was received, with the voucher; a difference wants a reason. Said again, it replaces what was said before',
  params: revenueParams,
  body: z.object({
    actual: Amount,
    receivedDay: z.iso.date('请选择到账日期'),
    voucher: Voucher,
    differenceReason: z.string().trim().max(200, '差异原因不能超过 200 个字').default(''),
  }),
  errors: ['wrongState', 'conflict'],
})

export const revenueVoucher = endpoint({
  method: 'GET',
  path: `${REVENUE}/{revenueId}/voucher`,
  summary: 'The voucher of what was received',
  params: revenueParams,
  answer: 'file',
})
