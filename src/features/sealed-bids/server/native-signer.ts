import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { fromHex } from '#features/sealing/core/bytes.ts'
import type { NoteSigner, VerifyEd25519 } from '#features/sealing/core/log/checkpoint.ts'

/**
 * Signs with OpenSSL what the core signs in JavaScript, for browsers: the same bytes, since Ed25519 leaves nothing to
 * chance (RFC 8032), many times faster. Keys: hex, 32 bytes.
 */
export function nativeSigner(pair: Pair): NoteSigner & { alg: 'Ed25519' } {
  const key = keyOf(pair)
  return { alg: 'Ed25519', publicKey: pair.publicKey, sign: (message) => new Uint8Array(sign(null, message, key)) }
}

/** The same for verifying, where a whole log is checked. */
export const nativeVerify: VerifyEd25519 = (publicKey, message, signature) => {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    return false
  }
}

interface Pair {
  publicKey: string
  privateKey: string
}

/** What stands before the 32 bytes of a key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/** The same of a public key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** By public key. Unsealing a key and reading it take longer than signing with it: neither is done for one that is known. */
const known = new Map<string, KeyObject>()
const MOST_KNOWN = 100

function keyOf(pair: Pair): KeyObject {
  const found = known.get(pair.publicKey)
  if (found) return found
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, fromHex(pair.privateKey)]), format: 'der', type: 'pkcs8' })
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(pair.publicKey, key)
  return key
}
