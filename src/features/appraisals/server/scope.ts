import { sql } from 'kysely'
import type { Scope } from '../contract/appraisals.ts'
import { type Ctx, invalid, todayOf } from './access.ts'

export const MOST_SUPPLIERS = 500

/** Suppliers of the own library that a scope means, as they are called now; of those without a name only qualified ones. */
export async function suppliersOf(ctx: Ctx, { supplierIds, category, grade }: Scope) {
  const today = todayOf(ctx)
  const rows = await ctx.tx
    .selectFrom('supplier as s')
    .select(['s.id as supplierId', 's.companyId', 's.name', 's.creditCode'])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.ownerCompanyId', '=', ctx.actor.companyId)
    .$if(supplierIds.length > 0, (q) => q.where('s.id', 'in', [...supplierIds]))
    .$if(supplierIds.length === 0, (q) =>
      q
        .where('s.state', 'in', ['qualified', 'paused'])
        .$if(category !== '', (p) => p.where(sql<boolean>`${category} = any(s.categories)`))
        .$if(grade !== null, (p) => p.where('s.grade', '=', grade!).where('s.gradeUntil', '>=', today)),
    )
    .orderBy('s.id')
    .limit(MOST_SUPPLIERS + 1)
    .execute()
  if (supplierIds.length > 0 && rows.length < new Set(supplierIds).size)
    throw invalid('scope.supplierIds', '所选供应商不存在，请重新选择')
  if (rows.length > MOST_SUPPLIERS)
    throw invalid('scope.supplierIds', `一次最多考核 ${MOST_SUPPLIERS} 家供应商，请按品类或等级缩小范围`)
  return rows
}

/** People in use of the own company. */
export async function colleaguesOf(ctx: Ctx): Promise<{ userId: string; name: string }[]> {
  return ctx.tx
    .selectFrom('employee')
    .select(['userId', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .where('status', '=', 1)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .limit(500)
    .execute()
}
