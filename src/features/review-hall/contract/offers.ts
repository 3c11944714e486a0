import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { QuoteMode, RoundStatus, QuoteStatus } from '#features/quotes/rules/enums.ts'
import { EXPERT, project, ProjectInfo, PURCHASER, SUPPLIER } from './shared.ts'
import { CompareLine } from './results.ts'

const Reason = z.string().trim().min(2, '请填写原因').max(500)
const Minutes = z.number().int().min(5, '报价时间不少于 5 分钟').max(4320, '报价时间不超过 72 小时')

/** A round of offers in the review. The opening's quote is the first offer, so the first round here is the second. */
export const Round = z.object({
  roundId: Id,
  roundNo: z.number().int(),
  /** 第2次报价 … */
  label: z.string(),
  mode: QuoteMode.schema,
  modeLabel: z.string(),
  note: z.string(),
  /** An offer may not be above the one before. */
  notAbove: z.boolean(),
  /** The last one: no further round may follow. */
  isFinal: z.boolean(),
  status: RoundStatus.schema,
  statusLabel: z.string(),
  minutes: z.number().int(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  /** Null until it is started. */
  deadline: Instant.nullable(),
  closedAt: Instant.nullable(),
  closeReason: z.string(),
  invited: z.number().int(),
  /** Null on the bidder's side: nobody learns who else has quoted. */
  submitted: z.number().int().nullable(),
  actions: z.array(Action),
})
export type Round = z.output<typeof Round>

/** One bidder's offer in one round. Figures are null until the round is closed. */
export const RoundOffer = z.object({
  bidderId: Id,
  no: z.number().int(),
  supplierName: z.string(),
  status: QuoteStatus.schema,
  statusLabel: z.string(),
  submittedAt: Instant.nullable(),
  total: Amount.nullable(),
  capitals: z.string().nullable(),
  previous: Amount.nullable(),
  /** Percent below the offer before, two decimals, with sign; `5.00` is five per cent less. */
  reduction: z.string().nullable(),
  overControlPrice: z.boolean(),
  isLowest: z.boolean(),
  /** The signed quotation. */
  signedAt: Instant.nullable(),
  signedBy: z.string(),
  sha256: z.string().nullable(),
})

const ofRound = project.extend({ roundId: Id })
const FileQuery = z.object({ roundId: Id, bidderId: Id })

export const createRound = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-offer/rounds`,
  summary: 'Prepare a round of offers (leader), as far as the tender documents allow rounds',
  params: project,
  body: z.object({
    mode: QuoteMode.schema,
    note: z.string().trim().max(1000).default(''),
    minutes: Minutes.default(30),
    notAbove: z.boolean().default(true),
    isFinal: z.boolean().default(false),
    /** Who is invited; all valid bidders when left out. */
    bidderIds: z.array(Id).max(200).default([]),
  }),
  returns: z.object({ roundId: Id }),
  errors: ['wrongState', 'legalRule', 'invalid'],
})

export const startRound = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-offer/rounds/{roundId}/start`,
  summary: 'Start a round (leader); bidders are told and the time runs',
  params: ofRound,
  returns: z.object({ deadline: Instant }),
  errors: ['wrongState'],
})

export const closeRound = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-offer/rounds/{roundId}/close`,
  summary: 'Close a round before its deadline (leader): when all have quoted',
  params: ofRound,
  errors: ['wrongState'],
})

export const extendRound = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-offer/rounds/{roundId}/extend`,
  summary: 'Give all bidders more time (leader), with the reason on record',
  params: ofRound,
  body: z.object({ minutes: Minutes, reason: Reason }),
  returns: z.object({ deadline: Instant }),
  errors: ['wrongState'],
})

export const dropRound = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-offer/rounds/{roundId}/drop`,
  summary: 'Drop a round that has not started (leader)',
  params: ofRound,
  errors: ['wrongState'],
})

/** Reading offers: the same for both sides. */
export const purchaserOfferReads = offerReads(PURCHASER)
export const expertOfferReads = offerReads(EXPERT)

function offerReads(base: string) {
  const get = { method: 'GET' as const, params: project }
  return {
    rounds: endpoint({
      ...get,
      path: `${base}/review-offer/offer-rounds`,
      summary: 'Rounds of offers, in their order',
      returns: z.array(Round),
    }),
    roundOffers: endpoint({
      ...get,
      path: `${base}/review-offer/round-offers/page`,
      summary: 'Who has quoted in a round; figures once it is closed',
      query: PageQuery.extend({ roundId: Id }),
      returns: pageOf(RoundOffer),
    }),
    bidderRates: endpoint({
      ...get,
      path: `${base}/review-offer/bidder-rates`,
      summary: "Bidders' offers over all closed rounds, with what they came down by",
      returns: z.object({
        rounds: z.array(z.object({ roundId: Id, roundNo: z.number().int(), label: z.string() })),
        bidders: z.array(
          z.object({
            bidderId: Id,
            no: z.number().int(),
            supplierName: z.string(),
            isRejected: z.boolean(),
            opening: Amount.nullable(),
            /** In the order of `rounds`. */
            offers: z.array(Amount.nullable()),
            last: Amount.nullable(),
            /** Percent below the opening's quote. */
            reduction: z.string().nullable(),
            /** Percent below the ceiling; null without one. */
            belowControl: z.string().nullable(),
            isLowest: z.boolean(),
          }),
        ),
      }),
    }),
    subSummary: endpoint({
      ...get,
      path: `${base}/sub-offer/summary`,
      summary: 'Parts of the bill with every bidder’s sum; of a closed round, or of the opening when none is named',
      query: z.object({ roundId: Id.optional() }),
      returns: z.object({
        bidders: z.array(z.object({ bidderId: Id, no: z.number().int(), supplierName: z.string(), total: Amount })),
        subs: z.array(
          z.object({
            subId: z.number().int(),
            name: z.string(),
            items: z.number().int(),
            /** In the order of the bidders; null: not quoted. */
            offers: z.array(z.object({ total: Amount, isBest: z.boolean() }).nullable()),
          }),
        ),
      }),
    }),
    subItems: endpoint({
      ...get,
      path: `${base}/sub-offer/item-summary`,
      summary: 'The lines of one part with every bidder’s price, best values marked',
      query: z.object({ roundId: Id.optional(), subId: z.coerce.number().int().min(1).max(1000) }),
      returns: z.object({
        subId: z.number().int(),
        name: z.string(),
        bidders: z.array(z.object({ bidderId: Id, no: z.number().int(), supplierName: z.string() })),
        items: z.array(CompareLine),
      }),
    }),
    previewOfferFile: endpoint({
      ...get,
      path: `${base}/preview-offer-file`,
      summary: 'The quotation of one bidder in a closed round (PDF), in the browser',
      query: FileQuery,
      answer: 'file',
    }),
    downOfferFile: endpoint({
      ...get,
      path: `${base}/down-offer-file`,
      summary: 'The same, saved',
      query: FileQuery,
      answer: 'file',
    }),
  }
}

/** A review as a bidder sees it: its own part, never the committee or other bidders. */
export const supplierProject = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/project`,
  summary: 'The review as the bidder sees it',
  params: project,
  returns: z.object({
    projectId: Id,
    projectInfo: ProjectInfo,
    orderCode: z.string(),
    orderName: z.string(),
    ownerName: z.string(),
    reviewModel: z.number().int(),
    projectStatus: z.number().int(),
    /** In words: 待评审, 评审中, 评审结束. */
    stage: z.string(),
    /** Questions and offers are taken only then. */
    isRunning: z.boolean(),
    bidders: z.array(z.object({ bidderId: Id, supplierName: z.string() })),
    counts: z.object({
      waitingAsks: z.number().int(),
      waitingCorrections: z.number().int(),
      openRounds: z.number().int(),
    }),
  }),
})

/** Own participation in the review's offers; `offerId` is the bidder's id. */
export const supplierOffers = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/review-offer`,
  summary: 'Where the own company may quote in this review',
  params: project,
  returns: z.array(
    z.object({
      offerId: Id,
      bidderId: Id,
      supplierName: z.string(),
      opening: Amount.nullable(),
      last: Amount.nullable(),
      rounds: z.number().int(),
      current: Round.nullable(),
    }),
  ),
})

export const supplierRounds = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/review-offer/{offerId}/offer-rounds`,
  summary: 'Rounds the own company is invited to, with the own offers',
  params: project.extend({ offerId: Id }),
  returns: z.array(
    Round.extend({
      offer: z.object({
        status: QuoteStatus.schema,
        statusLabel: z.string(),
        total: Amount.nullable(),
        submittedAt: Instant.nullable(),
        signedAt: Instant.nullable(),
      }),
    }),
  ),
})

const Lines = z
  .array(z.object({ itemId: Id, unitPrice: Quantity, remark: z.string().trim().max(200).default('') }))
  .max(5000)

/** The own offer in a round, with the sheet to fill in. */
export const OwnOffer = z.object({
  round: Round,
  bidderId: Id,
  status: QuoteStatus.schema,
  statusLabel: z.string(),
  /** The offer before: not to be exceeded where the round says so. */
  previous: Amount.nullable(),
  controlPrice: Amount.nullable(),
  total: Amount.nullable(),
  capitals: z.string().nullable(),
  /** Parts of the bill; one part when the bill has no sections. */
  subs: z.array(z.object({ subId: z.number().int(), name: z.string(), total: Amount.nullable() })),
  items: z.array(
    z.object({
      itemId: Id,
      subId: z.number().int(),
      line: z.number().int(),
      code: z.string(),
      name: z.string(),
      spec: z.string(),
      unit: z.string(),
      quantity: Quantity,
      controlPrice: Quantity.nullable(),
      previousUnitPrice: Quantity.nullable(),
      unitPrice: Quantity.nullable(),
      amount: Amount.nullable(),
      remark: z.string(),
    }),
  ),
  savedAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
  /** Of the quotation (PDF); what is signed. Null until submitted. */
  sha256: z.string().nullable(),
  actions: z.array(Action),
})
export type OwnOffer = z.output<typeof OwnOffer>

const ofOwn = project.extend({ bidderId: Id, roundId: Id })

export const ownOffer = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/bidders/{bidderId}/review-offer/{roundId}/offers`,
  summary: 'The own offer in a round',
  params: ofOwn,
  returns: OwnOffer,
})

export const submitOffer = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/bidders/{bidderId}/review-offer/{roundId}/offers`,
  summary: 'Submit the offer, once and before the deadline; `total` where totals are quoted, all lines otherwise',
  params: ofOwn,
  body: z.object({ total: Amount.optional(), lines: Lines.default([]) }),
  returns: z.object({ submittedAt: Instant, total: Amount, capitals: z.string(), sha256: z.string() }),
  errors: ['wrongState', 'tooLate', 'invalid'],
})

export const saveRoundOffer = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/review-offer/save-round-offer`,
  summary: 'Keep the offer as a draft',
  params: project,
  body: z.object({ roundId: Id, bidderId: Id, total: Amount.optional(), lines: Lines.default([]) }),
  returns: z.object({ savedAt: Instant, total: Amount.nullable() }),
  errors: ['wrongState', 'tooLate', 'invalid'],
})

export const saveSubOffer = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/review-offer/save-sub-offer`,
  summary: 'Keep the prices of one part of the bill as a draft',
  params: project,
  body: z.object({ roundId: Id, bidderId: Id, subId: z.number().int().min(1), lines: Lines.min(1) }),
  returns: z.object({ savedAt: Instant, subTotal: Amount, total: Amount.nullable() }),
  errors: ['wrongState', 'tooLate', 'invalid'],
})

export const submitSignFile = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/review-offer/submit-sign-file`,
  summary: 'Sign the own quotation by its hash, with the password entered again',
  params: project,
  body: z.object({
    roundId: Id,
    bidderId: Id,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    password: z.string().min(1, '请输入登录密码').max(200),
  }),
  returns: z.object({ signedAt: Instant }),
  errors: ['wrongState', 'tooLate', 'credentials', 'tampered'],
})

export const ownOfferFile = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/bidders/{bidderId}/review-offer/{roundId}/file`,
  summary: 'The own submitted quotation (PDF)',
  params: ofOwn,
  answer: 'file',
})

export const subOfferItems = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/sub-offer/items`,
  summary: 'The sheet of a round to be filled in, with the own prices so far (xlsx)',
  params: project,
  query: z.object({ roundId: Id, bidderId: Id, subId: z.coerce.number().int().min(1).optional() }),
  answer: 'file',
})
