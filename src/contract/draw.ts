import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BeaconChain } from './beacon-chain.ts'

/*
 * What is drawn and recorded, the same on both sides and for every draw. How a seed comes about that nobody chose stands
 * in `draw-steps.ts`; records from before (draw/3, and `by: 'seed'`, draw/2) stay checkable, and what is drawn by hand in a room is
 * the same record with another source.
 */

/** The version in which draws are made now. */
export const DRAW_VERSION = 'draw/4'
/** The version in which the closing named the round by its own time alone; of which records exist. */
export const EARLIER_DRAW_VERSION = 'draw/3'
/** The version of a committed seed with later entropy, of which records exist. */
export const SEED_DRAW_VERSION = 'draw/2'

export interface DrawPart {
  label: string
  options: readonly { value: string; label: string }[]
  /** How many of the options are drawn, one after the other, without putting back. */
  picks: number
}

/** Of draw/2. */
export interface DrawSecret {
  /** Hex, 32 bytes. */
  seed: string
  /** Hex, 32 bytes: what nobody knew when the seed was committed to. */
  entropy: string
}

/** What can be drawn. */
export const DRAW_KINDS = ['experts', 'opening', 'price-params', 'lots', 'turns', 'award', 'suppliers'] as const
export type DrawKind = (typeof DRAW_KINDS)[number]

export interface FrozenDraw {
  version: typeof DRAW_VERSION | typeof EARLIER_DRAW_VERSION
  drawId: string
  kind: DrawKind
  /** The order, extraction or meeting it belongs to. */
  subject: string
  /** Options by value alone, sorted. */
  parts: readonly { label: string; options: readonly string[]; picks: number }[]
  /** SHA-256 of the operator's part, hex: on record since `preparedAt`. */
  operator: string
  /** ISO time. */
  preparedAt: string
  /** Sorted by id. `role`: 经办人, 评委, … */
  participants: readonly { id: string; role: string; commitment: string }[]
  /** Null: no beacon was reachable. Decided here, before anything is known, and never changed. */
  beacon: BeaconChain | null
  /** Seconds between the head of the log that holds the closing and the round, at least; of draw/3 after the closing itself. */
  lead: number
  frozenAt: string
  /** Until when participants may reveal. */
  revealUntil: string
}

export interface ClosedDraw {
  /** Hash of the frozen draw. */
  frozen: string
  /** Sorted by id. */
  reveals: readonly { id: string; value: string }[]
  closedAt: string
  /** Of draw/3 alone: the round of the beacon, null without one. */
  round?: number | null
}

/** Which round of the beacon a closed draw takes: fixed and logged when the log has published the closing, before the round is out. */
export interface NamedRound {
  /** Hash of the closed draw. */
  closed: string
  /** The first published head of the log that holds the closing: a signed note. */
  head: string
  /** When it was published, ISO; not before the closing. */
  at: string
  /** That the closing's leaf is in it: hashes, hex. It follows from the log, and is not hashed. */
  proof: readonly string[]
  round: number
}

/** What a draw of now is computed from: everything that was fixed, step by step, and the beacon's answer. */
export interface SteppedSource {
  by: 'steps'
  frozen: FrozenDraw
  closed: ClosedDraw
  /** Null where there was no beacon; not in draw/3. */
  named?: NamedRound | null
  /** The operator's part, hex; committed to in `frozen`. */
  operatorSeed: string
  /** The beacon's signature of the round (`roundOf`), hex; null where there was no beacon. */
  signature: string | null
}

export type DrawSource =
  | SteppedSource
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

/** SHA-256 of a text in UTF-8; hex. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Every option gets a lot, the lowest goes first. The lot is a hash, hex: each order is equally likely. It is as it was in draw/3. */
export function lotOf(seed: string, { label, value }: Drawn): string {
  return hashOf(JSON.stringify([EARLIER_DRAW_VERSION, 'lot', seed, label, value]))
}

/** What a seed (hex) draws. The order of the options does not matter. */
export function draw(seed: string, parts: readonly DrawPart[]): Drawn[] {
  return lowest(parts, (option) => lotOf(seed, option))
}

/** The lot of draw/2. */
export function seedLotOf({ seed, entropy }: DrawSecret, { label, value }: Drawn): string {
  return hashOf([SEED_DRAW_VERSION, seed, entropy, label, value].join('|'))
}

/** What was drawn under draw/2. */
export function drawBySeed(secret: DrawSecret, parts: readonly DrawPart[]): Drawn[] {
  return lowest(parts, (option) => seedLotOf(secret, option))
}

/** Whether two results name the same values in the same order. */
export function isSameResult(one: readonly Drawn[], other: readonly Drawn[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ label, value }, i) => label === other[i]!.label && value === other[i]!.value)
  )
}

/** Checks a draw/2 from its record alone: the seed is the one committed to, and the result follows from it. */
export function checkSeedDraw(
  parts: readonly DrawPart[],
  source: { commitment: string } & DrawSecret,
  result: readonly Drawn[],
): { committed: boolean; follows: boolean } {
  return {
    committed: commitmentOf(source.seed) === source.commitment,
    follows: isSameResult(drawBySeed(source, parts), result),
  }
}

/** Whether a result drawn by hand is one that could be drawn. */
export function isDrawable(parts: readonly DrawPart[], result: readonly Drawn[]): boolean {
  const follows = parts.every(({ label, options, picks }) => {
    const values = new Set(valuesOf(result, label))
    return values.size === picks && options.filter(({ value }) => values.has(value)).length === picks
  })
  return follows && result.length === parts.reduce((sum, part) => sum + part.picks, 0)
}

/** What was drawn for a part, in order. */
export function valuesOf(result: readonly Drawn[], label: string): string[] {
  return result.filter((one) => one.label === label).map((one) => one.value)
}

function lowest(parts: readonly DrawPart[], lot: (option: Drawn) => string): Drawn[] {
  return parts.flatMap(({ label, options, picks }) =>
    options
      .map(({ value }) => ({ label, value, lot: lot({ label, value }) }))
      .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
      .slice(0, picks)
      .map(({ value }) => ({ label, value })),
  )
}
