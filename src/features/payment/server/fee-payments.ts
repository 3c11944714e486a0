import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** An order of the cashier, with what the ledger's accounts took in for it and gave back; amounts in yuan. */
export interface FeePayment {
  id: string
  code: string
  type: number
  subjectKind: string
  subjectId: string
  buyerName: string
  /** Null: the platform. */
  payeeId: string | null
  payeeName: string
  amount: string
  refunded: string
  state: string
  invoiceStatus: number
  paidAt: Date | null
  ledgerPaid: string
  ledgerRefunded: string
}

/**
 * Orders of the cashier for these subjects, oldest first. What the ledger says is read from its entries on the payee's account,
 * not from the orders.
 */
export async function feePayments(
  ctx: Context<Actor | null>,
  subjects: readonly { kind: string; id: string }[],
): Promise<FeePayment[]> {
  if (subjects.length === 0) return []
  const { tenantId } = ctx
  const entries = (side: 'credit' | 'debit', journals: ReturnType<typeof sql>) => sql`coalesce((
    select sum(e.amount) from ledger_entry e
    join ledger_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
    where e.tenant_id = o.tenant_id and e.side = ${side}
      and a.kind in ('company.cash', 'company.bond', 'platform.revenue')
      and e.journal_id in (${journals})), 0)::numeric(20, 2)::text`
  const received = sql`select j.id from payment p
    join ledger_journal j on j.tenant_id = p.tenant_id and j.kind = 'payment.received' and j.subject = p.id::text
    where p.tenant_id = o.tenant_id and p.order_id = o.id
    union all select j.id from payment p
    join suspense_case c on c.tenant_id = p.tenant_id and c.provider = p.provider and c.provider_no = p.provider_no
      and c.closing = 'assigned'
    join ledger_journal j on j.tenant_id = p.tenant_id and j.kind = 'suspense.assigned' and j.subject = c.id::text
    where p.tenant_id = o.tenant_id and p.order_id = o.id and p.id = o.payment_id`
  const refunded = sql`select j.id from refund r
    join ledger_journal j on j.tenant_id = r.tenant_id and j.kind = 'order.refunded' and j.subject = r.id::text
    where r.tenant_id = o.tenant_id and r.order_id = o.id`
  const { rows } = await sql<FeePayment>`
    select o.id, o.code, o.type, o.subject_kind as "subjectKind", o.subject_id as "subjectId", c.name as "buyerName",
      o.payee_id as "payeeId", o.payee_name as "payeeName", o.amount::text, o.refunded::text, o.state, o.invoice_status as "invoiceStatus",
      o.paid_at as "paidAt", ${entries('credit', received)} as "ledgerPaid", ${entries('debit', refunded)} as "ledgerRefunded"
    from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::text[]) s(kind, id)
    join pay_order o on o.tenant_id = ${tenantId} and o.subject_kind = s.kind and o.subject_id = s.id
    join company c on c.id = o.buyer_id
    order by o.created_at, o.id`.execute(ctx.tx)
  return rows
}
