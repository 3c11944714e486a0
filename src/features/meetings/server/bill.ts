import { MINUTE } from '#contract/time.ts'
import { drawCounts, leftOf, lockAccount } from '#features/membership/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { LOW, minutesBegun, OVERRUN_MS, PRODUCT, SILENCE_MS } from '../rules/meeting.ts'
import { type Any, type MeetingRow, openRun, type RunRow, tellMeeting } from './access.ts'

/* The time of an online meeting: runs, in which the host is present, and the minutes that they take from packages. */

const SILENT = 'meeting.silent'
type EndReason = 'ended' | 'silent' | 'used' | 'overrun'

/**
 * A sign of life of the host: what has begun since the last one is billed; a run that had gone silent ends where it was heard of
 * last, and another begins; none does where nothing is left. Answers the run that goes on.
 */
export async function stay(ctx: Any, meeting: MeetingRow): Promise<RunRow | undefined> {
  const now = ctx.clock.now()
  const before = await currentRun(ctx, meeting, now)
  const limit = new Date(meeting.untilAt.getTime() + OVERRUN_MS)
  if (now >= limit) {
    await finish(ctx, meeting, { run: before, at: limit, reason: 'overrun' })
    return undefined
  }
  const run = before ? await bill(ctx, meeting, { run: before, at: now }) : await beginRun(ctx, meeting)
  if (run) await watch(ctx, meeting.id, now)
  if ((run === undefined) !== (before === undefined)) tellMeeting(ctx, meeting.id)
  await warn(ctx, meeting)
  return run
}

/** Begins a run with its first minute; undefined where no minute is left. */
export async function beginRun(ctx: Any, meeting: MeetingRow): Promise<RunRow | undefined> {
  const now = ctx.clock.now()
  // Others of the company take from the same packages: what is left now stays until this run has its minute.
  await lockAccount(ctx, meeting.companyId)
  if ((await minutesLeft(ctx, meeting.companyId)) === 0) return undefined
  const id = ctx.newId()
  await ctx.insert('meeting_run', { id, meetingId: meeting.id, fromAt: now, seenAt: now })
  const run = await bill(ctx, meeting, { run: await ctx.expectOne('meeting_run', { id }), at: now })
  await watch(ctx, meeting.id, now)
  return run
}

/** Ends the meeting for good: at `at`, or where a host who has gone silent was heard of last. */
export async function finish(
  ctx: Any,
  meeting: MeetingRow,
  { run, at, reason }: { run: RunRow | undefined; at: Date; reason: 'ended' | 'overrun' },
): Promise<void> {
  const last = run && at >= run.seenAt ? await bill(ctx, meeting, { run, at }) : run
  if (last) await endRun(ctx, last, { at: last.seenAt, reason })
  await ctx.update('meeting', { id: meeting.id }, { endedAt: at })
  await ctx.schedule(`${SILENT}:${meeting.id}`, null, { kind: SILENT, payload: {} })
  ctx.audit({
    action: 'meeting.end',
    entity: 'meeting',
    entityId: meeting.id,
    summary: `线上会议结束，共计 ${await minutesBilled(ctx, meeting.id)} 分钟`,
  })
  tellMeeting(ctx, meeting.id)
}

/** The open run; one that nobody was heard of in for too long is ended first. */
export async function currentRun(ctx: Any, meeting: MeetingRow, now: Date): Promise<RunRow | undefined> {
  const run = await openRun(ctx, meeting.id)
  if (!run || now.getTime() - run.seenAt.getTime() < SILENCE_MS) return run
  await endRun(ctx, run, { at: run.seenAt, reason: 'silent' })
  tellMeeting(ctx, meeting.id)
  return undefined
}

/** By timer, so that a host whose page, connection or server is gone is billed no longer. */
export const endSilent: Subscriber = {
  name: 'meetings: end the time of a host who is gone',
  kind: SILENT,
  async handle(ctx, { payload }) {
    const meeting = await ctx.one('meeting', { id: String(payload.meetingId) }, { lock: 'update' })
    if (meeting) await currentRun(ctx, meeting as MeetingRow, ctx.clock.now())
  },
}

/** Minutes of a meeting that were billed. */
export async function minutesBilled(ctx: Any, meetingId: string): Promise<number> {
  const runs = await ctx.many('meeting_run', { meetingId }, { columns: ['minutes'] })
  return runs.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** Minutes left of what a company has bought. */
export async function minutesLeft(ctx: Any, companyId: string): Promise<number> {
  return (await leftOf(ctx, { companyId, product: PRODUCT })).remain
}

/**
 * Takes the minutes that have begun by `at`, and notes the sign of life. Where too few are left the run ends with the last of
 * them. Answers the run as long as it goes on.
 */
async function bill(
  ctx: Any,
  { companyId }: MeetingRow,
  { run, at }: { run: RunRow; at: Date },
): Promise<RunRow | undefined> {
  const due = minutesBegun(run.fromAt, at) - run.minutes
  const parts = due > 0 ? await drawCounts(ctx, { companyId, product: PRODUCT, count: due }) : []
  let { minutes } = run
  for (const { lotId, count } of parts) {
    const key = { runId: run.id, lotId }
    const line = await ctx.one('meeting_charge', key)
    if (line) await ctx.update('meeting_charge', key, { minutes: line.minutes + count })
    else await ctx.insert('meeting_charge', { ...key, fromAt: afterMinutes(run, minutes), minutes: count })
    minutes += count
  }
  const isUsed = minutes < run.minutes + due
  const seenAt = isUsed ? afterMinutes(run, minutes) : at
  await ctx.update('meeting_run', { id: run.id }, { minutes, seenAt })
  const billed = { ...run, minutes, seenAt }
  if (!isUsed) return billed
  await endRun(ctx, billed, { at: seenAt, reason: 'used' })
  return undefined
}

const afterMinutes = ({ fromAt }: RunRow, minutes: number) => new Date(fromAt.getTime() + minutes * MINUTE)

async function endRun(ctx: Any, { id }: RunRow, { at, reason }: { at: Date; reason: EndReason }): Promise<void> {
  await ctx.update('meeting_run', { id }, { endedAt: at, endReason: reason })
}

async function watch(ctx: Any, meetingId: string, now: Date): Promise<void> {
  const event = { kind: SILENT, payload: { meetingId } }
  await ctx.schedule(`${SILENT}:${meetingId}`, new Date(now.getTime() + SILENCE_MS), event)
}

/** Tells the host once that the packages end, and again when there was more meanwhile. */
async function warn(ctx: Any, meeting: MeetingRow): Promise<void> {
  const isLow = (await minutesLeft(ctx, meeting.companyId)) <= LOW
  if (isLow === (meeting.warnedAt !== null)) return
  await ctx.update('meeting', { id: meeting.id }, { warnedAt: isLow ? ctx.clock.now() : null })
  if (isLow) ctx.emit({ kind: 'meeting.low', payload: { meetingId: meeting.id } })
}
