import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { equalBytes, fromHex, isHex, toHex, u32, xor } from '../bytes.ts'
import { type Ceremony, CeremonyError, ceremonyHash } from './ceremony.ts'
import type { Point } from './group.ts'
import { add, combination, G, GroupError, hexOf, multiply, pointOf, randomScalar } from './group.ts'
import { scalarHex, scalarOf, times, transcript } from './group.ts'
import { holds, knows, type Proof, proveEqual, proveKnowledge } from './proofs.ts'

/** A share of one officer's polynomial, closed to another officer's device. */
export interface SealedShare {
  to: number
  /** Hex point. */
  ephemeral: string
  /** Share (32 bytes) under a one-time pad from the shared point, and its HMAC. */
  data: string
}

/** What one officer gives: commitments to the polynomial's coefficients and a share for each officer (Feldman 1987). */
export interface Dealing {
  from: number
  /** Hex points, the constant term first. */
  commitments: string[]
  /** Knowledge of the constant term: nobody can choose theirs after seeing the others' (rogue key). */
  proof: Proof
  shares: SealedShare[]
}

/**
 * That a share received does not fit its commitments: the shared point of the sealed share, so that everybody can open it,
 * with a proof that it is the one. Either the dealer is shown to lie, or the complaint itself.
 */
export interface Complaint {
  by: number
  against: number
  /** Hex point: device secret · ephemeral. */
  shared: string
  proof: Proof
}

/** One officer's part. The polynomial is forgotten: all that is needed later is the device's secret. */
export function deal(ceremony: Ceremony, from: number): Dealing {
  const coefficients = Array.from({ length: ceremony.threshold }, () => randomScalar())
  const context = dealingContext(ceremony, from)
  return {
    from,
    commitments: coefficients.map((coefficient) => hexOf(multiply(G, coefficient))),
    proof: proveKnowledge(coefficients[0]!, context),
    shares: ceremony.officers.map(({ index, deviceKey }) => {
      const ephemeral = randomScalar()
      const share = scalarHex(evaluate(coefficients, index))
      const shared = multiply(pointOf(deviceKey), ephemeral)
      return { to: index, ephemeral: hexOf(multiply(G, ephemeral)), data: seal(share, shared, [context, u32(index)]) }
    }),
  }
}

/** Refuses (CeremonyError naming the dealer) a dealing that is malformed or whose constant term is not the dealer's. */
export function checkDealing(ceremony: Ceremony, dealing: Dealing): Dealing {
  const { from, commitments, proof, shares } = dealing
  try {
    const [first] = commitments.map((commitment) => pointOf(commitment))
    const complete =
      commitments.length === ceremony.threshold &&
      shares.length === ceremony.officers.length &&
      shares.every((share, i) => share.to === i + 1 && isHex(share.data, 64) && pointOf(share.ephemeral))
    if (!first || !complete) throw new GroupError('dealing')
    if (!knows(first, proof, dealingContext(ceremony, from))) throw new GroupError('proof')
    return dealing
  } catch (cause) {
    if (!(cause instanceof GroupError)) throw cause
    throw new CeremonyError('密钥分发数据不成立', [from])
  }
}

/** The officer's share of one dealing, or the complaint against its dealer. `secret`: of the officer's device, hex. */
export function receive(
  ceremony: Ceremony,
  dealing: Dealing,
  own: { index: number; secret: string },
): { share: bigint } | { complaint: Complaint } {
  const secret = scalarOf(own.secret)
  const { ephemeral } = shareFor(dealing, own.index)
  const base = pointOf(ephemeral)
  const shared = multiply(base, secret)
  const share = openShare(ceremony, dealing, { index: own.index, shared })
  if (share !== undefined) return { share }
  const relations = [
    { base: G, image: multiply(G, secret) },
    { base, image: shared },
  ]
  const context = complaintContext(ceremony, { by: own.index, against: dealing.from })
  const proof = proveEqual(secret, relations, context)
  return { complaint: { by: own.index, against: dealing.from, shared: hexOf(shared), proof } }
}

/** Who lied: the dealer when the share does not fit, else (or without proof) the officer who complained. */
export function judge(ceremony: Ceremony, dealing: Dealing, complaint: Complaint): { liar: number } {
  const officer = ceremony.officers[complaint.by - 1]
  if (!officer || complaint.against !== dealing.from) return { liar: complaint.by }
  try {
    const shared = pointOf(complaint.shared)
    const relations = [
      { base: G, image: pointOf(officer.deviceKey) },
      { base: pointOf(shareFor(dealing, complaint.by).ephemeral), image: shared },
    ]
    if (!holds(relations, complaint.proof, complaintContext(ceremony, complaint))) return { liar: complaint.by }
    const share = openShare(ceremony, dealing, { index: complaint.by, shared })
    return { liar: share === undefined ? complaint.against : complaint.by }
  } catch (cause) {
    if (cause instanceof GroupError) return { liar: complaint.by }
    throw cause
  }
}

/** Σ index^k · commitment k: what share · G must be. */
export function committed(dealing: Dealing, index: number): Point {
  let power = 1n
  return combination(
    dealing.commitments.map((commitment) => {
      const scalar = power
      power = times(power, BigInt(index))
      return { point: pointOf(commitment), scalar }
    }),
  )
}

function openShare(
  ceremony: Ceremony,
  dealing: Dealing,
  { index, shared }: { index: number; shared: Point },
): bigint | undefined {
  const opened = unseal(shareFor(dealing, index).data, shared, [dealingContext(ceremony, dealing.from), u32(index)])
  if (opened === undefined) return undefined
  try {
    const share = scalarOf(opened)
    return multiply(G, share).equals(committed(dealing, index)) ? share : undefined
  } catch (cause) {
    if (cause instanceof GroupError) return undefined
    throw cause
  }
}

function shareFor(dealing: Dealing, index: number): SealedShare {
  const share = dealing.shares.find(({ to }) => to === index)
  if (!share) throw new CeremonyError('密钥分发数据不完整', [dealing.from])
  return share
}

function evaluate(coefficients: readonly bigint[], at: number): bigint {
  return coefficients.reduceRight((sum, coefficient) => add(times(sum, BigInt(at)), coefficient), 0n)
}

function seal(share: string, shared: Point, context: readonly Uint8Array[]): string {
  const { pad, macKey } = keys(shared, context)
  const closed = xor(fromHex(share), pad)
  return toHex(closed) + toHex(hmac(sha256, macKey, closed))
}

function unseal(data: string, shared: Point, context: readonly Uint8Array[]): string | undefined {
  const { pad, macKey } = keys(shared, context)
  const bytes = fromHex(data)
  const closed = bytes.subarray(0, 32)
  if (!equalBytes(hmac(sha256, macKey, closed), bytes.subarray(32))) return undefined
  return toHex(xor(closed, pad))
}

function keys(shared: Point, context: readonly Uint8Array[]): { pad: Bytes; macKey: Bytes } {
  const info = transcript('kaibiao/joint/share/1', ...context)
  const bytes = hkdf(sha256, shared.toBytes(), undefined, info, 64)
  return { pad: bytes.slice(0, 32), macKey: bytes.slice(32) }
}

function dealingContext(ceremony: Ceremony, from: number): Bytes {
  return transcript('kaibiao/joint/dealing/1', ceremonyHash(ceremony), u32(from))
}

function complaintContext(ceremony: Ceremony, { by, against }: Pick<Complaint, 'by' | 'against'>): Bytes {
  return transcript('kaibiao/joint/complaint/1', ceremonyHash(ceremony), u32(by), u32(against))
}
