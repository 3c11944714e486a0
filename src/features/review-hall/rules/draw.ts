import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * Draws that nobody can steer and everybody can recompute. A seed is committed to by its hash before the review begins;
 * the entropy is made of what members submitted, which nobody knew then. Whoever holds both gets the same numbers.
 */

export const DRAW_VERSION = 'draw/1'

export interface DrawSecret {
  /** Hex, 32 bytes. */
  seed: string
  /** Hex, 32 bytes. */
  entropy: string
}

export interface DrawPart {
  label: string
  options: readonly { value: string; label: string }[]
}

/** What is on record before the draw: SHA-256 of the seed's bytes, hex. */
export function commitmentOf(seed: string): string {
  return bytesToHex(sha256(hexBytes(seed)))
}

/**
 * A number from 0 to n − 1, each equally likely: the first 48 bits of SHA-256 over version, seed, entropy, label and a
 * counter; values of the incomplete last block are drawn again. Throws RangeError for n below 1 or above 2³².
 */
export function drawNumber({ seed, entropy }: DrawSecret, label: string, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > 2 ** 32) throw new RangeError(`cannot draw one of ${n}`)
  const whole = 2 ** 48
  const limit = whole - (whole % n)
  for (let counter = 0; ; counter++) {
    const hash = bytesToHex(sha256(utf8ToBytes([DRAW_VERSION, seed, entropy, label, counter].join('|'))))
    const value = Number.parseInt(hash.slice(0, 12), 16)
    if (value < limit) return value % n
  }
}

/** One option of each part, in their order. */
export function drawParts(secret: DrawSecret, parts: readonly DrawPart[]): { label: string; value: string }[] {
  return parts.map(({ label, options }) => ({
    label,
    value: options[drawNumber(secret, label, options.length)]!.value,
  }))
}

/** The ids in a random order: Fisher–Yates over the ids sorted, so that their order before does not matter. */
export function drawOrder(secret: DrawSecret, label: string, ids: readonly string[]): string[] {
  const order = ids.toSorted()
  for (let i = order.length - 1; i > 0; i--) {
    const j = drawNumber(secret, `${label}/${i}`, i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** SHA-256 over the hashes of what was submitted, in any order; hex. */
export function entropyOf(hashes: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(hashes.toSorted().join('\n'))))
}

function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
}
