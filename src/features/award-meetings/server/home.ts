import type { HomeSource, Todo } from '#server/feature.ts'
import { meetingPlace } from '../rules/places.ts'

/** What a meeting asks of its members: to answer the call, to vote, to sign. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, employeeId } = ctx.actor
    if (!employeeId || (workbench !== 'purchaser' && workbench !== 'agency')) return []
    const rows = await ctx.tx
      .selectFrom('award_meeting_member as p')
      .innerJoin('award_meeting as m', (j) =>
        j.onRef('m.tenantId', '=', 'p.tenantId').onRef('m.id', '=', 'p.meetingId'),
      )
      .select(['p.id', 'm.id as meetId', 'm.title', 'm.state', 'm.rule', 'm.meetAt', 'p.reply', 'p.signedAt'])
      .select((e) =>
        e
          .selectFrom('award_meeting_order as o')
          .select((n) => n.fn.countAll<number>().as('n'))
          .whereRef('o.tenantId', '=', 'm.tenantId')
          .whereRef('o.meetingId', '=', 'm.id')
          .where('o.chosenTradeId', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('award_vote as v')
                  .select('v.round')
                  .whereRef('v.tenantId', '=', 'o.tenantId')
                  .whereRef('v.meetingId', '=', 'o.meetingId')
                  .whereRef('v.orderId', '=', 'o.orderId')
                  .whereRef('v.round', '=', 'o.round')
                  .whereRef('v.memberId', '=', 'p.id'),
              ),
            ),
          )
          .as('toVote'),
      )
      .where('p.tenantId', '=', ctx.tenantId)
      .where('p.employeeId', '=', employeeId)
      .where('p.outAt', 'is', null)
      .where('m.state', 'in', ['called', 'held', 'minuted'])
      .orderBy('m.meetAt')
      .limit(limit)
      .execute()
    return rows.flatMap((row): Todo[] => {
      const label = dueOf(row)
      return label === null
        ? []
        : [
            {
              key: `meeting:${row.id}`,
              kind: 'result',
              isMine: true,
              label,
              title: row.title,
              link: meetingPlace(workbench, row.meetId),
              dueAt: row.state === 'called' ? row.meetAt : null,
            },
          ]
    })
  },
}

function dueOf(row: {
  state: string
  rule: string
  reply: string
  signedAt: Date | null
  toVote: number | null
}): string | null {
  // Whoever takes a seat in a meeting that has begun answers first as well.
  if (row.state !== 'minuted' && row.reply === '') return '答复定标会邀请'
  switch (row.state) {
    case 'called':
      return null
    case 'held':
      return row.rule !== 'lowest' && (row.toVote ?? 0) > 0 ? '定标会投票' : null
    default:
      return row.signedAt === null ? '签署会议纪要' : null
  }
}
