import { ristretto255 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { concat, fromHex, isHex, randomBytes, toHex, u32, utf8 } from '../bytes.ts'

/*
 * The group of the joint key: ristretto255 (RFC 9496), prime order ℓ. On the wire points are 32 bytes and scalars 32 bytes
 * little-endian, both canonical, in lower-case hex.
 */

export const Point = ristretto255.Point
export type Point = InstanceType<typeof Point>
const Scalars = Point.Fn
export const G = Point.BASE

/** Not a point or scalar that can be part of the protocol. */
export class GroupError extends Error {
  constructor(what: string) {
    super(`not a valid ${what}`)
    this.name = 'GroupError'
  }
}

/** A canonical point other than the identity; GroupError otherwise. */
export function pointOf(hex: unknown, what = 'point'): Point {
  if (!isHex(hex, 32)) throw new GroupError(what)
  let point: Point
  try {
    point = Point.fromBytes(fromHex(hex))
  } catch {
    throw new GroupError(what)
  }
  if (point.is0()) throw new GroupError(what)
  return point
}

export function hexOf(point: Point): string {
  return toHex(point.toBytes())
}

/** A canonical scalar other than 0; GroupError otherwise. */
export function scalarOf(hex: unknown, what = 'scalar'): bigint {
  if (!isHex(hex, 32)) throw new GroupError(what)
  const value = littleEndian(fromHex(hex))
  if (value === 0n || value >= Scalars.ORDER) throw new GroupError(what)
  return value
}

export function scalarHex(value: bigint): string {
  return toHex(Scalars.toBytes(value))
}

export function randomScalar(): bigint {
  for (;;) {
    const value = reduce(randomBytes(64))
    if (value !== 0n) return value
  }
}

export const add = (a: bigint, b: bigint): bigint => Scalars.add(a, b)
export const subtract = (a: bigint, b: bigint): bigint => Scalars.sub(a, b)
export const times = (a: bigint, b: bigint): bigint => Scalars.mul(a, b)
export const inverse = (a: bigint): bigint => Scalars.inv(a)

/** scalar · point, where the scalar may be 0. */
export function multiply(point: Point, scalar: bigint): Point {
  return scalar === 0n ? Point.ZERO : point.multiply(scalar)
}

/** Σ scalar · point, of public values only: not in constant time. */
export function combination(terms: readonly { point: Point; scalar: bigint }[]): Point {
  return terms.reduce(
    (sum, { point, scalar }) => (scalar === 0n ? sum : sum.add(point.multiplyUnsafe(scalar))),
    Point.ZERO,
  )
}

/** A scalar from a label and parts, each with its length in front: nothing can slide from one part to the next. */
export function hashToScalar(label: string, ...parts: readonly Uint8Array[]): bigint {
  return reduce(sha512(transcript(label, ...parts)))
}

/** The label and the parts, each with its length in front. */
export function transcript(label: string, ...parts: readonly Uint8Array[]): Bytes {
  return concat(...[utf8(label), ...parts].flatMap((part) => [u32(part.length), part]))
}

function reduce(wide: Uint8Array): bigint {
  return Scalars.create(littleEndian(wide))
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes.toReversed())}`)
}
