import { sql } from 'kysely'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'

/** Charges and receipts against the lines that settle them. */
export function checkCharges(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => [
    ...(await faults(ctx, 'charge', BILLS)),
    ...(await faults(ctx, 'charge-receipt', RECEIPTS)),
  ])
}

async function faults(ctx: Context<null>, what: string, query: string): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; message: string }>`${sql.raw(query)} limit 20`.execute(ctx.tx)
  return rows.map((row) => ({ what, ...row }))
}

const BILLS = `
  select b.id::text as id, '收费单 ' || b.code || ' 的收款与核销明细不一致' as message from charge_bill b
  left join lateral (select coalesce(sum(amount) filter (where amount > 0), 0) as put,
    coalesce(-sum(amount) filter (where amount < 0), 0) as back
    from charge_settlement s where s.tenant_id = b.tenant_id and s.bill_id = b.id) l on true
  where b.received <> l.put or b.refunded <> l.back`

const RECEIPTS = `
  select r.id::text as id, '收入 ' || r.code || ' 的核销金额与明细不一致' as message from charge_receipt r
  left join lateral (select coalesce(sum(amount), 0) as total
    from charge_settlement s where s.tenant_id = r.tenant_id and s.receipt_id = r.id) l on true
  where r.settled <> l.total`
