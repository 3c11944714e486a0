import type { Selectable } from 'kysely'
import type { ReviewCatalog } from '#server/database/tables.ts'
import { ReportStatus } from '#features/evaluation/rules/enums.ts'
import type { Any } from './access.ts'

export type CatalogRow = Selectable<ReviewCatalog>

/** Parts of a report in their order. */
export async function catalogRows(ctx: Any, reportId: string): Promise<CatalogRow[]> {
  return ctx.tx
    .selectFrom('review_catalog')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('reportId', '=', reportId)
    .orderBy('sort')
    .execute()
}

export async function createCatalogs(ctx: Any, reportId: string, types: readonly number[]): Promise<void> {
  await ctx.tx
    .insertInto('review_catalog')
    .values(
      types.map((type, sort) => ({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        reportId,
        type,
        sort,
        state: ReportStatus.values.pending,
      })),
    )
    .execute()
}

export async function setCatalog(
  ctx: Any,
  id: string,
  values: Partial<Omit<CatalogRow, 'content'>> & { content?: string | null },
): Promise<void> {
  await ctx.tx
    .updateTable('review_catalog')
    .set(values)
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', id)
    .execute()
}
