import { offerOpening } from '#features/opening-hall/server/public.ts'
import type * as z from 'zod'
import { isAbortive, wireStatus } from '#features/procurement/engine/states.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { expertProject, ownTasks } from '../contract/expert.ts'
import type { Project } from '../contract/shared.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { acceptanceOf } from '#features/templates/server/public.ts'
import { LowPriceStatus, OfferBidOpenStatus, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { MEMBER_ACTIONS } from '../rules/member-actions.ts'
import { TASK_STATUS } from '../rules/session-status.ts'
import { activeReviewers, type Ctx, memberSeat, ownerSeat, type ReviewRow, reviewRow, type Seat } from './access.ts'
import { memberFacts } from './begin.ts'
import { bidderView, bidsOf, passedFirstStage } from './bids.ts'
import { commitmentOf } from './commitment.ts'
import { avoidancesOf, committeeFindings } from './committee-check.ts'
import { lowPriceMatters } from './low-price.ts'
import { motionViews } from './motions.ts'
import { pendingOf } from './pending.ts'
import { FIRST_STAGE, firstStageFacts, processRows, processView } from './processes.ts'
import { taskFacts } from './scoring.ts'
import { surroundings, waysOf, wayView } from './ways.ts'

export async function projectForOwner(ctx: Context<Employee>, orderId: string): Promise<z.input<typeof Project>> {
  return projectOf(ctx, await ownerSeat(ctx, orderId))
}

export async function projectForMember(ctx: Ctx, orderId: string): Promise<z.input<typeof expertProject.returns>> {
  const seat = await memberSeat(ctx, orderId)
  const { me } = seat
  const given = await avoidancesOf(ctx, [me.id])
  const vote = await ctx.one('leader_vote', { voterId: me.id }, { columns: ['choiceId'] })
  return {
    ...(await projectOf(ctx, seat)),
    commitment: await commitmentOf(ctx, seat.order, me),
    acceptance: await acceptanceOf(ctx, { reviewerId: me.id }),
    me: {
      reviewerId: me.id,
      name: me.name,
      isLeader: me.isLeader,
      noConflict: me.noConflict,
      avoidances: given.map((g) => ({
        bidderId: g.tradeId,
        hasConflict: g.hasConflict,
        reason: g.reason,
        at: g.at.toISOString(),
      })),
      vote: vote?.choiceId ?? null,
    },
  }
}

/** The own tasks in the ways that are open or were. */
export async function tasksForMember(ctx: Ctx, orderId: string): Promise<z.input<typeof ownTasks.returns>> {
  const seat = await memberSeat(ctx, orderId)
  const now = ctx.clock.now().getTime()
  const rows = []
  for (const way of await waysOf(ctx, orderId)) {
    if (way.isAutomatic) continue
    const facts = await taskFacts(ctx, seat, way)
    rows.push({
      wayId: way.id,
      name: way.name,
      wayType: way.wayType,
      wayStatus: way.status,
      status: facts.status,
      filled: facts.filled,
      needed: facts.needed,
      submittedAt: facts.submittedAt?.toISOString() ?? null,
      actions: facts.hasTask ? TASK_STATUS.allowed(facts, seat.who, now) : [],
    })
  }
  return rows
}

async function projectOf(ctx: Ctx, seat: Seat): Promise<z.input<typeof Project>> {
  const { order, who, me } = seat
  const [review, reviewers, ways, allBids] = [
    await reviewRow(ctx, order.id),
    await activeReviewers(ctx, order.id),
    await waysOf(ctx, order.id),
    await bidsOf(ctx, order),
  ]
  const pending = await pendingOf(ctx, order.id)
  const offers = await offerOpening(ctx, order.id)
  // A member who is invited learns of the bidders when the review starts.
  const bids = review || !me ? allBids : []
  const now = ctx.clock.now().getTime()
  const around = await surroundings(ctx, order, { reviewers, concluded: review?.concludedAt != null })
  const lowPrices = review && !review.concludedAt ? await lowPriceMatters(ctx, order, { review, bids: allBids }) : []
  const names = new Map(ways.map((w) => [w.id, w.name]))
  const owner = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['name'] })
  return {
    projectId: order.id,
    projectInfo: { reviewModel: order.reviewModel },
    orderCode: order.code,
    orderName: order.title,
    reviewModel: order.reviewModel,
    reviewMethod: order.reviewMethod,
    reviewMethodLabel: ReviewMethod.label(order.reviewMethod),
    projectStatus: wireStatus(order.state),
    closeStatus: isAbortive(order),
    controlPrice: order.controlPrice,
    startedAt: review?.startedAt.toISOString() ?? null,
    wayList: ways.map((w) => wayView(w, around, { who, now })),
    processes: (await processRows(ctx, order.id)).map(processView),
    ownerInfo: { ownerTenantId: ctx.tenantId, ownerName: owner.name },
    bidders: bids.map((b) => bidderView(b, names)),
    findings: me && !review ? [] : await committeeFindings(ctx, order, reviewers),
    motions: await motionViews(ctx, order.id, { bids, me }),
    conclusion: review?.concludedAt
      ? { at: review.concludedAt.toISOString(), allRejected: review.allRejected, text: review.conclusion }
      : null,
    offerBidOpenStatus: offerStatus(offers),
    firstStage: review?.firstStageAt
      ? {
          fixedAt: review.firstStageAt.toISOString(),
          passedBidderIds: bids
            .filter((b) => passedFirstStage(b, { ways, at: review.firstStageAt! }))
            .map((b) => b.tradeId),
        }
      : null,
    maxOfferRounds: OrderSettings.parse(order.settings).offerRounds,
    counts: {
      ...pending,
      ...(me ? {} : { draftAsks: 0, draftCorrections: 0 }),
      lowPrices: lowPrices.filter((one) => one.status === LowPriceStatus.values.open).length,
    },
    actions:
      who.part === 'owner'
        ? await ownerActions(ctx, seat, { review, now })
        : MEMBER_ACTIONS.allowed(await memberFacts(ctx, order, { review, bids }), who, now),
  }
}

/** Of the order's actions those that belong to the review hall. Ending the review is the report's action. */
async function ownerActions(
  ctx: Ctx,
  { order, who, own }: Seat,
  { review, now }: { review: ReviewRow | null; now: number },
) {
  const here = ['startReview', 'declareAbortive']
  const ofOrder = (await own!.actions()).filter((a) => here.includes(a.action))
  return [...ofOrder, ...FIRST_STAGE.allowed(await firstStageFacts(ctx, order, review), who, now)]
}

/** Rejected after the first stage: it had been passed. */
function offerStatus({ startedAt, endedAt }: { startedAt: Date | null; endedAt: Date | null }): 0 | 1 | 3 {
  const { none, opened, ended } = OfferBidOpenStatus.values
  return endedAt ? ended : startedAt ? opened : none
}
