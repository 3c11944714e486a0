import { CompiledQuery } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/online.ts'
import { EARLY_MS, LOW, PRESENCE_MS, stageOf } from '../rules/meeting.ts'
import { ANY, type Ctx, heldMeeting, type MeetingRow, openRun, ownMeeting, tellMeeting } from './access.ts'
import { beginRun, currentRun, finish, minutesBilled, minutesLeft, stay } from './bill.ts'
import { demandProvider } from './provider.ts'

const SHOWN_LINES = 200
/** Whoever came in stays in for so long without a sign of life: a page may be loaded again. */
const ENTERED_MS = 10 * MINUTE

export const onlineRoutes: readonly Route[] = [
  implement(c.beginMeeting, ANY, async (ctx, { params }) => {
    const meeting = await heldMeeting(ctx, params.meetingId)
    demandOnline(meeting)
    demandProvider(ctx.config)
    if (meeting.cancelledAt) throw new AppError('wrongState', '会议已取消')
    if (meeting.beganAt) throw new AppError('wrongState', meeting.endedAt ? '会议已结束' : '会议已开始')
    const now = ctx.clock.now()
    const earliest = new Date(meeting.fromAt.getTime() - EARLY_MS)
    if (now < earliest) throw new AppError('tooEarly', `${formatTime(earliest)} 起可以开始`)
    if (now >= meeting.untilAt) throw new AppError('tooLate', '已过会议结束时间，请另行预订')
    await ctx.update('meeting', { id: meeting.id }, { beganAt: now })
    if (!(await beginRun(ctx, meeting))) throw new AppError('serviceNotBought', '在线会议时长不足，请先购买')
    ctx.audit({ action: 'meeting.begin', entity: 'meeting', entityId: meeting.id, summary: '开始线上会议' })
    ctx.emit({ kind: 'meeting.begun', payload: { meetingId: meeting.id } })
    tellMeeting(ctx, meeting.id)
  }),

  implement(c.hostBeat, ANY, async (ctx, { params }) => {
    const meeting = await heldMeeting(ctx, params.meetingId)
    if (!meeting.beganAt) throw new AppError('wrongState', '会议尚未开始')
    const run = meeting.endedAt ? undefined : await stay(ctx, meeting)
    const { endedAt } = await ctx.expectOne('meeting', { id: meeting.id }, { columns: ['endedAt'] })
    const remain = await minutesLeft(ctx, meeting.companyId)
    return {
      run: endedAt ? 'ended' : run ? 'present' : 'away',
      minutes: await minutesBilled(ctx, meeting.id),
      remain,
      isLow: remain <= LOW,
    } as const
  }),

  implement(c.endMeeting, ANY, async (ctx, { params }) => {
    const meeting = await heldMeeting(ctx, params.meetingId)
    if (!meeting.beganAt) throw new AppError('wrongState', '会议尚未开始')
    if (meeting.endedAt) throw new AppError('wrongState', '会议已结束')
    const at = ctx.clock.now()
    await finish(ctx, meeting, { run: await currentRun(ctx, meeting, at), at, reason: 'ended' })
  }),

  implement(c.enterMeeting, ANY, async (ctx, { params }) => {
    const { meeting, isHost } = await ownMeeting(ctx, params.meetingId, 'share')
    const now = ctx.clock.now()
    if (meeting.online === 'link') return { url: ownLink(meeting, now) }
    demandOnline(meeting)
    if (meeting.endedAt || meeting.cancelledAt) throw new AppError('wrongState', '会议已结束')
    if (!(await openRun(ctx, meeting.id))) throw new AppError('wrongState', '主持人尚未到场，请稍后再进入')
    const { userId, name } = ctx.actor
    const url = demandProvider(ctx.config).enter(meeting.id, { userId, name, isHost }, now)
    if (url === null) await show(ctx, meeting.id, { userId, name, seenAt: now })
    return { url }
  }),

  implement(c.meetingRoom, ANY, async (ctx, { params }) => {
    const { meeting, isHost } = await ownMeeting(ctx, params.meetingId)
    demandOnline(meeting)
    const here = await presentIn(ctx, meeting.id)
    const people = await ctx.many('meeting_person', { meetingId: meeting.id })
    const lines = await ctx.many(
      'meeting_line',
      { meetingId: meeting.id },
      { orderBy: ['id desc'], limit: SHOWN_LINES },
    )
    return {
      title: meeting.title,
      hostName: meeting.hostName,
      isHost,
      blocked: await blockedIn(ctx, meeting),
      people: people
        .filter(({ userId }) => here.has(userId))
        .map(({ userId, name, companyName }) => ({ userId, name, companyName, isHost: userId === meeting.hostId })),
      lines: lines.toReversed().map((line) => ({
        lineId: line.id,
        name: line.name,
        content: line.content,
        at: line.at.toISOString(),
        isHost: line.userId === meeting.hostId,
      })),
    }
  }),

  implement(c.sayInMeeting, ANY, async (ctx, { params, body }) => {
    const { meeting, isHost } = await ownMeeting(ctx, params.meetingId, 'share')
    demandOnline(meeting)
    const blocked = await blockedIn(ctx, meeting)
    if (blocked !== null) throw new AppError('wrongState', blocked)
    const { userId, name } = ctx.actor
    if (!(await presentIn(ctx, meeting.id, ENTERED_MS)).has(userId)) throw outside()
    const line = { id: ctx.newId(), name, content: body.content, at: ctx.clock.now() }
    await ctx.insert('meeting_line', { meetingId: meeting.id, userId, ...line })
    const { id: lineId, ...said } = line
    ctx.emit({
      kind: 'meeting.line',
      payload: { meetingId: meeting.id, line: { lineId, ...said, at: line.at.toISOString(), isHost } },
      topics: [`meeting:${meeting.id}`],
    })
    return { lineId }
  }),

  implement(c.hereInMeeting, ANY, async (ctx, { params }) => {
    const { meeting } = await ownMeeting(ctx, params.meetingId)
    if (meeting.endedAt) throw new AppError('wrongState', '会议已结束')
    const { userId, name } = ctx.actor
    if (!(await presentIn(ctx, meeting.id, ENTERED_MS)).has(userId)) throw outside()
    // Worth nothing after a crash: the commit does not wait for the disk.
    await ctx.tx.executeQuery(CompiledQuery.raw('set local synchronous_commit = off'))
    await show(ctx, meeting.id, { userId, name, seenAt: ctx.clock.now() })
  }),
]

function demandOnline({ online }: MeetingRow): void {
  if (online !== 'platform') throw new AppError('wrongState', '该会议不使用平台会议室')
}

const outside = () => new AppError('wrongState', '请从会议页面进入会议室')

/** The company's own address: given out from shortly before the meeting to its end. */
function ownLink(meeting: MeetingRow, now: Date): string {
  if (stageOf(meeting, false, now) === 'over' || meeting.cancelledAt) throw new AppError('wrongState', '会议已结束')
  if (meeting.fromAt.getTime() - now.getTime() > EARLY_MS)
    throw new AppError('wrongState', '会议开始前 30 分钟起可以进入')
  return meeting.link
}

/** Why nothing can be written in the platform's own room; null: it can. */
async function blockedIn(ctx: Ctx, { id, endedAt, cancelledAt }: MeetingRow): Promise<string | null> {
  if (endedAt || cancelledAt) return '会议已结束'
  return (await openRun(ctx, id)) ? null : '主持人不在场或会议时长已用完，暂不能发言'
}

async function show(
  ctx: Ctx,
  meetingId: string,
  { userId, ...values }: { userId: string; name: string; seenAt: Date },
): Promise<void> {
  const isNew = !(await presentIn(ctx, meetingId)).has(userId)
  await ctx.tx
    .insertInto('meeting_presence')
    .values({ tenantId: ctx.tenantId, meetingId, userId, ...values })
    .onConflict((on) => on.columns(['tenantId', 'meetingId', 'userId']).doUpdateSet(values))
    .execute()
  if (!isNew) return
  ctx.emit({ kind: 'meeting.presence', payload: { meetingId }, topics: [`meeting:${meetingId}`] })
}

/** Who was heard of in the room within so many ms. */
async function presentIn(ctx: Ctx, meetingId: string, within = PRESENCE_MS): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx
    .selectFrom('meeting_presence')
    .select('userId')
    .where('tenantId', '=', ctx.tenantId)
    .where('meetingId', '=', meetingId)
    .where('seenAt', '>', new Date(ctx.clock.now().getTime() - within))
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}
