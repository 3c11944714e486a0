import type { BoundTable } from '#server/feature.ts'

/** A deal as each act leaves it, with every payment and every note of what was taken, and what was said to it. */
export const DEALS: BoundTable = {
  table: 'sale_deal',
  key: ['order_id', 'trade_id'],
  columns: ['state', 'price', 'awarded_at', 'due_at', 'paid', 'paid_at', 'amount', 'reason', 'ended_at'],
  parts: [
    {
      table: 'sale_payment',
      by: 'trade_id',
      of: 'trade_id',
      columns: ['id', 'order_id', 'amount', 'pay_order_id', 'voucher', 'at', 'by_name'],
      order: ['id'],
    },
    {
      table: 'sale_weighing',
      by: 'trade_id',
      of: 'trade_id',
      columns: [
        'id',
        'order_id',
        'no',
        'at',
        'vehicle',
        'lines',
        'state',
        'reason',
        'by_name',
        'created_at',
        'answered_by_name',
        'answered_at',
      ],
      order: ['id'],
    },
  ],
  since: 'r.awarded_at',
  label: '销售成交的收付、提货与结算',
}
