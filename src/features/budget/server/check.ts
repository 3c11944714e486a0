import { sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'

/** At most so many of each sort are named. */
const MOST = 20

/**
 * Holds what orders use, how lines were moved and what was taken beyond them against the ledger: the same sums, line by line.
 */
export function checkBudgets(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows } = await sql<{ id: string; message: string }>`
      with used as (
        select line_id, sum(reserved) as reserved, sum(committed) as committed, sum(spent) as spent
        from budget_use where tenant_id = ${tenantId} group by line_id),
      held as (
        select a.subject,
          sum(a.credit - a.debit) filter (where a.kind = 'budget.reserved') as reserved,
          sum(a.credit - a.debit) filter (where a.kind = 'budget.committed') as committed,
          sum(a.credit - a.debit) filter (where a.kind = 'budget.spent') as spent
        from ledger_account a where a.tenant_id = ${tenantId} and a.currency = 'CNY-BUDGET' group by a.subject),
      beyond as (
        select a.subject, sum(case e.side when 'debit' then e.amount else -e.amount end) as over
        from ledger_account a join ledger_entry e on e.tenant_id = a.tenant_id and e.account_id = a.id
        where a.tenant_id = ${tenantId} and a.kind = 'budget.over' group by a.subject)
      select l.id::text as id, '预算项“' || l.subject || '”的使用与账簿不符' as message
      from budget_line l
      left join used u on u.line_id = l.id
      left join held h on h.subject = l.id::text
      left join beyond b on b.subject = l.id::text
      where l.tenant_id = ${tenantId} and (
        coalesce(u.reserved, 0) <> coalesce(h.reserved, 0) or coalesce(u.committed, 0) <> coalesce(h.committed, 0)
        or coalesce(u.spent, 0) <> coalesce(h.spent, 0) or l.over <> coalesce(b.over, 0))
      limit ${MOST}`.execute(ctx.tx)
    const moves = await sql<{ id: string; message: string }>`
      select m.id::text as id, '预算变动没有对应的账簿凭证' as message from budget_move m
      where m.tenant_id = ${tenantId} and not exists (select from ledger_journal j
        where j.tenant_id = m.tenant_id and j.key = m.kind || ':' || m.id::text)
      limit ${MOST}`.execute(ctx.tx)
    return [
      ...rows.map((row) => ({ what: 'budget-line', ...row })),
      ...moves.rows.map((row) => ({ what: 'budget-move', ...row })),
    ]
  })
}
