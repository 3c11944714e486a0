import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { BILL_ACTIONS, BILL_STATES, type BillAction, type BillState } from '../rules/bill.ts'
import { Derivation, TermsInput } from './standard.ts'

/* Charges: what somebody owes for an award, or for taking part. */

const AGENCY = '/workbench/agency/service-fees'
const params = z.object({ billId: Id })
const State = z.enum(Object.keys(BILL_STATES) as [BillState, ...BillState[]])
const Action = z.enum(Object.keys(BILL_ACTIONS) as [BillAction, ...BillAction[]])

const Row = z.object({
  billId: Id,
  code: z.string(),
  feeType: z.number(),
  orderId: Id,
  orderCode: z.string(),
  orderTitle: z.string(),
  creditorName: z.string(),
  debtorName: z.string(),
  amount: z.string(),
  received: z.string(),
  refunded: z.string(),
  open: z.string(),
  dueAt: Instant.nullable(),
  state: State,
  createdAt: Instant,
})

const Detail = Row.extend({
  tradeId: Id,
  payer: z.enum(['winner', 'purchaser']),
  collection: z.number(),
  budgetAmount: z.string().nullable(),
  winnerAmount: z.string().nullable(),
  templateName: z.string(),
  isReference: z.boolean(),
  /** The standard it follows; null: agreed for this one. */
  publicationId: Id.nullable(),
  terms: TermsInput,
  gross: z.string(),
  discount: z.string(),
  discountReason: z.string(),
  derivation: Derivation,
  reason: z.string(),
  sentAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  payOrderId: Id.nullable(),
  receipts: z.array(
    z.object({
      receiptId: Id,
      code: z.string(),
      channel: z.enum(['online', 'offline']),
      amount: z.string(),
      at: Instant,
      byName: z.string(),
    }),
  ),
  actions: z.array(Action),
  /** What it waits for approval of. */
  pending: z.string().nullable(),
})

export const agencyBills = endpoint({
  method: 'GET',
  path: `${AGENCY}/page`,
  summary: 'Charges of the agency for its awards, newest first',
  query: PageQuery.extend({ state: z.enum(['', ...State.options]).default('') }),
  returns: pageOf(Row),
})

export const agencyBill = endpoint({
  method: 'GET',
  path: `${AGENCY}/{billId}`,
  summary: 'A charge of the agency: base, formula, discount, payer, what came in',
  params,
  returns: Detail,
})

export const chargeableAwards = endpoint({
  method: 'GET',
  path: `${AGENCY}/awards`,
  summary: 'Awards of the agency’s orders that no charge was made for, newest first, and how they may be charged',
  returns: z.object({
    awards: z.array(
      z.object({
        tradeId: Id,
        orderId: Id,
        orderCode: z.string(),
        orderTitle: z.string(),
        winnerName: z.string(),
        purchaserName: z.string(),
        budgetAmount: z.string(),
        winnerAmount: z.string(),
        /** What purchaser and agency agreed about the fee when the project was entrusted; empty: nothing. */
        agreement: z.string(),
      }),
    ),
    templates: z.array(z.object({ templateId: Id, name: z.string(), isReference: z.boolean(), terms: TermsInput })),
  }),
})

const Content = z.object({
  templateId: Id,
  payer: z.enum(['winner', 'purchaser']),
  discount: z
    .string()
    .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/, { error: '优惠应在 0 至 99.99% 之间，最多两位小数', abort: true })
    .default('0'),
  discountReason: z.string().trim().max(200, '优惠原因不能超过 200 个字').default(''),
  dueAt: Instant,
})

export const makeBill = endpoint({
  method: 'POST',
  path: AGENCY,
  summary: 'Draft the charge for an award; the amount is computed here',
  body: Content.extend({ tradeId: Id }),
  returns: z.object({ billId: Id }),
  errors: ['wrongState', 'conflict'],
})
export const changeBill = endpoint({
  method: 'PUT',
  path: `${AGENCY}/{billId}`,
  summary: 'Change a charge that was not sent; without `templateId` it is computed as before',
  params,
  body: Content.partial({ templateId: true }),
  errors: ['wrongState'],
})
export const dropBill = endpoint({
  method: 'DELETE',
  path: `${AGENCY}/{billId}`,
  summary: 'Remove a charge that was not sent',
  params,
  errors: ['wrongState'],
})
export const sendBill = endpoint({
  method: 'POST',
  path: `${AGENCY}/{billId}/sending`,
  summary: 'Send a charge to its payer, who may pay it from now on',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState'],
})
export const waiveBill = endpoint({
  method: 'POST',
  path: `${AGENCY}/{billId}/waiver`,
  summary: 'Give up what is still owed of a charge, with the reason',
  params,
  body: z.object({
    reason: z.string().trim().min(1, '请填写减免原因').max(200, '减免原因不能超过 200 个字'),
    approval: ApprovalInput,
  }),
  returns: orHeld({}),
  errors: ['wrongState'],
})

export const ownDues = endpoint({
  method: 'GET',
  path: '/workbench/charges/dues/page',
  summary: 'Charges that the company owes or has paid, newest first',
  query: PageQuery.extend({ state: z.enum(['', 'open', 'paid', 'ended']).default('') }),
  returns: pageOf(Row),
})
export const ownDue = endpoint({
  method: 'GET',
  path: '/workbench/charges/dues/{billId}',
  summary: 'A charge that the company owes: why, how much, to whom, until when',
  params,
  returns: Detail,
})
export const ownTenderDues = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}/dues',
  summary: 'Charges of the own company for one order',
  params: z.object({ orderId: Id }),
  returns: z.array(Row),
})
export const payDue = endpoint({
  method: 'POST',
  path: '/workbench/charges/dues/{billId}/payment',
  summary: 'Make the order of the cashier by which what is still owed is paid, or give the one that is open',
  params,
  returns: z.object({ payOrderId: Id }),
  errors: ['wrongState'],
})

export const waitingServiceFees = endpoint({
  method: 'GET',
  path: '/workbench/supplier/wait-paid-orders/service-fee',
  summary: 'Service fees that the company has not paid; where there are some, the notice is shown',
  returns: z.array(
    z.object({
      orderId: Id,
      tradeId: Id,
      /** The charge. */
      paymentId: Id,
      supplierId: Id,
      /** `ZB`, `XB`, `JZ`, `TP`. */
      purchaseType: z.string(),
      isOwnerWuling: z.boolean(),
      ownerCompanyName: z.string(),
      orderTitle: z.string(),
      amount: z.string(),
      /** '' until a method was chosen. */
      sfPayCode: z.string(),
      sfOrderCode: z.string(),
      sfPayStatus: z.number(),
    }),
  ),
})

export const noticeInForce = endpoint({
  method: 'GET',
  path: '/charge-openness/notice',
  summary: 'What the platform tells now to those who owe a service fee; null: nothing',
  returns: z.object({ content: z.string(), from: Instant, until: Instant.nullable() }).nullable(),
})
export const notices = endpoint({
  method: 'GET',
  path: '/admin/charge-notices',
  summary: 'Notices to those who owe a service fee, newest first',
  returns: z.array(
    z.object({
      noticeId: Id,
      content: z.string(),
      from: Instant,
      until: Instant.nullable(),
      createdByName: z.string(),
      isInForce: z.boolean(),
      mayEnd: z.boolean(),
    }),
  ),
})
export const addNotice = endpoint({
  method: 'POST',
  path: '/admin/charge-notices',
  summary: 'Tell those who owe a service fee something, from–until; of several in force the newest is shown',
  body: z
    .object({
      content: z.string().trim().min(1, '请填写内容').max(1000, '内容不能超过 1000 个字'),
      from: Instant,
      until: Instant.nullable().default(null),
    })
    .refine(({ from, until }) => until === null || until > from, { error: '结束时间应晚于开始时间', path: ['until'] }),
  returns: z.object({ noticeId: Id }),
})
export const endNotice = endpoint({
  method: 'POST',
  path: '/admin/charge-notices/{noticeId}/end',
  summary: 'End a notice now',
  params: z.object({ noticeId: Id }),
  errors: ['wrongState'],
})

/** Amounts of a receipt by charge. */
export const Shares = z
  .array(z.object({ billId: Id, amount: Amount.refine((value) => Number(value) > 0, '金额应大于 0') }))
  .max(50, '一次最多核销 50 笔收费')
  .refine((rows) => new Set(rows.map(({ billId }) => billId)).size === rows.length, '同一笔收费只能填写一次')
