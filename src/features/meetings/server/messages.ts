import { inboxOf, notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { LOW, spanText } from '../rules/meeting.ts'
import { meetingPlace, PLACES } from '../rules/places.ts'
import type { Any, MeetingRow } from './access.ts'

/** Event shortly before a meeting. */
export const SOON = 'meeting.soon'

const KIND = { group: '会议', workbenches: ['purchaser', 'agency', 'supplier'], channels: [] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'meeting.invited', label: '会议邀请' },
  { ...KIND, kind: 'meeting.moved', label: '会议变更' },
  { ...KIND, kind: 'meeting.cancelled', label: '会议取消' },
  { ...KIND, kind: SOON, label: '会议即将开始', isTimely: true },
  { ...KIND, kind: 'meeting.low', label: '在线会议时长不足', isTimely: true },
]

interface Told {
  title: string
  says: (meeting: MeetingRow) => string
  /** Whom of those asked; absent: those whom the event names. */
  to?: (meeting: MeetingRow, payload: Record<string, unknown>, userId: string) => boolean
  link?: string
}

/** What people are told, by the event that it is told of. */
const TOLD: Readonly<Record<string, Told & { kind: string }>> = {
  'meeting.invited': {
    kind: 'meeting.invited',
    title: '请参加会议',
    says: ({ hostName }) => `${hostName}邀请您参会，请答复是否参加。`,
  },
  'meeting.moved': { kind: 'meeting.moved', title: '会议时间或地点变更', says: () => '请重新答复是否参加。' },
  'meeting.cancelled': {
    kind: 'meeting.cancelled',
    title: '会议已取消',
    says: ({ cancelReason }) => `原因：${cancelReason}。`,
    to: (_meeting, { by }, userId) => userId !== by,
  },
  [SOON]: {
    kind: SOON,
    title: '会议即将开始',
    says: () => '15 分钟后开始。',
    to: () => true,
  },
  'meeting.low': {
    kind: 'meeting.low',
    title: '在线会议时长即将用完',
    says: () => `剩余不足 ${LOW} 分钟，用完后暂停，购买后自动继续。`,
    to: ({ hostId }, _payload, userId) => userId === hostId,
    link: PLACES.buy,
  },
}

export const messages: readonly Subscriber[] = [
  ...Object.entries(TOLD).map(([event, { kind, title, says, to = isNamed, link }]): Subscriber => ({
    name: `meetings: tell of ${event}`,
    kind: event,
    async handle(ctx, { id, payload }) {
      const meeting = (await ctx.expectOne('meeting', { id: String(payload.meetingId) })) as MeetingRow
      // A reminder that was stored for a time from which the meeting was moved, or of one that came to nothing.
      const isOld =
        event === SOON && (meeting.cancelledAt !== null || +meeting.fromAt !== Date.parse(String(payload.from)))
      if (isOld) return
      const people = await ctx.many('meeting_person', { meetingId: meeting.id })
      await tell(ctx, {
        people: people.filter(
          ({ userId, answer }) => to(meeting, payload, userId) && (event !== SOON || answer !== 'away'),
        ),
        title,
        kind,
        content: `“${meeting.title}”（${spanText(meeting.fromAt, meeting.untilAt)}）：${says(meeting)}`,
        link: link ?? meetingPlace(meeting.id),
        eventId: id,
      })
    },
  })),
  {
    name: 'meetings: tell who is asked no more',
    kind: 'meeting.released',
    async handle(ctx, { id, payload }) {
      const meeting = (await ctx.expectOne('meeting', { id: String(payload.meetingId) })) as MeetingRow
      await notify(ctx, {
        to: { userIds: payload.userIds as string[] },
        identity: await inboxOf(ctx, meeting.companyId),
        kind: 'meeting.cancelled',
        title: '不再需要参加会议',
        content: `“${meeting.title}”（${spanText(meeting.fromAt, meeting.untilAt)}）：参会人已调整，您无需参加。`,
        link: PLACES.list,
        eventId: id,
      })
    },
  },
]

function isNamed(_meeting: MeetingRow, payload: Record<string, unknown>, userId: string): boolean {
  return (payload.userIds as string[]).includes(userId)
}

/** Each is told where the company that it comes for reads its messages. */
async function tell(
  ctx: Any,
  {
    people,
    ...message
  }: {
    people: readonly { userId: string; companyId: string }[]
    title: string
    kind: string
    content: string
    link: string
    eventId: number
  },
): Promise<void> {
  const byCompany = Map.groupBy(people, ({ companyId }) => companyId)
  for (const [companyId, some] of byCompany)
    await notify(ctx, {
      ...message,
      to: { userIds: some.map(({ userId }) => userId) },
      identity: await inboxOf(ctx, companyId),
    })
}
