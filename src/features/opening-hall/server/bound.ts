import type { BoundTable } from '#server/feature.ts'

/* What bidders and officers handed in and said at an opening stays as it came. */

/** Keys are emptied once the files are open: then `opened_file` has them, and the log. */
export const BIDDERS: BoundTable = {
  table: 'opening_bidder',
  key: ['order_id', 'trade_id', 'stage'],
  columns: [
    'submission_id',
    'no',
    'signed_in_at',
    'decrypt_state',
    'released_at',
    'released_keys',
    'failure',
    'confirm_state',
    'confirmed_at',
    'dispute',
    'dispute_reply',
    'dispute_replied_at',
    'remark',
    'read_at',
  ],
  since: 'r.released_at',
  label: '投标人的密钥、开标确认与异议答复',
}

export const ANSWERS: BoundTable = {
  table: 'joint_answer',
  key: ['id'],
  columns: ['order_id', 'idx', 'user_id', 'answer', 'holds', 'at'],
  since: 'r.at',
  label: '密钥保管人的开启结果',
}
