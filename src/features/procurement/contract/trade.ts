import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Acceptance } from './commitment.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { TradeStatus } from '../rules/enums.ts'
import { LapseStanding, TradeFile } from './shared.ts'

export const TradeRow = z.object({
  tradeId: Id,
  supplierId: Id,
  supplierName: z.string(),
  creditCode: z.string(),
  origin: z.enum(['sign-up', 'invited']),
  status: TradeStatus.schema,
  reason: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  downloads: z.number().int(),
})

export const tradePage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/trades/page',
  summary: 'Sign-ups of an order',
  params: z.object({ orderId: Id }),
  query: PageQuery.extend({ status: z.coerce.number().int().optional() }),
  returns: pageOf(TradeRow),
})

export const tradeDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/trades/{tradeId}',
  summary: 'One sign-up with its documents',
  params: z.object({ tradeId: Id }),
  returns: TradeRow.extend({
    orderId: Id,
    orderTitle: z.string(),
    contactEmail: z.string(),
    statement: z.string(),
    legalPerson: z.string(),
    files: z.array(TradeFile),
    mayDecide: z.boolean(),
    /** Documents the order demands whose certificate has expired, or soon does, in the purchaser's library. */
    lapses: z.array(LapseStanding),
    /** The commitment accepted with the sign-up, as it was read; null: none was demanded. */
    commitment: Acceptance.nullable(),
    /** The decision waits for approval. */
    pendingApproval: z.object({ workflowId: Id }).nullable(),
  }),
})

export const decideTrade = endpoint({
  method: 'POST',
  path: '/workbench/buyer/trades/{tradeId}/decision',
  summary: 'Approve or refuse a sign-up; a refusal needs its reason',
  params: z.object({ tradeId: Id }),
  body: z
    .object({ pass: z.boolean(), reason: z.string().trim().max(1000).default(''), approval: ApprovalInput })
    .refine((v) => v.pass || v.reason.length >= 2, { path: ['reason'], message: '请填写不通过原因' }),
  returns: orHeld({}),
  errors: ['wrongState', 'qualificationExpired'],
})

export const tradeFileDownload = endpoint({
  method: 'GET',
  path: '/workbench/buyer/trades/{tradeId}/files/{fileId}',
  summary: 'A sign-up document',
  params: z.object({ tradeId: Id, fileId: Id }),
  answer: 'file',
})

export const prepareTradeFiles = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/trades/documents/download',
  summary: 'Put all sign-up documents of an order, as one zip, into the download centre',
  params: z.object({ orderId: Id }),
  returns: z.object({ downloadId: Id }),
  errors: ['wrongState', 'tooMany'],
})
