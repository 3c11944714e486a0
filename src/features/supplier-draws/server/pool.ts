import { canonicalHash } from '#features/sealing/core/log/record-leaf.ts'
import { admissions } from '#features/suppliers/server/public.ts'
import { SUPPLIER_STATES, type SupplierState } from '#features/suppliers/rules/states.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { formatDate } from '#contract/time.ts'
import { sql } from 'kysely'
import type { Conditions } from '../contract.ts'

type Ctx = Context<Employee>

/** So many records are looked at, at most. */
const MOST = 2000

export interface Entry {
  supplierId: string
  companyId: string
  name: string
  creditCode: string
  /** Why it cannot be drawn; empty: it can. */
  excluded: string
}

/**
 * Suppliers of the own library that the conditions mean, by id, each with the reason why it cannot be drawn: what the library has
 * against it, that it was never admitted, or that it has no account to be invited by.
 */
export async function poolOf(ctx: Ctx, { category, grades, regions, certificate }: Conditions): Promise<Entry[]> {
  const ownerCompanyId = ctx.actor.companyId
  const today = formatDate(ctx.clock.now())
  const rows = await ctx.tx
    .selectFrom('supplier as s')
    .select(['s.id as supplierId', 's.companyId', 's.name', 's.creditCode', 's.state'])
    .select([
      sql<boolean>`exists (select from company_tenant m where m.tenant_id = s.tenant_id and m.company_id = s.company_id
        and m.is_supplier and m.is_certified and m.status = 1)`.as('isRegistered'),
      sql<boolean>`exists (select from supplier_certificate k where k.tenant_id = s.tenant_id and k.supplier_id = s.id
        and k.kind = ${certificate} and k.removed_at is null and (k.valid_until is null or k.valid_until >= ${today}))`.as(
        'isCertified',
      ),
    ])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.ownerCompanyId', '=', ownerCompanyId)
    .$if(category !== '', (q) =>
      q.where(
        sql<boolean>`s.id in (select k.supplier_id from supplier_category k where k.tenant_id = ${ctx.tenantId}
          and k.owner_company_id = ${ownerCompanyId} and k.category = ${category})`,
      ),
    )
    .$if(grades.length > 0, (q) =>
      q.where('s.grade', 'in', grades).where('s.gradeFrom', '<=', today).where('s.gradeUntil', '>=', today),
    )
    .$if(regions.length > 0, (q) => q.where(sql<string>`substr(s.credit_code, 3, 2)`, 'in', regions))
    .orderBy('s.id')
    .limit(MOST)
    .execute()
  const companyIds = rows.map(({ companyId }) => companyId)
  const found = await admissions(ctx, { ownerCompanyId, companyIds, act: 'draw', isOpenByLaw: false })
  return rows.map(({ state, isRegistered, isCertified, ...row }) => {
    const admission = found.get(row.companyId)!
    const excluded =
      admission.level === 'block'
        ? admission.reason
        : state !== 'qualified'
          ? `在供应商库中为“${SUPPLIER_STATES[state as SupplierState]}”状态`
          : certificate !== '' && !isCertified
            ? `没有在有效期内的“${certificate}”`
            : isRegistered
              ? ''
              : '未在平台注册，不能被邀请'
    return { ...row, excluded }
  })
}

/** Of those who can be drawn: whoever draws again from the same has the same hash. */
export function poolHash(entries: readonly Entry[]): string {
  return canonicalHash(
    entries
      .filter(({ excluded }) => excluded === '')
      .map(({ supplierId }) => supplierId)
      .toSorted(),
  )
}
