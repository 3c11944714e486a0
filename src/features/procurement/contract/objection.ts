import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { type Outcome, OUTCOMES } from '../rules/objections.ts'
import { AdmissionValue, FileRef, OrderStateValue } from './shared.ts'

const OutcomeValue = z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]], '请选择处理结果')
const Given = z.object({ fileId: Id, name: z.string().trim().min(1).max(200) })
/** Files that somebody hands in with an objection or its answer. */
export const GivenFiles = z.array(Given).max(10, '最多上传 10 个文件').default([])

/** What both sides read of an objection. `answerDue`: 24:00 in Beijing of the last day. */
export const Objection = z.object({
  objectionId: Id,
  subject: z.string(),
  content: z.string(),
  files: z.array(FileRef),
  createdAt: Instant,
  answerDue: Instant,
  /** Null while it is open, and for answers from before an outcome was asked for. */
  outcome: OutcomeValue.nullable(),
  answer: z.string().nullable(),
  answerFiles: z.array(FileRef),
  answeredAt: Instant.nullable(),
  withdrawnAt: Instant.nullable(),
  /** Lodged with a supervising authority; noted by the owner. */
  complaint: z.object({ on: z.string(), authority: z.string(), notedAt: Instant }).nullable(),
})

/** `supplierName` is null for whoever does not learn yet who takes part. */
const Received = Objection.extend({ supplierName: z.string().nullable() })

const TABS = ['all', 'open', 'today', 'overdue', 'answered', 'complained', 'withdrawn'] as const

export const objectionPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/objections/page',
  summary: 'Objections to the orders of the own company: open ones first, by the date they are due; counts per tab',
  query: PageQuery.extend({
    tab: z.enum(TABS).default('all').describe('`today` and `overdue` are open ones by their due date'),
    method: z.coerce.number().int().optional(),
  }),
  returns: pageOf(
    Received.omit({ content: true, files: true, answer: true, answerFiles: true }).extend({
      orderId: Id,
      orderCode: z.string(),
      orderTitle: z.string(),
      method: z.number().int(),
      admission: AdmissionValue,
      stage: z.string(),
    }),
  ),
})

const ofOrder = z.object({ orderId: Id })
const params = z.object({ objectionId: Id })

export const orderObjections = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/objections',
  summary: 'Objections to an order',
  params: ofOrder,
  returns: z.array(Received.extend({ mayAnswer: z.boolean() })),
})

export const objectionDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/objections/{objectionId}',
  summary: 'An objection with its order, and what may be done about it',
  params,
  returns: Received.extend({
    order: z.object({
      orderId: Id,
      code: z.string(),
      title: z.string(),
      method: z.number().int(),
      admission: AdmissionValue,
      state: OrderStateValue,
      stage: z.string(),
    }),
    /** Within which time it is answered, and who says so. */
    period: z.object({ words: z.string(), source: z.string() }),
    answeredBy: z.string().nullable(),
    mayAnswer: z.boolean(),
    mayNoteComplaint: z.boolean(),
  }),
})

export const objectionFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/objections/{objectionId}/files/{fileId}',
  summary: 'A file of the objection or of its answer',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const answerObjection = endpoint({
  method: 'POST',
  path: '/workbench/buyer/objections/{objectionId}/answer',
  summary: 'Answer an objection, or refuse it as inadmissible; the process goes on when none is open',
  params,
  body: z.object({
    outcome: OutcomeValue,
    answer: z.string().trim().min(1, '请填写答复').max(5000),
    files: GivenFiles,
  }),
  errors: ['wrongState', 'invalid'],
})

export const noteComplaint = endpoint({
  method: 'POST',
  path: '/workbench/buyer/objections/{objectionId}/complaint',
  summary: 'Note that an authority has taken up a complaint, once the objection is answered or over its time',
  params,
  body: z.object({
    on: z.iso.date('请选择日期'),
    authority: z.string().trim().min(2, '请填写受理机关').max(100),
  }),
  errors: ['wrongState', 'invalid'],
})
