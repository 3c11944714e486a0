import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { concat, fromBase64, toBase64, toHex, utf8 } from '../bytes.ts'

/** C2SP signed-note: a text, an empty line, and lines of signatures `— <name> <base64(key id ‖ signature)>`. */
export interface Note {
  /** What is signed, its last newline included. */
  body: string
  signatures: NoteSignature[]
}

export interface NoteSignature {
  name: string
  /** Key id (4 bytes) and signature. */
  data: Bytes
}

/** A verifier key: who signs under which name. `publicKey`: 32 bytes. */
export interface NoteKey {
  name: string
  publicKey: Bytes
}

/** Types of signatures as key ids name them: Ed25519 of a log, timestamped Ed25519 of a witness (C2SP tlog-cosignature). */
export const ED25519 = 1
export const COSIGNATURE = 4
export type NoteAlgorithm = typeof ED25519 | typeof COSIGNATURE

/** Parts of a signed note, not believed; throws RangeError when it is not one. */
export function splitNote(note: string): Note {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new RangeError('not a signed note')
  return { body: note.slice(0, end + 1), signatures: parseSignatures(note.slice(end + 2)) }
}

/** Lines of signatures, each ended by a newline. Throws RangeError on anything else. */
export function parseSignatures(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw new RangeError('not a signed note')
  return lines
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const [, name, data] = /^— (\S+) (\S+)$/.exec(line) ?? []
      if (name === undefined || data === undefined) throw new RangeError('not a signed note')
      return { name, data: fromBase64(data) }
    })
}

/** One line of a signature, its newline included. */
export function signatureLine(name: string, keyId: Uint8Array, signature: Uint8Array): string {
  return `— ${name} ${toBase64(concat(keyId, signature))}\n`
}

/** The four bytes that say which key signed. */
export function keyIdOf({ name, publicKey }: NoteKey, algorithm: NoteAlgorithm): Bytes {
  return sha256(concat(utf8(`${name}\n`), Uint8Array.of(algorithm), publicKey)).slice(0, 4)
}

/** A verifier key in C2SP spelling, `name+hash+base64`. */
export function encodeKey(key: NoteKey, algorithm: NoteAlgorithm): string {
  return `${key.name}+${toHex(keyIdOf(key, algorithm))}+${toBase64(concat(Uint8Array.of(algorithm), key.publicKey))}`
}

/** Parses a verifier key of this algorithm; throws RangeError when it is none. */
export function parseKey(text: string, algorithm: NoteAlgorithm): NoteKey {
  const [, name, hash, data] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  if (name === undefined || data === undefined) throw new RangeError('not a note key')
  const bytes = fromBase64(data)
  const key = { name, publicKey: bytes.slice(1) }
  if (bytes[0] !== algorithm || key.publicKey.length !== 32) throw new RangeError('not a note key of this kind')
  if (toHex(keyIdOf(key, algorithm)) !== hash) throw new RangeError('note key hash')
  return key
}
