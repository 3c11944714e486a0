import { AppError } from '#contract/errors.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import type { Grade } from '#features/suppliers/rules/grades.ts'
import { implement, type Route } from '#server/implement.ts'
import { MOST_RECORDS, supplierConduct } from '../contract/conduct.ts'
import type { Fact, Source } from '../rules/sources.ts'
import { type Ctx, READS, todayOf } from './access.ts'
import { factsOf } from './facts.ts'
import { isInForce } from './results.ts'

/** Days that the page of a supplier looks back. */
const YEAR = 365

/** What the page of a supplier in the library tells of deliveries and appraisals. */
export const conductRoutes: readonly Route[] = [
  implement(supplierConduct, READS, async (ctx, { params: { supplierId } }) => {
    const ownerCompanyId = ctx.actor.companyId
    const supplier = await ctx.one('supplier', { id: supplierId, ownerCompanyId }, { columns: ['id', 'companyId'] })
    if (!supplier) throw new AppError('notFound')
    const until = todayOf(ctx)
    const from = addDays(until, -YEAR)
    const suppliers = [{ supplierId, companyId: supplier.companyId }]
    const [found] = await factsOf(ctx, { ownerCompanyId, suppliers, from, until })
    const of = (source: Source) => found!.facts.filter((fact) => fact.source === source)
    const [deliveries, acceptances] = [of('deliveries'), of('acceptances')]
    const newest = [...deliveries, ...acceptances].toSorted((a, b) => b.day.localeCompare(a.day))
    return {
      from,
      until,
      deliveries: shareOf(deliveries),
      acceptances: shareOf(acceptances),
      records: newest.slice(0, MOST_RECORDS),
      appraisals: await appraisalsOf(ctx, supplierId),
    }
  }),
]

function shareOf(facts: readonly Fact[]) {
  return { good: facts.filter(({ isGood }) => isGood).length, all: facts.length }
}

/** Published results in force, the newest first. */
async function appraisalsOf(ctx: Ctx, supplierId: string) {
  const rows = await ctx.tx
    .selectFrom('appraisal as a')
    .innerJoin('appraisal_result as r', (j) =>
      j.onRef('r.tenantId', '=', 'a.tenantId').onRef('r.appraisalId', '=', 'a.id'),
    )
    .select(['a.id', 'a.title', 'a.fromDay', 'a.untilDay', 'a.publishedAt', 'a.gradeUntil'])
    .select(['r.score', 'r.grade', 'r.veto'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.ownerCompanyId', '=', ctx.actor.companyId)
    .where('a.state', '=', 'published')
    .where('r.supplierId', '=', supplierId)
    .where(isInForce)
    .orderBy('a.publishedAt', 'desc')
    .limit(MOST_RECORDS)
    .execute()
  return rows.map((row) => ({
    appraisalId: row.id,
    title: row.title,
    from: row.fromDay,
    until: row.untilDay,
    publishedAt: row.publishedAt!.toISOString(),
    score: row.score,
    grade: row.grade as Grade | null,
    gradeUntil: row.gradeUntil!,
    veto: row.veto,
  }))
}
