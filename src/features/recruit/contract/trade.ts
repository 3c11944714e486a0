import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import { ApplyStatus, FEE_STATES } from '../rules/trade.ts'
import { FileRef, params, RequireTypeName } from './order.ts'

const trade = z.object({ tradeId: Id })
export const Day = z.iso.date('日期格式不正确')
const Fee = z.enum(Object.keys(FEE_STATES) as [keyof typeof FEE_STATES])
const side = z.enum(['purchaser', 'agency'])

export const TradeRow = z.object({
  tradeId: Id,
  companyName: z.string(),
  status: ApplyStatus.schema,
  /** Names of what it applies for. */
  categories: z.array(z.string()),
  files: z.number().int(),
  contactName: z.string(),
  handedInAt: Instant,
  decidedAt: Instant.nullable(),
  decidedByName: z.string(),
  reason: z.string(),
  fee: Fee,
  /** Why a fee could not be given back; '' where it could or need not. */
  feeProblem: z.string(),
})

export const DocumentValue = z.object({
  category: z.string(),
  document: z.string(),
  requireType: RequireTypeName,
  categoryName: z.string(),
  name: z.string(),
  number: z.string(),
  validUntil: Day.nullable(),
  files: z.array(FileRef),
})

export const CheckValue = z.object({
  no: z.number().int(),
  action: z.enum(['handIn', 'mend', 'pass', 'refuse', 'sendBack']),
  reason: z.string(),
  byName: z.string(),
  at: Instant,
})

export const TradeDetail = TradeRow.extend({
  orderId: Id,
  orderTitle: z.string(),
  orderCode: z.string(),
  companyId: Id,
  creditCode: z.string(),
  contactPhone: z.string(),
  note: z.string(),
  documents: z.array(DocumentValue),
  appliedAt: Instant,
  paidAt: Instant.nullable(),
  actions: z.array(Action),
})

export const tradePage = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}/trades/page',
  summary: 'Who has applied; counts per status',
  params,
  query: PageQuery.extend({ status: z.coerce.number().int().min(0).max(3).optional() }),
  returns: pageOf(TradeRow),
})

export const tradeDetail = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/trades/{tradeId}/detail',
  summary: 'One application with its documents, and what may be done about it',
  params: trade,
  returns: TradeDetail,
})

export const decideTrade = endpoint({
  method: 'PUT',
  path: '/workbench/purchaser/recruit-orders/trades/{tradeId}/approval',
  summary: 'Pass an application, refuse it or send it back, with the reason',
  params: trade,
  body: z.object({
    decision: z.enum(['pass', 'refuse', 'sendBack']),
    reason: z.string().trim().max(500).default(''),
  }),
  errors: ['wrongState'],
})

export const tradeApprovals = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/trades/{tradeId}/approvals',
  summary: 'What happened to an application, newest first',
  params: trade,
  returns: z.array(CheckValue),
})

export const applyFile = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}/trades/{tradeId}/down-apply-file',
  summary:
    'What an application handed in of one kind: the file, or a zip of several. `identity`: the workbench of a window',
  params: params.extend(trade.shape),
  query: z.object({ identity: side.optional(), requireType: RequireTypeName.optional(), fileId: Id.optional() }),
  answer: 'file',
})

export const tradesSheet = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}/trades/down',
  summary: 'Who has applied, as xlsx',
  params,
  query: z.object({ identity: side.optional() }),
  answer: 'file',
})

export const tradesZip = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}/trades/downZip',
  summary:
    'All files of all applications as zip; above 200 MB or 50 applicants JSON {downloadId}: the download centre builds it',
  params,
  answer: 'file',
})

export const prepareZip = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/{orderId}/trades/zip-tasks',
  summary: 'Have that zip put together in the background',
  params,
  returns: z.object({ downloadId: Id }),
  errors: ['wrongState', 'tooMany'],
})

export const ResultLine = z.object({
  tradeId: Id,
  companyName: z.string(),
  /** What it applied for. */
  applied: z.array(z.object({ key: z.string(), name: z.string() })),
  fee: Fee,
  /** Why it cannot be taken in yet; '' where it can. */
  blocked: z.string(),
  isChosen: z.boolean(),
  categories: z.array(z.string()),
  from: Day.nullable(),
  until: Day.nullable(),
})

export const supplierDetail = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}/supplier-detail',
  summary: 'The result: who passed, who of them gets into the library, for what and how long',
  params,
  returns: z.object({ publishedAt: Instant.nullable(), rows: z.array(ResultLine) }),
})

export const saveResult = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/{orderId}/result',
  summary: 'Draft the result, in place of what was drafted',
  params,
  body: z.object({
    entries: z
      .array(
        z.object({ tradeId: Id, categories: z.array(z.string()).min(1, '请选择品类').max(20), from: Day, until: Day }),
      )
      .min(1, '请至少选择一家供应商')
      .max(5000),
  }),
  errors: ['wrongState'],
})

export const publishResult = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/result/publish',
  summary: 'Publish the drafted result, or have it approved first',
  body: params.extend({ approval: ApprovalInput }),
  returns: z.object({ approval: z.object({ workflowId: Id }).optional() }),
  errors: ['wrongState'],
})
