import type { Ctx } from './access.ts'
import { categoriesOf, documentsOf } from './values.ts'

/** Applications looked back at. */
const LATEST = 50

/** Documents that the own company handed in with applications to libraries, the latest first. */
export async function handedInDocuments(ctx: Ctx) {
  const rows = await ctx.tx
    .selectFrom('recruit_trade as t')
    .innerJoin('recruit_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select(['t.documents', 't.handedInAt', 'o.categories'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .orderBy('t.handedInAt', 'desc')
    .limit(LATEST)
    .execute()
  return rows.flatMap((row) =>
    documentsOf(row).flatMap(({ category, document, number, validUntil, files }) => {
      const wanted = categoriesOf(row)
        .find(({ key }) => key === category)
        ?.documents.find(({ key }) => key === document)
      if (!wanted) return []
      return files.map((file) => ({
        ...file,
        kind: wanted.name,
        number,
        validUntil,
        source: 'recruit' as const,
        at: row.handedInAt,
      }))
    }),
  )
}
