import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { hashOf } from './ceremony.ts'
import type { Point } from './group.ts'
import { combination, G, GroupError, hexOf, inverse, multiply, pointOf, randomScalar, scalarOf } from './group.ts'
import { subtract, times, transcript } from './group.ts'
import { type JointPublic, keyBytes } from './joint-key.ts'
import { folded, holds, knows, type Proof, proveEqual, proveKnowledge } from './proofs.ts'

/** Whose bid, in which round: what a bid's half of the joint secret is bound to. */
export interface BidPlace {
  tenantId: string
  orderId: string
  bidderId: string
  round: number
}

/** What a bid carries for the officers: stands in its manifest and in the header of each of its files. */
export interface JointPart {
  /** Fingerprint of the joint key. */
  key: string
  /** Hex point. */
  ephemeral: string
  /** Knowledge of the ephemeral's secret for this bid: nobody can submit another's part as their own. */
  proof: Proof
}

/** One officer's answer for all bids of an opening: secret share · ephemeral of each, and one proof over all. */
export interface PartialOpening {
  by: number
  /** Hex points, in the order of the parts. */
  points: string[]
  proof: Proof
}

/** Makes a bid's part. `shared` stays with the bidder's browser: file keys come from it. */
export function encapsulate(key: JointPublic, place: BidPlace): { part: JointPart; shared: Point } {
  const secret = randomScalar()
  const part = {
    key: key.fingerprint,
    ephemeral: hexOf(multiply(G, secret)),
    proof: proveKnowledge(secret, placeContext(key, place)),
  }
  return { part, shared: multiply(key.publicKey, secret) }
}

/** Whether a part was made for this joint key and this bid by somebody who knows its secret. */
export function partOk(key: JointPublic, place: BidPlace, part: JointPart): boolean {
  if (part.key !== key.fingerprint) return false
  try {
    return knows(pointOf(part.ephemeral), part.proof, placeContext(key, place))
  } catch (cause) {
    if (cause instanceof GroupError) return false
    throw cause
  }
}

/** The officers' half of one file's content key: 32 bytes. `context`: the file's wrap context. */
export function fileSecret(shared: Point, { key, part, context }: FilePlace): Bytes {
  const info = transcript('kaibiao/joint/file/1', keyBytes(key), pointOf(part.ephemeral).toBytes(), context)
  return hkdf(sha256, shared.toBytes(), undefined, info, 32)
}

interface FilePlace {
  key: JointPublic
  part: JointPart
  context: Uint8Array
}

/** An officer's answer for the bids on the closing list, in their order. GroupError when a part is no point. */
export function openPartially(
  key: JointPublic,
  parts: readonly JointPart[],
  own: { index: number; share: string },
): PartialOpening {
  const share = scalarOf(own.share)
  const pairs = parts.map((part) => {
    const base = pointOf(part.ephemeral)
    return { base, image: multiply(base, share) }
  })
  const context = partialContext(key, parts)
  const relations = [{ base: G, image: multiply(G, share) }, folded(pairs, context)]
  return {
    by: own.index,
    points: pairs.map(({ image }) => hexOf(image)),
    proof: proveEqual(share, relations, context),
  }
}

/** Whether an officer's answer is what their share gives, for every bid; false names a lie. */
export function partialOk(key: JointPublic, parts: readonly JointPart[], answer: PartialOpening): boolean {
  const shareKey = key.shareKeys[answer.by - 1]
  if (!shareKey || answer.points.length !== parts.length) return false
  try {
    const pairs = parts.map((part, i) => ({ base: pointOf(part.ephemeral), image: pointOf(answer.points[i]) }))
    const context = partialContext(key, parts)
    return holds([{ base: G, image: shareKey }, folded(pairs, context)], answer.proof, context)
  } catch (cause) {
    if (cause instanceof GroupError) return false
    throw cause
  }
}

/** The shared point of each bid from the checked answers of any `threshold` officers; RangeError with fewer. */
export function combine(key: JointPublic, answers: readonly PartialOpening[]): Point[] {
  const chosen = [...new Map(answers.map((answer) => [answer.by, answer])).values()].slice(0, key.threshold)
  if (chosen.length < key.threshold) throw new RangeError(`${chosen.length} of ${key.threshold} officers`)
  const weights = lagrangeAtZero(chosen.map((answer) => answer.by))
  return chosen[0]!.points.map((_, bid) =>
    combination(chosen.map((answer, i) => ({ point: pointOf(answer.points[bid]), scalar: weights[i]! }))),
  )
}

function lagrangeAtZero(indexes: readonly number[]): bigint[] {
  return indexes.map((i) =>
    indexes
      .filter((j) => j !== i)
      .reduce((product, j) => times(product, times(BigInt(j), inverse(subtract(BigInt(j), BigInt(i))))), 1n),
  )
}

function placeContext(key: JointPublic, { tenantId, orderId, bidderId, round }: BidPlace): Bytes {
  return transcript('kaibiao/joint/bid/1', keyBytes(key), hashOf({ tenantId, orderId, bidderId, round }))
}

function partialContext(key: JointPublic, parts: readonly JointPart[]): Bytes {
  return transcript('kaibiao/joint/partial/1', keyBytes(key), hashOf(parts.map((part) => part.ephemeral)))
}
