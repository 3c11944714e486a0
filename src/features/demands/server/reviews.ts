import { AppError } from '#contract/errors.ts'
import { acceptedEmployees } from '#features/organisation/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/plan.ts'
import { type Opinion, resultOf, REVIEW_KINDS, type ReviewKind } from '../rules/plan-status.ts'
import { ACTS, announce, type Ctx, type Demand, invalid, record, SEATED } from './access.ts'
import { type Plan, planDemanded, planSeat } from './plan-access.ts'

/** Review of demand and plan by people who drafted neither; opinions stay sealed until all are given. */
export const reviewRoutes: readonly Route[] = [
  implement(contract.planReviewers, ACTS, async (ctx, { params }) => {
    const { demand, who } = await planSeat(ctx, params.planId)
    if (!who.isHandler) throw new AppError('notFound')
    const people = await mayReview(ctx, demand)
    return people.map(({ employeeId, name, department, companyName }) => ({
      employeeId,
      name,
      department: department || companyName,
    }))
  }),

  implement(contract.reviewPlan, ACTS, async (ctx, { params, body }) => {
    const { plan, demand, to } = await planDemanded(ctx, params.planId, 'review')
    const { kind, note } = body
    const ids = [...new Set(body.employeeIds)]
    const { least, label } = REVIEW_KINDS[kind]
    if (ids.length < least) throw invalid('employeeIds', `${label}至少由 ${least} 人进行`)
    const people = await mayReview(ctx, demand, ids)
    if (people.length < ids.length)
      throw invalid('employeeIds', '参与需求或计划编制的人员不能参加审查，审查人员须在用并已确认加入')
    if (new Set(people.map(({ userId }) => userId)).size < people.length) throw invalid('employeeIds', '审查人员重复')
    const before = await ctx.many('demand_review', { planId: plan.id }, { columns: ['no'] })
    const id = ctx.newId()
    const now = ctx.clock.now()
    await ctx.insert('demand_review', {
      id,
      planId: plan.id,
      demandId: demand.id,
      no: before.length + 1,
      kind,
      note,
      openedByName: ctx.actor.name,
      openedAt: now,
    })
    await ctx.insert(
      'demand_reviewer',
      people.map(({ employeeId, userId, name, department }) => ({
        reviewId: id,
        employeeId,
        userId,
        name,
        department,
      })),
    )
    await ctx.update('demand_plan', { id: plan.id }, { state: to, updatedAt: now })
    record(ctx, demand, {
      action: 'review',
      summary: `提交${label}：第 ${plan.no} 版采购实施计划，${people.map(({ name }) => name).join('、')}`,
      data: { planId: plan.id, kind },
    })
    ctx.emit({ kind: 'demand.review', payload: { demandId: demand.id, planId: plan.id, reviewId: id } })
    announceReview(ctx, demand.id, people)
  }),

  implement(contract.recallReview, ACTS, async (ctx, { params, body }) => {
    const { plan, demand, to } = await planDemanded(ctx, params.planId, 'recall')
    const review = await openReview(ctx, plan.id)
    const now = ctx.clock.now()
    await ctx.update(
      'demand_review',
      { id: review.id },
      { result: 'recalled', recallReason: body.reason, endedAt: now },
    )
    await ctx.update('demand_plan', { id: plan.id }, { state: to, updatedAt: now })
    record(ctx, demand, { action: 'recall', summary: `撤回审查：第 ${plan.no} 版采购实施计划，${body.reason}` })
    announceReview(ctx, demand.id, await reviewersOf(ctx, review.id))
  }),

  implement(contract.giveOpinion, SEATED, async (ctx, { params, body }) => {
    const { plan, demand } = await planDemanded(ctx, params.planId, 'opine')
    const review = await openReview(ctx, plan.id)
    const { employeeId } = ctx.actor
    await ctx.update(
      'demand_reviewer',
      { reviewId: review.id, employeeId },
      { opinion: body.opinion, reason: body.reason, givenAt: ctx.clock.now() },
    )
    // That it was given is on record, what it says not before all have.
    record(ctx, demand, { action: 'opinion', summary: `提交审查意见：第 ${plan.no} 版采购实施计划` })
    const all = await reviewersOf(ctx, review.id)
    if (all.every(({ opinion }) => opinion !== '')) await end(ctx, { demand, plan, reviewId: review.id, all })
    announceReview(ctx, demand.id, all)
  }),
]

/** The reviews of a plan, newest first; opinions of others once all are in. */
export async function reviewsOf(ctx: Ctx, planId: string) {
  const reviews = await ctx.many('demand_review', { planId }, { orderBy: ['no desc'] })
  return Promise.all(
    reviews.map(async ({ id, no, kind, note, openedByName, openedAt, endedAt, result, recallReason }) => {
      const people = await reviewersOf(ctx, id)
      // What was taken back before all had spoken stays sealed.
      const isOpen = result === 'passed' || result === 'returned'
      return {
        no,
        kind: kind as ReviewKind,
        note,
        openedByName,
        openedAt: openedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        result: result as '',
        recallReason,
        reviewers: people.map(({ employeeId, name, department, opinion, reason, givenAt }) => {
          const isOwn = employeeId === ctx.actor.employeeId
          return {
            employeeId,
            name,
            department,
            hasGiven: givenAt !== null,
            isOwn,
            opinion: (isOpen || isOwn ? opinion : '') as Opinion | '',
            reason: isOpen || isOwn ? reason : '',
            givenAt: givenAt?.toISOString() ?? null,
          }
        }),
      }
    }),
  )
}

interface Ending {
  demand: Demand
  plan: Plan
  reviewId: string
  all: readonly { opinion: string }[]
}

/** The last opinion decides: whoever objects sends the plan back, else it is in force in place of an earlier one. */
async function end(ctx: Ctx, { demand, plan, reviewId, all }: Ending): Promise<void> {
  const now = ctx.clock.now()
  const result = resultOf(all.map(({ opinion }) => opinion as Opinion))
  await ctx.update('demand_review', { id: reviewId }, { result, endedAt: now })
  if (result === 'passed') {
    await ctx.update('demand_plan', { demandId: demand.id, state: 'passed' }, { state: 'replaced', updatedAt: now })
    await ctx.update('demand_plan', { id: plan.id }, { state: 'passed', passedAt: now, updatedAt: now })
    if (demand.state === 'concluded')
      await ctx.update('demand', { id: demand.id }, { state: 'planned', plannedAt: now })
  } else await ctx.update('demand_plan', { id: plan.id }, { state: 'returned', updatedAt: now })
  record(ctx, demand, {
    action: 'reviewed',
    summary: `采购需求和实施计划${result === 'passed' ? '审查通过' : '审查未通过，退回修改'}（第 ${plan.no} 版）`,
    data: { planId: plan.id, result },
  })
  ctx.emit({ kind: 'demand.reviewed', payload: { demandId: demand.id, planId: plan.id, result } })
}

/** People of who runs the demand and of who buys, those who had a hand in it left out. */
async function mayReview(ctx: Ctx, demand: Demand, ids?: readonly string[]) {
  const companies = [...new Set([demand.companyId, demand.purchaserCompanyId])]
  const people = await acceptedEmployees(ctx, companies, ids)
  const authors = await ctx.many('demand_author', { demandId: demand.id }, { columns: ['userId'] })
  const barred = new Set(authors.map(({ userId }) => userId))
  return people.filter(({ userId }) => !barred.has(userId))
}

async function openReview(ctx: Ctx, planId: string) {
  const rows = await ctx.many('demand_review', { planId, result: '' }, { columns: ['id'] })
  if (!rows[0]) throw new AppError('wrongState')
  return rows[0]
}

function reviewersOf(ctx: Ctx, reviewId: string) {
  return ctx.many('demand_reviewer', { reviewId }, { orderBy: ['name', 'employeeId'] })
}

function announceReview(ctx: Ctx, demandId: string, people: readonly { userId: string }[]): void {
  announce(ctx, demandId)
  for (const { userId } of people)
    ctx.emit({ kind: 'demand.changed', payload: { demandId }, topics: [`user:${userId}`] })
}
