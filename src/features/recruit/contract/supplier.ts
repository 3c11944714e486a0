import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApplyStatus, FEE_STATES } from '../rules/trade.ts'
import { CallValue, GivenFile, params, State } from './order.ts'
import { CheckValue, Day, DocumentValue } from './trade.ts'

const BASE = '/workbench/supplier/recruit-orders'
const trade = z.object({ tradeId: Id })
const payment = z.object({ paymentId: Id })
const PayOrder = z.object({ payOrderId: Id })
const FeeStateName = z.enum(Object.keys(FEE_STATES) as [keyof typeof FEE_STATES])

export const OwnRow = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  ownerName: z.string(),
  state: State,
  isChosen: z.boolean(),
  categories: z.array(z.string()),
  startsAt: Instant,
  endsAt: Instant,
  tradeId: Id.nullable(),
  status: ApplyStatus.schema.nullable(),
  fee: FeeStateName,
  isInLibrary: z.boolean(),
  /** What is due next for the own company; null: nothing. */
  next: z.object({ label: z.string(), at: Instant.nullable() }).nullable(),
})

export const ownRecruits = endpoint({
  method: 'GET',
  path: '/workbench/supplier/page/recruit-orders',
  summary: 'Calls that the own company may answer or has answered: `open`, `mine`, or by how its application stands',
  query: PageQuery.extend({ tab: z.enum(['all', 'open', 'mine', 'todo', 'passed', 'refused']).default('all') }),
  returns: pageOf(OwnRow),
})

export const Fee = z.object({
  /** By what its payment is known to the calls below. */
  paymentId: Id,
  state: FeeStateName,
  amount: Amount,
  timing: z.enum(['signUp', 'passed']),
  payeeName: z.string(),
  paidAt: Instant.nullable(),
  refundedAt: Instant.nullable(),
  payOrderId: Id.nullable(),
})

export const OwnTrade = z.object({
  tradeId: Id,
  orderId: Id,
  status: ApplyStatus.schema,
  categories: z.array(z.string()),
  documents: z.array(DocumentValue),
  contactName: z.string(),
  contactPhone: z.string(),
  note: z.string(),
  handedInAt: Instant,
  decidedAt: Instant.nullable(),
  reason: z.string(),
  /** Without the names of those who decided. */
  history: z.array(CheckValue.omit({ byName: true })),
  fee: Fee.nullable(),
  actions: z.array(Action),
})

export const callDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{orderId}/detail`,
  summary: 'A call with the own application; nothing of others',
  params,
  returns: CallValue.extend({
    trade: OwnTrade.nullable(),
    /** Why the own company cannot apply now; null where it can, or has. */
    blocked: z.string().nullable(),
    /** Its licence is certified by the platform and need not be handed in. */
    hasLicence: z.boolean(),
    result: z.object({ categories: z.array(z.string()), from: Day, until: Day }).nullable(),
  }),
})

export const ownApplication = endpoint({
  method: 'GET',
  path: `${BASE}/{orderId}/trades/{tradeId}`,
  summary: 'The own application',
  params: params.extend(trade.shape),
  returns: OwnTrade,
})

export const ApplicationFields = z.object({
  categories: z.array(z.string().max(40)).min(1, '请选择申请的品类').max(20),
  documents: z
    .array(
      z.object({
        category: z.string().max(40),
        document: z.string().max(40),
        number: z.string().trim().max(60).default(''),
        validUntil: Day.nullable().default(null),
        files: z.array(GivenFile).max(20),
      }),
    )
    .max(400)
    .default([]),
  contactName: z.string().trim().min(1, '请填写联系人').max(40),
  contactPhone: z.string().trim().min(1, '请填写联系电话').max(30),
  note: z.string().trim().max(2000).default(''),
})

export const applyTo = endpoint({
  method: 'POST',
  path: `${BASE}/{orderId}/trades/apply`,
  summary: 'Apply; what is missing is refused by its fields',
  params,
  body: ApplicationFields,
  returns: trade,
  errors: ['wrongState', 'invalid'],
})

export const applyAgain = endpoint({
  method: 'PUT',
  path: `${BASE}/trades/{tradeId}/apply`,
  summary: 'Change the own application and hand it in again, until the end',
  params: trade,
  body: ApplicationFields,
  errors: ['wrongState', 'invalid'],
})

export const callFile = endpoint({
  method: 'GET',
  path: `${BASE}/{orderId}/files/{fileId}`,
  summary: 'A file that goes with a call',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const ownFile = endpoint({
  method: 'GET',
  path: `${BASE}/trades/{tradeId}/files/{fileId}`,
  summary: 'A file of the own application',
  params: trade.extend({ fileId: Id }),
  answer: 'file',
})

export const payTrade = endpoint({
  method: 'POST',
  path: `${BASE}/trades/{tradeId}/service-fee-order`,
  summary: 'Make the order of the cashier by which the fee of an application is paid, or give the one that is open',
  params: trade,
  returns: PayOrder,
  errors: ['wrongState'],
})

export const payAgain = endpoint({
  method: 'POST',
  path: `${BASE}/payment/{paymentId}`,
  summary: 'The same by the payment, once an earlier order of the cashier has run out; the method is chosen there',
  params: payment,
  returns: PayOrder,
  errors: ['wrongState'],
})

export const payOfSupplier = endpoint({
  method: 'POST',
  path: `${BASE}/payment/{paymentId}/recruitSupplier/{recruitSupplierId}/service-fee-order`,
  summary: 'The same by the payment and the application that it is of',
  params: payment.extend({ recruitSupplierId: Id }),
  returns: PayOrder,
  errors: ['wrongState'],
})

export const paymentDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{orderId}/payment/{paymentId}/detail`,
  summary: 'What is owed or was paid for the own application',
  params: params.extend(payment.shape),
  returns: Fee,
})

/** What is paid for getting into a library, as the cashier's pages of that show it. */
export const ServiceFee = z.object({
  serviceFeeVo: z.object({
    amount: Amount,
    /** How the amount came about. */
    formula: z.array(z.object({ label: z.string(), value: z.string() })),
    payee: z.string(),
    /** Number of the attempt to pay; '' without one. */
    sfPayCode: z.string(),
    /** Number of the cashier's order; '' without one. */
    sfOrderCode: z.string(),
    /** 0 to be paid, 1 being paid, 2 paid, 3 failed. */
    sfPayStatus: z.number().int(),
  }),
})

export const payLibraryFee = endpoint({
  method: 'POST',
  path: '/workbench/supplier/recruit/{paymentId}/srm-supplier/{supplierId}/service-fee-order',
  summary: 'Make the order by which the own company pays for getting into the library of an owner',
  params: payment.extend({ supplierId: Id }),
  returns: PayOrder.extend(ServiceFee.shape),
  errors: ['wrongState'],
})

export const libraryFee = endpoint({
  method: 'GET',
  path: '/workbench/supplier/recruit/supplier/{supplierId}/srm-payment/{paymentId}/detail',
  summary: 'How that stands. `supplierId`: the own company, or its application',
  params: payment.extend({ supplierId: Id }),
  returns: ServiceFee,
})
