import { createHash } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../../contract-round.ts'
import { DRAWN, minutesProblems } from '../../rules-round.ts'
import { type Any, answeringTalk, hostOrder, hostTalk, minutesOf, type TalkRow } from './access.ts'
import { lastRound } from './view.ts'

type Ctx = Context<Employee>
type OfTalk = { orderId: string; talkId: string }

/** Arranges a talk with a supplier that quoted in the last round; nobody is told yet. */
export async function plan(ctx: Ctx, orderId: string, body: BodyOf<typeof c.planRoundTalk>) {
  const order = await hostOrder(ctx, orderId)
  if (methodOf(order.method).group) throw new AppError('wrongState', fillWords(methodOf(order.method).words, DRAWN))
  const round = await lastRound(ctx, order.id)
  if (!round?.tradeIds.includes(body.tradeId))
    throw new AppError('invalid', '请选择本轮报价的供应商', [{ path: 'tradeId', message: '请选择本轮报价的供应商' }])
  const talkId = ctx.newId()
  const { plannedAt, ...rest } = body
  await ctx.insert('round_talk', {
    id: talkId,
    orderId,
    ...rest,
    plannedAt: new Date(plannedAt),
    roundNo: round.roundNo,
    createdBy: ctx.actor.userId,
    createdByName: ctx.actor.name,
    createdAt: ctx.clock.now(),
  })
  record(ctx, { id: talkId, orderId, tradeId: body.tradeId }, { action: 'plan', summary: '安排谈判' })
  return { talkId }
}

export async function call(ctx: Ctx, params: OfTalk): Promise<void> {
  const { talk, to } = await hostTalk(ctx, params, 'call')
  await ctx.update('round_talk', { id: talk.id }, { status: to, calledAt: ctx.clock.now() })
  record(ctx, talk, { action: 'call', summary: '通知供应商谈判' })
}

export async function begin(ctx: Ctx, params: OfTalk): Promise<void> {
  const { talk, to } = await hostTalk(ctx, params, 'begin')
  await ctx.update('round_talk', { id: talk.id }, { status: to, beganAt: ctx.clock.now() })
  record(ctx, talk, { action: 'begin', summary: '开始谈判' })
}

/** Whoever writes the minutes signs them for the buyer. */
export async function write(ctx: Ctx, params: OfTalk, body: BodyOf<typeof c.writeRoundTalk>) {
  const { order, talk, to } = await hostTalk(ctx, params, 'write')
  const now = ctx.clock.now()
  const problems = minutesProblems(body, {
    began: talk.beganAt!.getTime(),
    now: now.getTime(),
    minutes: talk.minutes,
  })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  const [last] = await minutesOf(ctx, [talk.id])
  const version = (last?.version ?? 0) + 1
  const { people, content } = body
  const endedAt = new Date(body.endedAt)
  const signed = {
    type: 'kaibiao/round-talk-minutes/1',
    orderCode: order.code,
    talkId: talk.id,
    version,
    roundNo: talk.roundNo,
    place: talk.place,
    subject: talk.subject,
    beganAt: talk.beganAt!.toISOString(),
    endedAt: endedAt.toISOString(),
    people,
    content,
    byUserId: ctx.actor.userId,
    at: now.toISOString(),
  }
  const hash = createHash('sha256').update(canonicalBytes(signed)).digest()
  await ctx.insert('round_talk_minutes', {
    talkId: talk.id,
    version,
    endedAt,
    people: JSON.stringify(people),
    content,
    hash,
    createdBy: ctx.actor.userId,
    createdByName: ctx.actor.name,
    createdAt: now,
  })
  await ctx.update('round_talk', { id: talk.id }, { status: to })
  const data = { version, hash: hash.toString('hex') }
  record(ctx, talk, { action: 'write', summary: '签署谈判记录，提交供应商', data })
  return { version }
}

export async function drop(ctx: Ctx, params: OfTalk, reason: string): Promise<void> {
  const { talk, to } = await hostTalk(ctx, params, 'drop')
  await ctx.update('round_talk', { id: talk.id }, { status: to, dropReason: reason })
  record(ctx, talk, { action: 'drop', summary: `取消谈判：${reason}`, isUntold: talk.calledAt === null })
}

/** The supplier's signature, or its refusal, of the minutes that it has read. */
export async function reply(
  ctx: Ctx,
  params: OfTalk,
  { version, reason }: { version: number; reason: string | null },
): Promise<void> {
  const isSigned = reason === null
  const { talk, to, minutes } = await answeringTalk(ctx, params, isSigned ? 'sign' : 'refuse')
  if (minutes.version !== version) throw new AppError('wrongState', '谈判记录已重新提交，请核对后再签署')
  await ctx.update(
    'round_talk_minutes',
    { talkId: talk.id, version },
    {
      agreed: isSigned,
      reason: reason ?? '',
      repliedBy: ctx.actor.userId,
      repliedByName: ctx.actor.name,
      repliedAt: ctx.clock.now(),
    },
  )
  await ctx.update('round_talk', { id: talk.id }, { status: to })
  const data = { version, hash: minutes.hash.toString('hex') }
  record(ctx, talk, {
    action: isSigned ? 'sign' : 'refuse',
    summary: isSigned ? '供应商签署谈判记录' : `供应商退回谈判记录：${reason}`,
    data,
  })
}

/**
 * A fact of its own, not of the order's history, which suppliers might be shown one day; told to the two sides alone. An
 * arranged talk is its owner's business until the supplier is called.
 */
export function record(
  ctx: Any,
  talk: Pick<TalkRow, 'id' | 'orderId' | 'tradeId'>,
  fact: { action: string; summary: string; data?: object; isUntold?: boolean },
): void {
  const { action, summary, data, isUntold = action === 'plan' } = fact
  ctx.audit({
    action: `round-talk.${action}`,
    entity: 'round-talk',
    entityId: talk.id,
    summary,
    data: { orderId: talk.orderId, tradeId: talk.tradeId, ...data },
  })
  ctx.emit({
    kind: 'round-talk',
    payload: { orderId: talk.orderId, talkId: talk.id, act: isUntold ? 'plan' : action },
    topics: [`order-owner:${talk.orderId}`, ...(isUntold ? [] : [`bid:${talk.tradeId}`])],
  })
}
