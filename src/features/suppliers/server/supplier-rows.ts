import { type RawBuilder, sql } from 'kysely'
import { REMINDERS } from '../rules/certificates.ts'
import { addDays, type Day } from '../rules/days.ts'
import type { Grade } from '../rules/grades.ts'
import { type Origin, stateOn, type SupplierState } from '../rules/states.ts'
import { type Ctx, todayOf } from './access.ts'
import { gradeOn, listsOf } from './in-force.ts'
import { isRegistered } from './subject.ts'

/** Records as they are shown, as `s`; whose, the caller says. */
export function shown(ctx: Ctx) {
  const today = todayOf(ctx)
  const soon = addDays(today, REMINDERS[0])
  const counted = (condition: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from supplier_certificate c where c.tenant_id = s.tenant_id
      and c.supplier_id = s.id and c.removed_at is null and ${condition})`
  return ctx.tx
    .selectFrom('supplier as s')
    .select(['s.id', 's.companyId', 's.name', 's.creditCode', 's.state', 's.origin', 's.categories'])
    .select(['s.validFrom', 's.validUntil', 's.gradeUntil', 's.createdAt'])
    .select([gradeOn(today).as('gradeToday'), listsOf(ctx.tenantId, today).as('lists')])
    .select(isRegistered(ctx.tenantId, 's.company_id').as('isRegistered'))
    .select([
      counted(sql`c.valid_until < ${today}`).as('expired'),
      counted(sql`c.valid_until >= ${today} and c.valid_until <= ${soon}`).as('expiring'),
    ])
    .where('s.tenantId', '=', ctx.tenantId)
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export function rowValue(row: Row, today: Day) {
  const state = stateOn({ state: row.state as SupplierState, validUntil: row.validUntil, today })
  return {
    supplierId: row.id,
    companyId: row.companyId,
    name: row.name,
    creditCode: row.creditCode,
    isRegistered: row.isRegistered,
    state,
    origin: row.origin as Origin,
    categories: row.categories,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    grade: row.gradeToday as Grade | null,
    gradeUntil: row.gradeToday === null ? null : row.gradeUntil,
    lists: row.lists,
    certificates: { expired: row.expired, expiring: row.expiring },
    createdAt: row.createdAt.toISOString(),
  }
}

export type SupplierValue = ReturnType<typeof rowValue>
