import type { Selectable } from 'kysely'
import type { ReviewCatalog } from '#server/database/tables.ts'
import { ReportStatus } from '#features/evaluation/rules/enums.ts'
import type { Any } from './access.ts'

export type CatalogRow = Selectable<ReviewCatalog>

/** Parts of a report in their order. */
export async function catalogRows(ctx: Any, reportId: string): Promise<CatalogRow[]> {
  return ctx.many('review_catalog', { reportId }, { orderBy: ['sort'] })
}

export async function createCatalogs(ctx: Any, reportId: string, types: readonly number[]): Promise<void> {
  await ctx.insert(
    'review_catalog',
    types.map((type, sort) => ({
      id: ctx.newId(),
      reportId,
      type,
      sort,
      state: ReportStatus.values.pending,
    })),
  )
}

export async function setCatalog(
  ctx: Any,
  id: string,
  values: Partial<Omit<CatalogRow, 'content'>> & { content?: string | null },
): Promise<void> {
  await ctx.update('review_catalog', { id }, values)
}
