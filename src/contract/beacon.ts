import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { BEACON_SCHEME, type BeaconChain } from './beacon-chain.ts'

/*
 * Rounds of a public beacon (drand), checked without a network: every `period` seconds a round is signed by a threshold
 * of parties that nobody here controls, and until then nobody knows the signature. Scheme `bls-unchained-g1-rfc9380`: a
 * signature on G1 over SHA-256 of the round's number, a public key on G2.
 */

const TAG = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** Whether the signature (hex) is that of the round under the chain's key; false for whatever is malformed. */
export function isRoundSigned(
  { scheme, publicKey }: Pick<BeaconChain, 'scheme' | 'publicKey'>,
  round: number,
  signature: string,
): boolean {
  if (scheme !== BEACON_SCHEME || !Number.isSafeInteger(round) || round < 1) return false
  const key = `${publicKey}/${round}/${signature}`
  const known = CHECKED.get(key)
  if (known !== undefined) return known
  const holds = isSignatureOf(publicKey, round, signature)
  if (CHECKED.size >= MOST) CHECKED.clear()
  CHECKED.set(key, holds)
  return holds
}

/** What was checked lately: pairings take a tenth of a second, and a record is looked at again and again. */
const CHECKED = new Map<string, boolean>()
const MOST = 200

function isSignatureOf(publicKey: string, round: number, signature: string): boolean {
  try {
    return SIGNATURES.verify(hexToBytes(signature), messageOf(round), hexToBytes(publicKey))
  } catch {
    return false
  }
}

/** Signs a round with a key of one's own; both hex. Only for a local chain. */
export function signRound(secretKey: string, round: number): string {
  return bytesToHex(SIGNATURES.sign(messageOf(round), hexToBytes(secretKey)).toBytes())
}

/** The public key of a secret one; both hex. */
export function beaconKeyOf(secretKey: string): string {
  return bytesToHex(SIGNATURES.getPublicKey(hexToBytes(secretKey)).toBytes())
}

const SIGNATURES = bls12_381.shortSignatures

function messageOf(round: number) {
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, BigInt(round))
  return SIGNATURES.hash(sha256(number), TAG)
}
