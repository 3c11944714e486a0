import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { DrawView } from '#contract/draw-calls.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { OrderStateValue } from '#features/procurement/contract/shared.ts'
import { Extension } from './contract-decrypt.ts'
import { JointReadiness, JointView } from './contract-joint.ts'
import { BIDDER, bidder, EncryptFileId, hall, HOST, Reason } from './contract-place.ts'

/** Which opening of a double-envelope order; the latest when left out. */
const StageQuery = z
  .union([z.enum(['1', '2']), z.literal(1), z.literal(2)])
  .transform((value): 1 | 2 => (Number(value) === 2 ? 2 : 1))

export const Remark = z.string().trim().max(500)

export const Mark = z.object({
  markId: Id,
  markType: z.number().int(),
  markName: z.string(),
  markValue: z.string(),
  markUnit: z.number().int().nullable(),
  /** What the host noted on the bidder at the opening; '' for nothing. */
  openBidRemark: z.string(),
  /** The same at the opening of the quotations (double envelope). */
  openOfferBidRemark: z.string(),
})

export const BidderRow = z.object({
  bidderId: Id,
  no: z.number().int(),
  supplierName: z.string(),
  isOwn: z.boolean(),
  signedInAt: Instant.nullable(),
  isOnline: z.boolean(),
  decryptState: z.number().int(),
  decryptedAt: Instant.nullable(),
  failure: z.string(),
  /** Null until the marks are open, for everybody at the same instant. */
  quote: Amount.nullable(),
  marks: z.array(Mark),
  /** How its bond stands, known to all with the quotes and fixed when the opening ends; null before. */
  bond: z.object({ label: z.string(), isFault: z.boolean(), detail: z.string() }).nullable(),
  confirmState: z.number().int(),
  dispute: z.string(),
  /** The host's answer to it, given on the spot. */
  disputeReply: z.string(),
  /** When it signed the record of the ended opening. */
  signedAt: Instant.nullable(),
  remark: z.string(),
  readAt: Instant.nullable(),
})
export type BidderRow = z.output<typeof BidderRow>

/** What the door needs: before the opening it tells nothing about bidders. */
export const HallDoor = z.object({
  projectId: Id,
  title: z.string(),
  orderCode: z.string(),
  purchaserName: z.string(),
  part: z.enum(['host', 'observer', 'bidder']),
  bidderId: Id.nullable(),
  openAt: Instant.nullable(),
  place: z.string(),
  status: z.number().int(),
  state: OrderStateValue,
  /** The hall may be entered now. */
  isOpen: z.boolean(),
  /** 2: double envelope. */
  reviewModel: z.number().int(),
})

export const hallDoor = endpoint({
  method: 'GET',
  path: '/bid-hall/{id}',
  summary: 'The door of a hall: countdown and part',
  params: z.object({ id: Id }),
  returns: HallDoor,
})

export const HallDetail = HallDoor.extend({
  /** 1 the only opening, or that of the business envelopes; 2 that of the quotations. */
  stage: z.union([z.literal(1), z.literal(2)]),
  /** 商务开标, 报价开标; '' without double envelope. */
  stageLabel: z.string(),
  /** Of the second opening: 0 none, 1 decrypting, 2 announcing, 3 ended. */
  offerBidOpenStatus: z.number().int(),
  step: z.enum(['sign-in', 'decrypt', 'read', 'confirm', 'end']),
  hostName: z.string(),
  startedAt: Instant.nullable(),
  decryptEnd: Instant.nullable(),
  marksOpenedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  controlPrice: Amount.nullable(),
  /** 标底, known to all with the quotes (实施条例第五十条). */
  referencePrice: z.object({ price: Amount, basis: z.string() }).nullable(),
  /** Parameters of the price score that were drawn here, before everybody; null before, and where nothing is drawn. */
  drawn: z.object({ params: z.array(z.object({ label: z.string(), value: z.string() })), how: z.string() }).nullable(),
  /** The same by the platform, step by step; null where it draws nothing. */
  draw: DrawView.nullable(),
  /** How the decrypt window was moved, and why: everybody waits for it. */
  extensions: z.array(Extension),
  bidEnd: Instant.nullable(),
  bidders: z.array(BidderRow),
  /** Bidder being read out now. */
  readingId: Id.nullable(),
  onlineCnt: z.number().int(),
  /** The round whose quotes the hall opens: 1, with double envelope 2. */
  roundId: z.string(),
  suite: z.enum(['intl', 'gm']),
  sheetReady: z.boolean(),
  /** Joint-key mode, once started: how far officers and opening are. */
  joint: JointView.nullable(),
  /** Joint-key mode, for the host before the start. */
  readiness: JointReadiness.nullable(),
  /** SHA-256 of the opening sheet, what bidders sign; null while it is not made. */
  sheetHash: z.string().nullable(),
  /** Signed tree head that fixes the closing list. */
  checkpoint: z.string().nullable(),
  actions: z.array(Action),
})
export type HallDetail = z.output<typeof HallDetail>

export const hallDetail = endpoint({
  method: 'GET',
  path: '/bid-hall/{id}/detail',
  summary: 'Everything the hall shows, for host, observer and bidder alike, each as far as it may see',
  follows: ['hall'],
  params: z.object({ id: Id }),
  query: z.object({ stage: StageQuery.optional() }),
  returns: HallDetail,
})

export const startOpening = endpoint({
  method: 'POST',
  path: `${HOST}/open-start`,
  summary: 'Start the opening at its time: fixes the closing list and opens the decrypt window',
  params: hall,
  errors: ['tooEarly', 'legalRule', 'wrongState'],
})

export const bidderPage = endpoint({
  method: 'GET',
  path: `${HOST}/bidders/page`,
  summary: 'Bidders in the hall',
  params: hall,
  query: PageQuery,
  returns: pageOf(BidderRow),
})

export const bidderSummary = endpoint({
  method: 'GET',
  path: `${HOST}/bidders/summary`,
  summary: 'How many have signed in and decrypted',
  params: hall,
  returns: z.object({
    total: z.number().int(),
    signedIn: z.number().int(),
    decrypted: z.number().int(),
    failed: z.number().int(),
    confirmed: z.number().int(),
  }),
})

export const openMarks = endpoint({
  method: 'POST',
  path: `${HOST}/open-mark`,
  summary:
    'Open the marks: quotes appear for everybody at once; whoever has not decrypted counts as revoked, by the fault of the platform as withdrawn (A-112)',
  params: hall,
  errors: ['wrongState', 'tooEarly'],
})

export const markPage = endpoint({
  method: 'GET',
  path: `${HOST}/bidders/marks/page`,
  summary: 'Marks of all bidders',
  params: hall,
  query: PageQuery,
  returns: pageOf(BidderRow),
})
export const markList = endpoint({
  method: 'GET',
  path: `${HOST}/bidders/marks`,
  summary: 'Marks of all bidders, for the read-out',
  params: hall,
  returns: z.array(BidderRow),
})

export const readOut = endpoint({
  method: 'POST',
  path: `${HOST}/bidders/{bidderId}/read-out`,
  summary: 'Read this bidder out now',
  params: bidder,
  errors: ['wrongState'],
})

export const fileBack = endpoint({
  method: 'POST',
  path: `${HOST}/bidders/{bidderId}/file-back`,
  summary: "Give a bid back unopened because decryption failed by others' fault (视为撤回, A-112)",
  params: bidder,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const bidRemark = endpoint({
  method: 'POST',
  path: `${HOST}/bidders/{bidderId}/bid-remark`,
  summary: 'Note something on a bidder in the opening record',
  params: bidder,
  body: z.object({ openBidRemark: Remark }),
  errors: ['wrongState'],
})

export const disputeReply = endpoint({
  method: 'POST',
  path: `${HOST}/bidders/{bidderId}/dispute-reply`,
  summary: 'Answer what a bidder has disputed, on the spot and for the record (实施条例第四十四条)',
  params: bidder,
  body: z.object({ reply: z.string().trim().min(2, '请填写答复内容').max(500) }),
  errors: ['wrongState'],
})

export const endOpening = endpoint({
  method: 'POST',
  path: `${HOST}/open-bid-end`,
  summary: 'End the opening; the record is fixed',
  params: hall,
  errors: ['wrongState'],
})

export const onlineBidders = endpoint({
  method: 'GET',
  path: `${HOST}/bidders/online`,
  summary: 'Who is in the hall',
  apart: 'asked for every few seconds',
  params: hall,
  returns: z.object({ onlineCnt: z.number().int(), bidderIds: z.array(Id) }),
})

export const openingSheet = endpoint({
  method: 'GET',
  path: '/bid-hall/{id}/opening-sheet',
  summary: 'Bid opening sheet as PDF, or as xlsx',
  params: z.object({ id: Id }),
  query: z.object({ stage: StageQuery.optional(), format: z.enum(['pdf', 'xlsx']).default('pdf') }),
  answer: 'file',
})

export const bidderState = endpoint({
  method: 'GET',
  path: `${BIDDER}/bidders/{bidderId}`,
  summary: 'The own row in the hall and what may be done now',
  follows: ['hall'],
  params: bidder,
  returns: BidderRow.extend({ actions: z.array(Action), submissionId: Id, encryptFileId: EncryptFileId }),
})

export const ownerInfo = endpoint({
  method: 'GET',
  path: `${BIDDER}/owner-info`,
  summary: 'Who runs the opening',
  params: hall,
  returns: z.object({
    ownerTenantId: z.number().int(),
    purchaserName: z.string(),
    ownerName: z.string(),
    hostName: z.string(),
  }),
})

export const bidderMarkPage = endpoint({
  method: 'GET',
  path: `${BIDDER}/marks/page`,
  summary: 'Marks of all bidders, once they are open',
  params: hall,
  query: PageQuery,
  returns: pageOf(BidderRow),
})

export const onlineRefresh = endpoint({
  method: 'GET',
  path: `${BIDDER}/bidders/{bidderId}/online-refresh`,
  summary: 'Still here',
  apart: 'sent every few seconds',
  params: bidder,
  returns: z.object({ onlineCnt: z.number().int() }),
})
export const signIn = endpoint({
  method: 'POST',
  path: `${BIDDER}/bidders/{bidderId}/sign-in`,
  summary: 'Sign in to the opening',
  params: bidder,
})

export const confirmMarks = endpoint({
  method: 'POST',
  path: `${BIDDER}/bidders/{bidderId}/confirm`,
  summary: 'Confirm the own marks, or dispute them with a reason',
  params: bidder,
  body: z
    .object({ agree: z.boolean(), dispute: z.string().trim().max(500).default('') })
    .refine((v) => v.agree || v.dispute.length >= 2, { path: ['dispute'], message: '请填写异议内容' }),
  errors: ['wrongState'],
})

export const signRecord = endpoint({
  method: 'POST',
  path: `${BIDDER}/bidders/{bidderId}/sign`,
  summary: 'Sign the record of the ended opening: on the hash of its sheet, with the password entered again',
  params: bidder,
  body: z.object({
    password: z.string().min(1, '请输入登录密码').max(200),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, '格式不正确'),
  }),
  returns: z.object({ signedAt: Instant }),
  errors: ['wrongState', 'tampered', 'credentials', 'locked'],
})
