import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * Draws, the same on both sides. Nobody can steer one that is drawn by a seed, and everybody can recompute it: the service
 * commits to the seed by its hash, before what makes the entropy is known; whoever holds both computes the same lots. What
 * is drawn by hand in a room is the same record with another source.
 */

export const DRAW_VERSION = 'draw/2'

export interface DrawPart {
  label: string
  options: readonly { value: string; label: string }[]
  /** How many of the options are drawn, one after the other, without putting back. */
  picks: number
}

export interface DrawSecret {
  /** Hex, 32 bytes. */
  seed: string
  /** Hex, 32 bytes: what nobody knew when the seed was committed to. */
  entropy: string
}

export type DrawSource =
  | ({ by: 'seed'; commitment: string } & DrawSecret)
  /** Drawn before everybody's eyes and entered by who leads; `how` says how. */
  | { by: 'hand'; how: string }

/** A value that was drawn, and the part it was drawn for. */
export interface Drawn {
  label: string
  value: string
}

export interface DrawRecord {
  parts: readonly DrawPart[]
  source: DrawSource
  /** Part by part, in the order drawn. */
  result: readonly Drawn[]
}

/** What is on record before: SHA-256 of a secret's bytes; both hex. */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** SHA-256 over lines, whatever order they come in; hex. */
export function digestOf(lines: readonly string[]): string {
  return hashOf(lines.toSorted().join('\n'))
}

/** Every option gets a lot, the lowest goes first. The lot is a hash, hex: each order is equally likely. */
export function lotOf({ seed, entropy }: DrawSecret, { label, value }: Drawn): string {
  return hashOf([DRAW_VERSION, seed, entropy, label, value].join('|'))
}

/** What a seed draws. The order of the options does not matter. */
export function draw(secret: DrawSecret, parts: readonly DrawPart[]): Drawn[] {
  return parts.flatMap(({ label, options, picks }) =>
    options
      .map(({ value }) => ({ label, value, lot: lotOf(secret, { label, value }) }))
      .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
      .slice(0, picks)
      .map(({ value }) => ({ label, value })),
  )
}

/**
 * Checks a draw from its record alone: the seed is the one committed to, and the result follows from it. By hand: the
 * result is one that could be drawn.
 */
export function checkDraw({ parts, source, result }: DrawRecord): { committed: boolean; follows: boolean } {
  if (source.by === 'seed') {
    const again = draw(source, parts)
    return {
      committed: commitmentOf(source.seed) === source.commitment,
      follows:
        again.length === result.length &&
        again.every(({ label, value }, i) => label === result[i]!.label && value === result[i]!.value),
    }
  }
  const follows = parts.every(({ label, options, picks }) => {
    const values = new Set(valuesOf(result, label))
    return values.size === picks && options.filter(({ value }) => values.has(value)).length === picks
  })
  return { committed: true, follows: follows && result.length === parts.reduce((sum, part) => sum + part.picks, 0) }
}

/** What was drawn for a part, in order. */
export function valuesOf(result: readonly Drawn[], label: string): string[] {
  return result.filter((one) => one.label === label).map((one) => one.value)
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
