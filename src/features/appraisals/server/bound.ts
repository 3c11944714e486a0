import type { BoundTable } from '#server/feature.ts'

/** An objection and its answer stay as they were written. */
export const OBJECTIONS: BoundTable = {
  table: 'appraisal_objection',
  key: ['id'],
  columns: ['appraisal_id', 'supplier_id', 'content', 'files', 'created_at', 'outcome', 'answer', 'answered_at'],
  since: 'r.created_at',
  label: '考核异议与答复',
}
