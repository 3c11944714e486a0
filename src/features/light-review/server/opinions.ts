import { createHash, randomBytes } from 'node:crypto'
import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import { buyer } from '#features/procurement/server/public.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { implement } from '#server/implement.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { type Answer, opinionProblems } from '../rules/review.ts'
import {
  activeMembers,
  announce,
  demandReview,
  handedIn,
  type MemberRow,
  type OpinionRow,
  record,
  type ReviewRow,
  seatAt,
  type StoredSetting,
} from './access.ts'
import { OPINIONS, REVIEWS } from './bound.ts'
import { dropTimer } from './setting.ts'

/** A member needs no right of buying: being asked is enough. */
export const MEMBER = { workbench: ['purchaser', 'agency'] } as const

/** What members say, sealed from everybody until the last has handed in, or the owner closes behind the deadline. */
export const opinionRoutes: readonly Route[] = [
  implement(contract.saveOpinion, MEMBER, async (ctx, { params, body }) => {
    const { review, member } = await ownDesk(ctx, params.orderId)
    await keep(ctx, { review, member }, body)
  }),

  implement(contract.handInOpinion, MEMBER, async (ctx, { params, body }) => {
    const { orderId } = params
    const { review, member } = await ownDesk(ctx, orderId)
    const { criteria } = review.setting as StoredSetting
    const problems = opinionProblems(body.answers, criteria)
    if (body.signature !== member.name)
      problems.push({ path: 'signature', message: `请输入本人姓名“${member.name}”签名` })
    if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
    const answers = body.answers.slice(0, criteria.length)
    await keep(ctx, { review, member }, { answers, remark: body.remark })
    const salt = randomBytes(32)
    const handedInAt = ctx.clock.now()
    const { signature, remark } = body
    const hash = opinionHash(ctx, {
      review,
      opinion: { memberId: member.id, answers, remark, signature, handedInAt, salt },
    })
    await ctx.update('light_opinion', { memberId: member.id }, { handedInAt, signature, salt, hash })
    bindRow(ctx, OPINIONS, [member.id])
    record(ctx, orderId, {
      action: 'hand-in',
      summary: '提交评审意见',
      data: { reviewId: review.id, memberId: member.id, hash: hash.toString('hex') },
    })
    const members = await activeMembers(ctx, review.id)
    const given = await handedIn(ctx, review.id)
    if (members.every(({ id }) => given.has(id))) await open(ctx, orderId, { review, missing: [] })
    else announce(ctx, 'changed', { orderId })
    return { hash: hash.toString('hex') }
  }),

  buyer(contract.closeOpinions, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.orderId, 'share')
    const review = await demandReview(ctx, seat, 'close')
    const given = await handedIn(ctx, review.id)
    const missing = (await activeMembers(ctx, review.id)).filter(({ id }) => !given.has(id))
    await open(ctx, seat.order.id, { review, missing })
  }),
]

/** The caller's seat in a review that takes opinions; `notFound` for who was replaced or never asked. */
async function ownDesk(ctx: Context<Employee>, orderId: string): Promise<{ review: ReviewRow; member: MemberRow }> {
  const seat = await seatAt(ctx, orderId, 'share')
  if (seat.member && (await handedIn(ctx, seat.member.reviewId)).has(seat.member.id))
    throw new AppError('wrongState', '您已提交评审意见，不能修改')
  return { review: await demandReview(ctx, seat, 'handIn'), member: seat.member! }
}

/** Keeps a draft of an opinion; the review is locked, and nothing was handed in. */
async function keep(
  ctx: Context<Employee>,
  { review, member }: { review: ReviewRow; member: MemberRow },
  { answers, remark }: { answers: readonly Answer[]; remark: string },
): Promise<void> {
  const draft = { answers: JSON.stringify(answers), remark, savedAt: ctx.clock.now() }
  const changed = await ctx.update('light_opinion', { memberId: member.id }, draft)
  if (changed === 0) await ctx.insert('light_opinion', { memberId: member.id, reviewId: review.id, ...draft })
}

/** Opens the opinions; drafts of members who have not handed in are deleted. */
async function open(
  ctx: Context<Employee>,
  orderId: string,
  { review, missing }: { review: ReviewRow; missing: readonly MemberRow[] },
): Promise<void> {
  await ctx.update('light_review', { id: review.id }, { status: 'handed-in', openedAt: ctx.clock.now() })
  bindRow(ctx, REVIEWS, [review.id])
  for (const { id: memberId } of missing) await ctx.remove('light_opinion', { memberId })
  await dropTimer(ctx, review.id)
  record(ctx, orderId, {
    action: 'open',
    summary:
      missing.length === 0 ? '评审意见已收齐' : `结束意见提交，未提交：${missing.map(({ name }) => name).join('、')}`,
    data: { reviewId: review.id },
  })
  announce(ctx, 'opened', { orderId, reviewId: review.id })
}

type Signed = Pick<OpinionRow, 'memberId' | 'remark'> & {
  answers: readonly Answer[]
  signature: string
  handedInAt: Date
  salt: Buffer
}

/** What a member signed, as it is hashed: canonical JSON. The salt goes along once the opinions are open. */
export function signedOpinion(
  { tenantId }: Pick<Context<null>, 'tenantId'>,
  { review, opinion }: { review: ReviewRow; opinion: Signed },
) {
  const { memberId, answers, remark, signature, handedInAt, salt } = opinion
  return {
    type: 'kaibiao/light-opinion/1',
    tenantId: String(tenantId),
    reviewId: review.id,
    setting: review.settingHash!.toString('hex'),
    memberId,
    answers: answers.map(({ stance, reason }) => ({ stance, reason })),
    remark,
    signature,
    at: handedInAt.toISOString(),
    salt: salt.toString('hex'),
  }
}

function opinionHash(ctx: Context<Employee>, of: { review: ReviewRow; opinion: Signed }): Buffer {
  return createHash('sha256')
    .update(canonicalBytes(signedOpinion(ctx, of)))
    .digest()
}
