import type { BoundTable } from '#server/feature.ts'

/* What of procedures stays as it was written, row by row; `order-bound.ts` binds whole orders. */

export const OBJECTIONS: BoundTable = {
  table: 'objection',
  key: ['id'],
  columns: [
    'order_id',
    'trade_id',
    'company_id',
    'subject',
    'content',
    'files',
    'created_at',
    'due_at',
    'outcome',
    'answer',
    'answer_files',
    'answered_at',
    'withdrawn_at',
    'complained_on',
    'complaint_authority',
    'complaint_noted_at',
  ],
  since: 'created_at',
  label: '异议、答复与投诉',
}

export const QUESTIONS: BoundTable = {
  table: 'order_question',
  key: ['id'],
  columns: ['order_id', 'trade_id', 'content', 'asked_at', 'answer', 'answered_at', 'notice_id'],
  since: 'asked_at',
  label: '提问与答疑',
}

/** What an order is called and whose it is; fixed by its publication. */
export const ORDERS: BoundTable = {
  table: 'purchase_order',
  key: ['id'],
  columns: ['code', 'title', 'project_id', 'method', 'admission', 'suite', 'owner_company_id', 'purchaser_company_id'],
  label: '采购单的名称与归属',
}
