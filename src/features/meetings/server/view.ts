import { sql } from 'kysely'
import { MINUTE } from '#contract/time.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { buyerColumn } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/meetings.ts'
import { type Answer, EARLY_MS, type Online, stageOf } from '../rules/meeting.ts'
import { ANY, type Ctx, mayKnowOrders, type MeetingRow, openRun, ownMeeting } from './access.ts'
import { minutesLeft } from './bill.ts'

export const viewRoutes: readonly Route[] = [
  implement(c.meetingPage, ANY, async (ctx, { query }) => {
    const { companyId, rights } = ctx.actor
    const now = ctx.clock.now()
    const isRunning = sql<boolean>`exists (select from meeting_run r
      where r.tenant_id = m.tenant_id and r.meeting_id = m.id and r.ended_at is null)`
    const isLive = sql<boolean>`(m.cancelled_at is null and m.ended_at is null)`
    const page = await listPage(ctx, {
      query,
      ...(query.stage && { tab: query.stage }),
      tabs: {
        all: sql<boolean>`true`,
        toCome: sql<boolean>`(${isLive} and not ${isRunning} and m.from_at > ${now})`,
        underWay: sql<boolean>`(${isLive} and (${isRunning} or (m.from_at <= ${now} and m.until_at > ${now})))`,
        over: sql<boolean>`(m.cancelled_at is null and (m.ended_at is not null or (not ${isRunning} and m.until_at <= ${now})))`,
        cancelled: sql<boolean>`(m.cancelled_at is not null)`,
      },
      list: {
        alias: 'm',
        keys: ['fromAt', 'id'],
        rows: () =>
          ctx.tx
            .selectFrom('meeting as m')
            .where('m.tenantId', '=', ctx.tenantId)
            .$if(query.scope === 'mine', (q) => q.where(isAsked(ctx)))
            .$if(query.scope === 'company', (q) => q.where('m.companyId', '=', companyId))
            // What a meeting is about is looked through for its own people alone.
            .$if(Boolean(query.keyword), (q) =>
              q.where(sql<boolean>`((${isAsked(ctx)} and ${includes(query.keyword!, ['m.title'])})
                or ${includes(query.keyword!, ['m.hostName'])})`),
            ),
      },
      show: (rows) =>
        ctx.tx
          .selectFrom('meeting as m')
          .innerJoin('company as c', 'c.id', 'm.companyId')
          .leftJoin('meeting_room as room', (j) =>
            j.onRef('room.tenantId', '=', 'm.tenantId').onRef('room.id', '=', 'm.roomId'),
          )
          .innerJoin(rows, 'page.id', 'm.id')
          .where('m.tenantId', '=', ctx.tenantId)
          .selectAll('m')
          .select(['c.name as companyName', 'room.name as roomName'])
          .select([
            isAsked(ctx).as('isAsked'),
            isRunning.as('isRunning'),
            sql<string>`coalesce((select p.answer from meeting_person p where p.tenant_id = m.tenant_id
              and p.meeting_id = m.id and p.user_id = ${ctx.actor.userId} and p.company_id = ${companyId}), '')`.as(
              'answer',
            ),
            sql<number>`coalesce((select sum(r.minutes)::int from meeting_run r
              where r.tenant_id = m.tenant_id and r.meeting_id = m.id), 0)`.as('billed'),
          ]),
    })
    const rows = page.rows.map((row) => {
      const stage = stageOf(row, row.isRunning, now)
      const isHost = isHostOf(ctx, row)
      return {
        meetingId: row.id,
        title: row.isAsked ? row.title : null,
        from: row.fromAt.toISOString(),
        until: row.untilAt.toISOString(),
        stage,
        roomName: row.roomName ?? '',
        online: row.online as Online,
        hostName: row.hostName,
        companyName: row.companyName,
        answer: row.answer as Answer,
        isHost,
        minutes: row.companyId === companyId ? row.billed : null,
        canCancel:
          (isHost || (rights.has('businessManagement') && row.companyId === companyId)) &&
          isAhead(stage) &&
          row.beganAt === null,
      }
    })
    return { ...page, rows }
  }),

  implement(c.meetingDetail, ANY, async (ctx, { params }) => {
    const { meeting, person, isHost } = await ownMeeting(ctx, params.meetingId)
    const now = ctx.clock.now()
    const run = await openRun(ctx, meeting.id)
    const stage = stageOf(meeting, run !== undefined, now)
    const isOwn = meeting.companyId === ctx.actor.companyId
    const room = meeting.roomId ? await ctx.expectOne('meeting_room', { id: meeting.roomId }) : null
    const people = await ctx.many('meeting_person', { meetingId: meeting.id }, { orderBy: ['companyName', 'name'] })
    const host = people.find(({ userId }) => userId === meeting.hostId)!
    return {
      meetingId: meeting.id,
      title: meeting.title,
      agenda: meeting.agenda,
      from: meeting.fromAt.toISOString(),
      until: meeting.untilAt.toISOString(),
      stage,
      roomId: isOwn ? meeting.roomId : null,
      roomName: room?.name ?? '',
      place: room?.place ?? '',
      online: meeting.online,
      hostName: meeting.hostName,
      companyName: host.companyName,
      answer: person.answer as Answer,
      isHost,
      order: isOwn ? await orderOf(ctx, meeting) : null,
      people: people
        .toSorted((a, b) => Number(b === host) - Number(a === host))
        .map(({ userId, name, companyName, answer }) => ({
          userId,
          name,
          companyName,
          answer: answer as Answer,
          isHost: userId === meeting.hostId,
          isSelf: userId === ctx.actor.userId,
        })),
      invitations: isHost ? await invitationsOf(ctx, meeting.id, stage === 'over' || stage === 'cancelled') : [],
      cancelReason: meeting.cancelReason,
      record: meeting.minutes,
      recordedAt: meeting.minutesAt?.toISOString() ?? null,
      beganAt: meeting.beganAt?.toISOString() ?? null,
      endedAt: meeting.endedAt?.toISOString() ?? null,
      run: !meeting.beganAt ? 'none' : meeting.endedAt ? 'ended' : run ? 'present' : 'away',
      bill: isOwn && meeting.online === 'platform' ? await billOf(ctx, meeting) : null,
      actions: actionsOf(ctx, meeting, { stage, isHost, isRunning: run !== undefined }),
    } as const
  }),
]

const isHostOf = ({ actor }: Ctx, { hostId, companyId }: Pick<MeetingRow, 'hostId' | 'companyId'>) =>
  hostId === actor.userId && companyId === actor.companyId

const isAhead = (stage: string) => stage === 'toCome' || stage === 'underWay'

/** Whether the caller is asked to a meeting `m`, for the company it works for now. */
function isAsked({ actor: { userId, companyId } }: Ctx) {
  return sql<boolean>`exists (select from meeting_person p where p.tenant_id = m.tenant_id and p.meeting_id = m.id
    and p.user_id = ${userId} and p.company_id = ${companyId})`
}

type Act = 'change' | 'cancel' | 'answer' | 'invite' | 'begin' | 'enter' | 'end' | 'record'

function actionsOf(
  ctx: Ctx,
  meeting: MeetingRow,
  { stage, isHost, isRunning }: { stage: string; isHost: boolean; isRunning: boolean },
): Act[] {
  const now = ctx.clock.now().getTime()
  const isOpen = isAhead(stage)
  const isNear = now >= meeting.fromAt.getTime() - EARLY_MS
  const isPlatform = meeting.online === 'platform'
  const all: Record<Act, boolean> = {
    cancel: isHost && isOpen && !meeting.beganAt,
    record: isHost && !meeting.cancelledAt && (meeting.beganAt !== null || meeting.fromAt.getTime() <= now),
    change: isHost && isOpen && !meeting.beganAt,
    invite: isHost && isOpen,
    answer: !isHost && isOpen && !meeting.beganAt,
    end: isHost && meeting.beganAt !== null && meeting.endedAt === null,
    begin: isHost && isPlatform && isOpen && isNear && !meeting.beganAt,
    enter: isPlatform ? isRunning : meeting.online === 'link' && isOpen && isNear,
  }
  return (Object.keys(all) as Act[]).filter((act) => all[act])
}

/** What it is about, for who may open it from the workbench that it is asked from. */
async function orderOf(ctx: Ctx, { orderId }: MeetingRow) {
  if (!orderId || !mayKnowOrders(ctx)) return null
  const own = { id: orderId, [buyerColumn(ctx.actor)]: ctx.actor.companyId }
  const order = await ctx.one('purchase_order', own)
  if (!order) return null
  const { id, code, title } = order
  return { orderId: id, code, title, link: placeOf(order, 'publish.detail', ctx.actor.workbench!) }
}

async function invitationsOf(ctx: Ctx, meetingId: string, isOver: boolean) {
  const rows = await ctx.many('meeting_invitation', { meetingId }, { orderBy: ['createdAt', 'id'] })
  return rows.map(({ id, guest, acceptedBy, withdrawnAt }) => ({
    invitationId: id,
    guest,
    state: withdrawnAt
      ? ('withdrawn' as const)
      : acceptedBy
        ? ('accepted' as const)
        : isOver
          ? ('expired' as const)
          : ('open' as const),
  }))
}

/** A line for each time in which the host was present. */
async function billOf(ctx: Ctx, { id, companyId }: MeetingRow) {
  const runs = await ctx.many('meeting_run', { meetingId: id }, { orderBy: ['fromAt', 'id'] })
  const charges = await ctx.many(
    'meeting_charge',
    { runId: runs.map((run) => run.id) },
    { orderBy: ['fromAt', 'lotId'] },
  )
  const lines = charges.map(({ runId, fromAt, minutes }) => {
    const run = runs.find((one) => one.id === runId)!
    const last = run.endedAt ?? run.seenAt
    const until = new Date(fromAt.getTime() + minutes * MINUTE)
    return { from: fromAt.toISOString(), until: (until < last ? until : last).toISOString(), minutes }
  })
  const minutes = lines.reduce((sum, line) => sum + line.minutes, 0)
  return { lines, minutes, remain: await minutesLeft(ctx, companyId) }
}
