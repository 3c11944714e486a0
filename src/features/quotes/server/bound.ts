import type { BoundPart, BoundTable } from '#server/feature.ts'

const LINES: BoundPart = {
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
}

/**
 * Sealed quotes as they were opened, with lines, alternatives and files. Bound when they are revealed and not before: a hash of few
 * figures would tell them. Later versions, signatures and withdrawals are other columns.
 */
export const QUOTES: BoundTable = {
  table: 'quote',
  key: ['id'],
  columns: ['round_id', 'trade_id', 'version', 'total', 'submission_id', 'submitted_at'],
  parts: [
    LINES,
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

/**
 * Quotes as they are given where nothing seals them, each version: bound at once, though no call tells a figure before the round is
 * closed. Their salt keeps readers of the chain from guessing it.
 */
export const GIVEN_QUOTES: BoundTable = {
  table: 'quote',
  as: 'quote-given',
  key: ['id'],
  columns: [
    'round_id',
    'trade_id',
    'version',
    'supersedes',
    'total',
    'submitted_by',
    'submitted_at',
    'sha256',
    'file_id',
    'signed_by',
    'signed_at',
    'withdrawn_at',
    'salt',
  ],
  parts: [LINES],
  since: 'case when r.submission_id is null then r.submitted_at end',
  label: '提交的报价',
}

/** What makes a quote invalid, or takes that back. */
export const RULINGS: BoundTable = {
  table: 'quote_ruling',
  key: ['id'],
  columns: ['quote_id', 'kind', 'reason', 'cause', 'lifts', 'ruled_by', 'ruled_at'],
  since: 'r.ruled_at',
  label: '对报价的认定',
}

/** What a supplier was asked about its quote, what it answered, and what became of it. */
export const QUESTIONS: BoundTable = {
  table: 'quote_question',
  key: ['id'],
  columns: [
    'quote_id',
    'kind',
    'question',
    'grounds',
    'asked_by',
    'asked_at',
    'due_at',
    'answer',
    'agreed',
    'answered_by',
    'answered_at',
    'opinion',
    'accepted',
    'decided_by',
    'decided_at',
  ],
  since: 'r.asked_at',
  label: '对报价的询问与答复',
}
