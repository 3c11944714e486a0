import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { AdmissionValue } from './shared.ts'
import { AWARD_CAUSES, CANDIDATE_CAUSES, type AwardCause, type CandidateCause } from '../rules/result-change.ts'

/** What whoever changes a result says of it. */
const Change = z.object({
  /** The version that falls away; refused when another is in force by now. */
  version: z.number().int().min(1),
  reason: z.string().trim().min(10, '请说明变更原因，不少于 10 个字').max(2000),
  evidence: z.object({ fileId: Id, name: z.string().trim().min(1).max(200) }, '请上传证明材料'),
})

/** Candidates are publicised anew: without those named, who are some unless a proposal is corrected. */
export const CandidateChange = Change.extend({
  cause: z.enum(Object.keys(CANDIDATE_CAUSES) as [CandidateCause, ...CandidateCause[]], '请选择变更原因'),
  excluded: z.array(Id).max(200),
})
export type CandidateChange = z.output<typeof CandidateChange>

/** Winners fall away; those who stay keep what they were awarded. */
export const AwardChange = Change.extend({
  /** Who falls away; without it all of them. */
  excluded: z.array(Id).min(1, '请选择资格取消的供应商').max(200).optional(),
  cause: z.enum(Object.keys(AWARD_CAUSES) as [AwardCause, ...AwardCause[]], '请选择变更原因'),
})
export type AwardChange = z.output<typeof AwardChange>

/** What one purchase of the same item cost. Unit prices include tax. */
const Deal = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  admission: AdmissionValue,
  supplierName: z.string(),
  decidedAt: Instant,
  unitPrice: Quantity,
  quantity: Quantity,
})

export const priceHistory = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/items/{itemId}/prices',
  summary: 'What the purchaser paid for the same item in its last twelve awards, oldest first',
  params: z.object({ orderId: Id, itemId: Id }),
  returns: z.array(Deal),
})

/** What one winner delivers, by lines of the bill; prices are those that it quoted. */
export const AwardPart = z.object({
  tradeId: Id,
  lines: z
    .array(z.object({ itemId: Id, quantity: Quantity }))
    .min(1, '请选择清单行')
    .max(5000),
})

/** What is said of a line beside who delivers it. */
export const UnboughtLine = z.object({ itemId: Id, quantity: Quantity, reason: z.string().trim().max(500) })
export const ChoiceReason = z.object({ itemId: Id, reason: z.string().trim().max(500) })

/** One line of what a winner delivers; without a name: the whole order. */
export const AwardLine = z.object({
  itemId: Id.nullable(),
  line: z.number().int(),
  name: z.string().nullable(),
  spec: z.string().nullable(),
  unit: z.string().nullable(),
  quantity: Quantity,
  unitPrice: Quantity,
  amount: Amount,
})

/** The award in force: who delivers what, and what is said of single lines. */
export const AwardInForce = z.object({
  price: Amount,
  reason: z.string(),
  decidedAt: Instant,
  winners: z.array(z.object({ tradeId: Id, supplierName: z.string(), price: Amount, lines: z.array(AwardLine) })),
  items: z.array(
    z.object({
      itemId: Id,
      line: z.number().int(),
      name: z.string(),
      unit: z.string(),
      /** Why it does not go to its best price. */
      reason: z.string(),
      unbought: Quantity,
      unboughtReason: z.string(),
    }),
  ),
})

/** A publication of candidates or of the result; the first of a list is in force. */
export const ResultVersion = z.object({
  resultId: Id,
  version: z.number().int(),
  publishedAt: Instant.nullable(),
  publishedByName: z.string(),
  /** Why it took the place of the version before; null of the first. */
  cause: z.string().nullable(),
  reason: z.string(),
  /** Trades that fell away with it; of a result that was changed as a whole none are named. */
  excluded: z.array(Id),
  evidenceName: z.string().nullable(),
  notice: z.object({ noticeId: Id, code: z.string(), title: z.string() }).nullable(),
  rows: z.array(z.object({ tradeId: Id, supplierName: z.string(), price: Amount, rank: z.number().int().nullable() })),
})
export type ResultVersion = z.output<typeof ResultVersion>

export const resultEvidence = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/results/{resultId}/evidence',
  summary: 'The evidence on which candidates or a winner were replaced',
  params: z.object({ orderId: Id, resultId: Id }),
  answer: 'file',
})
