import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Exact, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { SaleTerms } from '#features/procurement/rules/sale-terms.ts'
import { DEAL_STATES, type DealState } from './rules/status.ts'

/* What is sold by auction, behind its award: payment, taking away, settlement; and the varieties that a seller keeps. */

const params = z.object({ orderId: Id })
const State = z.enum(Object.keys(DEAL_STATES) as [DealState, ...DealState[]])
/** Yuan, below zero where it goes the other way. */
const Balance = z
  .string()
  .regex(/^-?(0|[1-9]\d{0,14})(\.\d{1,2})?$/)
  .meta({ description: 'decimal string, yuan, with its sign' })
const Positive = Amount.refine((value) => new Exact(value).gt(0), '金额必须大于零')

const Variety = z.object({
  varietyId: Id,
  name: z.string(),
  unit: z.string(),
  /** What a buyer must prove, e.g. 危险废物经营许可证; '': nothing. */
  qualification: z.string(),
  isActive: z.boolean(),
  createdByName: z.string(),
  createdAt: Instant,
})

const VarietyFields = z.object({
  name: z.string().trim().min(1, '请填写品种名称').max(100),
  unit: z.string().trim().min(1, '请填写计量单位').max(20),
  qualification: z.string().trim().max(200).default(''),
})

export const saleVarieties = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sale-varieties',
  summary: 'What the own company sells again and again, newest first, at most 500',
  returns: z.array(Variety),
})

export const createSaleVariety = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sale-varieties',
  summary: 'Add a variety; a name is there once for each unit',
  body: VarietyFields,
  returns: z.object({ varietyId: Id }),
  errors: ['conflict'],
})

export const updateSaleVariety = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/sale-varieties/{varietyId}',
  summary: 'Change a variety, or take it out of use; orders keep what they say',
  params: z.object({ varietyId: Id }),
  body: VarietyFields.extend({ isActive: z.boolean() }),
  errors: ['conflict'],
})

const Line = z.object({
  itemId: Id,
  line: z.number().int(),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  /** As announced, and as confirmed notes say. */
  quantity: Quantity,
  taken: Quantity,
})

const Note = z.object({
  weighingId: Id,
  no: z.number().int(),
  at: Instant,
  vehicle: z.string(),
  lines: z.array(z.object({ itemId: Id, quantity: Quantity })),
  state: z.enum(['open', 'confirmed', 'refused']),
  /** Why it was refused. */
  reason: z.string(),
  byName: z.string(),
  answeredAt: Instant.nullable(),
})

const Payment = z.object({
  /** Below zero: given back. */
  amount: Balance,
  isOnline: z.boolean(),
  voucher: z.string(),
  at: Instant,
  byName: z.string(),
})

const Deal = z.object({
  tradeId: Id,
  state: State,
  stateLabel: z.string(),
  buyerName: z.string(),
  price: Amount,
  dueAt: Instant,
  isOverdue: z.boolean(),
  /** What has come in, less what went back. */
  paid: Amount,
  /** What is owed for what was taken, as far as both sides agree; null: nothing was taken yet. */
  amount: Amount.nullable(),
  /** What is still to be paid; below zero: what is too much. */
  rest: Balance,
  reason: z.string(),
  endedAt: Instant.nullable(),
  lines: z.array(Line),
  weighings: z.array(Note),
  payments: z.array(Payment),
  actions: z.array(Action),
})
export type SaleDeal = z.output<typeof Deal>

export const orderSale = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/sale',
  summary: 'What became of the awards of a sale, the newest first; those of who did not pay stay',
  params,
  returns: z.object({ title: z.string(), code: z.string(), terms: SaleTerms, deals: z.array(Deal) }),
})

export const recordSalePayment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/sale/payments',
  summary: 'Record money that was paid outside the platform, with its voucher; never more than is owed',
  params,
  body: z.object({ amount: Positive, voucher: z.string().trim().min(1, '请填写收款凭证号').max(100) }),
  errors: ['wrongState', 'invalid', 'conflict'],
})

export const recordWeighing = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/sale/weighings',
  summary: 'Write down what left the gate; the buyer of the goods confirms or refuses it',
  params,
  body: z.object({
    at: Instant,
    vehicle: z.string().trim().max(50).default(''),
    lines: z
      .array(z.object({ itemId: Id, quantity: Quantity.refine((value) => new Exact(value).gt(0), '数量必须大于零') }))
      .min(1, '请填写提货数量')
      .max(500),
    /** More than a fifth beyond what was announced: asked for once more. */
    confirm: z.boolean().default(false),
  }),
  returns: z.object({ weighingId: Id }),
  errors: ['wrongState', 'invalid', 'confirm'],
})

export const settleSale = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/sale/settle',
  summary:
    'Settle what was taken: what is too much goes back by the cashier, and what came in elsewhere by this voucher',
  params,
  body: z.object({ voucher: z.string().trim().max(100).default('') }),
  returns: z.object({ amount: Amount, givenBack: Amount }),
  errors: ['wrongState', 'invalid', 'insufficient', 'conflict'],
})

export const defaultSale = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/sale/default',
  summary:
    'Record that the buyer of the goods has not paid in time. A part that it has paid goes back; the bond is kept by the bonds of the order',
  params,
  body: z.object({
    reason: z.string().trim().min(2, '请填写原因').max(500),
    /** Of what came in elsewhere and went back. */
    voucher: z.string().trim().max(100).default(''),
  }),
  errors: ['wrongState', 'invalid', 'insufficient', 'conflict'],
})

export const ownSale = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}/sale',
  summary: 'What the own company has bought and owes; `notFound` for whoever has not won',
  params,
  returns: z.object({ title: z.string(), code: z.string(), terms: SaleTerms, sellerName: z.string(), deal: Deal }),
})

export const paySale = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/sale/payment',
  summary: 'Make the order of the cashier for what is still owed, or give the one that is open',
  params,
  returns: z.object({ payOrderId: Id }),
  errors: ['wrongState'],
})

export const answerWeighing = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/sale/weighings/{weighingId}/answer',
  summary: 'Confirm a note of what was taken, or refuse it with a reason',
  params: params.extend({ weighingId: Id }),
  body: z.discriminatedUnion('accepts', [
    z.object({ accepts: z.literal(true) }),
    z.object({ accepts: z.literal(false), reason: z.string().trim().min(2, '请填写不确认的原因').max(500) }),
  ]),
  errors: ['wrongState'],
})
