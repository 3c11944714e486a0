import { createHash } from 'node:crypto'
import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { acceptedEmployees } from '#features/organisation/server/public.ts'
import { buyer, groupFinding } from '#features/procurement/server/public.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { REVIEW_STATUS } from '../rules/status.ts'
import {
  announce,
  activeMembers,
  demandReview,
  handedIn,
  record,
  type Seat,
  seatAt,
  standing,
  type StoredSetting,
} from './access.ts'
import { REVIEWS } from './bound.ts'
import { demandEligible } from './people.ts'

/** Later is a slip of the year. */
const LONGEST_MS = 90 * DAY

/** Who gives opinions on what, until when; and who takes whose place. */
export const settingRoutes: readonly Route[] = [
  buyer(contract.reviewSetting, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.orderId)
    const { order } = seat
    const blocked = await startBlocked(ctx, seat)
    const saved = await ctx.one('light_review', { orderId: order.id, status: 'set' })
    return {
      orderId: order.id,
      code: order.code,
      title: order.title,
      blocked,
      setting: saved ? { ...(saved.setting as StoredSetting), deadline: saved.deadline.toISOString() } : null,
      people: (await acceptedEmployees(ctx, [order.ownerCompanyId])).map(({ employeeId, name, department }) => ({
        employeeId,
        name,
        department,
      })),
    }
  }),

  buyer(contract.saveSetting, async (ctx, { params, body }) => {
    const seat = await seatAt(ctx, params.orderId, 'update')
    await demandReview(ctx, seat, 'start')
    const { id: orderId } = seat.order
    const dropped = await ctx.remove('light_review', { orderId, status: 'set' })
    if (body.setting) {
      await store(ctx, seat, body.setting)
      record(ctx, orderId, { action: 'save', summary: '保存线上评审设置' })
    } else if (dropped > 0) record(ctx, orderId, { action: 'drop', summary: '不组织线上评审' })
  }),

  buyer(contract.startReview, async (ctx, { params, body }) => {
    const seat = await seatAt(ctx, params.orderId, 'update')
    await demandReview(ctx, seat, 'start')
    const { order } = seat
    const now = ctx.clock.now()
    const deadline = new Date(body.deadline)
    if (deadline <= now || deadline.getTime() > now.getTime() + LONGEST_MS) {
      const message = '截止时间须晚于当前时间，且不超过 90 日'
      throw new AppError('invalid', message, [{ path: 'deadline', message }])
    }
    const people = await demandEligible(ctx, body.memberIds, { companyId: order.ownerCompanyId, path: 'memberIds' })
    const group = await groupFinding(ctx, order, people.length)
    if (group?.ok === false && body.confirm !== true)
      throw new AppError('confirm', `${group.message}（${group.citation}）`)
    await ctx.remove('light_review', { orderId: order.id, status: 'set' })
    const { reviewId, no } = await store(ctx, seat, body)
    const members = people.map(({ employeeId, userId, name }) => ({
      id: ctx.newId(),
      reviewId,
      employeeId,
      userId,
      name,
      isChair: employeeId === body.chairId,
      joinedAt: now,
    }))
    const began = {
      type: 'kaibiao/light-review/1',
      tenantId: String(ctx.tenantId),
      orderId: order.id,
      no,
      criteria: body.criteria,
      note: body.note,
      deadline: deadline.toISOString(),
      members: members.map(({ id: memberId, name, isChair }) => ({ memberId, name, isChair })),
    }
    const settingHash = createHash('sha256').update(canonicalBytes(began)).digest()
    await ctx.update('light_review', { id: reviewId }, { status: 'running', startedAt: now, settingHash })
    await ctx.insert('light_review_member', members)
    bindRow(ctx, REVIEWS, [reviewId])
    const event = { kind: 'light-review.deadline', payload: { orderId: order.id, reviewId } }
    await ctx.schedule(timerOf(reviewId), deadline, event)
    record(ctx, order.id, {
      action: 'start',
      summary: `发起线上评审：${members.map(({ name }) => name).join('、')}，${body.criteria.length} 个事项`,
      data: { reviewId, settingHash: settingHash.toString('hex'), deadline: deadline.toISOString() },
    })
    announce(ctx, 'asked', { orderId: order.id, reviewId, userIds: members.map(({ userId }) => userId) })
    return { reviewId }
  }),

  buyer(contract.cancelReview, async (ctx, { params, body }) => {
    const seat = await seatAt(ctx, params.orderId, 'share')
    const review = await demandReview(ctx, seat, 'cancel')
    await ctx.update(
      'light_review',
      { id: review.id },
      { status: 'cancelled', endedAt: ctx.clock.now(), endedByName: ctx.actor.name, conclusion: body.reason },
    )
    bindRow(ctx, REVIEWS, [review.id])
    await dropTimer(ctx, review.id)
    record(ctx, seat.order.id, {
      action: 'cancel',
      summary: `取消线上评审：${body.reason}`,
      data: { reviewId: review.id },
    })
    announce(ctx, 'changed', { orderId: seat.order.id })
  }),

  buyer(contract.replaceMember, async (ctx, { params, body }) => {
    const seat = await seatAt(ctx, params.orderId, 'share')
    const { order } = seat
    const review = await demandReview(ctx, seat, 'replace')
    const [old] = await ctx.many('light_review_member', { id: params.memberId, reviewId: review.id, outAt: NULL })
    if (!old) throw new AppError('notFound')
    if ((await handedIn(ctx, review.id)).has(old.id)) throw new AppError('wrongState', '该人员已提交意见，不能更换')
    const [person] = await demandEligible(ctx, [body.employeeId], {
      companyId: order.ownerCompanyId,
      path: 'employeeId',
    })
    if ((await activeMembers(ctx, review.id)).some(({ employeeId }) => employeeId === body.employeeId)) {
      const message = '该员工已是评审人员'
      throw new AppError('invalid', message, [{ path: 'employeeId', message }])
    }
    const memberId = ctx.newId()
    const { employeeId, userId, name } = person!
    const now = ctx.clock.now()
    await ctx.remove('light_opinion', { memberId: old.id })
    await ctx.update(
      'light_review_member',
      { id: old.id },
      { outAt: now, outReason: body.reason, replacedBy: memberId },
    )
    const { isChair } = old
    const { id: reviewId } = review
    await ctx.insert('light_review_member', {
      id: memberId,
      reviewId,
      employeeId,
      userId,
      name,
      isChair,
      joinedAt: now,
    })
    bindRow(ctx, REVIEWS, [reviewId])
    record(ctx, order.id, {
      action: 'replace',
      summary: `更换评审人员：${old.name} → ${name}，原因：${body.reason}`,
      data: { reviewId, from: old.id, to: memberId },
    })
    announce(ctx, 'asked', { orderId: order.id, reviewId, userIds: [userId] })
    return { memberId }
  }),
]

/** Nothing is due in a review any more. */
export async function dropTimer(ctx: Context<Employee>, reviewId: string): Promise<void> {
  await ctx.schedule(timerOf(reviewId), null, { kind: 'light-review.deadline', payload: {} })
}

function timerOf(reviewId: string): string {
  return `light-review:${reviewId}:deadline`
}

/** Why no review can be begun now; null when it can. Who only looks on finds none to set. */
async function startBlocked(ctx: Context<Employee>, seat: Seat): Promise<string | null> {
  const { facts, who } = await standing(ctx, seat)
  if (!who.isOwner) throw new AppError('notFound')
  const start = REVIEW_STATUS.allowed(facts, who, ctx.clock.now().getTime()).find(({ action }) => action === 'start')
  return start ? (start.reason ?? null) : '线上评审正在进行'
}

async function store(ctx: Context<Employee>, { order }: Seat, { deadline, ...setting }: contract.Setting) {
  const [last] = await ctx.many(
    'light_review',
    { orderId: order.id },
    { columns: ['no'], orderBy: ['no desc'], limit: 1 },
  )
  const reviewId = ctx.newId()
  const no = (last?.no ?? 0) + 1
  await ctx.insert('light_review', {
    id: reviewId,
    orderId: order.id,
    no,
    status: 'set',
    setting: JSON.stringify(setting),
    deadline: new Date(deadline),
    createdBy: ctx.actor.userId,
    createdByName: ctx.actor.name,
    createdAt: ctx.clock.now(),
  })
  return { reviewId, no }
}
