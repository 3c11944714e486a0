import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { concat, fromHex, randomBytes, toHex, utf8 } from '../bytes.ts'
import { canonicalBytes, canonicalJson } from '../canonical.ts'

/**
 * The log is public while bids are still secret, and nobody may learn who bids or how many. So the log keeps
 * only a hiding commitment per event, and every event of a tenant, bid or not, looks the same in it: 32 bytes that
 * anyone with the data and the blinding value can check, and nobody else can guess.
 */
export interface LeafData {
  /** `bid.submitted`, `bid.withdrawn`, `notice.published`, `bid.opened`, … */
  type: string
  tenantId: string
  [field: string]: string | number | boolean | null
}

export interface BidLeafData extends LeafData {
  type: 'bid.submitted' | 'bid.withdrawn'
  orderId: string
  round: number
  /** From `bidderRef`. */
  bidderRef: string
  manifestHash: string
  /** ISO instants, server clock. */
  at: string
  deadline: string
}

/** Leaf and what opens it. `blinding` (hex) goes into the receipt and nowhere else before the opening. */
export interface BlindedLeaf {
  data: LeafData
  blinding: string
  /** The bytes that are appended to the log. */
  entry: Bytes
}

/** Commits to an event under a fresh blinding value. */
export function blindLeaf(data: LeafData, blinding = toHex(randomBytes(32))): BlindedLeaf {
  return { data, blinding, entry: leafEntry(data, blinding) }
}

/** The log entry of an event: canonical JSON around SHA-256(label ‖ blinding ‖ canonical data). */
export function leafEntry(data: LeafData, blinding: string): Bytes {
  const key = fromHex(blinding)
  if (key.length !== 32) throw new RangeError('blinding must be 32 bytes')
  const commitment = sha256(concat(utf8('kaibiao/leaf/1\0'), key, canonicalBytes(data)))
  return canonicalBytes({ commitment: toHex(commitment), v: 1 })
}

/**
 * The bidder in a leaf: SHA-256 over order, bidder and a salt of the bidder's own (hex, in the receipt). So that even
 * a leaf that is opened to the public, such as a withdrawal, need not name the bidder.
 */
export function bidderRef(orderId: string, bidderId: string, salt: string): string {
  return toHex(sha256(concat(utf8('kaibiao/bidder/1\0'), fromHex(salt), utf8(canonicalJson([orderId, bidderId])))))
}

/** A leaf that stands for nothing. Keep it like any other: opened afterwards, it shows an auditor that it was empty. */
export function decoyLeaf(tenantId: string): BlindedLeaf {
  return blindLeaf({ type: 'decoy', tenantId })
}

/**
 * One batch for the log: the leaves in random places among decoys, filled up to a multiple of `slots`. Appended at
 * fixed ticks while any order of the tenant takes bids (an empty batch is all decoys), the log grows by the clock and
 * not by the bids; only more than `slots` events in one tick show, as a number of events of unknown kind and order.
 */
export function fillBatch(leaves: readonly BlindedLeaf[], tenantId: string, slots: number): BlindedLeaf[] {
  const size = Math.max(1, Math.ceil(leaves.length / slots)) * slots
  const batch = [...leaves]
  while (batch.length < size) batch.push(decoyLeaf(tenantId))
  for (let i = batch.length - 1; i > 0; i--) {
    const j = randomBelow(i + 1)
    ;[batch[i], batch[j]] = [batch[j]!, batch[i]!]
  }
  return batch
}

function randomBelow(limit: number): number {
  const bound = 0x100000000 - (0x100000000 % limit)
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint32Array(1))
    if (value! < bound) return value! % limit
  }
}
