import type { Bytes } from './bytes.ts'
import { equalBytes, fromHex, isHex, randomBytes, toHex, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'
import { EnvelopeError } from './errors.ts'
import { fingerprint, keyPairOf, publicKeyOf } from './keys.ts'
import { digest, suiteOf } from './suite.ts'
import type { PublicKey, SuiteName, WrappedKey } from './suite-types.ts'

/**
 * The rehearsal: a random secret is closed to the bidder's public key; whoever answers with its HMAC holds the private
 * key that will be needed at the opening. The wrap is bound to a canary's context, so the rehearsal can never be used
 * to make a bidder open a content key.
 */
export interface Canary {
  v: 1
  suite: SuiteName
  tenantId: string
  orderId: string
  bidderId: string
  /** Fingerprint of the key under rehearsal. */
  recipient: string
  /** Hex, 16 bytes: tells one rehearsal from the next. */
  nonce: string
  sealed: WrappedKey
}

export type CanaryPlace = Pick<Canary, 'tenantId' | 'orderId' | 'bidderId'>

/** The server's part. `secret` (hex) stays on the server until the answer is checked; keep it for one answer only. */
export async function makeCanary(key: PublicKey, place: CanaryPlace): Promise<{ canary: Canary; secret: string }> {
  const recipient = publicKeyOf(key)
  const { tenantId, orderId, bidderId } = place
  const open = {
    v: 1 as const,
    suite: recipient.suite,
    tenantId,
    orderId,
    bidderId,
    recipient: fingerprint(recipient),
    nonce: toHex(randomBytes(16)),
  }
  const secret = randomBytes(32)
  const sealed = await suiteOf(open.suite).wrap(recipient.publicKey, secret, context(open))
  return { canary: { ...open, sealed }, secret: toHex(secret) }
}

/**
 * The bidder's part, in the browser: the proof (hex) that the private key works.
 * Refuses with `wrong-key` (another key than the one registered) or `tampered`.
 */
export async function answerCanary(canary: Canary, privateKey: string): Promise<string> {
  const suite = suiteOf(canary.suite)
  if (fingerprint(keyPairOf(canary.suite, privateKey)) !== canary.recipient) {
    throw new EnvelopeError('wrong-key', 'the canary is sealed to another public key')
  }
  const secret = await suite.unwrap(privateKey, canary.sealed, context(canary))
  if (!secret) throw new EnvelopeError('tampered', 'canary')
  return toHex(proof(canary, secret))
}

/** The server's part again: is this the answer of the holder of the private key? */
export function checkCanary(canary: Canary, secret: string, answer: string): boolean {
  return isHex(answer, 32) && equalBytes(proof(canary, fromHex(secret)), fromHex(answer))
}

function context(canary: Omit<Canary, 'sealed'>): Bytes {
  const { sealed: _, ...open } = canary as Canary
  return digest(canary.suite, utf8('kaibiao/canary/1\0'), canonicalBytes(open))
}

function proof(canary: Canary, secret: Uint8Array): Bytes {
  return suiteOf(canary.suite).mac(secret, context(canary))
}
