import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Commitment } from './commitment.ts'
import { TradeStatus } from '../rules/enums.ts'
import { RUN_FAMILY_NAMES } from '../methods/all.ts'
import { OrderSettings } from '../rules/settings.ts'
import { BondStanding } from './bond.ts'
import { Question } from './notice.ts'
import { GivenFiles, Objection } from './objection.ts'
import { AwardLine } from './result.ts'
import {
  AdmissionValue,
  FileRef,
  Item,
  LapseStanding,
  LotOutcome,
  NoticeDetail,
  NoticeRow,
  OrderStateValue,
  OrderStatusValue,
  RailStep,
  Schedule,
  TradeFile,
} from './shared.ts'

const params = z.object({ orderId: Id })

export const TenderRow = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  admission: AdmissionValue,
  category: z.string(),
  region: z.string(),
  purchaserName: z.string(),
  status: OrderStatusValue,
  state: OrderStateValue,
  stage: z.string(),
  publishedAt: Instant,
  signUpEnd: Instant.nullable(),
  bidEnd: Instant.nullable(),
  openAt: Instant.nullable(),
  /** The own part in it, when there is one. */
  tradeId: Id.nullable(),
  tradeStatus: TradeStatus.schema.nullable(),
  /** Asked by name to take part, and whether the own company has declined. */
  isInvited: z.boolean(),
  hasDeclined: z.boolean(),
  /** How it ended for the own company, as far as it has been published. */
  result: z
    .object({
      outcome: z.enum([
        'candidate',
        'notCandidate',
        'noCandidateAnyMore',
        'won',
        'lost',
        'noWinnerAnyMore',
        'abortive',
      ]),
      rank: z.number().int().nullable(),
    })
    .nullable(),
  /** How the own offer stands, and the further round of quotes that is asked of the own company; null where there is none. */
  offer: z.enum(['due', 'draft', 'sealed', 'opened', 'missed']).nullable(),
  furtherRound: z.number().int().nullable(),
  nextAt: Instant.nullable(),
  nextLabel: z.string().nullable(),
})

/** An order of the same package that the own company may know of, with its own part in it. */
const TenderLot = TenderRow.pick({
  orderId: true,
  code: true,
  title: true,
  method: true,
  stage: true,
  state: true,
  admission: true,
  signUpEnd: true,
  bidEnd: true,
  tradeId: true,
  tradeStatus: true,
  offer: true,
  result: true,
}).extend({
  lotNo: z.number().int(),
  /** Why the own company cannot sign up for it now; null where it can. */
  blocked: z.string().nullable(),
})

const ObjectionFields = z.object({
  subject: z.string().trim().min(2, '请填写异议事项').max(200),
  content: z.string().trim().min(5, '请填写异议内容').max(5000),
  files: GivenFiles,
})

const Filters = PageQuery.extend({
  category: z.enum(['goods', 'works', 'services']).optional(),
  region: z.string().trim().max(100).optional(),
  tab: z.enum(['all', 'sign-up', 'bidding', 'opening', 'done']).default('all'),
})

export const publicTenders = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/page',
  summary: 'Published tenders',
  query: Filters,
  returns: pageOf(TenderRow),
})

export const ownTenders = endpoint({
  method: 'GET',
  path: '/workbench/supplier/trades/page',
  summary: 'Tenders the own company takes part in',
  query: Filters.extend({
    /** Only those that the person itself signed up for. */
    mine: z.enum(['true']).optional(),
    /** Only those whose methods share their pages. */
    family: z.enum(RUN_FAMILY_NAMES).optional(),
  }),
  returns: pageOf(TenderRow),
})

export const tenderDetail = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}',
  summary: 'A published tender as a supplier sees it; documents and items after the sign-up was approved',
  params,
  returns: TenderRow.extend({
    projectName: z.string(),
    suite: z.enum(['intl', 'gm']),
    /** 2: double envelope. */
    reviewModel: z.number().int(),
    /** Rounds of quotes that the own company was asked to, in their order. */
    rounds: z.array(z.object({ roundId: Id, label: z.string(), deadline: Instant, isOpen: z.boolean() })),
    bond: Amount,
    /** How the own bond stands; null before the opening, and without a bid. */
    bondStanding: BondStanding.nullable(),
    /** The fee for documents goes through the platform's cashier. */
    paysOnline: z.boolean(),
    /** The documents are to be paid for online first: until then there are no files. */
    feeDue: z.boolean(),
    documentFee: Amount,
    controlPrice: Amount.nullable(),
    place: z.string(),
    schedule: Schedule,
    /** How marks are rounded, in one sentence; '' where the documents plan no marks here. */
    scoreRounding: z.string(),
    settings: OrderSettings.pick({
      qualifications: true,
      bidFiles: true,
      bond: true,
      marks: true,
      paymentTerms: true,
      delivery: true,
      keyMode: true,
      documentFeeBy: true,
      auction: true,
      sale: true,
      quote: true,
      lowPrice: true,
    }),
    trade: z
      .object({
        tradeId: Id,
        status: TradeStatus.schema,
        reason: z.string(),
        contactName: z.string(),
        contactMobile: z.string(),
        contactEmail: z.string(),
        statement: z.string(),
        files: z.array(TradeFile),
        createdAt: Instant,
      })
      .nullable(),
    files: z.array(FileRef),
    /** What the own company delivers; null where it has not won. */
    award: z.object({ price: Amount, lines: z.array(AwardLine) }).nullable(),
    items: z.array(Item),
    notices: z.array(NoticeRow.extend({ confirmedAt: Instant.nullable() })),
    questions: z.array(Question),
    objections: z.array(Objection),
    /** Within which time an objection is answered: `3 日内`. */
    answerPeriod: z.string(),
    rail: z.array(RailStep),
    actions: z.array(Action),
    people: z.array(z.object({ role: z.string(), name: z.string() })),
    /** The own company's invitation; null where it was not asked by name. */
    invitation: z
      .object({
        inviteId: Id,
        readAt: Instant.nullable(),
        declinedAt: Instant.nullable(),
        declinedByName: z.string(),
        reason: z.string(),
      })
      .nullable(),
    /** Demanded documents of the own company that have expired, or end before offers are due, as its purchaser knows them. */
    lapses: z.array(LapseStanding),
    /** What must be accepted to sign up; null: nothing. */
    commitment: Commitment.nullable(),
    /** Orders of the package that it is part of, itself among them; none where it runs by itself. */
    lots: z.array(TenderLot),
  }),
})

export const SignUpFields = z.object({
  contactName: z.string().trim().min(1, '请输入联系人').max(40),
  contactMobile: z
    .string()
    .trim()
    .regex(/^\d{11}$/, '请输入11位手机号码'),
  contactEmail: z.union([z.literal(''), z.email('邮箱格式不正确')]).default(''),
  statement: z.string().trim().max(2000).default(''),
  files: z
    .array(
      z.object({
        fileId: Id,
        kind: z.string().max(100),
        name: z.string().max(200),
        /** The last day on which the document holds; null: not stated. */
        validUntil: z.iso.date('有效期格式不正确').nullable().default(null),
      }),
    )
    .max(50),
  /** The commitment that was read and accepted; needed where the tender has one. */
  commitment: z
    .object({ versionId: Id, textHash: z.string().regex(/^[0-9a-f]{64}$/) })
    .nullable()
    .default(null),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/sign-up',
  summary: 'Sign up with the documents demanded; again after a refusal, while sign-up is open',
  params,
  body: SignUpFields,
  returns: z.object({ tradeId: Id }),
  errors: ['wrongState', 'signUpClosed', 'invalid'],
})

export const signUpLots = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/sign-up/lots',
  summary: 'Sign up for several orders of the package of this one, each by itself; tells of each what became of it',
  params,
  body: SignUpFields.extend({ orderIds: z.array(Id).min(1, '请选择采购单').max(99) }),
  returns: z.object({ rows: z.array(LotOutcome) }),
})

export const readInvitation = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/invitation/read',
  summary: 'The invited company has read of the tender; only the first time counts',
  params,
  once: false,
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/invitation/decline',
  summary: 'Decline an invitation with a reason while sign-up is open; signing up takes it back',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写谢绝原因').max(500) }),
  errors: ['wrongState'],
})

const KeptDocument = FileRef.extend({
  kind: z.string(),
  /**
   * Checked by the platform with the certification, kept in the library of a purchaser, handed in with an earlier sign-up or
   * with an application to a library.
   */
  source: z.enum(['certification', 'library', 'sign-up', 'recruit']),
  /** Number of the certificate; '' where none is known. */
  number: z.string(),
  /** Its last day; null: it has no end, or none is known. */
  validUntil: z.iso.date().nullable(),
  at: Instant,
})

export const keptDocuments = endpoint({
  method: 'GET',
  path: '/workbench/supplier/kept-documents',
  summary: 'Documents of the own company that it may hand in again',
  returns: z.object({ rows: z.array(KeptDocument) }),
})

export const reuseDocument = endpoint({
  method: 'POST',
  path: '/workbench/supplier/kept-documents/{fileId}/use',
  summary:
    'A kept document as a file for a sign-up or an application to a library, pinned to the hash that was looked at',
  params: z.object({ fileId: Id }),
  body: z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    use: z.enum(['qualification', 'recruit-apply']).default('qualification'),
  }),
  returns: FileRef,
  errors: ['conflict'],
})

export const withdrawSignUp = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/sign-up/withdraw',
  summary: 'Take the sign-up back while sign-up is open',
  params,
  errors: ['wrongState'],
})

export const tenderFileDownload = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}/files/{fileId}',
  summary: 'A tender document; the download is recorded',
  params: z.object({ orderId: Id, fileId: Id }),
  answer: 'file',
})

export const ownAwardLetter = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}/award-letter',
  summary: 'The letter of acceptance (中标通知书) as PDF, for the winner alone',
  params,
  answer: 'file',
})

export const ownResultLetter = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}/result-letter',
  summary: 'The letter that tells a participant who has not won how it ended, as PDF',
  params,
  answer: 'file',
})

export const askQuestion = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/questions',
  summary: 'Ask a question before the question deadline',
  params,
  body: z.object({ content: z.string().trim().min(2, '请填写问题').max(5000) }),
  returns: z.object({ questionId: Id }),
  errors: ['wrongState', 'tooLate'],
})

export const supplierNotice = endpoint({
  method: 'GET',
  path: '/workbench/supplier/notices/{noticeId}',
  summary: 'A notice as a participant sees it',
  params: z.object({ noticeId: Id }),
  returns: NoticeDetail.extend({ confirmedAt: Instant.nullable(), mustConfirm: z.boolean() }),
})

export const confirmNotice = endpoint({
  method: 'POST',
  path: '/workbench/supplier/notices/{noticeId}/confirm',
  summary: 'Confirm to have read a change or clarification',
  params: z.object({ noticeId: Id }),
})

export const createObjection = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/objections',
  summary: 'Object during the publicity period; the process pauses until it is answered',
  params,
  body: ObjectionFields,
  returns: z.object({ objectionId: Id }),
  errors: ['wrongState', 'tooLate', 'invalid'],
})

export const publicity = endpoint({
  method: 'GET',
  path: '/workbench/supplier/publicity/{orderId}',
  summary: 'An order whose reason to ask one supplier alone is publicised, for any supplier, with its own objections',
  params,
  returns: z.object({
    orderId: Id,
    method: z.number().int(),
    code: z.string(),
    title: z.string(),
    noticeId: Id,
    publicityEnd: Instant.nullable(),
    /** Why one cannot object now; null when one can. */
    blocked: z.string().nullable(),
    objections: z.array(Objection),
    /** Within which time an objection is answered: `3 日内`. */
    answerPeriod: z.string(),
  }),
})

export const objectToPublicity = endpoint({
  method: 'POST',
  path: '/workbench/supplier/publicity/{orderId}/objections',
  summary: 'Object to asking one supplier alone, as any supplier, while it is publicised; the process pauses',
  params,
  body: ObjectionFields,
  returns: z.object({ objectionId: Id }),
  errors: ['wrongState', 'tooLate', 'invalid'],
})

export const ownObjectionFile = endpoint({
  method: 'GET',
  path: '/workbench/supplier/objections/{objectionId}/files/{fileId}',
  summary: 'A file of an own objection or of its answer',
  params: z.object({ objectionId: Id, fileId: Id }),
  answer: 'file',
})

export const withdrawObjection = endpoint({
  method: 'POST',
  path: '/workbench/supplier/objections/{objectionId}/withdraw',
  summary: 'Take an unanswered objection back',
  params: z.object({ objectionId: Id }),
  errors: ['wrongState'],
})
