import { sql } from 'kysely'
import { type Grade, gradeOf, Rating } from '#features/suppliers/rules/grades.ts'
import { type Mark, type Score, scoreOf } from '../rules/score.ts'
import type { Fact } from '../rules/sources.ts'
import { type Any, type Appraisal, itemsOf } from './access.ts'

export interface Veto {
  item: string
  evidence: string
  byName: string
  at: string
}

export interface Proposed extends Score {
  grade: Grade | null
  veto: Veto | null
}

/** What a supplier of an appraisal comes to by frozen facts and the marks that were handed in; without dealings to nothing. */
export function proposedOf(
  row: Appraisal,
  { supplier, marks }: { supplier: { isActive: boolean; facts: unknown; veto: unknown }; marks: readonly Mark[] },
): Proposed {
  const veto = supplier.veto as Veto | null
  if (!supplier.isActive) return { items: [], score: null, grade: null, veto: null }
  const score = scoreOf(itemsOf(row), { facts: supplier.facts as Fact[], marks })
  return { ...score, veto, grade: gradeBy(row, score.score, veto !== null) }
}

/** The grade of a score by the rules that were in force as the appraisal began. */
export function gradeBy(row: Appraisal, score: string | null, isVetoed: boolean): Grade | null {
  return score === null ? null : gradeOf(Number(score), Rating.parse(row.rating), isVetoed)
}

/** Marks of everybody who handed in. */
export async function marksOf(ctx: Any, appraisalId: string) {
  return ctx.tx
    .selectFrom('appraisal_mark as m')
    .innerJoin('appraisal_appraiser as a', (j) =>
      j
        .onRef('a.tenantId', '=', 'm.tenantId')
        .onRef('a.appraisalId', '=', 'm.appraisalId')
        .onRef('a.userId', '=', 'm.userId'),
    )
    .select(['m.userId', 'a.name', 'm.supplierId', 'm.indicatorId', 'm.marks', 'm.remark'])
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.appraisalId', '=', appraisalId)
    .where('a.handedInAt', 'is not', null)
    .orderBy('a.sort')
    .execute()
}

/** What was published of each supplier, the newest version of each first. */
export async function publishedOf(ctx: Any, where: { appraisalId: string; supplierId?: string }) {
  return ctx.many('appraisal_result', where, { orderBy: ['version desc'] })
}

/** Of the versions of a result `r`, the one in force. */
export const isInForce = sql<boolean>`not exists (select from appraisal_result n where n.tenant_id = r.tenant_id
  and n.appraisal_id = r.appraisal_id and n.supplier_id = r.supplier_id and n.version > r.version)`
