import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Action } from '#features/procurement/contract/shared.ts'
import { ReviewerTaskStatus } from '../rules/enums.ts'
import {
  BidFile,
  Bidder,
  EXPERT,
  ItemScore,
  Outcome,
  Process,
  project,
  PURCHASER,
  Report,
  Reviewer,
  TaskProgress,
  TraceLine,
  Warning,
  WayItem,
  WaySummary,
} from './shared.ts'

/** Marks or pass of one way; null while the way is not summed up, or when the bid was out before it. */
const WayResult = z.object({
  wayId: Id,
  name: z.string(),
  score: z.string().nullable(),
  passed: z.boolean().nullable(),
})

export const SummaryRow = Bidder.extend({
  ways: z.array(WayResult),
  total: z.string().nullable(),
  rank: z.number().int().nullable(),
})

export const CompareLine = z.object({
  itemId: Id,
  line: z.number().int(),
  code: z.string(),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: Quantity,
  controlPrice: Quantity.nullable(),
  section: z.string(),
  /** In the order of the bidders; null: not quoted. The lowest of the valid bids is best. */
  offers: z.array(
    z
      .object({
        bidderId: Id,
        unitPrice: Quantity,
        amount: Amount,
        remark: z.string(),
        isBest: z.boolean(),
        overControlPrice: z.boolean(),
      })
      .nullable(),
  ),
})

export const Comparison = z.object({
  bidders: z.array(Bidder.extend({ linesTotal: Amount, bestLines: z.number().int(), isBest: z.boolean() })),
  items: z.array(CompareLine),
})
export type Comparison = z.output<typeof Comparison>

const OfBidder = z.object({ bidderId: Id.optional() })

/** Members' marks of one way, side by side. Lists of marks are in the order of `reviewers`. */
export const ConsensusView = z.object({
  way: WaySummary,
  items: z.array(WayItem),
  reviewers: z.array(z.object({ reviewerId: Id, name: z.string(), isLeader: z.boolean() })),
  bidders: z.array(
    z.object({
      bidderId: Id,
      no: z.number().int(),
      supplierName: z.string(),
      /** Sum of each member's marks; null in pass-or-not ways. */
      totals: z.array(z.string().nullable()),
      mean: z.string().nullable(),
      /** Highest less lowest total. */
      spread: z.string().nullable(),
      items: z.array(
        z.object({
          itemId: Id,
          scores: z.array(z.string().nullable()),
          passed: z.array(z.boolean().nullable()),
          reasons: z.array(z.string()),
          mean: z.string().nullable(),
          spread: z.string().nullable(),
          /** Pass or not: members disagree; marks: spread above 30 % of the full mark. */
          isWide: z.boolean(),
        }),
      ),
    }),
  ),
  warnings: z.array(Warning),
})
export type ConsensusView = z.output<typeof ConsensusView>

/** A draw that nobody could steer: how it is computed stands in `#contract/draw.ts`, which runs in the browser too. */
export const Draw = z.object({
  drawId: Id,
  /** `price-params`: base kind and coefficient of method 7; `lots`: the order of bids the rules leave equal. */
  purpose: z.enum(['price-params', 'lots']),
  title: z.string(),
  /** What is drawn: of each part so many of its options, one after the other. */
  parts: z.array(
    z.object({
      label: z.string(),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
      picks: z.number().int(),
    }),
  ),
  /** SHA-256 of the seed, hex; on record since `committedAt`. */
  commitment: z.string(),
  committedAt: Instant,
  /** Revealed by the draw. */
  seed: z.string().nullable(),
  /** What nobody knew when the seed was committed: SHA-256 over the members' submitted judgements, hex. */
  entropy: z.string().nullable(),
  drawnAt: Instant.nullable(),
  result: z.array(z.object({ label: z.string(), value: z.string() })),
  actions: z.array(Action),
})
export type Draw = z.output<typeof Draw>

/** Reading a review: the same for the purchaser's side and for the committee. Nothing of it before a way is summed up. */
export const purchaserReads = reads(PURCHASER)
export const expertReads = reads(EXPERT)

function reads(base: string) {
  const get = { method: 'GET' as const, params: project }
  const ofProcess = project.extend({ processId: Id })
  const ofReport = project.extend({ reportId: Id })
  const ofWay = project.extend({ wayId: Id })
  return {
    processes: endpoint({
      ...get,
      path: `${base}/processes`,
      summary: 'Steps of the review',
      returns: z.array(Process),
    }),
    reviewers: endpoint({
      ...get,
      path: `${base}/reviewers`,
      summary: 'The committee, leader first',
      returns: z.array(Reviewer),
    }),
    waySummaries: endpoint({
      ...get,
      path: `${base}/processes/{processId}/way-summaries`,
      summary: 'Ways and how far they are',
      params: ofProcess,
      returns: z.array(WaySummary),
    }),
    reviewersSummary: endpoint({
      ...get,
      path: `${base}/processes/{processId}/review-ways/{wayId}/reviewers/summary`,
      summary: "Reviewers' results in one way; null until it is summed up",
      params: ofProcess.extend({ wayId: Id }),
      returns: z.array(
        z.object({
          reviewerId: Id,
          name: z.string(),
          isLeader: z.boolean(),
          status: ReviewerTaskStatus.schema,
          submittedAt: Instant.nullable(),
          results: z
            .array(
              z.object({
                bidderId: Id,
                supplierName: z.string(),
                score: z.string().nullable(),
                passed: z.boolean().nullable(),
              }),
            )
            .nullable(),
        }),
      ),
    }),
    reviewSummary: endpoint({
      ...get,
      path: `${base}/processes/{processId}/review-summary/page`,
      summary: 'Bidders with their results so far',
      params: ofProcess,
      query: PageQuery,
      returns: pageOf(SummaryRow),
    }),
    wastePage: endpoint({
      ...get,
      path: `${base}/bidder-waste/page`,
      summary: 'Rejected bids',
      query: PageQuery,
      returns: pageOf(
        z.object({
          bidderId: Id,
          supplierName: z.string(),
          quote: Amount.nullable(),
          reason: z.string(),
          rule: z.string(),
          wayName: z.string().nullable(),
          byVote: z.boolean(),
          at: Instant,
        }),
      ),
    }),
    lastReport: endpoint({
      ...get,
      path: `${base}/processes/{processId}/reports/last`,
      summary: 'The report in force, with its signatures',
      params: ofProcess,
      returns: Report.nullable(),
    }),
    summaryResult: endpoint({
      ...get,
      path: `${base}/bidders/summary-result`,
      summary: 'Result of the review: ranking with its derivation, candidates, rejections',
      returns: z.object({
        concluded: z.boolean(),
        allRejected: z.boolean(),
        conclusion: z.string(),
        rows: z.array(
          SummaryRow.extend({ isCandidate: z.boolean(), lot: z.number().int().nullable(), trace: z.array(TraceLine) }),
        ),
      }),
    }),
    taskSummary: endpoint({
      ...get,
      path: `${base}/review-way/{wayId}/reviewers/task-summary`,
      summary: 'How far each reviewer is in one way; no marks',
      params: ofWay,
      returns: z.array(TaskProgress),
    }),
    reviewerSummary: endpoint({
      ...get,
      path: `${base}/reviewers/{reviewerId}/summary`,
      summary: "One reviewer's judgements in the ways that are summed up",
      params: project.extend({ reviewerId: Id }),
      returns: z.object({
        reviewerId: Id,
        name: z.string(),
        ways: z.array(
          z.object({
            wayId: Id,
            name: z.string(),
            items: z.array(WayItem),
            bidders: z.array(
              z.object({
                bidderId: Id,
                supplierName: z.string(),
                total: z.string().nullable(),
                scores: z.array(ItemScore),
              }),
            ),
          }),
        ),
      }),
    }),
    wayBidders: endpoint({
      ...get,
      path: `${base}/review-ways/{wayId}/bidders`,
      summary: 'Bidders in one way, with results, derivation and reviewers once it is summed up',
      params: ofWay,
      // Single marks of this bidder only; of the others the sums. For reviews of many bidders and items.
      query: OfBidder,
      returns: z.object({
        way: WaySummary,
        items: z.array(WayItem),
        bidders: z.array(
          Bidder.extend({
            outcome: Outcome.nullable(),
            reviewers: z
              .array(
                z.object({
                  reviewerId: Id,
                  name: z.string(),
                  total: z.string().nullable(),
                  dropped: z.boolean(),
                  scores: z.array(ItemScore),
                }),
              )
              .nullable(),
          }),
        ),
      }),
    }),
    consensus: endpoint({
      ...get,
      path: `${base}/review-ways/{wayId}/consensus`,
      summary: "Members' marks side by side: the committee from the last submission on, the purchaser once summed up",
      params: ofWay,
      query: OfBidder,
      returns: ConsensusView,
      errors: ['wrongState'],
    }),
    draws: endpoint({
      ...get,
      path: `${base}/draws`,
      summary: 'Draws of the review: seed committed before, revealed after, recomputable by anybody',
      returns: z.array(Draw),
    }),
    replay: endpoint({
      ...get,
      path: `${base}/replay`,
      summary: 'The hash of the replay bundle of a concluded review',
      returns: z.object({ version: z.string(), hash: z.string(), fileName: z.string() }),
      errors: ['wrongState', 'tampered'],
    }),
    replayBundle: endpoint({
      ...get,
      path: `${base}/replay-bundle`,
      summary: 'The review as a bundle that anybody recomputes with `npm run review:replay FILE`',
      errors: ['wrongState', 'tampered'],
      answer: 'file',
    }),
    allWayFinalScore: endpoint({
      ...get,
      path: `${base}/reports/{reportId}/all-way/final-score`,
      summary: 'Final marks of every bidder in every way, as the report has them',
      params: ofReport,
      returns: z.array(
        z.object({
          bidderId: Id,
          supplierName: z.string(),
          quote: Amount.nullable(),
          ways: z.array(WayResult),
          total: z.string().nullable(),
          rank: z.number().int().nullable(),
          rejection: z.string().nullable(),
        }),
      ),
    }),
    reportFile: endpoint({
      ...get,
      path: `${base}/reports/{reportId}/file`,
      summary: 'The evaluation report (PDF)',
      params: ofReport,
      answer: 'file',
    }),
    ratingRank: endpoint({
      ...get,
      path: `${base}/reports/{reportId}/rating-rank`,
      summary: 'Ranking with derivation (PDF)',
      params: ofReport,
      answer: 'file',
    }),
    finalScore: endpoint({
      ...get,
      path: `${base}/reports/{reportId}/final-score`,
      summary: 'Table of final marks (PDF)',
      params: ofReport,
      answer: 'file',
    }),
    reviewerScore: endpoint({
      ...get,
      path: `${base}/reports/{reportId}/reviewer-score`,
      summary: "Every reviewer's marks, item by item (PDF)",
      params: ofReport,
      answer: 'file',
    }),
    reviewerSigns: endpoint({
      ...get,
      path: `${base}/reports/{reportId}/reviewer-signs`,
      summary: 'Signature sheet of the report (PDF)',
      params: ofReport,
      answer: 'file',
    }),
    comparison: endpoint({
      ...get,
      path: `${base}/compare-item-offer/detail`,
      summary: 'Prices of all bidders, item by item, best values marked',
      returns: Comparison,
    }),
    comparisonFile: endpoint({
      ...get,
      path: `${base}/compare-item-offer/file`,
      summary: 'The same as xlsx',
      answer: 'file',
    }),
    tenderFile: endpoint({
      ...get,
      path: `${base}/down-bidding-file`,
      summary: 'The tender documents: one of them, or the first',
      query: z.object({ fileId: Id.optional() }),
      errors: ['noBidFile'],
      answer: 'file',
    }),
    bidFiles: endpoint({
      ...get,
      path: `${base}/bidders/{bidderId}/files`,
      summary: 'Opened files of one bid',
      params: project.extend({ bidderId: Id }),
      returns: z.array(BidFile),
    }),
    bidFile: endpoint({
      ...get,
      path: `${base}/bidders/{bidderId}/files/{position}`,
      summary: 'An opened file of one bid; PDF is shown in the browser unless it is to be saved',
      params: project.extend({ bidderId: Id, position: z.coerce.number().int().min(0).max(1000) }),
      query: z.object({ save: z.enum(['true', 'false']).default('false') }),
      answer: 'file',
    }),
  }
}
