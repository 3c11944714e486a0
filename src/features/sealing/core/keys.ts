import { fromHex, toHex } from './bytes.ts'
import { EnvelopeError } from './errors.ts'
import { digest, suiteOf } from './suite.ts'
import type { KeyPair, PublicKey, SuiteName } from './suite-types.ts'

/** A fresh key pair of the bidder. */
export function generateKeyPair(suite: SuiteName): KeyPair {
  return suiteOf(suite).generateKeyPair()
}

/** The pair of a private key (hex). Refuses with `malformed`. */
export function keyPairOf(suite: SuiteName, privateKey: string): KeyPair {
  try {
    return { suite, privateKey, publicKey: suiteOf(suite).publicKeyOf(privateKey) }
  } catch (cause) {
    if (cause instanceof EnvelopeError) throw cause
    throw new EnvelopeError('malformed', 'private key')
  }
}

/** Only the public half, checked to be a point of the curve. Refuses with `malformed`. */
export function publicKeyOf(key: PublicKey): PublicKey {
  const { suite, publicKey } = key
  if (!suiteOf(suite).isPublicKey(publicKey)) throw new EnvelopeError('malformed', 'public key')
  return { suite, publicKey: publicKey.toLowerCase() }
}

/** The suite's hash of the uncompressed public point: hex, 32 bytes. */
export function fingerprint(key: PublicKey): string {
  return toHex(digest(key.suite, fromHex(key.publicKey)))
}

/** For people: `66c7 f0f4 62ee …`, groups of four. */
export function grouped(hex: string): string {
  return hex.replace(/(.{4})(?=.)/g, '$1 ')
}
