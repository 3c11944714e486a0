import { AppError } from '#contract/errors.ts'
import { bindOrder } from '#features/procurement/server/public.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import {
  activeMembers,
  announce,
  type Ctx,
  demanded,
  type Item,
  type Meeting,
  record,
  SEATED,
  seatAt,
} from './access.ts'
import { minutesPdf } from './minutes-pdf.ts'
import { invalid } from './people.ts'

/** What was decided, in words, and by whom. */
export const minutesRoutes: readonly Route[] = [
  implement(contract.writeMinutes, SEATED, async (ctx, { params, body }) => {
    const { meeting, to } = await demanded(ctx, params.meetId, 'minute')
    const now = ctx.clock.now()
    await ctx.update('award_meeting', { id: meeting.id }, { state: to, minutes: body.minutes, minutedAt: now })
    record(ctx, meeting, { action: 'minute', summary: '形成定标会会议纪要', data: body })
    await announce(ctx, meeting.id, 'minuted')
  }),

  implementFile(contract.meetingMinutes, SEATED, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.meetId)
    if (seat.meeting.minutes === '') throw new AppError('notFound')
    const content = await minutesPdf(ctx, seat, ctx.actor)
    const name = `定标会纪要-${seat.meeting.code}.pdf`
    return { name, mime: 'application/pdf', content, size: content.length, inline: true }
  }),

  implement(contract.signMinutes, SEATED, async (ctx, { params, body }) => {
    const { meeting, items, own } = await demanded(ctx, params.meetId, 'sign')
    if (body.signature !== own!.name) throw invalid('signature', `请输入本人姓名“${own!.name}”签名`)
    const now = ctx.clock.now()
    await ctx.update('award_meeting_member', { id: own!.id }, { signedAt: now, remark: body.remark })
    record(ctx, meeting, { action: 'sign', summary: '签署定标会会议纪要', data: { remark: body.remark } })
    const members = await activeMembers(ctx, meeting.id)
    if (members.some(({ signedAt }) => signedAt === null)) return announce(ctx, meeting.id, 'changed')
    await finish(ctx, meeting, items)
  }),

  implement(contract.closeMeeting, SEATED, async (ctx, { params, body }) => {
    const { meeting, items, members } = await demanded(ctx, params.meetId, 'close')
    const silent = members.filter(({ outAt, signedAt }) => outAt === null && signedAt === null)
    for (const { id } of silent)
      await ctx.update('award_meeting_member', { id }, { remark: `未签字（${ctx.actor.name}记录）：${body.reason}` })
    const names = silent.map(({ name }) => name).join('、')
    record(ctx, meeting, { action: 'close', summary: `记录${names}未签署会议纪要：${body.reason}` })
    await finish(ctx, meeting, items)
  }),
]

/** The minutes stand, and with them the winners. */
async function finish(ctx: Ctx, meeting: Meeting, items: readonly Item[]): Promise<void> {
  await ctx.update('award_meeting', { id: meeting.id }, { state: 'signed', endedAt: ctx.clock.now() })
  await ctx.update('award_meeting_order', { meetingId: meeting.id }, { isLive: false })
  record(ctx, meeting, { action: 'signed', summary: `定标会完成：${meeting.title}` })
  for (const { orderId } of items) {
    ctx.audit({
      action: 'order.meeting',
      entity: 'order',
      entityId: orderId,
      summary: `定标会已确定结果（${meeting.code}）`,
      data: { meetId: meeting.id },
    })
    bindOrder(ctx, orderId)
  }
  ctx.emit({ kind: 'award-meeting.signed', payload: { meetingId: meeting.id } })
  await announce(ctx, meeting.id, 'changed')
}
