import { type NotNull, sql } from 'kysely'
import { formatDate } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { ContractState } from '../rules/status.ts'

export { ACTS as PERFORMANCE_ACTS, drawCode } from './access.ts'
export {
  type AgreementContract,
  openUnderAgreement,
  orderedUnder,
  orderUnderAgreement,
  repriceUnderAgreement,
} from './agreements.ts'
export { openAwards } from './awards.ts'
export { performanceBonds, turnProblem } from './performance-bond.ts'

/*
 * What other features may know of performance. Everything runs in the caller's transaction; whose figures they are is the
 * caller's matter. Events: contract.signed, contract.paid, contract.delivery-late, contract.rejected, contract.payment-late,
 * contract.completed, contract.terminated, each with `contractId`.
 */

type Any = Context<Actor | null>

/** One purchase order that was due, or one delivery that was judged. */
export interface PerformanceFact {
  kind: 'delivery' | 'acceptance'
  supplierCompanyId: string
  /** The purchase order, or the delivery. */
  id: string
  /** Of the purchase order. */
  code: string
  /** Of the contract. */
  title: string
  /** When the order was to be delivered, or when the delivery came. */
  day: string
  /** Delivered whole by its day, or accepted whole. */
  isGood: boolean
}

/**
 * How suppliers delivered to a purchaser, record by record, within days that both count: orders by the day on which they were
 * to be delivered, once it is over or they came whole; deliveries by the day on which they came, once they were judged whole.
 */
export async function performanceFacts(
  ctx: Any,
  of: { purchaserCompanyId: string; supplierCompanyIds: readonly string[]; from: string; until: string },
): Promise<PerformanceFact[]> {
  const { purchaserCompanyId, supplierCompanyIds, from, until } = of
  if (supplierCompanyIds.length === 0) return []
  const orders = ctx.tx
    .selectFrom('contract as k')
    .innerJoin('call_off as c', (j) => j.onRef('c.tenantId', '=', 'k.tenantId').onRef('c.contractId', '=', 'k.id'))
    .select(['k.supplierCompanyId', 'k.title', 'c.code'])
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.purchaserCompanyId', '=', purchaserCompanyId)
    .where('k.supplierCompanyId', 'in', [...supplierCompanyIds])
    .where('c.state', 'in', ['confirmed', 'done'])
  const due = await orders
    .select(['c.id', 'c.deliverBy as day'])
    .select(sql<boolean>`(c.delivered_on is not null and c.delivered_on <= c.deliver_by)`.as('isGood'))
    .where('c.deliverBy', '>=', from)
    .where('c.deliverBy', '<=', until)
    .where((e) => e.or([e('c.deliveredOn', 'is not', null), e('c.deliverBy', '<', formatDate(ctx.clock.now()))]))
    .execute()
  const judged = await orders
    .innerJoin('delivery as d', (j) => j.onRef('d.tenantId', '=', 'c.tenantId').onRef('d.callOffId', '=', 'c.id'))
    .select(['d.id', 'd.deliveredOn as day'])
    .select(
      sql<boolean>`not exists (select from delivery_line l where l.tenant_id = d.tenant_id and l.delivery_id = d.id
        and l.rejected > 0)`.as('isGood'),
    )
    .where('d.state', '=', 'judged')
    .where('d.deliveredOn', '>=', from)
    .where('d.deliveredOn', '<=', until)
    .execute()
  return [
    ...due.map((row) => ({ kind: 'delivery' as const, ...row })),
    ...judged.map((row) => ({ kind: 'acceptance' as const, ...row })),
  ]
}

/**
 * What was contracted for and paid, by order: for whoever keeps a budget. Amounts in yuan; contracts that were terminated
 * count with what was paid of them. Orders without a contract are left out.
 */
export async function spendingOf(
  ctx: Any,
  orderIds: readonly string[],
): Promise<Map<string, { contracted: string; spent: string }>> {
  if (orderIds.length === 0) return new Map()
  const paid = sql<string>`coalesce((select sum(p.amount) from contract_payment p join contract_due d
    on d.tenant_id = p.tenant_id and d.id = p.due_id where d.tenant_id = k.tenant_id and d.contract_id = k.id), 0)`
  const rows = await ctx.tx
    .selectFrom('contract as k')
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.orderId', 'in', [...orderIds])
    .where('k.signedAt', 'is not', null)
    .groupBy('k.orderId')
    .select('k.orderId')
    .$narrowType<{ orderId: NotNull }>()
    .select(
      sql<string>`sum(case when k.state = 'terminated' then ${paid} else k.price end)::numeric(20, 2)`.as('contracted'),
    )
    .select(sql<string>`sum(${paid})::numeric(20, 2)`.as('spent'))
    .execute()
  return new Map(rows.map(({ orderId, contracted, spent }) => [orderId, { contracted, spent }]))
}

/** A payment of a contract, as `contract.paid` names it. */
export async function paymentOf(ctx: Any, paymentId: string) {
  const { amount, paidOn, voucher, recordedByName } = await ctx.expectOne('contract_payment', { id: paymentId })
  return { amount, paidOn, files: voucher as StoredFile[], byName: recordedByName }
}

/** Contracts that were offered to a supplier or came after it, by the sign-up that won them; drafts are their purchaser's. */
export async function contractsOf(
  ctx: Any,
  tradeIds: readonly string[],
): Promise<Map<string, { contractId: string; state: ContractState }>> {
  if (tradeIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('contract')
    .select(['id', 'tradeId', 'state'])
    .where('tenantId', '=', ctx.tenantId)
    .where('tradeId', 'in', [...tradeIds])
    .where('state', '<>', 'draft')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, tradeId, state }) => [tradeId!, { contractId: id, state: state as ContractState }]))
}
