import type { Selectable } from 'kysely'
import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import { doesBuying } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type * as tables from '#server/database/tables.ts'
import {
  MEETING_STATUS,
  type MeetingAction,
  type MeetingFacts,
  type MeetingState,
  type MeetingWho,
} from '../rules/meeting.ts'
import { MEETINGS } from './bound.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Meeting = Selectable<tables.AwardMeeting>
export type Item = Selectable<tables.AwardMeetingOrder>
export type Member = Selectable<tables.AwardMeetingMember>

/** Being asked is enough for a member; who organises buys for the company. */
export const SEATED = { workbench: ['purchaser', 'agency'] } as const

/** A meeting as somebody stands to it. */
export interface Seat {
  meeting: Meeting
  items: Item[]
  /** In office, and those who stepped aside. */
  members: Member[]
  own: Member | undefined
  facts: MeetingFacts
  who: MeetingWho
}

/** Throws `noRight` where somebody may not organise meetings. */
export function demandOrganiser({ actor }: Ctx): void {
  if (!doesBuying(actor)) throw new AppError('noRight')
}

/** Whether the caller's company holds meetings from this workbench: where it buys, or runs orders for others. */
export async function seatAt(ctx: Ctx, meetId: string, lock?: 'update'): Promise<Seat> {
  const meeting = await ctx.one('award_meeting', { id: meetId }, lock && { lock })
  if (!meeting) throw new AppError('notFound')
  const { companyId, employeeId, rights } = ctx.actor
  const members = await ctx.many('award_meeting_member', { meetingId: meetId }, { orderBy: ['isChair desc', 'id'] })
  const own = members.find((one) => one.employeeId === employeeId && one.outAt === null)
  const isHost = meeting.companyId === companyId
  const isOrganiser = isHost && doesBuying(ctx.actor)
  const reads = isOrganiser || (isHost && rights.has('auditing'))
  // Drafts are the organiser's alone.
  if (!reads && !(own && meeting.state !== 'draft')) throw new AppError('notFound')
  const items = await ctx.many('award_meeting_order', { meetingId: meetId }, { orderBy: ['sort'] })
  const votes = await ctx.many('award_vote', { meetingId: meetId }, { columns: ['orderId', 'round', 'memberId'] })
  const active = members.filter(({ outAt }) => outAt === null)
  const isOpen = ({ chosenTradeId }: Item) => chosenTradeId === null
  const hasVoted = (item: Item) =>
    votes.some((v) => v.orderId === item.orderId && v.round === item.round && v.memberId === own?.id)
  return {
    meeting,
    items,
    members,
    own,
    facts: {
      state: meeting.state as MeetingState,
      members: active.length,
      unanswered: active.filter(({ reply }) => reply !== 'attending').length,
      open: items.filter(isOpen).length,
      votes: votes.length,
      signed: active.filter(({ signedAt }) => signedAt !== null).length,
    },
    who: {
      isOrganiser,
      isMember: own !== undefined,
      hasReplied: own !== undefined && own.reply !== '',
      toVote:
        own?.reply === 'attending' && meeting.rule !== 'lowest'
          ? items.filter((item) => isOpen(item) && !hasVoted(item)).length
          : 0,
      hasSigned: own !== undefined && own.signedAt !== null,
    },
  }
}

/** The locked meeting in which the caller may do this now, and its next state. */
export async function demanded(ctx: Ctx, meetId: string, action: MeetingAction): Promise<Seat & { to: MeetingState }> {
  const seat = await seatAt(ctx, meetId, 'update')
  const { facts, who } = seat
  return { ...seat, to: MEETING_STATUS.next(action, { record: facts, who, now: ctx.clock.now().getTime() }) }
}

export function activeMembers(ctx: Any, meetingId: string): Promise<Member[]> {
  return ctx.many('award_meeting_member', { meetingId, outAt: NULL }, { orderBy: ['isChair desc', 'id'] })
}

/** Records a fact of a meeting, of an act that has written; what a vote says stands in none. */
export function record(
  ctx: Any,
  { id, code }: Pick<Meeting, 'id' | 'code'>,
  fact: { action: string; summary: string; data?: object },
): void {
  const { action, summary, data } = fact
  ctx.audit({
    action: `award-meeting.${action}`,
    entity: 'award-meeting',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
  bindRow(ctx, MEETINGS, [id])
}

/** Pages of those who sit in it load it again. */
export async function announce(ctx: Any, meetingId: string, kind: string): Promise<void> {
  const members = await activeMembers(ctx, meetingId)
  ctx.emit({
    kind: `award-meeting.${kind}`,
    payload: { meetingId },
    topics: members.map(({ userId }) => `user:${userId}`),
  })
}
