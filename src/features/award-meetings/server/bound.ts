import type { BoundTable } from '#server/feature.ts'

/** Agenda, members, what was chosen and the minutes, as each act of the meeting leaves them. */
export const MEETINGS: BoundTable = {
  table: 'award_meeting',
  key: ['id'],
  columns: [
    'code',
    'company_id',
    'title',
    'rule',
    'ballot',
    'place',
    'meet_at',
    'state',
    'minutes',
    'cancel_reason',
    'called_at',
    'held_at',
    'minuted_at',
    'ended_at',
  ],
  parts: [
    {
      table: 'award_meeting_order',
      by: 'meeting_id',
      columns: ['order_id', 'sort', 'round', 'options', 'chosen_trade_id', 'draw_id', 'basis', 'is_live'],
      order: ['order_id'],
    },
    {
      table: 'award_meeting_member',
      by: 'meeting_id',
      columns: [
        'id',
        'employee_id',
        'user_id',
        'name',
        'is_chair',
        'reply',
        'reply_reason',
        'replied_at',
        'out_at',
        'signed_at',
        'remark',
      ],
      order: ['id'],
    },
  ],
  since: 'r.created_at',
  label: '定标会的议程、成员、结果与纪要',
}

/**
 * As cast, and for good: of a secret ballot nobody ever opens them. The salt, which stands nowhere else, keeps readers of the
 * chain from trying the few candidates.
 */
export const VOTES: BoundTable = {
  table: 'award_vote',
  key: ['meeting_id', 'order_id', 'round', 'member_id'],
  columns: ['trade_id', 'reason', 'at', 'salt'],
  since: 'r.at',
  label: '定标会的投票',
}
