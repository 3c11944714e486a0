import type { BoundTable } from '#server/feature.ts'

/** Group, standing of suppliers, changes and report, as each act of the review leaves them. */
export const PANELS: BoundTable = {
  table: 'panel',
  key: ['order_id'],
  columns: [
    'stage',
    'round_no',
    'draw_id',
    'plan',
    'report',
    'report_hash',
    'reported_at',
    'fail_reason',
    'started_at',
    'ended_at',
  ],
  parts: [
    {
      table: 'panel_member',
      by: 'order_id',
      of: 'order_id',
      columns: [
        'id',
        'sort',
        'user_id',
        'role',
        'name',
        'employer',
        'is_drawn',
        'declared_at',
        'out_at',
        'out_reason',
        'signed_at',
        'dissent',
      ],
      order: ['id'],
    },
    {
      table: 'panel_supplier',
      by: 'order_id',
      of: 'order_id',
      columns: ['trade_id', 'cause', 'reason', 'round_no', 'out_at'],
      order: ['trade_id'],
    },
    {
      table: 'panel_change',
      by: 'order_id',
      of: 'order_id',
      columns: [
        'version',
        'kinds',
        'content',
        'deadline',
        'proposed_by',
        'proposed_at',
        'decided_by',
        'decided_at',
        'agreed',
        'reason',
        'round_no',
        'hash',
      ],
      order: ['version'],
    },
  ],
  since: 'r.created_at',
  label: '小组的组成、评审结论与报告',
}

/** As handed in, while it is still sealed: its salt, told once all are open, keeps readers of the chain from guessing it. */
export const SHEETS: BoundTable = {
  table: 'panel_sheet',
  key: ['member_id', 'kind', 'round_no'],
  columns: ['order_id', 'body', 'signature', 'salt', 'hash', 'at'],
  since: 'r.at',
  label: '小组成员的意见、投票与评分',
}
