import { withCosignatures } from '#features/witnesses/server/public.ts'
import { type CompiledQuery, sql } from 'kysely'
import type { HoldingHead, RecordProof, RecordType } from '#server/public-log.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { recordLeaf, recordRef } from '#features/sealing/core/log/record-leaf.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { tileStore } from './log-store.ts'
import type { Any } from './service-keys.ts'

/** A record of the log as it is stored, and its leaf where it has one. */
export interface StoredRecord {
  id: string
  type: string
  subject: string
  hash: Buffer
  text: string | null
  salt: Buffer
  at: Date
  idx: number | null
  blinding: Buffer | null
}

/** As many records as a log takes in at once. */
const MOST = 1000

/** Records that wait for a leaf, in their order. */
export async function waitingRecords(ctx: Any): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`select r.id, r.type, r.subject, r.hash, r.salt, r.at from log_pending p
    join log_record r on r.tenant_id = p.tenant_id and r.id = p.id
    where p.tenant_id = ${ctx.tenantId} order by r.id limit ${MOST}`.execute(ctx.tx)
  return rows
}

/** Whether any record waits for a leaf. */
export async function isRecordWaiting(ctx: Any): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('log_pending')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that get leaves, one after the other. */
export class RecordQueue {
  private readonly ctx: Any
  private readonly waiting: readonly StoredRecord[]
  private readonly placed: { id: string; index: number; blinding: string }[] = []

  constructor(ctx: Any, waiting: readonly StoredRecord[]) {
    this.ctx = ctx
    this.waiting = waiting
  }

  /** How many wait. */
  get length(): number {
    return this.waiting.length - this.placed.length
  }

  /** The entry of the next record, which lies at `index` then; undefined: none waits. */
  take(index: number): Uint8Array | undefined {
    const next = this.waiting[this.placed.length]
    if (!next) return undefined
    const { entry, blinding } = recordLeaf(String(this.ctx.tenantId), leafOf(next))
    this.placed.push({ id: next.id, index, blinding })
    return entry
  }

  /** Stores where they lie; behind the log's lock. */
  writing(): CompiledQuery[] {
    if (this.placed.length === 0) return []
    const ids = this.placed.map((one) => one.id)
    const places = this.placed.map((one) => one.index)
    const blindings = this.placed.map((one) => Buffer.from(one.blinding, 'hex'))
    return [
      sql`insert into log_leaf (tenant_id, record_id, idx, blinding)
        select ${this.ctx.tenantId}::int, * from unnest(${ids}::uuid[], ${places}::bigint[], ${blindings}::bytea[])`.compile(
        this.ctx.tx,
      ),
      sql`delete from log_pending where tenant_id = ${this.ctx.tenantId}::int and id = any(${ids}::uuid[])`.compile(
        this.ctx.tx,
      ),
    ]
  }
}

/** The record and salt of a stored record, as its leaf covers them. */
export function leafOf({ type, subject, hash, at, salt }: StoredRecord) {
  return {
    record: { type: type as RecordType, subject, hash: hash.toString('hex'), at: at.toISOString() },
    salt: salt.toString('hex'),
  }
}

/** Records about a subject with their places in the log, in their order; see `RecordProof`. */
export async function proofsOf(
  ctx: Any,
  { subject, type, hash }: { subject?: string; type?: RecordType; hash?: string },
): Promise<RecordProof[]> {
  let query = ctx.tx
    .selectFrom('log_record as r')
    .leftJoin('log_leaf as l', (j) => j.onRef('l.tenantId', '=', 'r.tenantId').onRef('l.recordId', '=', 'r.id'))
    .selectAll('r')
    .select(['l.idx', 'l.blinding'])
    .where('r.tenantId', '=', ctx.tenantId)
    .orderBy('r.id')
  if (subject !== undefined) query = query.where('r.subject', '=', subject)
  if (type !== undefined) query = query.where('r.type', '=', type)
  if (hash !== undefined) query = query.where('r.hash', '=', Buffer.from(hash, 'hex'))
  const rows = await query.execute()
  const head = await ctx.tx
    .selectFrom('bid_checkpoint')
    .select(['size', 'note'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('size', 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const note = head && (await withCosignatures(ctx, head))
  const tree = head && new TileTree(tileStore(ctx), head.size)
  const proofs: RecordProof[] = []
  for (const row of rows) {
    const { record, salt } = leafOf(row)
    const data = { type: 'record' as const, tenantId: String(ctx.tenantId), ref: recordRef(record, salt) }
    const index = row.idx
    const leaf = index === null ? null : { index, blinding: row.blinding!.toString('hex'), data }
    const covered = head && tree && index !== null && index < head.size
    const path = covered ? (await tree.inclusionProof(index)).map(toHex) : null
    proofs.push({ record, text: row.text, salt, leaf, head: path && { checkpoint: note!, inclusionProof: path } })
  }
  return proofs
}

/** The first published head that holds a record of this hash, with the proof that it does; null while none does. */
export async function firstHeadOf(
  ctx: Any,
  { subject, type, hash }: { subject: string; type: RecordType; hash: string },
): Promise<HoldingHead | null> {
  const found = await ctx.tx
    .selectFrom('log_record as r')
    .innerJoin('log_leaf as l', (j) => j.onRef('l.tenantId', '=', 'r.tenantId').onRef('l.recordId', '=', 'r.id'))
    .innerJoin('bid_checkpoint as c', (j) => j.onRef('c.tenantId', '=', 'l.tenantId').onRef('c.size', '>', 'l.idx'))
    .select(['l.idx', 'c.size', 'c.note', 'c.at'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.subject', '=', subject)
    .where('r.type', '=', type)
    .where('r.hash', '=', Buffer.from(hash, 'hex'))
    .orderBy('c.size')
    .orderBy('c.at')
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  const tree = new TileTree(tileStore(ctx), found.size)
  return { checkpoint: found.note, at: found.at, inclusionProof: (await tree.inclusionProof(found.idx)).map(toHex) }
}
