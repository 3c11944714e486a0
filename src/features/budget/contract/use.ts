import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Exact } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Shares } from '#features/procurement/contract/budget.ts'
import { OrderStateValue } from '#features/procurement/contract/shared.ts'
import { LevelName, reason } from './plan.ts'

const base = '/workbench/purchaser/budget'
export const SUBJECTS = { demand: '采购需求', project: '采购项目', order: '采购单' } as const
const params = z.object({ subject: z.enum(['demand', 'project', 'order']), subjectId: Id })
const File = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })
const UseFields = { reserved: Amount, committed: Amount, spent: Amount }

/** A line as whoever buys chooses it. */
const LineChoice = z.object({
  lineId: Id,
  subject: z.string(),
  departmentName: z.string(),
  planId: Id,
  planTitle: z.string(),
  level: LevelName,
  year: z.number().int(),
  amount: Amount,
  free: Amount,
})

export const lineChoices = endpoint({
  method: 'GET',
  path: `${base}/lines/choices`,
  summary: 'Lines in force that an order, a project or a request of the own company may name',
  query: z.object({ keyword: z.string().trim().max(60).optional() }),
  returns: z.object({ lines: z.array(LineChoice), isInForce: z.boolean() }),
})

export const subjectBudget = endpoint({
  method: 'GET',
  path: `${base}/subjects/{subject}/{subjectId}`,
  summary: 'The lines that a demand, a project or an order names, how it uses them, and what was paid',
  params,
  returns: z.object({
    lines: z.array(
      LineChoice.extend({
        share: z.string(),
        ...UseFields,
        label: z.string(),
      }),
    ),
    /** Of an order: it names none of its own, and follows its project. */
    isOfProject: z.boolean(),
    /** Whether lines may be chosen now; else why not. */
    mayChoose: z.boolean(),
    why: z.string(),
    /** A plan is in force, so that lines mean something. */
    isInForce: z.boolean(),
    payments: z.array(
      z.object({
        paymentId: Id,
        amount: Amount,
        paidOn: z.string(),
        voucher: z.string(),
        note: z.string(),
        files: z.array(File),
        byName: z.string(),
        at: Instant,
        takenBackAt: Instant.nullable(),
        takenBackByName: z.string(),
        takenBackReason: z.string(),
        /** Registered in the contract of the order: it is not taken back here. */
        isOfContract: z.boolean(),
      }),
    ),
    /** What may still be paid; null before the award, and to whom does not keep budgets. */
    payable: Amount.nullable(),
    /** Lines, figures and payments are the purchaser’s own matter. */
    isPurchaser: z.boolean(),
  }),
})

export const nameLines = endpoint({
  method: 'PUT',
  path: `${base}/subjects/{subject}/{subjectId}`,
  summary: 'Choose the lines; of an order that is published already, they are reserved at once',
  params,
  body: z.object({ shares: Shares }),
  errors: ['wrongState', 'insufficient'],
})

export const registerPayment = endpoint({
  method: 'POST',
  path: `${base}/orders/{orderId}/payments`,
  summary: 'Register what was paid for an order, up to what was awarded, with its document',
  params: z.object({ orderId: Id }),
  body: z.object({
    amount: Amount.refine((value) => new Exact(value).gt(0), '金额须大于零'),
    paidOn: z.iso.date('请选择付款日期'),
    voucher: z.string().trim().min(1, '请输入付款凭证号').max(60),
    note: z.string().trim().max(500).default(''),
    files: z
      .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
      .min(1, '请上传付款凭证')
      .max(10),
  }),
  returns: z.object({ paymentId: Id }),
  errors: ['wrongState'],
})

export const takePaymentBack = endpoint({
  method: 'POST',
  path: `${base}/payments/{paymentId}/take-back`,
  summary: 'Take back a payment that was registered by mistake, with the reason',
  params: z.object({ paymentId: Id }),
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const paymentFile = endpoint({
  method: 'GET',
  path: `${base}/payments/{paymentId}/files/{fileId}`,
  summary: 'A document of a payment',
  params: z.object({ paymentId: Id, fileId: Id }),
  answer: 'file',
})

export const budgetOrders = endpoint({
  method: 'GET',
  path: `${base}/order/page`,
  summary: 'Orders with the budget line that they use, and how',
  query: PageQuery.extend({
    planId: Id.optional(),
    lineId: Id.optional(),
    year: z.coerce.number().int().optional(),
    state: z.enum(['reserved', 'committed', 'spent', 'released']).optional(),
  }),
  returns: pageOf(
    z.object({
      orderId: Id,
      lineId: Id,
      code: z.string(),
      title: z.string(),
      method: z.number().int(),
      orderState: OrderStateValue,
      subject: z.string(),
      departmentName: z.string(),
      planId: Id,
      planTitle: z.string(),
      estimatedPrice: Amount,
      label: z.string(),
      updatedAt: Instant,
      ...UseFields,
    }),
  ),
})

const Warned = z.object({
  lineId: Id,
  planId: Id,
  subject: z.string(),
  planTitle: z.string(),
  departmentName: z.string(),
  level: z.enum(['used80', 'used100', 'ending']),
  label: z.string(),
  amount: Amount,
  free: Amount,
  /** Percent of the line that is used, e.g. `83`. */
  used: z.string(),
  /** When its department was told of this level. */
  toldAt: Instant.nullable(),
  toldByName: z.string(),
  /** Who would be told. */
  people: z.number().int(),
})

export const notifyList = endpoint({
  method: 'GET',
  path: `${base}/notify/list`,
  summary: 'Lines in force that are used by 80 or 100 percent, or whose year is about to end',
  query: z.object({ year: z.coerce.number().int().optional() }),
  returns: z.array(Warned),
})

export const notifySubmit = endpoint({
  method: 'POST',
  path: `${base}/notify/submit`,
  summary: 'Tell the departments of these lines, once per line and level',
  body: z.object({
    lines: z
      .array(z.object({ lineId: Id, level: Warned.shape.level }))
      .min(1, '请选择预算项')
      .max(200),
  }),
  returns: z.object({ told: z.number().int() }),
})

export const notifyPermission = endpoint({
  method: 'GET',
  path: `${base}/notify/permission`,
  summary: 'Whether the caller may tell departments',
  returns: z.object({ allowed: z.boolean() }),
})
