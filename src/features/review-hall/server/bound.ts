import type { BoundTable } from '#server/feature.ts'

/* What a committee decides of bids, and what it decides on, stays as it was written; marks and rankings are bound with their order. */

export const MOTIONS: BoundTable = {
  table: 'review_motion',
  key: ['id'],
  columns: [
    'order_id',
    'kind',
    'trade_id',
    'ask_id',
    'valid_bids',
    'reason',
    'rule',
    'proposed_by',
    'state',
    'created_at',
    'decided_at',
  ],
  since: 'r.created_at',
  label: '评标委员会的表决事项',
}

/** As cast, before the motion is decided: the salt, another with each vote, keeps readers of the chain from trying yes and no. */
export const VOTES: BoundTable = {
  table: 'review_motion_vote',
  key: ['motion_id', 'reviewer_id'],
  columns: ['agree', 'opinion', 'at', 'salt'],
  since: 'r.at',
  label: '评标委员会成员的表决',
}

/** As cast, before the leader is elected, with a salt as above; a tie or a member's leaving removes them. */
export const LEADER_VOTES: BoundTable = {
  table: 'leader_vote',
  key: ['order_id', 'voter_id'],
  columns: ['choice_id', 'at', 'salt'],
  since: 'r.at',
  label: '推选组长的投票',
}

export const REJECTIONS: BoundTable = {
  table: 'review_rejection',
  key: ['order_id', 'trade_id'],
  columns: ['reason', 'rule', 'way_id', 'motion_id', 'at'],
  since: 'r.at',
  label: '否决投标的决定',
}

export const WAIVERS: BoundTable = {
  table: 'review_low_price_waiver',
  key: ['order_id', 'trade_id', 'price'],
  columns: ['findings', 'reason', 'noted_by', 'noted_at'],
  since: 'r.noted_at',
  label: '异常低价无需说明的理由',
}

/** Questions to bidders and their answers, with the files of both. */
export const ASKS: BoundTable = {
  table: 'review_ask',
  key: ['id'],
  columns: [
    'order_id',
    'trade_id',
    'kind',
    'title',
    'content',
    'status',
    'asked_by',
    'sent_at',
    'deadline',
    'reply',
    'replied_by',
    'replied_at',
    'withdraw_reason',
    'price',
    'findings',
  ],
  parts: [
    {
      table: 'review_ask_file',
      by: 'ask_id',
      columns: ['file_id', 'side', 'name'],
      order: ['side', 'file_id'],
    },
  ],
  since: 'r.created_at',
  label: '评审询问与投标人答复',
}

export const CORRECTIONS: BoundTable = {
  table: 'review_correction',
  key: ['id'],
  columns: [
    'order_id',
    'trade_id',
    'kind',
    'basis',
    'lines',
    'before',
    'after',
    'sha256',
    'status',
    'proposed_by',
    'sent_at',
    'deadline',
    'decided_by',
    'decided_at',
    'note',
  ],
  since: 'r.created_at',
  label: '报价修正',
}
