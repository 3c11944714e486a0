import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from './actor.ts'
import type { Context } from './context.ts'
import { port } from './port.ts'

/*
 * What of a procedure the public log proves beside bids. Whoever changes something calls `logRecord` in its transaction;
 * the log takes the record into a leaf at its next beat, where it looks like any other leaf.
 */

/** Kinds of records. `public`: whoever knows the hash may ask where it lies; of the others only who may read the record. */
export const RECORD_TYPES = {
  notice: 'public',
  schedule: 'public',
  document: 'public',
  'sign-up': 'held',
  key: 'public',
  'joint-transcript': 'public',
  'closing-list': 'held',
  release: 'held',
  opening: 'held',
  draw: 'public',
  'review-bundle': 'held',
  award: 'held',
  auction: 'held',
  'audit-head': 'public',
  archive: 'public',
  'witness-list': 'public',
} as const

export type RecordType = keyof typeof RECORD_TYPES

interface About {
  type: RecordType
  /** Id of what it is about, an order's where there is one; 1–200 characters. */
  subject: string
}

/** `text`: canonical JSON, kept beside its hash. `hash`: hex, of a text or file that is kept elsewhere. */
export type NewRecord = About & ({ text: string; hash?: never } | { hash: string; text?: never })

/** A record as its hash in the leaf covers it (`recordRef` of the sealing core). */
export interface LogRecord extends About {
  /** SHA-256, hex. */
  hash: string
  /** ISO instant. */
  at: string
}

/** Where a record lies in the log, with all that a stranger needs to check it. Hashes and bytes in hex. */
export interface RecordProof {
  record: LogRecord
  /** The text of the record where it is kept with it. */
  text: string | null
  salt: string
  /** Null: it waits for the next beat. */
  leaf: { index: number; blinding: string; data: { type: 'record'; tenantId: string; ref: string } } | null
  /** A published tree head that covers the leaf, and the proof that it does. Null: none is published yet. */
  head: { checkpoint: string; inclusionProof: string[] } | null
}

/** That a later head continues the one of this size; hashes in hex. */
export interface HeadGrowth {
  size: number
  proof: string[]
}

/** A published head that holds a record; hashes in hex. */
export interface HoldingHead {
  /** The signed note, as it was published. */
  checkpoint: string
  at: Date
  inclusionProof: string[]
}

/** Who keeps the log. `firstHead`: the first published head that holds a record, null while none does. `growth`: from each head that an order's archive of then (`at`) may show to the head of this size. */
export const recordProofs = port<{
  proofs: (ctx: Context<Actor | null>, where: { subject: string; type?: RecordType }) => Promise<RecordProof[]>
  firstHead: (ctx: Context<Actor | null>, record: About & { hash: string }) => Promise<HoldingHead | null>
  growth: (ctx: Context<Actor | null>, about: { orderId: string; at: Date; size: number }) => Promise<HeadGrowth[]>
}>('proofs of records in the log', {
  proofs: async () => [],
  firstHead: async () => null,
  growth: async () => [],
})

/**
 * Has the public log prove a record from now on: stored with the caller's commit, a leaf of the tenant's log at a later
 * beat. The same record twice is two leaves. Throws `RangeError` for what is no hash.
 */
export function logRecord(ctx: Context<Actor | null>, { type, subject, text, hash }: NewRecord): void {
  const digest = text === undefined ? Buffer.from(hash, 'hex') : createHash('sha256').update(text).digest()
  if (digest.length !== 32) throw new RangeError(`no SHA-256: ${hash}`)
  const now = ctx.clock.now()
  ctx.withCommit({
    // The timer is locked only where it is set: whoever logs at the same time need not wait.
    text: `with record as (
        insert into log_record (tenant_id, id, type, subject, hash, text, salt, at)
        values ($1::int, $2::uuid, $3, $4, $5::bytea, $6, $7::bytea, $8::timestamptz) returning tenant_id, id),
      pending as (insert into log_pending (tenant_id, id) select tenant_id, id from record)
      insert into timer (tenant_id, key, kind, due_at, payload, fired_at)
      select $1::int, $9, $10, $11::timestamptz, '{}', null
      where not exists (select 1 from timer where tenant_id = $1::int and key = $9 and fired_at is null)
      on conflict (tenant_id, key) do update set due_at = excluded.due_at, fired_at = null`,
    values: [
      ctx.tenantId,
      ctx.newId(),
      type,
      subject,
      digest,
      text ?? null,
      randomBytes(32),
      now,
      TICK_TIMER.key,
      TICK_TIMER.kind,
      nextTick(now),
    ],
  })
}

/** The newest record of a type about a subject, with its place in the log; undefined: there is none. */
export async function recordProof(ctx: Context<Actor | null>, about: About): Promise<RecordProof | undefined> {
  return (await recordProofs().proofs(ctx, about)).at(-1)
}

/** Has the log publish a head with the commit, as far as its beats allow, and not at the next tick. */
export function publishNow(ctx: Context<Actor | null>): void {
  ctx.scheduleWithCommit(TICK_TIMER.key, ctx.clock.now(), { kind: TICK_TIMER.kind, payload: {} })
}

/** How often a tree head is published while an order of the tenant takes bids or a record waits. Milliseconds. */
export const TICK = 5 * 60_000

/** The timer that publishes. */
export const TICK_TIMER = { key: 'public-log:tick', kind: 'public-log.tick' } as const

/** The next whole tick of the clock, whoever sets it off. */
export function nextTick(now: Date): Date {
  return new Date((Math.floor(now.getTime() / TICK) + 1) * TICK)
}
