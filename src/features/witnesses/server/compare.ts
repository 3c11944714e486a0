import type pg from 'pg'
import { toHex } from '#features/sealing/core/bytes.ts'
import { encodeNoteKey } from '#features/sealing/core/log/checkpoint.ts'
import { shownHead } from './client.ts'

/** How one witness's memory of a tenant's log compares with the database. */
export interface Comparison {
  tenantId: number
  title: string
  /** Null where it could not be asked. */
  size: number | null
  fault: string | null
}

const PATIENCE_MS = 10_000

/**
 * Asks every witness that shows its newest head for it, and recomputes the root of the log at that size from the tiles of
 * the database. For commands: the pool is the owner's. `root`: of a tenant's log at a size, hex; null where it is shorter.
 */
export async function compareWithWitnesses(
  pool: pg.Pool,
  root: (tenantId: number, size: number) => Promise<string | null>,
): Promise<Comparison[]> {
  const { rows } = await pool.query<WitnessRow>(
    `select w.tenant_id as "tenantId", w.title, w.url, w.key, l.origin, k.public_key as "publicKey"
     from witness w join bid_log l on l.tenant_id = w.tenant_id
     join service_key k on k.tenant_id = w.tenant_id and k.use = 'log' and k.retired_at is null
     where w.retired_at is null order by w.tenant_id, w.created_at`,
  )
  return Promise.all(
    rows.map(async ({ tenantId, title, url, key, origin, publicKey }) => {
      const logKey = encodeNoteKey({ name: origin, publicKey: new Uint8Array(Buffer.from(publicKey, 'hex')) })
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const head = await shownHead({ url, key }, { logKey, signal }).catch(() => null)
      if (!head) return { tenantId, title, size: null, fault: null }
      const now = await root(tenantId, head.size)
      const fault =
        now === null
          ? `the log is shorter than the ${head.size} entries that it cosigned`
          : now === toHex(head.root)
            ? null
            : `the first ${head.size} entries of the log are not those that it cosigned`
      return { tenantId, title, size: head.size, fault }
    }),
  )
}

interface WitnessRow {
  tenantId: number
  title: string
  url: string
  key: string
  origin: string
  publicKey: string
}
