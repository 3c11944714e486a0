import { sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'
import { codeOf } from '../rules/words.ts'

/** Application numbers run from 1 without gap; each invoice is the sum of its lines. */
export function check(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows: numbers } = await sql<{ last: string; count: string; most: string }>`select
      coalesce((select last from invoice_number where tenant_id = ${tenantId}), 0)::text as last,
      count(*)::text as count, coalesce(max(seq), 0)::text as most
      from invoice where tenant_id = ${tenantId}`.execute(ctx.tx)
    const { last, count, most } = numbers[0]!
    const { rows: wrong } = await sql<{ id: string; code: string }>`select i.id, i.code from invoice i
      where i.tenant_id = ${tenantId} and i.total is distinct from (select sum(l.amount) from invoice_line l
        where l.tenant_id = i.tenant_id and l.invoice_id = i.id) order by i.seq limit 100`.execute(ctx.tx)
    const findings = wrong.map(({ id, code }) => ({
      what: 'invoice',
      id,
      message: `发票申请 ${code} 的金额与其付款单合计不符`,
    }))
    if (last === count && count === most) return findings
    return [
      ...findings,
      { what: 'invoice-number', id: codeOf(last), message: `发票申请编号不连续：已编至 ${last}，实有 ${count} 份` },
    ]
  })
}
