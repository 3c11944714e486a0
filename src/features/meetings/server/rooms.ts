import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/rooms.ts'
import { dayStart, openingsOn } from '../rules/room.ts'
import { spanText } from '../rules/meeting.ts'
import { BUYERS, type Ctx, KEEPER, ownRoom, type RoomRow } from './access.ts'
import { providerName } from './provider.ts'

type Body = BodyOf<typeof c.createRoom>

export const roomRoutes: readonly Route[] = [
  implement(c.rooms, BUYERS, async (ctx) => {
    const { companyId, rights } = ctx.actor
    const rooms = await ctx.many('meeting_room', { companyId }, { orderBy: ['isEnabled desc', 'kind', 'name'] })
    const { rows } = await sql<{ id: string; roomId: string; fromAt: Date; untilAt: Date; reason: string }>`
      select id, room_id, from_at, until_at, reason from meeting_room_closure
      where tenant_id = ${ctx.tenantId} and room_id = any(${rooms.map(({ id }) => id)}::uuid[])
        and until_at > ${ctx.clock.now()}
      order by from_at`.execute(ctx.tx)
    return {
      rooms: (rooms as unknown as RoomRow[]).map((room) => ({
        ...valueOf(room),
        hours: room.hours,
        closures: rows
          .filter(({ roomId }) => roomId === room.id)
          .map(({ id, fromAt, untilAt, reason }) => ({
            closureId: id,
            from: fromAt.toISOString(),
            until: untilAt.toISOString(),
            reason,
          })),
      })),
      isKeeper: rights.has('businessManagement'),
      link: (await ctx.one('meeting_setting', { companyId }))?.link ?? '',
      provider: providerName(ctx.config),
    }
  }),

  implement(c.createRoom, KEEPER, async (ctx, { body }) => {
    await demandName(ctx, body.name)
    const id = ctx.newId()
    await ctx.insert('meeting_room', {
      id,
      companyId: ctx.actor.companyId,
      ...stored(body),
      createdAt: ctx.clock.now(),
    })
    note(ctx, { id, action: 'create', summary: `新增会议场所 ${body.name}` })
    return { roomId: id }
  }),

  implement(c.updateRoom, KEEPER, async (ctx, { params, body }) => {
    const room = await ownRoom(ctx, params.roomId, 'update')
    await demandName(ctx, body.name, room.id)
    await ctx.update('meeting_room', { id: room.id }, stored(body))
    const became = room.isEnabled === body.isEnabled ? '' : body.isEnabled ? '，启用' : '，停用'
    note(ctx, { id: room.id, action: 'change', summary: `修改会议场所 ${body.name}${became}` })
  }),

  implement(c.closeRoom, KEEPER, async (ctx, { params, body }) => {
    const { id: roomId, name } = await ownRoom(ctx, params.roomId, 'update')
    const [fromAt, untilAt] = [new Date(body.from), new Date(body.until)]
    if (untilAt <= ctx.clock.now()) throw invalid('until', '结束时间须晚于当前时间')
    const id = ctx.newId()
    await ctx.insert('meeting_room_closure', { id, roomId, fromAt, untilAt, reason: body.reason })
    const summary = `${name} ${spanText(fromAt, untilAt)} 停用：${body.reason}`
    note(ctx, { id: roomId, action: 'close', summary })
    const booked = await meetingsIn(ctx, [roomId], { fromAt, untilAt })
    return { closureId: id, meetings: booked.map((one) => `${spanText(one.fromAt, one.untilAt)} ${one.hostName}`) }
  }),

  implement(c.reopenRoom, KEEPER, async (ctx, { params }) => {
    const { id: roomId, name } = await ownRoom(ctx, params.roomId, 'update')
    const removed = await ctx.remove('meeting_room_closure', { id: params.closureId, roomId })
    if (removed === 0) throw new AppError('notFound')
    note(ctx, { id: roomId, action: 'reopen', summary: `取消 ${name} 的停用时段` })
  }),

  implement(c.setLink, KEEPER, async (ctx, { body }) => {
    const { companyId } = ctx.actor
    await ctx.tx
      .insertInto('meeting_setting')
      .values({ tenantId: ctx.tenantId, companyId, link: body.link })
      .onConflict((on) => on.columns(['tenantId', 'companyId']).doUpdateSet({ link: body.link }))
      .execute()
    note(ctx, { id: companyId, action: 'link', summary: body.link ? '设置本单位会议链接' : '清除本单位会议链接' })
  }),

  implement(c.roomDay, BUYERS, async (ctx, { query: { day, kind } }) => {
    const { companyId, userId } = ctx.actor
    const kept = (await ctx.many(
      'meeting_room',
      { companyId, ...(kind !== undefined && { kind }) },
      { orderBy: ['kind', 'name'] },
    )) as unknown as RoomRow[]
    const fromAt = dayStart(day)
    const span = { fromAt, untilAt: new Date(fromAt.getTime() + DAY) }
    const ids = kept.map(({ id }) => id)
    const meetings = await meetingsIn(ctx, ids, span)
    const closures = await closuresIn(ctx, ids, span)
    const asked = await ctx.many(
      'meeting_person',
      { meetingId: meetings.map(({ id }) => id), userId, companyId },
      { columns: ['meetingId'] },
    )
    const mine = new Set(asked.map(({ meetingId }) => meetingId))
    const rooms = kept
      .filter(({ id, isEnabled }) => isEnabled || meetings.some(({ roomId }) => roomId === id))
      .map((room) => ({
        ...valueOf(room),
        openings: room.isEnabled ? openingsOn(room.hours, day) : [],
        spans: [
          ...meetings
            .filter(({ roomId }) => roomId === room.id)
            .map((meeting) => ({
              ...times(meeting),
              what: 'meeting' as const,
              title: mine.has(meeting.id) ? meeting.title : null,
              who: meeting.hostName,
              meetingId: mine.has(meeting.id) ? meeting.id : null,
              isOwn: mine.has(meeting.id),
            })),
          ...closures
            .filter(({ roomId }) => roomId === room.id)
            .map((closure) => ({
              ...times(closure),
              what: 'closed' as const,
              title: closure.reason,
              who: '',
              meetingId: null,
              isOwn: false,
            })),
        ],
      }))
    return { day, rooms }
  }),
]

interface Between {
  fromAt: Date
  untilAt: Date
}

/** Meetings in these rooms that have some of a time, the earliest first; one that ends as it begins has none of it. */
export async function meetingsIn(ctx: Ctx, roomIds: readonly string[], { fromAt, untilAt }: Between) {
  return ctx.tx
    .selectFrom('meeting')
    .select(['id', 'roomId', 'title', 'hostName', 'fromAt', 'untilAt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('roomId', '=', sql<string>`any(${roomIds}::uuid[])`)
    .where('cancelledAt', 'is', null)
    .where('fromAt', '<', untilAt)
    .where('untilAt', '>', fromAt)
    .orderBy('fromAt')
    .execute()
}

/** Closures of these rooms within a time, the earliest first. */
export async function closuresIn(ctx: Ctx, roomIds: readonly string[], { fromAt, untilAt }: Between) {
  return ctx.tx
    .selectFrom('meeting_room_closure')
    .select(['roomId', 'fromAt', 'untilAt', 'reason'])
    .where('tenantId', '=', ctx.tenantId)
    .where('roomId', '=', sql<string>`any(${roomIds}::uuid[])`)
    .where('fromAt', '<', untilAt)
    .where('untilAt', '>', fromAt)
    .orderBy('fromAt')
    .execute()
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

const times = ({ fromAt, untilAt }: Between) => ({ from: fromAt.toISOString(), until: untilAt.toISOString() })

function valueOf({ id, name, kind, place, seats, equipment, isEnabled }: RoomRow) {
  return { roomId: id, name, kind, place, seats, equipment, isEnabled }
}

function stored({ hours, ...room }: Body) {
  return { ...room, hours: JSON.stringify(hours) }
}

/** Two rooms of one name could not be told apart. */
async function demandName(ctx: Ctx, name: string, own?: string): Promise<void> {
  const { companyId } = ctx.actor
  // Two who add the same at once: the second sees what the first has added.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`meeting rooms ${companyId}`}, 0))`.execute(ctx.tx)
  const same = await ctx.one('meeting_room', { companyId, name }, { columns: ['id'] })
  if (same && same.id !== own) throw invalid('name', `已有名为“${name}”的会议场所`)
}

function note(ctx: Ctx, { id, action, summary }: { id: string; action: string; summary: string }): void {
  ctx.audit({ action: `meeting-room.${action}`, entity: 'meeting-room', entityId: id, summary })
}
