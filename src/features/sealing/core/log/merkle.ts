import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { concat, equalBytes } from '../bytes.ts'

/** RFC 6962 §2.1 hashing: SHA-256 in every suite, so that existing tools read the log. Tree sizes up to 2^53. */
export const HASH = 32

export function leafHash(entry: Uint8Array): Bytes {
  return sha256(concat(Uint8Array.of(0), entry))
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Bytes {
  return sha256(concat(Uint8Array.of(1), left, right))
}

/** Root of the empty tree: the hash of nothing. */
export function emptyRoot(): Bytes {
  return sha256(new Uint8Array(0))
}

/** The largest power of two smaller than `size`; size ≥ 2. */
export function splitPoint(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** Does the proof show that `leaf` (its hash) is at `index` of the tree of `size` leaves with this root? RFC 9162 §2.1.3.2 */
export function verifyInclusion(
  leaf: { hash: Uint8Array; index: number },
  tree: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  const { index } = leaf
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(tree.size) || index < 0 || index >= tree.size) return false
  if (proof.some((hash) => hash.length !== HASH)) return false
  let fn = index
  let sn = tree.size - 1
  let root = leaf.hash
  for (const hash of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      root = nodeHash(hash, root)
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else {
      root = nodeHash(root, hash)
    }
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && equalBytes(root, tree.root)
}

/** Does the proof show that the newer tree only adds to the older one? RFC 9162 §2.1.4.2 */
export function verifyConsistency(
  older: { size: number; root: Uint8Array },
  newer: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(older.size) || !Number.isSafeInteger(newer.size)) return false
  if (older.size < 0 || older.size > newer.size || proof.some((hash) => hash.length !== HASH)) return false
  if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && equalBytes(older.root, emptyRoot())
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof]
  let fn = older.size - 1
  let sn = newer.size - 1
  while (fn % 2 === 1) {
    fn = half(fn)
    sn = half(sn)
  }
  const first = path.shift()
  if (!first) return false
  let oldRoot = first
  let newRoot = first
  for (const hash of path) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      oldRoot = nodeHash(hash, oldRoot)
      newRoot = nodeHash(hash, newRoot)
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else {
      newRoot = nodeHash(newRoot, hash)
    }
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && equalBytes(oldRoot, older.root) && equalBytes(newRoot, newer.root)
}

function half(n: number): number {
  return Math.floor(n / 2)
}

function isPowerOfTwo(n: number): boolean {
  return n === 1 || (n > 1 && splitPoint(n) * 2 === n)
}
