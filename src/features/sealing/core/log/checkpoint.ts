import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { concat, equalBytes, fromBase64, fromHex, toBase64, toHex, utf8 } from '../bytes.ts'
import { HASH } from './merkle.ts'
import { ED25519, encodeKey, keyIdOf, type NoteKey, parseKey, signatureLine, splitNote } from './note.ts'

/** C2SP tlog-checkpoint in a C2SP signed-note, signed with Ed25519. */
export interface Checkpoint {
  origin: string
  size: number
  root: Bytes
}

/** The verifier key in C2SP spelling. `publicKey`: 32 bytes. */
export function encodeNoteKey(key: NoteKey): string {
  return encodeKey(key, ED25519)
}

/** Parses a verifier key; throws RangeError when it is not one, or not Ed25519. */
export function parseNoteKey(text: string): NoteKey {
  return parseKey(text, ED25519)
}

/** A fresh Ed25519 key, hex. */
export function generateLogKey(): { privateKey: string; publicKey: string } {
  const privateKey = ed25519.utils.randomSecretKey()
  return { privateKey: toHex(privateKey), publicKey: toHex(ed25519.getPublicKey(privateKey)) }
}

/** Who signs notes with Ed25519. `publicKey`: hex. */
export interface NoteSigner {
  publicKey: string
  sign(message: Uint8Array): Bytes
}

/** The signed note of a tree head. The key's name is the log's origin. `privateKey`: hex, 32 bytes. */
export function signCheckpoint(checkpoint: Checkpoint, privateKey: string): string {
  const publicKey = toHex(ed25519.getPublicKey(fromHex(privateKey)))
  return signNote(checkpoint, { publicKey, sign: (message) => signEd25519(privateKey, message) })
}

/** The same by a signer. */
export function signNote(checkpoint: Checkpoint, { publicKey, sign }: NoteSigner): string {
  const { origin } = checkpoint
  if (!/^[^+\s]+$/.test(origin)) throw new RangeError('origin must hold neither spaces nor plus signs')
  const body = `${origin}\n${checkpoint.size}\n${toBase64(checkpoint.root)}\n`
  const keyId = keyIdOf({ name: origin, publicKey: fromHex(publicKey) }, ED25519)
  return `${body}\n${signatureLine(origin, keyId, sign(utf8(body)))}`
}

/** Reads a checkpoint without believing it; throws RangeError when it is not one. Extension lines are allowed. */
export function parseCheckpoint(note: string): Checkpoint {
  const [origin, size, root] = splitNote(note).body.split('\n')
  if (!origin || !size || !root || !/^(0|[1-9]\d*)$/.test(size)) throw new RangeError('not a checkpoint')
  const checkpoint = { origin, size: Number(size), root: fromBase64(root) }
  if (!Number.isSafeInteger(checkpoint.size) || checkpoint.root.length !== HASH)
    throw new RangeError('not a checkpoint')
  return checkpoint
}

/** Verifies Ed25519; false on malformed input. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/**
 * The checkpoint, if the key of the log signed it; throws RangeError otherwise. Other signatures (witnesses) are
 * passed over, as the format demands. `verify`: where something faster is at hand than works everywhere.
 */
export function verifyCheckpoint(note: string, key: NoteKey, verify: VerifyEd25519 = verifyEd25519): Checkpoint {
  const checkpoint = parseCheckpoint(note)
  const { body, signatures } = splitNote(note)
  if (checkpoint.origin !== key.name) throw new RangeError('checkpoint of another log')
  const expected = keyIdOf(key, ED25519)
  const signed = signatures.some(({ name, data }) => {
    if (name !== key.name || data.length !== 4 + 64 || !equalBytes(data.subarray(0, 4), expected)) return false
    return verify(key.publicKey, utf8(body), data.subarray(4))
  })
  if (!signed) throw new RangeError('checkpoint is not signed by this key')
  return checkpoint
}

/**
 * Strict RFC 8032 verification; false on malformed input. The records of an order share few heads of the log: what was
 * verified last is not verified again.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  const asked = toHex(sha256(concat(publicKey, signature, message)))
  const known = verified.get(asked)
  if (known !== undefined) return known
  if (verified.size >= KEPT) verified.clear()
  const isValid = verifyOnce(publicKey, message, signature)
  verified.set(asked, isValid)
  return isValid
}

const KEPT = 256
const verified = new Map<string, boolean>()

function verifyOnce(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}

/** Hex private key. */
export function signEd25519(privateKey: string, message: Uint8Array): Bytes {
  return ed25519.sign(message, fromHex(privateKey))
}
