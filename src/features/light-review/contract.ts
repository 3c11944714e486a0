import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint, type OutputOf } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { FileRef, PartialOffer } from '#features/procurement/contract/shared.ts'
import { ASK_KINDS, MAX_CRITERIA, MAX_MEMBERS, MIN_MEMBERS, REVIEW_STATES, STANCES } from './rules/review.ts'

/** Opinions of the owner's own people on the offers of an order, as its owner and its members see them. */

const params = z.object({ orderId: Id })
const BUYER = '/workbench/buyer/orders/{orderId}/online-review'
const keys = <T extends object>(of: T) => z.enum(Object.keys(of) as [keyof T & string, ...(keyof T & string)[]])
const Reason = z.string().trim().min(2, '请填写原因').max(500)

export const Setting = z
  .object({
    criteria: z
      .array(z.string().trim().min(2, '请填写评审事项').max(200))
      .min(1, '请至少填写一个评审事项')
      .max(MAX_CRITERIA),
    memberIds: z
      .array(Id)
      .min(MIN_MEMBERS, `请选择 ${MIN_MEMBERS} 至 ${MAX_MEMBERS} 名评审人员`)
      .max(MAX_MEMBERS, `请选择 ${MIN_MEMBERS} 至 ${MAX_MEMBERS} 名评审人员`)
      .refine((ids) => new Set(ids).size === ids.length, '评审人员不能重复'),
    chairId: Id,
    deadline: Instant,
    note: z.string().trim().max(2000).default(''),
  })
  .refine(({ memberIds, chairId }) => memberIds.includes(chairId), {
    path: ['chairId'],
    message: '牵头人须为评审人员之一',
  })
export type Setting = z.output<typeof Setting>

const AnswerRow = z.object({ stance: keys(STANCES).nullable(), reason: z.string().trim().max(2000).default('') })
const OpinionFields = z.object({
  answers: z.array(AnswerRow).max(MAX_CRITERIA),
  remark: z.string().trim().max(4000).default(''),
})

const Member = z.object({
  memberId: Id,
  employeeId: Id,
  name: z.string(),
  isChair: z.boolean(),
  /** Null: not yet, or not told; until opinions open, only those who read the order are told. */
  handedInAt: Instant.nullable(),
  outAt: Instant.nullable(),
  outReason: z.string(),
})

const Opinion = z.object({
  memberId: Id,
  name: z.string(),
  signature: z.string(),
  answers: z.array(AnswerRow),
  remark: z.string(),
  at: Instant,
  isLate: z.boolean(),
  /** SHA-256 of the canonical JSON of what was signed. */
  hash: z.string(),
})
export type Opinion = z.output<typeof Opinion>

const AskAnswer = z.object({
  no: z.number().int(),
  content: z.string(),
  files: z.array(FileRef),
  byName: z.string(),
  at: Instant,
})

const Ask = z.object({
  askId: Id,
  kind: keys(ASK_KINDS),
  title: z.string(),
  content: z.string(),
  deadline: Instant,
  askedAt: Instant,
  /** Newest first; the first counts. */
  answers: z.array(AskAnswer),
})

const Review = z.object({
  reviewId: Id,
  no: z.number().int(),
  status: keys(REVIEW_STATES),
  criteria: z.array(z.string()),
  note: z.string(),
  deadline: Instant,
  startedAt: Instant,
  openedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endedByName: z.string(),
  conclusion: z.string(),
  record: FileRef.nullable(),
  members: z.array(Member),
  /** Empty while they are sealed. */
  opinions: z.array(Opinion),
  asks: z.array(Ask.extend({ supplierName: z.string(), askedByName: z.string() })),
})
export type Review = z.output<typeof Review>

export const onlineReview = endpoint({
  method: 'GET',
  path: BUYER,
  summary: 'The reviews of an order by opinions, newest first, for its owner, its observer and its members',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    /** May read the comparison and the pages of the order. */
    readsOrder: z.boolean(),
    /** The order has gone on, or come to its end. */
    isOver: z.boolean(),
    actions: z.array(Action),
    /** Those who may win, in their order. */
    suppliers: z.array(
      z.object({
        tradeId: Id,
        rank: z.number().int(),
        supplierName: z.string(),
        price: Amount,
        partial: PartialOffer,
        /** Sealed and opened with the quote that counts. */
        files: z.array(z.object({ fileId: Id, label: z.string(), name: z.string() })),
      }),
    ),
    reviews: z.array(Review),
    /** The own part in the review that goes on; null for who is no member. */
    own: OpinionFields.extend({
      memberId: Id,
      name: z.string(),
      savedAt: Instant.nullable(),
      handedInAt: Instant.nullable(),
      hash: z.string().nullable(),
    }).nullable(),
  }),
})

export type ReviewPage = OutputOf<typeof onlineReview>

export const reviewSetting = endpoint({
  method: 'GET',
  path: `${BUYER}/setting`,
  summary: 'The setting that was saved and not begun, and the people of the own company who may be asked',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    blocked: z.string().nullable(),
    setting: z
      .object({
        criteria: z.array(z.string()),
        memberIds: z.array(Id),
        chairId: Id,
        deadline: Instant,
        note: z.string(),
      })
      .nullable(),
    people: z.array(z.object({ employeeId: Id, name: z.string(), department: z.string() })),
  }),
})

export const saveSetting = endpoint({
  method: 'PUT',
  path: `${BUYER}/setting`,
  summary: 'Keep a setting for later; null: the order is not reviewed by opinions',
  params,
  body: z.object({ setting: Setting.nullable() }),
  errors: ['wrongState', 'invalid'],
})

export const startReview = endpoint({
  method: 'POST',
  path: `${BUYER}/start`,
  summary: 'Begin a review with this setting; its members are told',
  params,
  body: Setting.safeExtend({ confirm: z.boolean().optional() }),
  returns: z.object({ reviewId: Id }),
  errors: ['wrongState', 'invalid', 'confirm'],
})

export const cancelReview = endpoint({
  method: 'POST',
  path: `${BUYER}/cancellation`,
  summary: 'Cancel the review, before the first opinion',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const replaceMember = endpoint({
  method: 'POST',
  path: `${BUYER}/members/{memberId}/replacement`,
  summary: 'Put somebody else in the place of a member who has not handed in; a draft is dropped unread',
  params: params.extend({ memberId: Id }),
  body: z.object({ employeeId: Id, reason: Reason }),
  returns: z.object({ memberId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const saveOpinion = endpoint({
  method: 'PUT',
  path: `${BUYER}/opinion`,
  summary: 'Keep the own opinion as a draft',
  params,
  body: OpinionFields,
  errors: ['wrongState'],
})

export const handInOpinion = endpoint({
  method: 'POST',
  path: `${BUYER}/opinion`,
  summary: 'Sign the own opinion by name and hand it in for good; the last one opens all',
  params,
  body: OpinionFields.extend({ signature: z.string().trim().min(1, '请输入本人姓名签名').max(40) }),
  returns: z.object({ hash: z.string() }),
  errors: ['wrongState', 'invalid'],
})

export const closeOpinions = endpoint({
  method: 'POST',
  path: `${BUYER}/closing`,
  summary: 'Open the opinions behind the deadline, though some are missing',
  params,
  errors: ['wrongState'],
})

export const askSupplier = endpoint({
  method: 'POST',
  path: `${BUYER}/asks`,
  summary: 'Ask one supplier for a file or the explanation of its price',
  params,
  body: z.object({
    tradeId: Id,
    kind: keys(ASK_KINDS),
    title: z.string().trim().min(2, '请填写文件名称或者说明事项').max(100),
    content: z.string().trim().max(2000).default(''),
    deadline: Instant,
  }),
  returns: z.object({ askId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const concludeReview = endpoint({
  method: 'POST',
  path: `${BUYER}/conclusion`,
  summary: 'Sum the opinions up; the record is made and kept as PDF',
  params,
  body: z.object({ conclusion: z.string().trim().min(2, '请填写评审结论').max(4000) }),
  returns: z.object({ sha256: z.string() }),
  errors: ['wrongState'],
})

export const reviewFile = endpoint({
  method: 'GET',
  path: `${BUYER}/files/{fileId}`,
  summary: 'A file that a supplier has answered with, or the record of a review',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

const SUPPLIER = '/workbench/supplier/tenders/{orderId}/online-review'

export const ownAsks = endpoint({
  method: 'GET',
  path: SUPPLIER,
  summary: 'What the own company is asked for while offers are reviewed, newest first',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    asks: z.array(Ask.extend({ isOpen: z.boolean() })),
  }),
})

export const answerAsk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/asks/{askId}/answers`,
  summary: 'Answer, or replace the answer, until the deadline',
  params: params.extend({ askId: Id }),
  body: z
    .object({
      content: z.string().trim().max(4000).default(''),
      files: z.array(z.object({ fileId: Id, name: z.string().trim().min(1).max(200) })).max(10),
      /** Number of the answer that this one takes the place of; 0: the first. */
      replaces: z.number().int().min(0),
    })
    .refine(({ content, files }) => content.length >= 2 || files.length > 0, {
      path: ['content'],
      message: '请填写说明或者上传文件',
    }),
  returns: z.object({ no: z.number().int() }),
  errors: ['wrongState', 'tooLate', 'conflict', 'invalid'],
})

export const ownAskFile = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/files/{fileId}`,
  summary: 'A file of an own answer',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
