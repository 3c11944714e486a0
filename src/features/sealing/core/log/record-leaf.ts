import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concat, fromHex, toHex, utf8 } from '../bytes.ts'
import { canonicalBytes } from '../canonical.ts'
import { type BlindedLeaf, blindLeaf, type LeafData } from './leaf.ts'

/** What the log proves beside bids: that at an instant there was a text or file of this SHA-256 about a subject. */
export interface LogRecord {
  /** `notice`, `closing-list`, `archive`, … */
  type: string
  /** What it is about: the id of an order, a trade, a member. */
  subject: string
  /** SHA-256, hex. */
  hash: string
  /** ISO instant. */
  at: string
}

/** A leaf that stands for a record. Opened to the public it says that it is none of a bid, and nothing else. */
export interface RecordLeafData extends LeafData {
  type: 'record'
  ref: string
}

/** The record in its leaf: SHA-256(label ‖ salt ‖ canonical record). `salt`: hex, 32 bytes, given with the record only. */
export function recordRef({ type, subject, hash, at }: LogRecord, salt: string): string {
  const key = fromHex(salt)
  if (key.length !== 32) throw new RangeError('salt must be 32 bytes')
  return toHex(sha256(concat(utf8('kaibiao/record/1\0'), key, canonicalBytes({ at, hash, subject, type }))))
}

/** The leaf of a record; `blinding` as for every leaf. */
export function recordLeaf(
  tenantId: string,
  { record, salt, blinding }: { record: LogRecord; salt: string; blinding?: string },
): BlindedLeaf & { data: RecordLeafData } {
  const data: RecordLeafData = { type: 'record', tenantId, ref: recordRef(record, salt) }
  return { ...blindLeaf(data, blinding), data }
}

/** SHA-256 of a value's canonical JSON, hex. */
export function canonicalHash(value: unknown): string {
  return toHex(sha256(canonicalBytes(value)))
}

/** The entry that a record has in the log. Throws where the salt is none. */
export function recordEntry(tenantId: string, given: { record: LogRecord; salt: string; blinding: string }): Bytes {
  return recordLeaf(tenantId, given).entry
}
