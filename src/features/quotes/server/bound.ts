import type { BoundTable } from '#server/feature.ts'

/**
 * Sealed quotes as they were opened, with lines, alternatives and files. Bound when they are revealed and not before: a hash of few
 * figures would tell them. Later versions, signatures and withdrawals are other columns.
 */
export const QUOTES: BoundTable = {
  table: 'quote',
  key: ['id'],
  columns: ['round_id', 'trade_id', 'version', 'total', 'submission_id', 'submitted_at'],
  parts: [
    {
      table: 'quote_line',
      by: 'quote_id',
      columns: [
        'item_id',
        'unit_price',
        'amount',
        'remark',
        'tax_rate',
        'net_amount',
        'brand',
        'model',
        'delivery_days',
        'min_quantity',
      ],
      order: ['item_id'],
    },
    {
      table: 'quote_alternative',
      by: 'quote_id',
      columns: ['item_id', 'no', 'unit_price', 'tax_rate', 'brand', 'model', 'spec', 'delivery_days', 'min_quantity'],
      order: ['item_id', 'no'],
    },
    { table: 'quote_file', by: 'quote_id', columns: ['position', 'name', 'file_id'], order: ['position'] },
  ],
  label: '开启的报价',
}
