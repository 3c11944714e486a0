import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/online.ts'
import { MOST_PEOPLE, stageOf } from '../rules/meeting.ts'
import { ANY, type Ctx, heldMeeting, type MeetingRow, openRun, tellMeeting } from './access.ts'

/** People of other companies: they come by a link and are never looked up. */
export const invitationRoutes: readonly Route[] = [
  implement(c.invite, ANY, async (ctx, { params, body }) => {
    const meeting = await heldMeeting(ctx, params.meetingId)
    if (await isOver(ctx, meeting)) throw new AppError('wrongState', '会议已结束或取消')
    const given = await ctx.many('meeting_invitation', { meetingId: meeting.id }, { columns: ['id'] })
    if (given.length >= MOST_PEOPLE) throw new AppError('tooMany', `邀请链接最多 ${MOST_PEOPLE} 个`)
    const code = randomBytes(32).toString('base64url')
    const id = ctx.newId()
    await ctx.insert('meeting_invitation', {
      id,
      meetingId: meeting.id,
      guest: body.guest,
      codeHash: hashOf(code),
      createdAt: ctx.clock.now(),
    })
    return { invitationId: id, code }
  }),

  implement(c.withdrawInvitation, ANY, async (ctx, { params }) => {
    const meeting = await heldMeeting(ctx, params.meetingId)
    const row = await ctx.one(
      'meeting_invitation',
      { id: params.invitationId, meetingId: meeting.id },
      { lock: 'update' },
    )
    if (!row) throw new AppError('notFound')
    if (row.withdrawnAt) return
    if (meeting.beganAt) throw new AppError('wrongState', '会议已开始')
    await ctx.update('meeting_invitation', { id: row.id }, { withdrawnAt: ctx.clock.now() })
    if (row.acceptedBy) await ctx.remove('meeting_person', { meetingId: meeting.id, userId: row.acceptedBy })
    tellMeeting(ctx, meeting.id)
  }),

  implement(c.invitation, ANY, async (ctx, { params }) => {
    const { row, meeting } = await invitedBy(ctx, params.code)
    const { companyName } = await ctx.expectOne('meeting_person', { meetingId: meeting.id, userId: meeting.hostId })
    const stand = row.acceptedBy ? 'accepted' : (await isOver(ctx, meeting)) ? 'over' : 'open'
    const state = (await isAsked(ctx, meeting.id)) ? 'own' : stand
    return {
      meetingId: meeting.id,
      title: meeting.title,
      hostName: meeting.hostName,
      companyName,
      from: meeting.fromAt.toISOString(),
      until: meeting.untilAt.toISOString(),
      state,
    } as const
  }),

  implement(c.acceptInvitation, ANY, async (ctx, { params }) => {
    const { row, meeting } = await invitedBy(ctx, params.code, 'update')
    if (await isAsked(ctx, meeting.id)) return { meetingId: meeting.id }
    if (row.acceptedBy) throw new AppError('wrongState', '邀请链接已被使用，请联系主持人重新发送')
    if (await isOver(ctx, meeting)) throw new AppError('wrongState', '会议已结束或取消')
    const { userId, companyId, companyName, name } = ctx.actor
    // Whoever comes for one company does not come for another as well.
    const other = await ctx.one('meeting_person', { meetingId: meeting.id, userId }, { columns: ['companyName'] })
    if (other) throw new AppError('wrongState', `您已作为${other.companyName}的人员参会`)
    const at = ctx.clock.now()
    await ctx.update('meeting_invitation', { id: row.id }, { acceptedBy: userId, acceptedAt: at })
    const answer = { answer: 'coming', answeredAt: at }
    await ctx.insert('meeting_person', { meetingId: meeting.id, userId, companyId, companyName, name, ...answer })
    ctx.audit({
      action: 'meeting.join',
      entity: 'meeting',
      entityId: meeting.id,
      summary: `${companyName} ${name} 接受会议邀请`,
    })
    tellMeeting(ctx, meeting.id)
    return { meetingId: meeting.id }
  }),
]

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** The invitation of a link, with its meeting; `notFound` for a code that none has, or whose link was taken back. */
async function invitedBy(ctx: Ctx, code: string, lock?: 'update') {
  const known = await ctx.one('meeting_invitation', { codeHash: hashOf(code) })
  if (!known) throw new AppError('notFound')
  // The host locks the meeting before its invitations: everybody does.
  const meeting = (await ctx.expectOne('meeting', { id: known.meetingId }, { lock })) as MeetingRow
  const row = await ctx.expectOne('meeting_invitation', { id: known.id }, { lock })
  if (row.withdrawnAt) throw new AppError('notFound')
  return { row, meeting }
}

async function isAsked(ctx: Ctx, meetingId: string): Promise<boolean> {
  const { userId, companyId } = ctx.actor
  return (await ctx.one('meeting_person', { meetingId, userId, companyId }, { columns: ['userId'] })) !== undefined
}

async function isOver(ctx: Ctx, meeting: MeetingRow): Promise<boolean> {
  const stage = stageOf(meeting, (await openRun(ctx, meeting.id)) !== undefined, ctx.clock.now())
  return stage === 'over' || stage === 'cancelled'
}
