import { createHash } from 'node:crypto'
import { TICK } from '#server/public-log.ts'
import { recordEntry } from '#features/sealing/core/log/record-leaf.ts'
import type { Leaves } from './check-bids.ts'
import type { Finding } from './finding.ts'
import { leafOf, type StoredRecord } from './log-records.ts'
import type { Any } from './service-keys.ts'

/** A record that has waited for its leaf so long was kept from the log. */
export const LONGEST_WAIT = 12 * TICK

/**
 * Every record of the log: its text against its hash, and that it has a leaf or has only just been written. `leaves`: what
 * the log must hold where records lie; a record that was altered or removed no longer opens its leaf.
 */
export async function checkRecords(ctx: Any): Promise<{ leaves: Leaves; findings: Finding[] }> {
  const rows = await ctx.tx
    .selectFrom('log_record as r')
    .leftJoin('log_leaf as l', (j) => j.onRef('l.tenantId', '=', 'r.tenantId').onRef('l.recordId', '=', 'r.id'))
    .selectAll('r')
    .select(['l.idx', 'l.blinding'])
    .where('r.tenantId', '=', ctx.tenantId)
    .orderBy('r.id')
    .execute()
  const since = await lastBeat(ctx)
  const leaves: Leaves = new Map()
  const findings: Finding[] = []
  for (const row of rows) {
    const name = `${row.type} ${row.subject}`
    if (row.text !== null && !createHash('sha256').update(row.text).digest().equals(row.hash))
      findings.push({ what: 'log-record', id: row.id, message: `存证记录「${name}」的文本与哈希不一致` })
    if (row.idx !== null) leaves.set(row.idx, { recordId: row.id, name, entry: entryOf(ctx.tenantId, row) })
    else if (since && since.getTime() - row.at.getTime() > LONGEST_WAIT)
      findings.push({ what: 'log-record', id: row.id, message: `存证记录「${name}」一直未写入日志` })
  }
  return { leaves, findings }
}

/** How far the log is filled by the clock: a record from long before would have its leaf. */
async function lastBeat(ctx: Any): Promise<Date | undefined> {
  const log = await ctx.tx
    .selectFrom('bid_log')
    .select('filledTo')
    .where('tenantId', '=', ctx.tenantId)
    .executeTakeFirst()
  return log?.filledTo
}

function entryOf(tenantId: number, row: StoredRecord): Uint8Array {
  try {
    return recordEntry(String(tenantId), { ...leafOf(row), blinding: row.blinding!.toString('hex') })
  } catch {
    return new Uint8Array(0)
  }
}
