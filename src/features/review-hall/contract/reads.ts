import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ReviewerTaskStatus } from '#features/evaluation/rules/enums.ts'
import { Comparison, ConsensusView, Draw, OfBidder, SummaryRow, WayResult } from './results.ts'
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
  WayItem,
  WaySummary,
} from './shared.ts'

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
      follows: ['review-progress'],
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
          SummaryRow.extend({
            isCandidate: z.boolean(),
            lot: z.number().int().nullable(),
            /** Why a bid that is not rejected has no rank; '' where it has one, or nothing is concluded. */
            unranked: z.string(),
            trace: z.array(TraceLine),
          }),
        ),
      }),
    }),
    taskSummary: endpoint({
      ...get,
      path: `${base}/review-way/{wayId}/reviewers/task-summary`,
      summary: 'How far each reviewer is in one way; no marks',
      follows: ['review-progress'],
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
