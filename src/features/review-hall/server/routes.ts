import { AppError } from '#contract/errors.ts'
import { preparePasswordCheck } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { implement, implementFile, implementForPerson, type Route } from '#server/implement.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import * as r from '../contract/reports.ts'
import type { Seat } from './access.ts'
import { uploads } from './ask-files.ts'
import { askDue } from './asks.ts'
import { stateDirect } from './direct.ts'
import { chooseCommittee, replaceMember, representativesOf } from './committee.ts'
import { committeeOf, reviewerViews } from './committee-view.ts'
import { consensusOf } from './consensus.ts'
import { correctionDue } from './corrections.ts'
import { drawParams, drawViews } from './draws.ts'
import { comparisonFile, comparisonOf } from './comparison.ts'
import * as catalogs from './catalogs.ts'
import * as files from './files.ts'
import { CatalogType, ProcessType } from '#features/evaluation/rules/enums.ts'
import { find } from './find.ts'
import { home } from './home.ts'
import { tellOfJobs, tellOfTies } from './impartial.ts'
import { declare, voteLeader } from './leader.ts'
import { messageKinds } from './message-kinds.ts'
import { propose, vote } from './motions.ts'
import { reviewsOf } from './own-reviews.ts'
import { createFirstStage, demandProcess, processRows, processView } from './processes.ts'
import { projectForMember, projectForOwner, tasksForMember } from './project.ts'
import { reportWorker } from './report-make.ts'
import { bundleFile, logBundle, replayFact } from './replay-bundle.ts'
import { roundDue } from './rounds.ts'
import { dialogRoutes } from './routes-dialog.ts'
import { expertSide, MEMBER, OWNER, purchaserSide, type Side } from './sides.ts'
import { openSecondStage } from './second-stage.ts'
import { lastReport, reportRow, write } from './reports.ts'
import * as results from './results.ts'
import { ownSheet, save, submit } from './scoring.ts'
import { againSign, backToInit, deemAgreed, sign, signBack, signComplete } from './signing.ts'
import { start } from './start.ts'
import { reReview, summarise } from './summary.ts'
import { topics } from './topics.ts'
import { waysOf, wayView, surroundings } from './ways.ts'
import { activeReviewers, reviewRow } from './access.ts'
import { ASKS, CORRECTIONS, LEADER_VOTES, MOTIONS, REJECTIONS, VOTES, WAIVERS } from './bound.ts'
import { seatExtracted } from './extracted.ts'

export const reviewHall: Feature = {
  name: 'review-hall',
  files: {
    'review_ask_file.file_id': 'id',
    'review_catalog.file_id': 'id',
    'review_report.file_id': 'id',
    'review_catalog.content': 'document',
    'review_report.content': 'document',
  },
  topics,
  workers: [reportWorker],
  subscribers: [askDue, correctionDue, roundDue, openSecondStage, seatExtracted, tellOfTies, tellOfJobs, logBundle],
  uploads,
  home,
  find,
  messageKinds,
  bound: [MOTIONS, VOTES, LEADER_VOTES, REJECTIONS, WAIVERS, ASKS, CORRECTIONS],
  routes: [
    implement(p.purchaserProject, OWNER, (ctx, { params }) => projectForOwner(ctx, params.projectId)),
    implement(p.committee, OWNER, (ctx, { params }) => committeeOf(ctx, params.projectId)),
    implement(p.representatives, OWNER, (ctx, { params }) => representativesOf(ctx, params.projectId)),
    implement(p.stateDirectChoice, OWNER, (ctx, { params, body }) => stateDirect(ctx, params.projectId, body)),
    implement(p.setCommittee, OWNER, (ctx, { params, body }) => chooseCommittee(ctx, params.projectId, body)),
    implement(p.replaceReviewer, OWNER, (ctx, { params, body }) => replaceMember(ctx, params.projectId, body)),
    implement(p.startReview, OWNER, (ctx, { params }) => start(ctx, params.projectId)),
    implement(r.createProcess, OWNER, (ctx, { params }) => createFirstStage(ctx, params.projectId)),
    implement(p.backToInit, OWNER, (ctx, { params, body }) => backToInit(ctx, place(params), body.reason)),
    implement(r.updateContent, OWNER, (ctx, { params, body }) => catalogs.updateContent(ctx, place(params), body)),
    implement(r.uploadCatalog, { ...OWNER, prepare: catalogs.receiveUpload }, (ctx, { params, prepared }) =>
      catalogs.uploadCatalog(ctx, { ...place(params), catalogId: params.catalogId }, prepared as catalogs.Uploaded),
    ),
    implement(r.uploadComplete, OWNER, (ctx, { params }) => catalogs.uploadComplete(ctx, place(params))),
    implement(p.signBack, OWNER, (ctx, { params, body }) => signBack(ctx, place(params), body.reason)),
    implement(p.againSign, OWNER, (ctx, { params, query, body }) =>
      againSign(ctx, place(params), { ...query, reason: body.reason }),
    ),
    implement(p.deemAgreed, OWNER, (ctx, { params, query, body }) =>
      deemAgreed(ctx, place(params), { ...query, reason: body.reason }),
    ),
    implement(p.signComplete, OWNER, (ctx, { params }) => signComplete(ctx, place(params))),

    implementForPerson(e.ownReviews, MEMBER, (ctx, { query }) => reviewsOf(ctx, query)),
    implementForPerson(e.expertProject, MEMBER, (ctx, { params }) => projectForMember(ctx, params.projectId)),
    implementForPerson(e.ownTasks, MEMBER, (ctx, { params }) => tasksForMember(ctx, params.projectId)),
    implementForPerson(e.voteLeader, MEMBER, (ctx, { params, body }) =>
      voteLeader(ctx, params.projectId, body.reviewerId),
    ),
    implementForPerson(e.declareAvoidance, MEMBER, (ctx, { params, body }) =>
      declare(ctx, params.projectId, { ...body, bidderId: params.bidderId }),
    ),
    implementForPerson(e.ownScores, MEMBER, (ctx, { params, query }) =>
      ownSheet(ctx, { orderId: params.projectId, wayId: params.wayId, asked: query.bidderId }),
    ),
    implementForPerson(e.saveScores, MEMBER, (ctx, { params, body }) =>
      save(ctx, { ...params, orderId: params.projectId }, body.scores),
    ),
    implementForPerson(e.submitWay, MEMBER, (ctx, { params }) => submit(ctx, params.projectId, params.wayId)),
    implementForPerson(e.summariseWay, MEMBER, (ctx, { params }) => summarise(ctx, params.projectId, params.wayId)),
    implementForPerson(e.reReview, MEMBER, (ctx, { params, body }) =>
      reReview(ctx, params.projectId, { ...body, wayId: params.wayId }),
    ),
    implementForPerson(e.proposeWaste, MEMBER, (ctx, { params, body }) =>
      propose(ctx, params.projectId, { ...body, bidderId: params.bidderId }),
    ),
    implementForPerson(e.voteMotion, MEMBER, (ctx, { params, body }) =>
      vote(ctx, params.projectId, { ...body, motionId: params.motionId }),
    ),
    implementForPerson(r.drawParams, MEMBER, (ctx, { params }) => drawParams(ctx, params.projectId, params.drawId)),
    implementForPerson(e.writeReport, MEMBER, (ctx, { params, body }) => write(ctx, params.projectId, body)),
    implementForPerson(e.signReport, { ...MEMBER, prepare: preparePasswordCheck }, (ctx, { params, body, prepared }) =>
      sign(ctx, place(params), { sha256: body.sha256, opinion: body.opinion, prepared }),
    ),

    ...reads({ ...purchaserReads, ...r.purchaserReportReads }, purchaserSide),
    ...reads({ ...expertReads, ...r.expertReportReads }, expertSide),
    ...dialogRoutes,
  ],
}

const T = CatalogType.values

/** The same reads for both sides; what differs is who gets in. */
function reads(c: typeof purchaserReads & typeof r.purchaserReportReads, { options, seatOf }: Side): Route[] {
  const { audience, ...common } = options
  const bind = audience === 'employee' ? implement : implementForPerson
  const seat = (ctx: Context<Actor>, params: { projectId: string }) => seatOf(ctx, params.projectId)
  const report = async (ctx: Context<Actor>, params: { projectId: string; reportId: string }) =>
    reportRow(ctx, (await seat(ctx, params)).order.id, params.reportId)
  return [
    bind(c.processes, common, async (ctx, { params }) => {
      const { order } = await seat(ctx, params)
      return (await processRows(ctx, order.id)).map(processView)
    }),
    bind(c.reviewers, common, async (ctx, { params }) => reviewerViews(ctx, (await seat(ctx, params)).order.id)),
    bind(c.waySummaries, common, async (ctx, { params }) => waySummaries(ctx, await inProcess(ctx, seat, params))),
    bind(c.reviewersSummary, common, async (ctx, { params }) =>
      results.reviewersSummary(ctx, await inProcess(ctx, seat, params), params.wayId),
    ),
    bind(c.reviewSummary, common, async (ctx, { params, query }) =>
      results.pageOfRows(await results.summaryRows(ctx, await inProcess(ctx, seat, params)), query),
    ),
    bind(c.wastePage, common, async (ctx, { params, query }) =>
      results.pageOfRows(await results.wasteRows(ctx, await seat(ctx, params)), query),
    ),
    bind(c.lastReport, common, async (ctx, { params }) => {
      const found = await seat(ctx, params)
      const step = await demandProcess(ctx, found.order.id, params.processId)
      const { report: last, firstStageReport } = ProcessType.values
      return lastReport(ctx, found, step.processType === firstStageReport ? firstStageReport : last)
    }),
    bind(c.summaryResult, common, async (ctx, { params }) => results.summaryResult(ctx, await seat(ctx, params))),
    bind(c.taskSummary, common, async (ctx, { params }) =>
      results.taskProgress(ctx, await seat(ctx, params), params.wayId),
    ),
    bind(c.reviewerSummary, common, async (ctx, { params }) => {
      const found = await results.reviewerSummary(ctx, await seat(ctx, params), params.reviewerId)
      if (!found) throw new AppError('notFound')
      return found
    }),
    bind(c.wayBidders, common, async (ctx, { params, query }) =>
      results.wayBidders(ctx, await seat(ctx, params), { ...params, ...query }),
    ),
    bind(c.consensus, common, async (ctx, { params, query }) =>
      consensusOf(ctx, await seat(ctx, params), { ...params, ...query }),
    ),
    bind(c.replay, common, async (ctx, { params }) => replayFact(ctx, await seat(ctx, params))),
    implementFile(c.replayBundle, options, async (ctx, { params }) => bundleFile(ctx, await seat(ctx, params))),
    bind(c.draws, common, async (ctx, { params }) => drawViews(ctx, await seat(ctx, params))),
    bind(c.allWayFinalScore, common, async (ctx, { params }) => finalScores(await report(ctx, params))),
    bind(c.comparison, common, async (ctx, { params }) => comparisonOf(ctx, await seat(ctx, params))),
    bind(c.bidFiles, common, async (ctx, { params }) =>
      files.bidFilesOf(ctx, (await seat(ctx, params)).order, params.bidderId),
    ),
    implementFile(c.comparisonFile, options, async (ctx, { params }) => comparisonFile(ctx, await seat(ctx, params))),
    implementFile(c.bidFile, options, async (ctx, { params, query }) =>
      files.bidFileAnswer(ctx, (await seat(ctx, params)).order, { ...params, save: query.save === 'true' }),
    ),
    implementFile(c.tenderFile, options, async (ctx, { params, query }) =>
      files.tenderFileAnswer(ctx, (await seat(ctx, params)).order, query.fileId),
    ),
    implementFile(c.reportFile, options, async (ctx, { params }) =>
      files.reportFileAnswer(ctx, await report(ctx, params)),
    ),
    implementFile(c.finalScore, options, async (ctx, { params }) =>
      files.reportPartAnswer(await report(ctx, params), T.totalScores),
    ),
    implementFile(c.ratingRank, options, async (ctx, { params }) =>
      files.reportPartAnswer(await report(ctx, params), T.candidates),
    ),
    implementFile(c.reviewerScore, options, async (ctx, { params }) =>
      files.reportPartAnswer(await report(ctx, params), T.reviewerScores),
    ),
    implementFile(c.word, options, async (ctx, { params }) => files.wordAnswer(await report(ctx, params))),
    implementFile(c.bidderMark, options, async (ctx, { params }) =>
      files.reportPartAnswer(await report(ctx, params), T.openingSheet),
    ),
    implementFile(c.askFile, options, async (ctx, { params }) =>
      files.reportPartAnswer(await report(ctx, params), T.asks),
    ),
    implementFile(c.roundOffers, options, async (ctx, { params }) =>
      files.reportPartAnswer(await report(ctx, params), T.offers),
    ),
    bind(c.catalogs, common, async (ctx, { params }) =>
      catalogs.catalogViews(ctx, await seat(ctx, params), await report(ctx, params)),
    ),
    implementFile(c.catalogFile, options, async (ctx, { params, query }) =>
      catalogs.catalogFile(ctx, await report(ctx, params), { ...params, save: query.save === 'true' }),
    ),
    implementFile(c.reviewerSigns, options, async (ctx, { params }) =>
      files.signSheetAnswer(ctx, await seat(ctx, params), await report(ctx, params)),
    ),
  ]
}

async function inProcess(
  ctx: Context<Actor>,
  seatOf: (ctx: Context<Actor>, params: { projectId: string }) => Promise<Seat>,
  params: { projectId: string; processId: string },
): Promise<Seat> {
  const seat = await seatOf(ctx, params)
  await demandProcess(ctx, seat.order.id, params.processId)
  return seat
}

async function waySummaries(ctx: Context<Actor>, { order, who }: Seat) {
  const reviewers = await activeReviewers(ctx, order.id)
  const review = await reviewRow(ctx, order.id)
  const around = await surroundings(ctx, order, { reviewers, concluded: review?.concludedAt != null })
  const now = ctx.clock.now().getTime()
  return (await waysOf(ctx, order.id)).map((way) => wayView(way, around, { who, now }))
}

function finalScores(row: Parameters<typeof files.contentOf>[0]) {
  const content = files.contentOf(row)
  return content.bidders.map((b) => {
    const place = content.ranking.find((r) => r.tradeId === b.tradeId)
    return {
      bidderId: b.tradeId,
      supplierName: b.name,
      quote: b.quote,
      ways: content.ways.map(({ wayId, name, results: of }) => {
        const own = of.find((r) => r.tradeId === b.tradeId)
        return { wayId, name, score: own?.score ?? null, passed: own?.passed ?? null }
      }),
      total: place?.total ?? null,
      rank: place?.rank ?? null,
      rejection: b.rejection,
    }
  })
}

function place(params: { projectId: string; reportId: string }) {
  return { orderId: params.projectId, reportId: params.reportId }
}
