import { sql } from 'kysely'
import type { StoredFile } from '#server/files/own-files.ts'
import { type Ctx, todayOf } from './access.ts'

/** Certificates looked at. */
const LATEST = 200

/**
 * Files of certificates of the own company that purchasers keep and that hold today, the latest first. Of libraries that have
 * told the company that it is in: of others it learns nothing.
 */
export async function ownCertificates(ctx: Ctx) {
  const rows = await ctx.tx
    .selectFrom('supplier_certificate as c')
    .innerJoin('supplier as s', (j) => j.onRef('s.tenantId', '=', 'c.tenantId').onRef('s.id', '=', 'c.supplierId'))
    .select(['c.kind', 'c.number', 'c.validUntil', 'c.files', 'c.createdAt'])
    .where('c.tenantId', '=', ctx.tenantId)
    .where('s.companyId', '=', ctx.actor.companyId)
    .where('s.state', 'in', ['qualified', 'paused'])
    .where('c.removedAt', 'is', null)
    .where(sql<boolean>`(c.valid_until is null or c.valid_until >= ${todayOf(ctx)})`)
    .orderBy('c.createdAt', 'desc')
    .limit(LATEST)
    .execute()
  return rows.flatMap(({ kind, number, validUntil, files, createdAt }) =>
    (files as unknown as StoredFile[]).map((file) => ({
      ...file,
      kind,
      number,
      validUntil,
      source: 'library' as const,
      at: createdAt,
    })),
  )
}
