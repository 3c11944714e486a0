import type { BoundTable } from '#server/feature.ts'

/* What suppliers and officers handed in to open quotes stays as it came. */

export const RELEASES: BoundTable = {
  table: 'quote_release',
  key: ['round_id', 'trade_id'],
  columns: ['submission_id', 'keys', 'released_by', 'released_at', 'failure'],
  since: 'r.released_at',
  label: '报价开启密钥',
}

export const ANSWERS: BoundTable = {
  table: 'quote_answer',
  key: ['id'],
  columns: ['round_id', 'idx', 'user_id', 'answer', 'holds', 'at'],
  since: 'r.at',
  label: '密钥保管人对报价的开启结果',
}
