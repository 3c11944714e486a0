import { type RawBuilder, sql } from 'kysely'
import { formatTime } from '#contract/time.ts'
import type { meetings } from '#features/procurement/server/public.ts'
import { MEETING_RULES, type MeetingRule } from '../rules/meeting.ts'

const REASON = '定标会尚未结束，会议完成或者取消后方可继续'

/** What procurement asks of meetings: see its `meeting-port.ts`. */
export const meetingDecisions: ReturnType<typeof meetings> = {
  async decisionOf(ctx, orderId) {
    const row = await ctx.tx
      .selectFrom('award_meeting_order as o')
      .innerJoin('award_meeting as m', (j) =>
        j.onRef('m.tenantId', '=', 'o.tenantId').onRef('m.id', '=', 'o.meetingId'),
      )
      .select(['o.chosenTradeId', 'm.id', 'm.code', 'm.rule', 'm.endedAt'])
      .where('o.tenantId', '=', ctx.tenantId)
      .where('o.orderId', '=', orderId)
      .where('m.state', '=', 'signed')
      .orderBy('m.endedAt', 'desc')
      .executeTakeFirst()
    if (!row?.chosenTradeId) return null
    const reason = `经定标会（${row.code}，${formatTime(row.endedAt)}）以${MEETING_RULES[row.rule as MeetingRule]}方式确定`
    return { tradeId: row.chosenTradeId, reason, meetId: row.id, code: row.code }
  },
}

/** What procurement asks of meetings that go on: see its `pending-port.ts`. */
export const openMeetings = {
  reason: ({ tenantId }: { tenantId: number }, orderId: string | RawBuilder<unknown>) =>
    sql<string | null>`(select ${REASON}::text from award_meeting_order m where m.tenant_id = ${tenantId}
      and m.order_id = ${orderId} and m.is_live)`,
}
