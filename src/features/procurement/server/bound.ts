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
  since: 'r.created_at',
  label: '异议、答复与投诉',
}

export const QUESTIONS: BoundTable = {
  table: 'order_question',
  key: ['id'],
  columns: ['order_id', 'trade_id', 'content', 'asked_at', 'answer', 'answered_at', 'notice_id'],
  since: 'r.asked_at',
  label: '提问与答疑',
}

/** What an order is called and whose it is; fixed by its publication. */
export const ORDERS: BoundTable = {
  table: 'purchase_order',
  key: ['id'],
  columns: ['code', 'title', 'project_id', 'method', 'admission', 'suite', 'owner_company_id', 'purchaser_company_id'],
  label: '采购单的名称与归属',
}

/** Before its orders are published as well; what it may change of itself then is bound anew. */
export const PROJECTS: BoundTable = {
  table: 'project',
  key: ['id'],
  columns: [
    'code',
    'name',
    'purchaser_company_id',
    'agency_company_id',
    'category',
    'regime',
    'region',
    'funds',
    'budget',
    'description',
    'is_supplement',
  ],
  since: 'r.created_at',
  label: '采购项目的名称与归属',
}

/** What the committee decided of bonds that are not as the documents demand. */
export const BOND_DECISIONS: BoundTable = {
  table: 'bond_decision',
  key: ['order_id', 'trade_id'],
  columns: ['accepted', 'fault', 'reason', 'decided_at'],
  since: 'r.decided_at',
  label: '对投标保证金的认定',
}
