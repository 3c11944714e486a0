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
export { performanceBonds } from './performance-bond.ts'

/*
 * What other features may know of performance. Everything runs in the caller's transaction; whose figures they are is the
 * caller's matter. Events: contract.signed, contract.paid, contract.delivery-late, contract.rejected, contract.payment-late,
 * contract.completed, contract.terminated, each with `contractId`.
 */

type Any = Context<Actor | null>

/** Between two companies, or of a supplier towards everybody; no activity leaves zeros, and no rate. */
export interface Performance {
  /** Purchase orders whose day has come or that were delivered whole, and those of them delivered whole by their day. */
  ordersDue: number
  ordersOnTime: number
  /** Deliveries judged whole, and those of them without anything rejected. */
  deliveriesJudged: number
  deliveriesPassed: number
}

/** How a supplier delivers; `from` and `to`: days of the orders' delivery, both counted. */
export async function performanceOf(
  ctx: Any,
  of: { supplierCompanyId: string; purchaserCompanyId?: string; from?: string; to?: string },
): Promise<Performance> {
  const { supplierCompanyId, purchaserCompanyId, from, to } = of
  const now = formatDate(ctx.clock.now())
  const orders = ctx.tx
    .selectFrom('contract as k')
    .innerJoin('call_off as c', (j) => j.onRef('c.tenantId', '=', 'k.tenantId').onRef('c.contractId', '=', 'k.id'))
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.supplierCompanyId', '=', supplierCompanyId)
    .where('c.state', 'in', ['confirmed', 'done'])
    .$if(purchaserCompanyId !== undefined, (q) => q.where('k.purchaserCompanyId', '=', purchaserCompanyId!))
    .$if(from !== undefined, (q) => q.where('c.deliverBy', '>=', from!))
    .$if(to !== undefined, (q) => q.where('c.deliverBy', '<=', to!))
  const delivered = await orders
    .select([
      sql<number>`count(*) filter (where c.delivered_on is not null or c.deliver_by < ${now})::int`.as('ordersDue'),
      sql<number>`count(*) filter (where c.delivered_on <= c.deliver_by)::int`.as('ordersOnTime'),
    ])
    .executeTakeFirstOrThrow()
  const judged = await orders
    .innerJoin('delivery as d', (j) => j.onRef('d.tenantId', '=', 'c.tenantId').onRef('d.callOffId', '=', 'c.id'))
    .where('d.state', '=', 'judged')
    .select([
      sql<number>`count(*)::int`.as('deliveriesJudged'),
      sql<number>`count(*) filter (where not exists (select from delivery_line l where l.tenant_id = d.tenant_id
        and l.delivery_id = d.id and l.rejected > 0))::int`.as('deliveriesPassed'),
    ])
    .executeTakeFirstOrThrow()
  return { ...delivered, ...judged }
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
