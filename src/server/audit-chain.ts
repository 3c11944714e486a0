import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isHeadSigned } from './audit-heads.ts'

/** What the check of one tenant's audit records found. */
export interface ChainReport {
  tenantId: number
  /** Records that are as they were written, before the first fault. */
  good: number
  /** Hash of the last one, hex: noted elsewhere, it also proves later that nothing was cut off at the end. */
  head: string
  fault: { seq: number; kind: FaultKind; reason: string } | null
}

/** `signed`: not the records that were signed; `cut`: records that were signed are gone. */
export type FaultKind = 'missing' | 'order' | 'content' | 'columns' | 'head' | 'signed' | 'cut'

/** What a check needs of a database: a pool, or a transaction that sees the tenant. */
export interface Reader {
  query<R>(text: string, values: unknown[]): Promise<{ rows: R[] }>
}

const BATCH = 1000
const GENESIS = Buffer.alloc(32)

/**
 * Recomputes every tenant's chain in order: hash = SHA-256(previous hash ‖ body as text), and compares it with the heads that
 * were signed and logged. Reads in batches, so that the size of the record does not matter. The connection must see all
 * tenants (the owner's). `key`: of signed heads, 32 bytes; without it signatures are not checked.
 */
export async function verifyChains(pool: pg.Pool, key: Buffer | null = null): Promise<ChainReport[]> {
  const { rows } = await pool.query<{ tenant_id: number }>(
    'select tenant_id from audit_head union select distinct tenant_id from audit_record order by 1',
  )
  const reports: ChainReport[] = []
  for (const { tenant_id: tenantId } of rows) reports.push(await verifyChain(readerOf(pool), tenantId, key))
  return reports
}

/** The same for one tenant. */
export async function verifyChain(pool: Reader, tenantId: number, key: Buffer | null = null): Promise<ChainReport> {
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
  return report(await faultOfHeads(pool, { tenantId, good, key }))
}

/**
 * A chain that is whole in itself may have been written anew: then it is not the one that was signed. Names the first record
 * that may be another, the one behind the last head that fits.
 */
async function faultOfHeads(
  pool: Reader,
  { tenantId, good, key }: { tenantId: number; good: number; key: Buffer | null },
): Promise<ChainReport['fault']> {
  let fits = 0
  for (let after = 0; ;) {
    const { rows } = await pool.query<SignedHead>(
      `select h.seq, h.hash, h.public_key as "publicKey", h.signature, r.hash as found
       from (
         select seq, hash, public_key, signature from audit_head_signed where tenant_id = $1
         union
         select (text::jsonb->>'seq')::bigint, decode(text::jsonb->>'hash', 'hex'), decode(text::jsonb->>'publicKey', 'hex'),
           decode(text::jsonb->>'signature', 'hex')
         from log_record where tenant_id = $1 and type = 'audit-head'
       ) h left join audit_record r on r.tenant_id = $1 and r.seq = h.seq
       where h.seq > $2 order by h.seq limit ${BATCH}`,
      [tenantId, after],
    )
    for (const { seq, hash, publicKey, signature, found } of rows) {
      const by = key && !publicKey.equals(key) ? null : publicKey
      if (!by || !isHeadSigned({ tenantId, seq, hash: hash.toString('hex') }, { key: by, signature }))
        return { seq, kind: 'signed', reason: 'the signature of its head does not hold' }
      // Recorded and signed since the check began.
      if (seq > good && found?.equals(hash)) return null
      if (seq > good) return { seq: good + 1, kind: 'cut', reason: `records up to ${seq} were signed, and are gone` }
      if (!found?.equals(hash))
        return { seq: fits + 1, kind: 'signed', reason: `records ${fits + 1} to ${seq} are not those that were signed` }
      fits = seq
    }
    if (rows.length < BATCH) return null
    after = rows.at(-1)!.seq
  }
}

interface SignedHead {
  seq: number
  hash: Buffer
  publicKey: Buffer
  signature: Buffer
  /** Of the record as it is now. */
  found: Buffer | null
}

interface Row {
  seq: number
  body: string
  prevHash: Buffer
  hash: Buffer
  fits: boolean
}

function faultOf(
  row: Row,
  expected: { seq: number; hash: Buffer },
): Pick<NonNullable<ChainReport['fault']>, 'kind' | 'reason'> | null {
  if (row.seq !== expected.seq) return { kind: 'missing', reason: `record ${expected.seq} is missing` }
  if (!row.prevHash.equals(expected.hash)) return { kind: 'order', reason: 'it does not follow the record before it' }
  if (!createHash('sha256').update(row.prevHash).update(row.body).digest().equals(row.hash))
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
    `select seq, body::text as body, prev_hash as "prevHash", hash,
       (body->>'seq')::bigint = seq and (body->>'at')::timestamptz = at as fits
     from audit_record where tenant_id = $1 and seq > $2 and seq <= $3 order by seq limit ${BATCH}`,
    [range.tenantId, range.after, range.upTo],
  )
  return rows
}
