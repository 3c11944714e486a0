import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { doesBuying } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { Meeting, MeetingPerson, MeetingRoom, MeetingRun } from '#server/database/tables.ts'
import type { LiveTopic } from '#server/live.ts'
import type { Online } from '../rules/meeting.ts'
import type { Opening } from '../rules/room.ts'

export type Ctx = Context<Employee>
export type Any = Context<Actor | null>
export type MeetingRow = Omit<Selectable<Meeting>, 'online'> & { online: Online }
export type PersonRow = Selectable<MeetingPerson>
export type RunRow = Selectable<MeetingRun>
export type RoomRow = Omit<Selectable<MeetingRoom>, 'hours'> & { hours: Opening[] }

/** Whoever works for a company holds meetings and comes to them. */
export const ANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const
/** Rooms are those of who buys. */
export const BUYERS = { workbench: ['purchaser', 'agency'] } as const
export const KEEPER = { ...BUYERS, right: 'businessManagement' } as const

/** A meeting that the caller is asked to, for the company it works for now; `notFound` otherwise. `lock` keeps it. */
export async function ownMeeting(
  ctx: Ctx,
  meetingId: string,
  lock?: 'update' | 'share',
): Promise<{ meeting: MeetingRow; person: PersonRow; isHost: boolean }> {
  const { userId, companyId } = ctx.actor
  const person = await ctx.one('meeting_person', { meetingId, userId, companyId })
  if (!person) throw new AppError('notFound')
  const meeting = (await ctx.expectOne('meeting', { id: meetingId }, { lock })) as MeetingRow
  return { meeting, person, isHost: meeting.hostId === userId && meeting.companyId === companyId }
}

/** A meeting that the caller holds, locked; `notFound` for who is not asked to it, `noRight` for who is. */
export async function heldMeeting(ctx: Ctx, meetingId: string): Promise<MeetingRow> {
  const { meeting, isHost } = await ownMeeting(ctx, meetingId, 'update')
  if (!isHost) throw new AppError('noRight', '仅主持人可以操作')
  return meeting
}

/** The time in which the host is present now. */
export function openRun(ctx: Any, meetingId: string): Promise<RunRow | undefined> {
  return ctx.one('meeting_run', { meetingId, endedAt: NULL })
}

/** A room of the own company, or `notFound`. */
export async function ownRoom(ctx: Ctx, roomId: string, lock?: 'update'): Promise<RoomRow> {
  const room = await ctx.one('meeting_room', { id: roomId, companyId: ctx.actor.companyId }, { lock })
  if (!room) throw new AppError('notFound')
  return room
}

/** Whether somebody may open orders of the own company. */
export function mayKnowOrders({ actor }: Ctx): boolean {
  return actor.workbench !== 'supplier' && (doesBuying(actor) || actor.rights.has('auditing'))
}

/** Says to the pages of a meeting that it has changed. */
export function tellMeeting(ctx: Any, meetingId: string): void {
  ctx.emit({ kind: 'meeting.changed', payload: { meetingId }, topics: [`meeting:${meetingId}`] })
}

/** `meeting:<id>`: whoever is asked to it, for the company it is asked for. */
export const meetingTopic: LiveTopic = {
  prefix: 'meeting',
  async allows(kernel, { tenantId, actor }, id) {
    if (!actor?.companyId || !Id.safeParse(id).success) return false
    const { userId, companyId } = actor
    return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
      const asked = { meetingId: id, userId, companyId }
      return (await ctx.one('meeting_person', asked, { columns: ['userId'] })) !== undefined
    })
  },
}
