import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { FileRef } from '#features/procurement/contract/shared.ts'
import { AskKind, AskStatus, CorrectionKind, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { EXPERT, project, PURCHASER, SUPPLIER } from './shared.ts'

/** Files are uploaded (tus) for this use, by the committee as well as by bidders, before they are named in a call. */
export const ASK_FILE_USE = 'review-ask'

const Reason = z.string().trim().min(2, '请填写原因').max(500)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** How long a bidder has, from sending on. */
const Minutes = z.number().int().min(5, '答复期限不少于 5 分钟').max(4320, '答复期限不超过 72 小时')
const FileIds = z.array(Id).max(10, '附件不超过 10 个').default([])

/** A question of the committee to one bidder. Bidders learn of no member's name. */
export const Ask = z.object({
  askId: Id,
  bidderId: Id,
  no: z.number().int(),
  supplierName: z.string(),
  kind: AskKind.schema,
  title: z.string(),
  content: z.string(),
  files: z.array(FileRef),
  status: AskStatus.schema,
  statusLabel: z.string(),
  /** Who wrote it; null for the bidder. */
  askedBy: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** Null until it is sent. */
  deadline: Instant.nullable(),
  reply: z.string(),
  replyFiles: z.array(FileRef),
  repliedAt: Instant.nullable(),
  repliedBy: z.string(),
  /** Why it was withdrawn. */
  withdrawReason: z.string(),
  actions: z.array(Action),
})
export type Ask = z.output<typeof Ask>

/** A correction of an arithmetic error. It counts once the bidder has confirmed it; refusing costs the bid (第五十九条). */
export const Correction = z.object({
  correctionId: Id,
  bidderId: Id,
  no: z.number().int(),
  supplierName: z.string(),
  kind: CorrectionKind.schema,
  kindLabel: z.string(),
  /** Citation of the rule by which the one figure goes before the other. */
  rule: z.string(),
  /** Where in the bid the two figures stand. */
  basis: z.string(),
  /** Lines whose price changes; empty when the total alone does. */
  lines: z.array(
    z.object({
      itemId: Id,
      line: z.number().int(),
      name: z.string(),
      unit: z.string(),
      quantity: Quantity,
      unitPriceBefore: Quantity,
      amountBefore: Amount,
      unitPrice: Quantity,
      amount: Amount,
    }),
  ),
  before: Amount,
  after: Amount,
  /** `after` in Chinese capitals. */
  capitals: z.string(),
  /** after − before, with sign. */
  difference: z.string(),
  status: CorrectionStatus.schema,
  statusLabel: z.string(),
  /** Of the correction as the bidder confirms it. */
  sha256: Sha256,
  proposedBy: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  deadline: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string(),
  /** Why refused or withdrawn. */
  note: z.string(),
  actions: z.array(Action),
})
export type Correction = z.output<typeof Correction>

const AskQuery = PageQuery.extend({ bidderId: Id.optional(), status: z.coerce.number().int().optional() })
const ofAsk = project.extend({ askId: Id })
const ofAskFile = ofAsk.extend({ fileId: Id })

export const createAsks = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-asks`,
  summary: 'Put a question to one or more bidders; the leader sends at once, others hand the draft to the leader',
  params: project,
  body: z.object({
    bidderIds: z.array(Id).min(1, '请选择投标人').max(100),
    kind: AskKind.schema,
    title: z.string().trim().min(2, '请填写标题').max(100),
    content: z.string().trim().min(2, '请填写内容').max(4000),
    minutes: Minutes.default(60),
    fileIds: FileIds,
  }),
  returns: z.object({ askIds: z.array(Id), sent: z.boolean() }),
  errors: ['wrongState', 'invalid'],
})

export const sendAsk = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-asks/{askId}/send`,
  summary: 'Send a drafted question (leader); the time to answer runs from here',
  params: ofAsk,
  body: z.object({ minutes: Minutes.optional() }),
  errors: ['wrongState'],
})

export const withdrawAsk = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-asks/{askId}/withdraw`,
  summary: 'Take a question back: the own draft, or a sent one (leader)',
  params: ofAsk,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const extendAsk = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-asks/{askId}/extend`,
  summary: 'Give more time, also after the time is over (leader); on record with the reason',
  params: ofAsk,
  body: z.object({ minutes: Minutes, reason: Reason }),
  returns: z.object({ deadline: Instant }),
  errors: ['wrongState'],
})

export const bidderAsks = endpoint({
  method: 'GET',
  path: `${PURCHASER}/bidder-asks`,
  summary: 'Questions by bidder: how many, and how they stand',
  params: project,
  returns: z.array(
    z.object({
      bidderId: Id,
      no: z.number().int(),
      supplierName: z.string(),
      total: z.number().int(),
      waiting: z.number().int(),
      replied: z.number().int(),
      overdue: z.number().int(),
      lastAt: Instant.nullable(),
    }),
  ),
})

/** Reading questions and price corrections: the same for both sides. The purchaser sees what was sent. */
export const purchaserAskReads = askReads(PURCHASER)
export const expertAskReads = askReads(EXPERT)

function askReads(base: string) {
  return {
    asks: endpoint({
      method: 'GET',
      path: `${base}/review-asks/page`,
      summary: 'Questions to bidders with their answers, newest first',
      params: project,
      query: AskQuery,
      returns: pageOf(Ask),
    }),
    askFile: endpoint({
      method: 'GET',
      path: `${base}/review-asks/{askId}/files/{fileId}`,
      summary: 'A file of a question or of its answer',
      params: ofAskFile,
      answer: 'file',
    }),
    corrections: endpoint({
      method: 'GET',
      path: `${base}/price-corrections`,
      summary: 'Corrections of arithmetic errors, newest first',
      params: project,
      returns: z.array(Correction),
    }),
  }
}

const ofCorrection = project.extend({ correctionId: Id })

export const proposeCorrection = endpoint({
  method: 'POST',
  path: `${EXPERT}/price-corrections`,
  summary: 'Propose to correct an arithmetic error; new lines or a new total, the rest is computed',
  params: project,
  body: z
    .object({
      bidderId: Id,
      kind: CorrectionKind.schema,
      basis: z.string().trim().min(2, '请写明错误所在').max(1000),
      lines: z
        .array(z.object({ itemId: Id, unitPrice: Quantity }))
        .max(2000)
        .default([]),
      total: Amount.optional(),
      minutes: Minutes.default(60),
    })
    .refine((v) => v.lines.length > 0 || v.total !== undefined, {
      path: ['total'],
      message: '请填写修正后的单价或总价',
    }),
  returns: z.object({ correctionId: Id, sent: z.boolean() }),
  errors: ['wrongState', 'invalid', 'conflict'],
})

export const sendCorrection = endpoint({
  method: 'POST',
  path: `${EXPERT}/price-corrections/{correctionId}/send`,
  summary: 'Send a drafted correction to the bidder (leader)',
  params: ofCorrection,
  body: z.object({ minutes: Minutes.optional() }),
  errors: ['wrongState'],
})

export const withdrawCorrection = endpoint({
  method: 'POST',
  path: `${EXPERT}/price-corrections/{correctionId}/withdraw`,
  summary: 'Take a correction back before the bidder has decided',
  params: ofCorrection,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const supplierAsks = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/bidders/{bidderId}/review-asks/page`,
  summary: "Questions to the own company, newest first; nobody else's",
  params: project.extend({ bidderId: Id }),
  query: PageQuery,
  returns: pageOf(Ask),
})

export const replyAsk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/review-asks/reply-ask`,
  summary: 'Answer a question, once and before its deadline by the server clock',
  params: project,
  body: z.object({ askId: Id, content: z.string().trim().min(2, '请填写答复').max(10_000), fileIds: FileIds }),
  returns: z.object({ repliedAt: Instant }),
  errors: ['wrongState', 'tooLate', 'invalid'],
})

export const supplierAskFile = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/review-asks/{askId}/files/{fileId}`,
  summary: 'A file of a question to the own company, or of the own answer',
  params: ofAskFile,
  answer: 'file',
})

export const supplierCorrections = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/bidders/{bidderId}/price-corrections`,
  summary: 'Corrections of the own price',
  params: project.extend({ bidderId: Id }),
  returns: z.array(Correction),
})

export const decideCorrection = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/price-corrections/{correctionId}/decision`,
  summary: 'Confirm or refuse the correction of the own price, with the password entered again',
  params: ofCorrection,
  body: z
    .object({
      confirm: z.boolean(),
      reason: z.string().trim().max(500).default(''),
      password: z.string().min(1, '请输入登录密码').max(200),
      sha256: Sha256,
    })
    .refine((v) => v.confirm || v.reason.length >= 2, { path: ['reason'], message: '请填写不接受的原因' }),
  errors: ['wrongState', 'tooLate', 'credentials', 'tampered'],
})
