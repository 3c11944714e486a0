import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import { ownOrder } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/meetings.ts'
import { AHEAD_MS, REMINDER_MS, spanText, stageOf } from '../rules/meeting.ts'
import { isOpenFor } from '../rules/room.ts'
import {
  ANY,
  type Ctx,
  heldMeeting,
  mayKnowOrders,
  type MeetingRow,
  openRun,
  ownMeeting,
  ownRoom,
  tellMeeting,
} from './access.ts'
import { SOON } from './messages.ts'
import { employees } from './people.ts'
import { demandProvider } from './provider.ts'
import { closuresIn, invalid, meetingsIn } from './rooms.ts'

type Body = BodyOf<typeof c.createMeeting>

export const bookingRoutes: readonly Route[] = [
  implement(c.createMeeting, ANY, async (ctx, { body }) => {
    const id = ctx.newId()
    const values = await demandBookable(ctx, { body, before: null })
    const { userId, companyId, companyName, name } = ctx.actor
    const host = { hostId: userId, hostName: name }
    await ctx.insert('meeting', { id, companyId, ...host, ...values, createdAt: ctx.clock.now() })
    await ctx.insert('meeting_person', {
      meetingId: id,
      userId,
      companyId,
      companyName,
      name,
      answer: 'coming',
      answeredAt: ctx.clock.now(),
    })
    await ask(ctx, id, body.userIds)
    await remind(ctx, id, values.fromAt)
    record(ctx, { id, action: 'create', summary: `预订会议：${spanText(values.fromAt, values.untilAt)}` })
    return { meetingId: id }
  }),

  implement(c.changeMeeting, ANY, async (ctx, { params, body }) => {
    const before = await heldMeeting(ctx, params.meetingId)
    await demandAhead(ctx, before)
    const values = await demandBookable(ctx, { body, before })
    await ctx.update('meeting', { id: before.id }, values)
    const isMoved =
      +values.fromAt !== +before.fromAt ||
      +values.untilAt !== +before.untilAt ||
      values.roomId !== before.roomId ||
      values.online !== before.online
    const people = await ctx.many('meeting_person', { meetingId: before.id })
    const own = people.filter(({ userId, companyId }) => companyId === before.companyId && userId !== before.hostId)
    const gone = own.filter(({ userId }) => !body.userIds.includes(userId)).map(({ userId }) => userId)
    if (gone.length > 0) {
      await ctx.remove('meeting_person', { meetingId: before.id, userId: gone })
      ctx.emit({ kind: 'meeting.released', payload: { meetingId: before.id, userIds: gone } })
    }
    const stay = people.filter(({ userId }) => userId !== before.hostId && !gone.includes(userId))
    if (isMoved && stay.length > 0) {
      const userId = stay.map((one) => one.userId)
      await ctx.update('meeting_person', { meetingId: before.id, userId }, { answer: '', answeredAt: null })
      ctx.emit({ kind: 'meeting.moved', payload: { meetingId: before.id, userIds: userId } })
    }
    const known = new Set(people.map(({ userId }) => userId))
    await ask(
      ctx,
      before.id,
      body.userIds.filter((id) => !known.has(id)),
    )
    if (isMoved) await remind(ctx, before.id, values.fromAt)
    record(ctx, { id: before.id, action: 'change', summary: `修改会议：${spanText(values.fromAt, values.untilAt)}` })
    tellMeeting(ctx, before.id)
  }),

  implement(c.cancelMeeting, ANY, async (ctx, { params, body }) => {
    const meeting = await cancellable(ctx, params.meetingId)
    await demandAhead(ctx, meeting)
    const now = ctx.clock.now()
    await ctx.update('meeting', { id: meeting.id }, { cancelledAt: now, cancelReason: body.reason })
    await ctx.schedule(`${SOON}:${meeting.id}`, null, { kind: SOON, payload: {} })
    ctx.emit({ kind: 'meeting.cancelled', payload: { meetingId: meeting.id, by: ctx.actor.userId } })
    record(ctx, { id: meeting.id, action: 'cancel', summary: `取消会议：${body.reason}` })
    tellMeeting(ctx, meeting.id)
  }),

  implement(c.answerMeeting, ANY, async (ctx, { params, body }) => {
    const { meeting, isHost } = await ownMeeting(ctx, params.meetingId, 'share')
    if (isHost) throw new AppError('wrongState', '主持人无需答复')
    await demandAhead(ctx, meeting)
    const { userId } = ctx.actor
    await ctx.update(
      'meeting_person',
      { meetingId: meeting.id, userId },
      { answer: body.answer, answeredAt: ctx.clock.now() },
    )
    tellMeeting(ctx, meeting.id)
  }),

  implement(c.writeMinutes, ANY, async (ctx, { params, body }) => {
    const meeting = await heldMeeting(ctx, params.meetingId)
    const now = ctx.clock.now()
    if (meeting.cancelledAt) throw new AppError('wrongState', '会议已取消')
    if (!meeting.beganAt && meeting.fromAt > now) throw new AppError('wrongState', '会议开始后方可填写会议纪要')
    await ctx.update('meeting', { id: meeting.id }, { minutes: body.minutes, minutesAt: now })
    record(ctx, { id: meeting.id, action: 'minutes', summary: '填写会议纪要' })
    tellMeeting(ctx, meeting.id)
  }),
]

/** By its host, or by who keeps the rooms of the company: a room must not stay booked by somebody who has left. */
async function cancellable(ctx: Ctx, id: string): Promise<MeetingRow> {
  const { companyId, rights } = ctx.actor
  if (!rights.has('businessManagement')) return heldMeeting(ctx, id)
  const own = await ctx.one('meeting', { id, companyId }, { lock: 'update' })
  return own ? (own as MeetingRow) : heldMeeting(ctx, id)
}

/** Neither cancelled nor begun online nor over. */
async function demandAhead(ctx: Ctx, meeting: MeetingRow): Promise<void> {
  const stage = stageOf(meeting, (await openRun(ctx, meeting.id)) !== undefined, ctx.clock.now())
  if (stage === 'cancelled') throw new AppError('wrongState', '会议已取消')
  if (stage === 'over') throw new AppError('wrongState', '会议已结束')
  if (meeting.beganAt) throw new AppError('wrongState', '会议已开始')
}

/** What is stored of a meeting, once its time, room and order have been found good. */
async function demandBookable(ctx: Ctx, { body, before }: { body: Body; before: MeetingRow | null }) {
  const { title, agenda, online, roomId, orderId } = body
  const [fromAt, untilAt] = [new Date(body.from), new Date(body.until)]
  const now = ctx.clock.now()
  // A meeting that goes on may be made longer or shorter, and no other begins in the past.
  const isBegun = before !== null && +before.fromAt === +fromAt
  if (!isBegun && fromAt.getTime() + MINUTE <= now.getTime()) throw invalid('from', '开始时间不能早于当前时间')
  if (untilAt <= now) throw invalid('until', '结束时间须晚于当前时间')
  if (fromAt.getTime() - now.getTime() > AHEAD_MS) throw invalid('from', '最多提前 180 天预订')
  const isSameRoom = before !== null && isBegun && +before.untilAt === +untilAt && before.roomId === roomId
  const roomNo = roomId === null ? null : await demandFree(ctx, { roomId, fromAt, untilAt, before, isSameRoom })
  if (online === 'platform') demandProvider(ctx.config)
  const link = online === 'link' ? await companyLink(ctx, before) : ''
  if (orderId !== null && orderId !== before?.orderId) await demandOrder(ctx, orderId)
  return { title, agenda, online, link, orderId, fromAt, untilAt, roomId, roomNo }
}

interface Wanted {
  roomId: string
  fromAt: Date
  untilAt: Date
  before: MeetingRow | null
  /** Nothing of room and time changes: what was booked stays booked. */
  isSameRoom: boolean
}

/** The number of the room, which is locked, in use, open and free for the time; who has it is named otherwise. */
async function demandFree(ctx: Ctx, { roomId, fromAt, untilAt, before, isSameRoom }: Wanted): Promise<number> {
  const room = await ownRoom(ctx, roomId, 'update')
  if (isSameRoom) return room.no
  if (!room.isEnabled) throw invalid('roomId', `${room.name}已停用`)
  if (!isOpenFor(room.hours, fromAt, untilAt)) throw invalid('from', `${room.name}在该时段不开放`)
  const [closure] = await closuresIn(ctx, [roomId], { fromAt, untilAt })
  if (closure) {
    const when = `${formatTime(closure.fromAt)} 至 ${formatTime(closure.untilAt)}`
    throw invalid('from', `${room.name} ${when} 停用：${closure.reason}`)
  }
  const others = await meetingsIn(ctx, [roomId], { fromAt, untilAt })
  const taken = others.find(({ id }) => id !== before?.id)
  if (!taken) return room.no
  const when = spanText(taken.fromAt, taken.untilAt)
  throw new AppError('conflict', `${room.name}已被占用：${when}，${taken.hostName}。请更换时间或会议室`)
}

/** The address that the company keeps, for a meeting; one that stands stays. */
async function companyLink(ctx: Ctx, before: MeetingRow | null): Promise<string> {
  if (before?.online === 'link') return before.link
  const kept = (await ctx.one('meeting_setting', { companyId: ctx.actor.companyId }))?.link ?? ''
  if (kept === '') throw invalid('online', '尚未设置本单位会议链接，请联系企业管理员')
  return kept.replaceAll('{{room}}', ctx.newId().slice(-12))
}

/** An order that the caller may open from its workbench. */
async function demandOrder(ctx: Ctx, orderId: string): Promise<void> {
  if (!mayKnowOrders(ctx)) throw invalid('orderId', '没有查看采购单的权限')
  await ownOrder(ctx, orderId)
}

/** Asks people of the own company; they are told. */
async function ask(ctx: Ctx, meetingId: string, userIds: readonly string[]): Promise<void> {
  const asked = [...new Set(userIds)].filter((id) => id !== ctx.actor.userId)
  if (asked.length === 0) return
  const found = await employees(ctx, asked)
  if (found.length < asked.length) throw invalid('userIds', '参会人须为本单位在用员工，其他单位的人员请发送邀请链接')
  const { companyId, companyName } = ctx.actor
  await ctx.insert(
    'meeting_person',
    found.map(({ userId, name }) => ({ meetingId, userId, name, companyId, companyName })),
  )
  ctx.emit({ kind: 'meeting.invited', payload: { meetingId, userIds: found.map(({ userId }) => userId) } })
}

async function remind(ctx: Ctx, meetingId: string, fromAt: Date): Promise<void> {
  const due = new Date(fromAt.getTime() - REMINDER_MS)
  const event = { kind: SOON, payload: { meetingId, from: fromAt.toISOString() } }
  await ctx.schedule(`${SOON}:${meetingId}`, due > ctx.clock.now() ? due : null, event)
}

/** What it is about stands in no audit record: the company's auditors are not its people. */
function record(ctx: Ctx, { id, action, summary }: { id: string; action: string; summary: string }): void {
  ctx.audit({ action: `meeting.${action}`, entity: 'meeting', entityId: id, summary })
}
