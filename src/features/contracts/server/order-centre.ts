import { sql } from 'kysely'
import { Exact, sum } from '#contract/money.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/payment.ts'
import { type Ctx, demandReader, ownContracts, READS } from './access.ts'
import { ownCallOffs } from './call-off-view.ts'
import { duesOf } from './figures.ts'

/** What a supplier has to do and what it is owed, of all its contracts. */
export const orderCentreRoutes: readonly Route[] = [
  implement(calls.orderCentre, { ...READS, workbench: 'supplier' }, async (ctx) => {
    demandReader(ctx)
    const contracts = await ownContracts(ctx)
      .innerJoin('company as p', 'p.id', 'k.purchaserCompanyId')
      .select(['k.id', 'k.state', 'k.title', 'k.lateRate', 'p.name as purchaserName'])
      .where((e) =>
        e.or([
          e('k.state', '=', 'offered'),
          e.exists(
            e
              .selectFrom('contract_due as d')
              .select('d.id')
              .whereRef('d.tenantId', '=', 'k.tenantId')
              .whereRef('d.contractId', '=', 'k.id')
              .where('d.isDropped', '=', false)
              .whereRef('d.paid', '<', 'd.amount'),
          ),
        ]),
      )
      .execute()
    const dues = (await duesOf(ctx, contracts)).filter(({ isOpen }) => isOpen)
    const add = (values: readonly string[]) => new Exact(sum(values)).toFixed(2)
    const late = dues.filter(({ lateDays }) => lateDays > 0)
    return {
      toSign: contracts.filter(({ state }) => state === 'offered').length,
      ...(await orderCounts(ctx)),
      receivable: add(dues.map(({ open }) => open)),
      overdue: add(late.map(({ open }) => open)),
      interest: add(dues.map(({ interest }) => interest.total)),
      dues: dues.slice(0, 100).map(({ id, contractId, name, amount, paid, dueOn, legalOn, lateDays, interest }) => {
        const { title, purchaserName } = contracts.find((one) => one.id === contractId)!
        const due = { dueId: id, name, amount, paid, dueOn, legalOn, lateDays }
        return { ...due, contractId, contractTitle: title, purchaserName, interest: interest.total }
      }),
    }
  }),
]

async function orderCounts(ctx: Ctx) {
  const rejected = sql<boolean>`exists (select from call_off_line l where l.tenant_id = c.tenant_id
    and l.call_off_id = c.id and l.rejected > 0)`
  const open = sql<boolean>`exists (select from call_off_line l where l.tenant_id = c.tenant_id
    and l.call_off_id = c.id and l.delivered - l.rejected < l.quantity)`
  const row = await ownCallOffs(ctx)
    .select([
      sql<number>`count(*) filter (where c.state = 'sent')::int`.as('toConfirm'),
      sql<number>`count(*) filter (where c.state = 'confirmed' and ${open})::int`.as('toDeliver'),
      sql<number>`count(*) filter (where c.state = 'confirmed' and ${open} and ${rejected})::int`.as('rejected'),
    ])
    .executeTakeFirstOrThrow()
  return row
}
