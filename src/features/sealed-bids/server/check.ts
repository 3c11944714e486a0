import { inContext, type Kernel } from '#server/context.ts'
import { checkBids, type Leaves } from './check-bids.ts'
import { checkRecords } from './check-records.ts'
import { checkTree } from './check-tree.ts'
import type { Alteration, Finding } from './finding.ts'
import type { Any } from './service-keys.ts'

/**
 * Recomputes every tenant's log from its entries and compares it with the tiles, the root, every published tree head,
 * every submission with its receipt, and (unless `files` is false) every sealed file byte by byte. Every leaf must be
 * accounted for: by a submission, by a record, or as a decoy. Empty when all holds; else what was altered, the log first.
 */
export async function checkLog(kernel: Kernel, { files = true }: { files?: boolean } = {}): Promise<Alteration[]> {
  const tenants = await kernel.db.selectFrom('tenant').select('id').orderBy('id').execute()
  const found: Alteration[] = []
  for (const { id: tenantId } of tenants) {
    const findings = await inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, (ctx) =>
      checkTenant(ctx, files),
    )
    found.push(...findings.map((finding) => ({ tenantId, ...finding })))
  }
  return found
}

/** One tenant's part of `checkLog`, every file included. */
export function checkTenantLog(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, (ctx) => checkTenant(ctx, true))
}

async function checkTenant(ctx: Any, files: boolean): Promise<Finding[]> {
  const bids = await checkBids(ctx, files)
  const records = await checkRecords(ctx)
  const leaves: Leaves = new Map([...records.leaves, ...bids.leaves])
  return [...(await checkTree(ctx, leaves)), ...bids.findings, ...records.findings]
}
