import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../rules/days.ts'
import { COUNTED_MATCHES, type List } from '../rules/listings.ts'

/** Of a listing `l`: it holds on this day, about a company that is known beyond doubt. */
export function isListingInForce(today: Day): RawBuilder<boolean> {
  return sql<boolean>`(l.state = 'decided' and l.match in (${sql.join(COUNTED_MATCHES)}) and l.company_id is not null
    and l.from_day <= ${today} and (l.until_day is null or l.until_day >= ${today}))`
}

/** Of a supplier `s`: lists that it stands on today. */
export function listsOf(tenantId: number, today: Day): RawBuilder<List[]> {
  return sql<List[]>`array(select distinct l.kind from supplier_listing l
    where l.tenant_id = ${tenantId} and l.owner_company_id = s.owner_company_id and l.company_id = s.company_id
      and ${isListingInForce(today)} order by 1)`
}

/** Of a supplier `s`: its grade today, or null. */
export function gradeOn(today: Day): RawBuilder<string | null> {
  return sql<string | null>`case when s.grade_from <= ${today} and s.grade_until >= ${today} then s.grade end`
}
