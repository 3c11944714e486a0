import { type Any, type Meeting, record } from './access.ts'

/** Puts on record whom the meeting has chosen for an order, and what decided. */
export async function choose(
  ctx: Any,
  meeting: Pick<Meeting, 'id' | 'code'>,
  { orderId, chosen, basis }: { orderId: string; chosen: string; basis: object },
): Promise<void> {
  await ctx.update(
    'award_meeting_order',
    { meetingId: meeting.id, orderId },
    { chosenTradeId: chosen, basis: JSON.stringify(basis) },
  )
  record(ctx, meeting, { action: 'choose', summary: '定标会确定结果', data: { orderId, tradeId: chosen, ...basis } })
}
