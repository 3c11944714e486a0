import { seatedFrom } from '#features/organisation/server/public.ts'
import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { meetingPlace } from '../rules/places.ts'
import { activeMembers, type Meeting } from './access.ts'

const KIND = { group: '定标会', workbenches: ['purchaser', 'agency'], channels: URGENT, isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'award-meeting.called', label: '定标会邀请' },
  { ...KIND, kind: 'award-meeting.minuted', label: '会议纪要待签字' },
  { ...KIND, kind: 'award-meeting.cancelled', label: '定标会已取消' },
  { ...KIND, kind: 'award-meeting.signed', label: '定标会已完成' },
]

const TOLD: Record<string, { title: string; says: (meeting: Meeting) => string }> = {
  called: {
    title: '请参加定标会',
    says: ({ meetAt, place }) => `${formatTime(meetAt)}${place && `，${place}`}，请确认参会或者回避。`,
  },
  minuted: { title: '请签署会议纪要', says: () => '会议纪要已形成，请核对后签字。' },
  cancelled: { title: '定标会已取消', says: ({ cancelReason }) => `${cancelReason}。` },
}

/** Members are told what is asked of them, the organiser that the winners are settled. */
export const messages: readonly Subscriber[] = [
  ...Object.entries(TOLD).map(([kind, { title, says }]) => ({
    name: `award-meetings: tell members of ${kind}`,
    kind: `award-meeting.${kind}`,
    async handle(ctx: Context<null>, { id, payload }: Parameters<Subscriber['handle']>[1]) {
      const meeting = await ctx.expectOne('award_meeting', { id: String(payload.meetingId) })
      // Whoever was told, and has answered, is not asked again when others are replaced.
      const members = (await activeMembers(ctx, meeting.id)).filter(({ reply }) => kind !== 'called' || reply === '')
      for (const side of ['purchaser', 'agency'] as const) {
        const userIds = await seatedFrom(ctx, side, members)
        if (userIds.length === 0) continue
        await notify(ctx, {
          to: { userIds },
          identity: side,
          kind: `award-meeting.${kind}`,
          eventId: id,
          title,
          content: `“${meeting.title}”（${meeting.code}）：${says(meeting)}`,
          link: meetingPlace(side, meeting.id),
        })
      }
    },
  })),
  {
    name: 'award-meetings: tell the organiser of the end',
    kind: 'award-meeting.signed',
    async handle(ctx, { id, payload }) {
      const meeting = await ctx.expectOne('award_meeting', { id: String(payload.meetingId) })
      const company = await ctx.expectOne(
        'company_tenant',
        { companyId: meeting.companyId },
        { columns: ['isPurchaser'] },
      )
      const side = company.isPurchaser ? 'purchaser' : 'agency'
      await notify(ctx, {
        to: { userIds: [meeting.createdBy] },
        identity: side,
        kind: 'award-meeting.signed',
        eventId: id,
        title: '定标会已完成',
        content: `“${meeting.title}”（${meeting.code}）：会议纪要已全部签字，请按会议结果定标。`,
        link: meetingPlace(side, meeting.id),
      })
    },
  },
]
