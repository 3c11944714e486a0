import type { Bytes } from '../bytes.ts'
import { concat, equalBytes, utf8 } from '../bytes.ts'
import { type VerifyEd25519, verifyEd25519 } from './checkpoint.ts'
import {
  COSIGNATURE,
  encodeKey,
  keyIdOf,
  type NoteKey,
  type NoteSignature,
  parseKey,
  signatureLine,
  splitNote,
} from './note.ts'

/*
 * C2SP tlog-cosignature, Ed25519 (`cosignature/v1`): a witness says that, at a time, this was the largest tree it had seen
 * of the log, and that it continues every earlier one.
 */

/** A cosignature that holds: whose, and when by the witness's clock. */
export interface Cosigned {
  key: NoteKey
  at: Date
}

/** How many of which witnesses must have signed a tree head: what a notice names. */
export interface WitnessPolicy {
  threshold: number
  /** C2SP verifier keys of type 0x04, with a name for people. */
  witnesses: readonly { title: string; key: string }[]
}

const TIME = 8
const SIGNATURE = 64

/** A witness's verifier key in C2SP spelling (type 0x04). */
export function encodeWitnessKey(key: NoteKey): string {
  return encodeKey(key, COSIGNATURE)
}

/** Parses one; throws RangeError. */
export function parseWitnessKey(text: string): NoteKey {
  return parseKey(text, COSIGNATURE)
}

/**
 * The line that cosigns a note at `seconds` since 1970. The message binds the body only: signatures of others stay out of
 * it. `sign`: Ed25519 with the key's private half.
 */
export function cosignNote(
  note: string,
  { key, seconds, sign }: { key: NoteKey; seconds: number; sign: (message: Uint8Array) => Bytes },
): string {
  const signature = sign(messageOf(splitNote(note).body, seconds))
  return signatureLine(key.name, keyIdOf(key, COSIGNATURE), concat(u64(seconds), signature))
}

/**
 * The cosignatures of a note that hold, one per key: the earliest where a witness signed more than once. Lines of unknown
 * keys are passed over, as the format demands, and so are those that do not hold. Throws RangeError when it is not a note.
 */
export function cosignaturesOf(
  note: string,
  keys: readonly NoteKey[],
  verify: VerifyEd25519 = verifyEd25519,
): Cosigned[] {
  const { body, signatures } = splitNote(note)
  return keys.flatMap((key) => {
    const times = signatures.flatMap((one) => timeOf(one, { key, body, verify }) ?? [])
    return times.length === 0 ? [] : [{ key, at: new Date(Math.min(...times) * 1000) }]
  })
}

/**
 * When enough of the named witnesses had signed: the time of the `threshold`-th by their clocks. Null while fewer have. A
 * public key counts once, whatever names it goes by.
 */
export function witnessedAt(
  note: string,
  { threshold, witnesses }: WitnessPolicy,
  verify?: VerifyEd25519,
): { at: Date; by: Cosigned[] } | null {
  const keys = witnesses.map(({ key }) => parseWitnessKey(key))
  const distinct = keys.filter((key, i) => keys.findIndex((one) => equalBytes(one.publicKey, key.publicKey)) === i)
  const by = cosignaturesOf(note, distinct, verify).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const last = Number.isSafeInteger(threshold) && threshold >= 1 ? by[threshold - 1] : undefined
  return last ? { at: last.at, by } : null
}

/** The note with further lines of signatures, each ended by a newline; a line that is there already is not repeated. */
export function withSignatures(note: string, lines: readonly string[]): string {
  let whole = note
  for (const line of lines) if (!whole.includes(`\n${line}`)) whole += line
  return whole
}

function timeOf(
  { name, data }: NoteSignature,
  { key, body, verify }: { key: NoteKey; body: string; verify: VerifyEd25519 },
): number | null {
  if (name !== key.name || data.length !== 4 + TIME + SIGNATURE) return null
  if (!equalBytes(data.subarray(0, 4), keyIdOf(key, COSIGNATURE))) return null
  const seconds = Number(new DataView(data.buffer, data.byteOffset + 4, TIME).getBigUint64(0))
  // A time that a Date cannot hold is none.
  if (seconds === 0 || seconds > 8.64e12) return null
  return verify(key.publicKey, messageOf(body, seconds), data.subarray(4 + TIME)) ? seconds : null
}

function messageOf(body: string, seconds: number): Bytes {
  return utf8(`cosignature/v1\ntime ${seconds}\n${body}`)
}

function u64(value: number): Bytes {
  const out = new Uint8Array(8)
  new DataView(out.buffer).setBigUint64(0, BigInt(value))
  return out
}
