import type { BoundTable } from '#server/feature.ts'

/* What a light review was asked for, who gives opinions, what they say and what came of it stays as it was written. */

/** From its beginning; a setting that was only saved is a draft. */
export const REVIEWS: BoundTable = {
  table: 'light_review',
  key: ['id'],
  columns: [
    'order_id',
    'no',
    'status',
    'setting',
    'setting_hash',
    'deadline',
    'started_at',
    'opened_at',
    'ended_at',
    'ended_by_name',
    'conclusion',
    'record_file_id',
    'record_hash',
  ],
  parts: [
    {
      table: 'light_review_member',
      by: 'review_id',
      columns: ['id', 'employee_id', 'user_id', 'name', 'is_chair', 'joined_at', 'out_at', 'out_reason', 'replaced_by'],
      order: ['id'],
    },
    {
      table: 'light_review_ask',
      by: 'review_id',
      columns: ['id', 'trade_id', 'kind', 'title', 'content', 'deadline', 'asked_by', 'asked_at'],
      order: ['id'],
    },
  ],
  since: 'r.started_at',
  label: '线上评审的设置、人员与结论',
}

/** As handed in, while it is still sealed: its salt, told once opinions are open, keeps readers of the chain from guessing it. */
export const OPINIONS: BoundTable = {
  table: 'light_opinion',
  key: ['member_id'],
  columns: ['review_id', 'answers', 'remark', 'handed_in_at', 'signature', 'salt', 'hash'],
  since: 'r.handed_in_at',
  label: '线上评审意见',
}

export const ANSWERS: BoundTable = {
  table: 'light_review_answer',
  key: ['ask_id', 'no'],
  columns: ['content', 'files', 'by_user_id', 'by_name', 'at'],
  since: 'r.at',
  label: '供应商对线上评审的答复',
}
