import pg from 'pg'
import { verifyChains } from './audit-chain.ts'
import { auditKey } from './audit-heads.ts'
import { checkBoundRows } from './bound-rows.ts'
import type { Kernel } from './context.ts'
import { checkStored } from './files/check-stored.ts'
import type { Feature, Finding } from './feature.ts'

/** Something of a tenant that is not as it was written. */
export type Alteration = Finding & { tenantId: number }

/**
 * Checks everything that was written to stay as it was: the audit chains, then what each feature watches over. Needs
 * the owner's connection, since the application sees one tenant at a time. Empty when all holds; else what was altered,
 * by name.
 */
export async function findAlterations(
  kernel: Kernel,
  { ownerUrl, features }: { ownerUrl: string; features: readonly Feature[] },
): Promise<Alteration[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  // Told by the query that fails; without a listener the process would end.
  pool.on('error', () => undefined)
  try {
    const found: Alteration[] = []
    for (const { tenantId, fault } of await verifyChains(pool, auditKey(kernel.config))) {
      if (fault)
        found.push({
          tenantId,
          what: 'audit',
          id: String(fault.seq),
          message: `审计记录第 ${fault.seq} 条：${fault.reason}`,
        })
    }
    const { rows } = await pool.query<{ id: number }>('select id from tenant order by id')
    for (const { id: tenantId } of rows) {
      for (const feature of features) {
        for (const finding of (await feature.check?.(kernel, tenantId)) ?? []) found.push({ tenantId, ...finding })
      }
      const tables = features.flatMap(({ bound }) => bound ?? [])
      for (const finding of await checkBoundRows(kernel, { tenantId, tables })) found.push({ tenantId, ...finding })
      for (const finding of await checkStored(kernel, tenantId)) found.push({ tenantId, ...finding })
    }
    return found
  } finally {
    await pool.end()
  }
}
