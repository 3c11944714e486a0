import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { BondStanding } from '#features/procurement/contract/bond.ts'
import {
  OfferBidOpenStatus,
  ProcessStatus,
  ProcessType,
  ReportScope,
  ReportStatus,
  ReviewerSignStatus,
  ReviewerTaskStatus,
} from '#features/evaluation/rules/enums.ts'

export const PURCHASER = '/review-hall/purchaser/kpb/projects/{projectId}'
export const EXPERT = '/review-hall/expert/kpb/projects/{projectId}'
export const SUPPLIER = '/review-hall/supplier/kpb/projects/{projectId}'

/** A review is addressed by its order, a bidder by its trade. */
export const project = z.object({ projectId: Id })

/** Marks: decimal string, at most two decimals. */
export const Mark = z.string().regex(/^(0|[1-9]\d{0,4})(\.\d{1,2})?$/, '分值须为不小于 0 的数，最多两位小数')

/** One line of a derivation: label = expression = value. */
export const TraceLine = z.object({
  label: z.string(),
  expression: z.string(),
  value: z.string(),
  exact: z.string().optional(),
})

export const CommitteeFinding = z.object({
  ruleId: z.string(),
  citation: z.string(),
  ok: z.boolean(),
  severity: z.enum(['block', 'warn']),
  message: z.string(),
})

export const Process = z.object({
  processId: Id,
  processType: ProcessType.schema,
  processStatus: ProcessStatus.schema,
  label: z.string(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})

export const Reviewer = z.object({
  reviewerId: Id,
  name: z.string(),
  role: z.enum(['technical', 'economic', 'owner']),
  roleLabel: z.string(),
  employer: z.string(),
  isLeader: z.boolean(),
  isOwn: z.boolean(),
  /** Null: some avoidance statement is missing; true: declares no conflict; false: has one. */
  noConflict: z.boolean().nullable(),
  declaredAt: Instant.nullable(),
  hasVoted: z.boolean(),
  outAt: Instant.nullable(),
  outReason: z.string(),
})
export type Reviewer = z.output<typeof Reviewer>

export const Rejection = z.object({ reason: z.string(), rule: z.string(), wayName: z.string().nullable(), at: Instant })

export const Bidder = z.object({
  bidderId: Id,
  no: z.number().int(),
  supplierName: z.string(),
  /** As read out at the opening, yuan; null while the second envelope is sealed. */
  quote: Amount.nullable(),
  /** What counts in the review: after confirmed corrections and closed offer rounds; null while the quote is. */
  evaluatedPrice: Amount.nullable(),
  overControlPrice: z.boolean(),
  /** How its bond stands. */
  bond: BondStanding.nullable(),
  rejection: Rejection.nullable(),
})
export type Bidder = z.output<typeof Bidder>

export const WaySummary = z.object({
  wayId: Id,
  wayType: z.number().int(),
  name: z.string(),
  itemKind: z.number().int(),
  fullMark: z.string(),
  aggregation: z.number().int(),
  /** Decimals its marks are rounded to before they are added; null: not rounded. */
  scoreDigits: z.number().int().nullable(),
  isAutomatic: z.boolean(),
  sort: z.number().int(),
  status: z.number().int(),
  statusLabel: z.string(),
  summarisedAt: Instant.nullable(),
  /** Reviewers who must judge it, and those who have submitted. */
  reviewers: z.number().int(),
  submitted: z.number().int(),
  /** 1 before the offer opening, 2 after it; always 1 where there is one envelope. */
  stage: z.number().int(),
  /** All members have submitted: the committee sees everybody's marks side by side. */
  consensusOpen: z.boolean(),
  actions: z.array(Action),
})
export type WaySummary = z.output<typeof WaySummary>

export const WayItem = z.object({
  itemId: Id,
  name: z.string(),
  standard: z.string(),
  fullMark: z.string(),
  isObjective: z.boolean(),
})

export const ItemScore = z.object({
  itemId: Id,
  score: z.string().nullable(),
  passed: z.boolean().nullable(),
  reason: z.string(),
  savedAt: Instant,
})

export const Outcome = z.object({
  score: z.string().nullable(),
  passed: z.boolean().nullable(),
  trace: z.array(TraceLine),
})

export const Motion = z.object({
  motionId: Id,
  kind: z.enum(['reject-bid', 'go-on']),
  bidderId: Id.nullable(),
  supplierName: z.string().nullable(),
  reason: z.string(),
  rule: z.string(),
  /** The request for an explanation of a low price that is voted on: carried rejects the bid, refused accepts it. */
  askId: Id.nullable(),
  /** 0 open, 1 carried, 2 refused, 3 dropped because its ground went away. */
  state: z.number().int(),
  proposedBy: z.string().nullable(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  voted: z.number().int(),
  voters: z.number().int(),
  ownVote: z.boolean().nullable(),
  /** Null while open: votes are counted, not shown. */
  votes: z.array(z.object({ name: z.string(), agree: z.boolean(), opinion: z.string() })).nullable(),
})

export const Sign = z.object({
  reviewerId: Id,
  name: z.string(),
  isLeader: z.boolean(),
  signState: ReviewerSignStatus.schema,
  signedAt: Instant.nullable(),
  opinion: z.string(),
  /** Why the member counts as agreeing without having signed; '' where it signed, or has not. */
  deemed: z.string(),
})

/** Words of the procedure: tender, comparison (比选), negotiation (谈判), consultation (磋商). */
export const ReportTemplate = z.enum(['default', 'comparison', 'negotiation', 'consult'])
export type ReportTemplate = z.output<typeof ReportTemplate>

export const Report = z.object({
  reportId: Id,
  /** 3 report, 4 first-stage report. */
  processType: z.number().int(),
  scope: ReportScope.schema,
  template: ReportTemplate,
  /** Parts that are made, of all. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  state: ReportStatus.schema,
  stateLabel: z.string(),
  failure: z.string(),
  backReason: z.string(),
  /** Of the PDF, hex; what members sign. */
  sha256: z.string().nullable(),
  createdAt: Instant,
  generatedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  signs: z.array(Sign),
  actions: z.array(Action),
})
export type Report = z.output<typeof Report>

export const BidFile = z.object({
  position: z.number().int(),
  role: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
})

/** Something odd in marks, for people to look at; nothing is refused because of it. */
export const Warning = z.object({
  /** `outlier` far from the others, `no-reason` an end of the scale without words, `all-same` no bidder differs,
   * `objective-differs` an objective item judged differently, `split` members disagree on pass or fail. */
  kind: z.enum(['outlier', 'no-reason', 'all-same', 'objective-differs', 'split']),
  /** Summing up is refused while it stands (objective items must agree). */
  isBlocking: z.boolean(),
  reviewerId: Id.nullable(),
  bidderId: Id.nullable(),
  itemId: Id.nullable(),
  message: z.string(),
})
export type Warning = z.output<typeof Warning>

/** How the order is reviewed, by the names that every workbench reads. */
export const ProjectInfo = z.object({ reviewModel: z.number().int() })

/** What both sides know of a review at a glance. */
export const Project = z.object({
  projectId: Id,
  projectInfo: ProjectInfo,
  orderCode: z.string(),
  orderName: z.string(),
  reviewModel: z.number().int(),
  reviewMethod: z.number().int(),
  reviewMethodLabel: z.string(),
  projectStatus: z.number().int(),
  /** The order has ended as abortive. */
  closeStatus: z.boolean(),
  controlPrice: Amount.nullable(),
  startedAt: Instant.nullable(),
  wayList: z.array(WaySummary),
  processes: z.array(Process),
  ownerInfo: z.object({ ownerTenantId: z.number().int(), ownerName: z.string() }),
  /** Empty until the opening has begun. */
  bidders: z.array(Bidder),
  findings: z.array(CommitteeFinding),
  motions: z.array(Motion),
  conclusion: z.object({ at: Instant, allRejected: z.boolean(), text: z.string() }).nullable(),
  /** Of the offer opening of a double-envelope project. */
  offerBidOpenStatus: OfferBidOpenStatus.schema,
  /** Double envelope only: the first stage's result, once it is fixed. */
  firstStage: z.object({ fixedAt: Instant, passedBidderIds: z.array(Id) }).nullable(),
  /** Rounds of offers the tender documents allow in the review; 0 none. */
  maxOfferRounds: z.number().int(),
  /** For badges on tabs. */
  counts: z.object({
    /** Sent to bidders and not answered; drafts that wait for the leader. */
    waitingAsks: z.number().int(),
    draftAsks: z.number().int(),
    waitingCorrections: z.number().int(),
    draftCorrections: z.number().int(),
    openRounds: z.number().int(),
    draws: z.number().int(),
    /** Abnormally low prices on which the committee still has to act. */
    lowPrices: z.number().int(),
  }),
  actions: z.array(Action),
})

export const TaskProgress = z.object({
  reviewWayId: Id,
  reviewerId: Id,
  name: z.string(),
  isLeader: z.boolean(),
  status: ReviewerTaskStatus.schema,
  filled: z.number().int(),
  needed: z.number().int(),
  submittedAt: Instant.nullable(),
})
