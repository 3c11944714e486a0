import { sql } from 'kysely'
import { formatAmount } from '#contract/money.ts'
import type { HomeSource } from '#server/feature.ts'

/** Applications that the own side is to issue, and slips that it is to confirm. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    const isPlatform = workbench === 'admin'
    if (!isPlatform && (companyId === null || !rights.has('finance'))) return []
    const own = isPlatform ? null : companyId
    const isPayee = sql<boolean>`i.payee_id is not distinct from ${own}`
    const { rows } = await sql<{ id: string; title: string; total: string; isSlip: boolean; dueAt: Date | null }>`
      select i.id, i.title, i.total::text, r.id is not null as "isSlip", r.expires_at as "dueAt"
      from invoice i left join invoice_red r on r.tenant_id = i.tenant_id and r.invoice_id = i.id and r.state = 'waiting'
      where i.tenant_id = ${ctx.tenantId} and (
        (i.state = 'applied' and ${isPayee})
        or (r.side = 'buyer' and ${isPayee})
        or (r.side = 'payee' and i.buyer_id = ${own}))
      order by r.expires_at nulls last, i.applied_at limit ${limit}`.execute(ctx.tx)
    return rows.map(({ id, title, total, isSlip, dueAt }) => ({
      key: `invoice:${id}`,
      kind: isPlatform ? ('platform' as const) : ('company' as const),
      isMine: false,
      label: isSlip ? '确认红冲' : '开具发票',
      title: `${title} ${formatAmount(total)} 元`,
      link: `${isPlatform ? '/admin' : ''}/finance/invoices/${id}`,
      dueAt,
      canWait: !isSlip,
    }))
  },
}
