import { createHash } from 'node:crypto'
import type pg from 'pg'

/** What the check of one tenant's audit records found. */
export interface ChainReport {
  tenantId: number
  /** Records that are as they were written, before the first fault. */
  good: number
  /** Hash of the last one, hex: noted elsewhere, it also proves later that nothing was cut off at the end. */
  head: string
  fault: { seq: number; kind: FaultKind; reason: string } | null
}

export type FaultKind = 'missing' | 'order' | 'content' | 'columns' | 'head'

/** What a check needs of a database: a pool, or a transaction that sees the tenant. */
export interface Reader {
  query<R>(text: string, values: unknown[]): Promise<{ rows: R[] }>
}

const BATCH = 1000
const GENESIS = Buffer.alloc(32)

/**
 * Recomputes every tenant's chain in order: hash = SHA-256(previous hash ‖ body as text). Reads in batches, so that the
 * size of the record does not matter. The connection must see all tenants (the owner's).
 */
export async function verifyChains(pool: pg.Pool): Promise<ChainReport[]> {
  const { rows } = await pool.query<{ tenant_id: number }>(
    'select tenant_id from audit_head union select distinct tenant_id from audit_record order by 1',
  )
  const reports: ChainReport[] = []
  for (const { tenant_id: tenantId } of rows) reports.push(await verifyChain(readerOf(pool), tenantId))
  return reports
}

/** The same for one tenant. */
export async function verifyChain(pool: Reader, tenantId: number): Promise<ChainReport> {
  const end = await readHead(pool, tenantId)
  let good = 0
  let hash: Buffer = GENESIS
  const report = (fault: ChainReport['fault']): ChainReport => ({ tenantId, good, head: hash.toString('hex'), fault })
  for (;;) {
    const rows = await readBatch(pool, { tenantId, after: good, upTo: end?.seq ?? Number.MAX_SAFE_INTEGER })
    for (const row of rows) {
      const fault = faultOf(row, { seq: good + 1, hash })
      if (fault) return report({ seq: row.seq, ...fault })
      good++
      hash = row.hash
    }
    if (rows.length < BATCH) break
  }
  if (!end) return report({ seq: good, kind: 'head', reason: 'the head of the chain is missing' })
  if (good < end.seq) return report({ seq: good + 1, kind: 'missing', reason: 'records are missing at the end' })
  if (!hash.equals(end.hash)) return report({ seq: good, kind: 'head', reason: 'the head of the chain was altered' })
  return report(null)
}

interface Row {
  seq: number
  body: string
  /** Hash of the record before. */
  before: Buffer
  hash: Buffer
  fits: boolean
}

function faultOf(
  row: Row,
  expected: { seq: number; hash: Buffer },
): Pick<NonNullable<ChainReport['fault']>, 'kind' | 'reason'> | null {
  if (row.seq !== expected.seq) return { kind: 'missing', reason: `record ${expected.seq} is missing` }
  if (!row.before.equals(expected.hash)) return { kind: 'order', reason: 'it does not follow the record before it' }
  if (!createHash('sha256').update(row.before).update(row.body).digest().equals(row.hash))
    return { kind: 'content', reason: 'its content was altered' }
  return row.fits ? null : { kind: 'columns', reason: 'its columns do not agree with its content' }
}

function readerOf(pool: pg.Pool): Reader {
  return {
    query: async <R>(text: string, values: unknown[]) => ({ rows: (await pool.query(text, values)).rows as R[] }),
  }
}

async function readHead(pool: Reader, tenantId: number): Promise<{ seq: number; hash: Buffer } | undefined> {
  const { rows } = await pool.query<{ seq: number; hash: Buffer }>(
    'select seq, hash from audit_head where tenant_id = $1',
    [tenantId],
  )
  return rows[0]
}

/** Up to the head as it was at the start: records that are written meanwhile are left for the next time. */
async function readBatch(pool: Reader, range: { tenantId: number; after: number; upTo: number }): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `select seq, body::text as body, prev_hash as before, hash,
       (body->>'seq')::bigint = seq and (body->>'at')::timestamptz = at as fits
     from audit_record where tenant_id = $1 and seq > $2 and seq <= $3 order by seq limit ${BATCH}`,
    [range.tenantId, range.after, range.upTo],
  )
  return rows
}
