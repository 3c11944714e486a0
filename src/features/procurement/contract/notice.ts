import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { BondStanding } from './bond.ts'
import {
  AwardChange,
  AwardInForce,
  AwardPart,
  CandidateChange,
  ChoiceReason,
  ResultVersion,
  UnboughtLine,
} from './result.ts'
import { AdmissionValue, Finding, NoticeDetail, NoticeRow, PartialOffer, RichText, Schedule } from './shared.ts'

const params = z.object({ orderId: Id })
const AwardScopeValue = z.enum(['whole', 'item', 'share'])

export const buyerNotice = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/notices/{noticeId}',
  summary: 'A notice of an own order, with who has confirmed it',
  params: z.object({ orderId: Id, noticeId: Id }),
  returns: NoticeDetail.extend({
    confirmations: z.array(z.object({ supplierName: z.string(), confirmedAt: Instant.nullable() })),
  }),
})

export const publishChange = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/changes',
  summary: 'Change a published order: new version, notice to all, everybody confirms',
  params,
  body: z.object({
    version: z
      .number()
      .int()
      .optional()
      .describe('of the order as it was when the change was written; another is refused'),
    title: z.string().trim().min(1, '请输入变更标题').max(200),
    content: RichText,
    schedule: Schedule.partial().default({}),
    files: z
      .array(z.object({ fileId: Id, name: z.string().max(200) }))
      .max(20)
      .default([]),
    /** Tender documents that are replaced: the old row stays readable as such. */
    replacements: z
      .array(
        z.object({
          rowId: Id,
          fileId: Id,
          name: z.string().trim().min(1).max(200),
          reason: z.string().trim().min(2, '请填写替换原因').max(500),
        }),
      )
      .max(20)
      .default([]),
    affectsBids: z.boolean().default(true),
    acceptWarnings: z.boolean().default(false),
    approval: ApprovalInput,
  }),
  returns: orHeld({ noticeId: Id, findings: z.array(Finding) }),
  errors: ['wrongState', 'legalRule', 'confirm'],
})

export const Question = z.object({
  questionId: Id,
  content: z.string(),
  askedAt: Instant,
  /** Only the asker sees its own name; the others and the clarification never do. */
  supplierName: z.string().nullable(),
  answer: z.string().nullable(),
  answeredAt: Instant.nullable(),
  noticeId: Id.nullable(),
})

export const orderQuestions = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/questions',
  summary: 'Questions of participants',
  params,
  returns: z.array(Question),
})

export const publishClarification = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/clarifications',
  summary: 'Answer questions to all participants at once, without naming who asked',
  params,
  body: z.object({
    title: z.string().trim().min(1).max(200),
    answers: z.array(z.object({ questionId: Id, answer: z.string().trim().min(1, '请填写答复').max(5000) })).max(100),
    content: RichText.nullable().default(null),
    /** It may affect how bids are made: refused within 15 days of the deadline, which a change must move first. */
    affectsBids: z.boolean().default(false),
    approval: ApprovalInput,
  }),
  returns: orHeld({ noticeId: Id }),
  errors: ['wrongState', 'invalid', 'legalRule'],
})

export const CandidateRow = z.object({
  rank: z.number().int(),
  tradeId: Id,
  supplierName: z.string(),
  price: Amount,
  partial: PartialOffer,
  /** The offer before a talk lowered it; null without one. */
  talkedFrom: Amount.nullable(),
  score: z.string().nullable(),
  /** How its bond stands. */
  bond: BondStanding.nullable(),
})

export const candidateDraft = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/candidates',
  summary: 'Ranked candidates as the review left them, and their notice when published',
  params,
  returns: z.object({
    rows: z.array(CandidateRow),
    /** Every publication, the one in force first. */
    versions: z.array(ResultVersion),
    /** What stands against them because of their bonds, or is to be acknowledged. */
    bondFindings: z.array(Finding),
    notice: NoticeRow.nullable(),
    draft: z.object({ title: z.string(), content: RichText, fields: z.record(z.string(), z.string()) }),
    publicityDays: z.number().int(),
    /** Fewer days are refused. */
    leastDays: z.number().int(),
    publicityEnd: Instant.nullable(),
    /** What was proposed and is public; null where a review recommends candidates. */
    proposal: AwardInForce.nullable(),
    /** How finely the order may be divided. */
    scope: AwardScopeValue,
    objections: z.number().int(),
  }),
})

/** Who wins: chosen for good, or proposed. */
const CHOICE = {
  /** The whole order to one supplier. */
  tradeId: Id.optional(),
  /** Or its lines to several, where the method and the terms of the order allow it. */
  awards: z.array(AwardPart).max(200).optional(),
  /** With `awards`: what is not bought. Awarded and unbought together are what was asked for. */
  unbought: z.array(UnboughtLine).max(5000).optional(),
  /** With `awards`: why a line does not go to its best price; `reason` says it for all the others. */
  reasons: z.array(ChoiceReason).max(5000).optional(),
  reason: z.string().trim().max(2000).default(''),
}

export const publishCandidates = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/candidates',
  summary:
    'Publicise the candidates of a review, or a proposal of the buyer, for the days that are due; or anew after a change',
  params,
  body: z.object({
    /** Where no review recommends candidates. */
    ...CHOICE,
    title: z.string().trim().min(1).max(200),
    content: RichText,
    publicityDays: z.number().int().min(1).max(30),
    /** Given where candidates that were publicised fall away. */
    change: CandidateChange.nullable().default(null),
    acceptWarnings: z.boolean().default(false),
    approval: ApprovalInput,
  }),
  returns: orHeld({ noticeId: Id, publicityEnd: Instant }),
  errors: ['wrongState', 'legalRule', 'confirm', 'invalid'],
})

export const publishWinner = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/winner',
  summary: 'Fix the winner or, line by line, the winners, and publish the result; or replace those that fall away',
  params,
  body: z.object({
    ...CHOICE,
    /** With `awards`: the signed data of the notice names lines and unit prices. Under government procurement it always does. */
    publishesLines: z.boolean().optional(),
    title: z.string().trim().min(1).max(200),
    content: RichText,
    /** Given where winners fall away and others take their place. */
    change: AwardChange.nullable().default(null),
    acceptWarnings: z.boolean().default(false),
    approval: ApprovalInput,
  }),
  returns: orHeld({ noticeId: Id }),
  errors: ['wrongState', 'tooEarly', 'legalRule', 'confirm', 'invalid'],
})

export const winnerDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/winner',
  summary: 'The winners, or what is needed to fix them',
  params,
  returns: z.object({
    /** How finely the order may be divided. */
    scope: AwardScopeValue,
    candidates: z.array(CandidateRow),
    bondFindings: z.array(Finding),
    /** Who may be chosen: candidates that have not been the winner before. */
    eligible: z.array(Id),
    versions: z.array(ResultVersion),
    award: AwardInForce.nullable(),
    /** What was publicised before the award, and is what it takes. */
    proposal: AwardInForce.nullable(),
    /** What a meeting decided, which is what the award takes; null where none did. */
    meeting: z.object({ tradeId: Id, reason: z.string(), meetId: Id, code: z.string() }).nullable(),
    notice: NoticeRow.nullable(),
    draft: z.object({ title: z.string(), content: RichText, fields: z.record(z.string(), z.string()) }),
    publicityEnd: Instant.nullable(),
    openObjections: z.number().int(),
    /** Why the winner cannot be fixed now; null when it can. */
    blocked: z.string().nullable(),
    contractDue: Instant.nullable(),
  }),
})

export const awardSheet = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/award-sheet',
  summary: 'Lines of the bill and what each candidate quoted for them, to award them line by line',
  params,
  returns: z.object({
    items: z.array(
      z.object({
        itemId: Id,
        line: z.number().int(),
        name: z.string(),
        spec: z.string(),
        unit: z.string(),
        quantity: Quantity,
        controlPrice: Quantity.nullable(),
      }),
    ),
    /** Columns in the order of `items`; null: not quoted. */
    offers: z.array(
      z.object({
        tradeId: Id,
        supplierName: z.string(),
        rank: z.number().int(),
        price: Amount,
        unitPrices: z.array(Quantity.nullable()),
        minQuantities: z.array(Quantity.nullable()),
        /** It has been a winner before and fell away. */
        isBarred: z.boolean(),
      }),
    ),
    budget: Amount,
    ceiling: Amount.nullable(),
    /** The law has the notice name lines and unit prices; else the buyer chooses. */
    mustPublishLines: z.boolean(),
  }),
})

export const awardLetter = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/award-letter',
  summary: 'The letter that tells a winner (中标通知书), or another participant how it ended, as PDF',
  params,
  /** Without it: of the winner, where there is but one. */
  query: z.object({ tradeId: Id.optional() }),
  answer: 'file',
})

export const NoticeTemplate = z.object({
  templateId: Id,
  kind: z.number().int(),
  name: z.string(),
  content: RichText,
  isOwn: z.boolean(),
  /** The default of its owner for this kind of notice. */
  isDefault: z.boolean(),
})

export const noticeTemplates = endpoint({
  method: 'GET',
  path: '/workbench/buyer/notice-templates',
  summary: "Templates of one notice kind: the own ones, the tenant's, the built-in ones",
  query: z.object({
    kind: z.coerce.number().int(),
    method: z.coerce.number().int().default(1),
    admission: AdmissionValue.optional(),
  }),
  returns: z.array(NoticeTemplate),
})

export const noticeFields = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/notice-fields',
  summary: 'What the live fields of notices stand for in this order now, by name',
  params,
  returns: z.record(z.string(), z.string()),
})

export const renderTemplate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/notice-templates/{templateId}/render',
  summary: 'A template for an order: its fields stay live until publication; those that cannot be filled are named',
  params: z.object({ orderId: Id, templateId: Id }),
  /** `title` is empty where the template has none. */
  returns: z.object({ title: z.string(), content: RichText, unresolved: z.array(z.string()) }),
  once: false,
})
