import { inContext, type Kernel } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { Head } from '#server/marks/mark-file.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { addCheckpoint, shownHead } from './client.ts'
import { witnessedLog } from './log-port.ts'

/** A start does not wait longer for witnesses; who does not answer by then is passed over. */
const PATIENCE_MS = 3_000
/** Where a witness tells a size and no root: no root is like it, so that a log of that size is not taken for the same. */
const UNKNOWN = '00'.repeat(32)

/**
 * How far a tenant's log had grown by what its witnesses remember, which no backup takes back. A witness that shows its head
 * tells size and root; any other tells the size, when it is beyond ours. Witnesses that cannot be reached tell nothing.
 */
export async function acknowledgedHeads(kernel: Kernel, tenantId: number): Promise<Head[]> {
  const known = await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    const rows = await ctx.many('witness', { retiredAt: NULL }, { columns: ['url', 'key'] })
    if (rows.length === 0) return null
    const log = witnessedLog()
    return { rows, logKey: await log.logKey(ctx), newest: await log.newest(ctx) }
  })
  if (!known) return []
  const { rows, logKey, newest } = known
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const found = await Promise.all(
    rows
      .map(async (witness): Promise<Head | null> => {
        const shown = await shownHead(witness, { logKey, signal })
        if (shown) return { tenantId, kind: 'log', size: shown.size, hash: toHex(shown.root) }
        if (!newest) return null
        const asked = { old: newest.size, proof: [], note: newest.note }
        const answer = await addCheckpoint(witness, asked, { now: kernel.clock.now(), signal })
        return answer.kind === 'size' && answer.size > newest.size
          ? { tenantId, kind: 'log', size: answer.size, hash: UNKNOWN }
          : null
      })
      .map((asking) => asking.catch(() => null)),
  )
  return found.filter((head) => head !== null)
}
