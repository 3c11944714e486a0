import { type RawBuilder, sql } from 'kysely'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import type * as z from 'zod'
import * as contract from '../contract/library.ts'
import { REMINDERS } from '../rules/certificates.ts'
import { addDays, type Day } from '../rules/days.ts'
import type { List } from '../rules/listings.ts'
import { SUPPLIER_STATES, type SupplierState } from '../rules/states.ts'
import { type Ctx, isKeeper, KEEPS, ownSupplier, READS, READS_PROPOSALS, todayOf } from './access.ts'
import { detailOf } from './detail.ts'
import { isListingInForce } from './in-force.ts'
import { giveGrade, renew } from './keeping.ts'
import { move } from './record.ts'
import { registered } from './subject.ts'
import { rowValue, shown } from './supplier-rows.ts'

type Query = z.output<typeof contract.supplierPage.query>

/** The library, and what its keepers do with a record. */
export const libraryRoutes: readonly Route[] = [
  implement(contract.supplierPage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 's',
        keys: ['id'],
        table: 'supplier',
        span: '@',
        owner: ctx.actor.companyId,
        exact: (keyword) => sql`(s.name = ${keyword} or s.credit_code = ${keyword.toUpperCase()})`,
        rows: (relation) => filtered(ctx, relation, query),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 's.id'),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(row, todayOf(ctx))) }
  }),

  implement(contract.supplierCategories, READS, async (ctx) => {
    const rows = await ctx.tx
      .selectFrom('supplier_category')
      .select('category')
      .distinct()
      .where('tenantId', '=', ctx.tenantId)
      .where('ownerCompanyId', '=', ctx.actor.companyId)
      .orderBy('category')
      .limit(500)
      .execute()
    return rows.map(({ category }) => category)
  }),

  implement(contract.lookUpCompany, READS_PROPOSALS, async (ctx, { query: { creditCode } }) => {
    const here = await registered(ctx, { creditCode })
    const row = await ctx.one('supplier', { ownerCompanyId: ctx.actor.companyId, creditCode })
    return {
      company: here ? { companyId: here.companyId, name: here.name } : null,
      supplier: row ? { supplierId: row.id, name: row.name, state: row.state as SupplierState } : null,
    }
  }),

  implement(contract.supplierDetail, READS, async (ctx, { params }) => {
    await ownSupplier(ctx, params.supplierId)
    const row = await shown(ctx).where('s.id', '=', params.supplierId).executeTakeFirstOrThrow()
    return detailOf(ctx, rowValue(row, todayOf(ctx)), isKeeper(ctx))
  }),

  implement(contract.actOnSupplier, KEEPS, async (ctx, { params, body: { action, reason } }) => {
    const row = await ownSupplier(ctx, params.supplierId, 'update')
    await move(ctx, row, { action, who: 'keeper', reason })
  }),

  implement(contract.renewSupplier, KEEPS, (ctx, { params, body }) => renew(ctx, params.supplierId, body)),
  implement(contract.gradeSupplier, KEEPS, (ctx, { params, body }) => giveGrade(ctx, params.supplierId, body)),
]

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(
    Object.keys(SUPPLIER_STATES).map((state) => [state, sql<boolean>`s.state = ${sql.lit(state)}`]),
  ),
}

/** Records of the own library that the filters leave; the table's name, or that of its view. */
function filtered(ctx: Ctx, relation: string, query: Query) {
  const { grade, category, listed, certificates, origin } = query
  const today = todayOf(ctx)
  const { companyId } = ctx.actor
  return (
    ctx.tx
      .selectFrom(`${relation as 'supplier'} as s`)
      .where('s.tenantId', '=', ctx.tenantId)
      .where('s.ownerCompanyId', '=', companyId)
      .$if(grade !== undefined, (q) => q.where('s.grade', '=', grade!).where(sql<boolean>`s.grade_until >= ${today}`))
      .$if(origin !== undefined, (q) => q.where('s.origin', '=', origin!))
      // As ids: by the index of categories or of days, however few there are.
      .$if(Boolean(category), (q) =>
        q.where(
          sql<boolean>`s.id in (select k.supplier_id from supplier_category k where k.tenant_id = ${ctx.tenantId}
            and k.owner_company_id = ${companyId} and k.category = ${category})`,
        ),
      )
      .$if(listed !== undefined, (q) => q.where(standsOn(ctx, listed!, today)))
      .$if(certificates !== undefined, (q) => q.where(hasCertificate(ctx, certificates!, today)))
  )
}

function standsOn({ tenantId, actor }: Ctx, listed: List | 'none', today: Day): RawBuilder<boolean> {
  const entries = sql`select l.company_id from supplier_listing l where l.tenant_id = ${tenantId}
    and l.owner_company_id = ${actor.companyId} and ${isListingInForce(today)}`
  if (listed === 'none')
    return sql<boolean>`not exists (${entries} and l.kind <> 'red' and l.company_id = s.company_id)`
  return sql<boolean>`s.company_id in (${entries} and l.kind = ${listed})`
}

function hasCertificate({ tenantId, actor }: Ctx, state: 'expired' | 'expiring', today: Day): RawBuilder<boolean> {
  const within =
    state === 'expired'
      ? sql`c.valid_until < ${today}`
      : sql`c.valid_until >= ${today} and c.valid_until <= ${addDays(today, REMINDERS[0])}`
  return sql<boolean>`s.id in (select c.supplier_id from supplier_certificate c where c.tenant_id = ${tenantId}
    and c.owner_company_id = ${actor.companyId} and c.removed_at is null and ${within})`
}
