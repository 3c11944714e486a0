import { sha512 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { concat, u32 } from '../bytes.ts'
import type { Point } from './group.ts'
import { combination, G, GroupError, hashToScalar, multiply, randomScalar } from './group.ts'
import { scalarHex, scalarOf, subtract, times, transcript } from './group.ts'

/** A non-interactive proof: challenge and response, scalars in hex. Bound to a context that is not stored. */
export interface Proof {
  challenge: string
  response: string
}

/** One number `x` for which every pair holds: image = x · base. */
export interface Relation {
  base: Point
  image: Point
}

const LABEL = 'kaibiao/joint/proof/1'

/** Proves knowledge of `secret` with image = secret · G (Schnorr, Fiat–Shamir). `context` says what it is for. */
export function proveKnowledge(secret: bigint, context: Uint8Array): Proof {
  return proveEqual(secret, [{ base: G, image: multiply(G, secret) }], context)
}

export function knows(image: Point, proof: Proof, context: Uint8Array): boolean {
  return holds([{ base: G, image }], proof, context)
}

/** Proves that one secret stands behind all relations (Chaum–Pedersen; with two: discrete logarithms are equal). */
export function proveEqual(secret: bigint, relations: readonly Relation[], context: Uint8Array): Proof {
  const nonce = randomScalar()
  const commitments = relations.map(({ base }) => multiply(base, nonce))
  const challenge = challengeOf(relations, commitments, context)
  return { challenge: scalarHex(challenge), response: scalarHex(subtract(nonce, times(challenge, secret))) }
}

/** Whether a proof holds; false for anything malformed. */
export function holds(relations: readonly Relation[], proof: Proof, context: Uint8Array): boolean {
  try {
    const [challenge, response] = [scalarOf(proof.challenge), scalarOf(proof.response)]
    const commitments = relations.map(({ base, image }) =>
      combination([
        { point: base, scalar: response },
        { point: image, scalar: challenge },
      ]),
    )
    return challengeOf(relations, commitments, context) === challenge
  } catch (cause) {
    if (cause instanceof GroupError) return false
    throw cause
  }
}

/**
 * One relation for many under the same secret: Σ weight · base and Σ weight · image, weights of 128 bits from a hash over
 * all of them. If a single image is wrong, the sum is wrong but for a chance of 2⁻¹²⁸.
 */
export function folded(relations: readonly Relation[], context: Uint8Array): Relation {
  const seed = sha512(transcript('kaibiao/joint/fold/1', context, bytesOf(relations)))
  const weights = relations.map((_, i) => BigInt.asUintN(128, hashToScalar('kaibiao/joint/weight/1', seed, u32(i))))
  const sum = (pick: (relation: Relation) => Point) =>
    combination(relations.map((relation, i) => ({ point: pick(relation), scalar: weights[i]! })))
  return { base: sum(({ base }) => base), image: sum(({ image }) => image) }
}

function challengeOf(relations: readonly Relation[], commitments: readonly Point[], context: Uint8Array): bigint {
  return hashToScalar(LABEL, context, bytesOf(relations), concat(...commitments.map((point) => point.toBytes())))
}

function bytesOf(relations: readonly Relation[]): Bytes {
  return concat(...relations.flatMap(({ base, image }) => [base.toBytes(), image.toBytes()]))
}
