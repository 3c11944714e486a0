import type { Bytes } from '#features/sealing/core/bytes.ts'
import { concat, utf8 } from '#features/sealing/core/bytes.ts'

/* DER (X.690) as far as certificates need it: a writer, and a reader that takes nothing else. */

export const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, oid: 6, sequence: 0x30, set: 0x31 } as const

/** One value with its tag, its content and all of its bytes. */
export interface Part {
  tag: number
  body: Bytes
  all: Bytes
}

/** So deep nothing of a certificate is nested: what is deeper was made to harm whoever reads it. */
const MOST_DEEP = 24
/** Values in one file; the longest lists of revocations that are taken have fewer. */
const MOST_PARTS = 400_000

/** A value with its tag and length. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Bytes {
  const body = concat(...content)
  return concat(Uint8Array.of(tag, ...lengthOf(body.length)), body)
}

export const sequence = (...content: readonly Uint8Array[]) => tlv(TAG.sequence, ...content)
export const set = (...content: readonly Uint8Array[]) => tlv(TAG.set, ...content)
export const octets = (content: Uint8Array) => tlv(TAG.octets, content)
export const text = (value: string) => tlv(0x0c, utf8(value))
/** PrintableString, as countries and numbers are written. */
export const printable = (value: string) => tlv(0x13, utf8(value))
export const yes = () => tlv(TAG.boolean, Uint8Array.of(0xff))
/** Content under a tag of its place; `isPlain`: in place of the tag that it has by itself. */
export const at = (place: number, content: Uint8Array, isPlain = false) => tlv((isPlain ? 0x80 : 0xa0) | place, content)

/** A bit string; `unused`: how many bits of its last byte do not count. */
export function bits(content: Uint8Array, unused = 0): Bytes {
  return tlv(TAG.bits, Uint8Array.of(unused), content)
}

/** A positive integer of big-endian bytes. */
export function integer(bytes: Uint8Array): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start)
  return digits[0]! & 0x80 ? tlv(TAG.integer, Uint8Array.of(0), digits) : tlv(TAG.integer, digits)
}

export function oid(dotted: string): Bytes {
  const [first, second, ...rest] = dotted.split('.').map(BigInt)
  return tlv(TAG.oid, Uint8Array.from([first! * 40n + second!, ...rest].flatMap(base128)))
}

/** An instant to the second: UTCTime until 2049, GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
export function time(instant: Date): Bytes {
  const digits = instant.toISOString().replace(/[-:T]|\.\d+/g, '')
  return instant.getUTCFullYear() < 2050 ? tlv(0x17, utf8(digits.slice(2))) : tlv(0x18, utf8(digits))
}

/** The values that stand one behind the other, unless these bytes are anything but DER; throws RangeError then. */
export function partsOf(bytes: Uint8Array): Part[] {
  const parts: Part[] = []
  for (let place = 0; place < bytes.length;) {
    const { tag, start, end } = headAt(bytes, place)
    parts.push({ tag, body: bytes.slice(start, end), all: bytes.slice(place, end) })
    place = end
  }
  return parts
}

/** The one value that these bytes are. Throws RangeError on anything else. */
export function onlyPart(bytes: Uint8Array, tag: number): Part {
  const [part, ...more] = partsOf(bytes)
  if (!part || more.length > 0 || part.tag !== tag) throw new RangeError('not the value that was expected')
  return part
}

/**
 * Refuses, with RangeError, what is not DER through and through, is longer than `most` bytes, or deeper or of more parts than
 * any certificate: before a library that trusts its input reads it.
 */
export function demandDer(bytes: Uint8Array, most: number): void {
  if (bytes.length === 0 || bytes.length > most) throw new RangeError('too long')
  onlyPart(bytes, TAG.sequence)
  let count = 0
  const open: { start: number; end: number; depth: number }[] = [{ start: 0, end: bytes.length, depth: 0 }]
  for (let range = open.pop(); range; range = open.pop()) {
    if (range.depth > MOST_DEEP) throw new RangeError('too deep')
    for (let place = range.start; place < range.end;) {
      if (++count > MOST_PARTS) throw new RangeError('too many values')
      const { tag, start, end } = headAt(bytes, place, range.end)
      if (tag & 0x20) open.push({ start, end, depth: range.depth + 1 })
      place = end
    }
  }
}

/** The integer of big-endian bytes, without the zero that only says that it is positive. */
export function digitsOf(body: Uint8Array): Bytes {
  const start = body.findIndex((byte) => byte !== 0)
  return start < 0 ? Uint8Array.of(0) : body.slice(start)
}

/** The bytes of a PEM text of this kind, or the bytes themselves where they are no PEM. */
export function fromPem(bytes: Uint8Array, kind = 'CERTIFICATE'): Bytes {
  const found = pemBlocks(bytes, kind)
  return found[0] ?? new Uint8Array(bytes)
}

/** Every block of this kind in a PEM text; none where it is none. */
export function pemBlocks(bytes: Uint8Array, kind = 'CERTIFICATE'): Bytes[] {
  // A label is ASCII; bytes of DER are not, and are never taken for text.
  if (bytes[0] === TAG.sequence) return []
  const ascii = new TextDecoder('latin1').decode(bytes)
  const blocks = ascii.matchAll(new RegExp(`-----BEGIN ${kind}-----([A-Za-z0-9+/=\\s]+)-----END ${kind}-----`, 'g'))
  return [...blocks].map(([, body]) => Uint8Array.from(atob(body!.replace(/\s/g, '')), (c) => c.charCodeAt(0)))
}

export function toPem(der: Uint8Array, kind = 'CERTIFICATE'): string {
  let binary = ''
  for (const byte of der) binary += String.fromCharCode(byte)
  const lines = btoa(binary).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n')
}

function headAt(bytes: Uint8Array, place: number, most = bytes.length): { tag: number; start: number; end: number } {
  const tag = bytes[place]!
  const first = bytes[place + 1]
  // Tags of several bytes stand in no certificate.
  if ((tag & 0x1f) === 0x1f || first === undefined || place + 1 >= most) throw new RangeError('not DER')
  if (first < 0x80) return within({ tag, start: place + 2, end: place + 2 + first }, most)
  const count = first & 0x7f
  if (count === 0 || count > 4 || place + 2 + count > most) throw new RangeError('not DER')
  let length = 0
  for (const byte of bytes.subarray(place + 2, place + 2 + count)) length = length * 256 + byte
  if (length < 0x80 || length < 256 ** (count - 1)) throw new RangeError('not DER')
  const start = place + 2 + count
  return within({ tag, start, end: start + length }, most)
}

function within<T extends { end: number }>(head: T, most: number): T {
  if (head.end > most) throw new RangeError('not DER')
  return head
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return [0x80 | digits.length, ...digits]
}

function base128(value: bigint): number[] {
  const digits = [Number(value & 0x7fn)]
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) digits.unshift(Number(rest & 0x7fn) | 0x80)
  return digits
}
