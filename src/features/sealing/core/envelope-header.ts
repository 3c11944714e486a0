import type { Bytes } from './bytes.ts'
import { concat, isHex, readU32, u32, utf8 } from './bytes.ts'
import { canonicalBytes, parseCanonical } from './canonical.ts'
import { EnvelopeError } from './errors.ts'
import type { JointPart } from './joint/threshold.ts'
import { digest, SUITES, suiteOf } from './suite.ts'
import { NONCE_PREFIX } from './suite-types.ts'
import type { SuiteName, WrappedKey } from './suite-types.ts'

export const MAGIC = utf8('KBE1')
/** Default plaintext bytes per record. */
export const CHUNK = 1 << 20
const MAX_CHUNK = 16 << 20
const MAX_HEADER = 64 << 10
const MAX_SIZE = 2 ** 40
/** What the last record holds: salt, then the plaintext's hash. */
export const TRAILER = 64

export const FILE_ROLES = ['price', 'technical', 'business', 'qualification', 'quotation', 'statement'] as const
export type FileRole = (typeof FILE_ROLES)[number]

/** Where a sealed file belongs. All of it is authenticated, and the wrapped key opens in no other place. */
export interface Place {
  tenantId: string
  orderId: string
  bidderId: string
  /** Offer round, from 1. */
  round: number
  fileId: string
  role: FileRole
}

export interface EnvelopeHeader extends Place {
  v: 1
  suite: SuiteName
  /** Readable by the service; choose a neutral one if the name itself would tell something. */
  name: string
  plainSize: number
  chunkSize: number
  /** Hex, 8 bytes. */
  noncePrefix: string
  /** Hex, 32 bytes, derived from the content key: a file opens under one key only. */
  keyCommit: string
  /** Fingerprint of the bidder's public key. */
  recipient: string
  /** The content key, in joint-key mode masked by the officers' half. */
  contentKeyEnvelope: WrappedKey
  /** Joint-key mode: the bid's part for the officers, the same in each of its files. */
  joint?: JointPart
  /** The same as in `contentKeyEnvelope`, under the bidder's recovery code. */
  recovery?: WrappedKey
}

/** What the opener knows about the place; round, fileId and role are compared when given. */
export type Expectation = Pick<Place, 'tenantId' | 'orderId' | 'bidderId'> & Partial<Place>

/** Magic, length, canonical JSON: the bytes before the first record. */
export function encodeHeader(header: EnvelopeHeader): Bytes {
  const json = canonicalBytes(header)
  if (json.length > MAX_HEADER) throw new EnvelopeError('malformed', 'header too long')
  return concat(MAGIC, u32(json.length), json)
}

/** Reads the header from where it stands: `read(n)` gives n bytes, fewer at the end. */
export async function decodeHeader(
  read: (length: number) => Promise<Uint8Array>,
): Promise<{ header: EnvelopeHeader; bytes: Bytes }> {
  const start = await read(8)
  const magic = start.subarray(0, 4)
  if (magic.some((byte, i) => byte !== MAGIC[i])) throw new EnvelopeError('malformed', 'magic')
  if (start.length < 8) throw new EnvelopeError(start.length < 4 ? 'malformed' : 'truncated', 'header length')
  const length = readU32(start, 4)
  if (length > MAX_HEADER) throw new EnvelopeError('malformed', 'header length')
  const json = await read(length)
  if (json.length < length) throw new EnvelopeError('truncated', 'header')
  return { header: parseHeader(json), bytes: concat(start, json) }
}

/** Hash of the header without its wrapped keys: the context those are bound to. */
export function wrapContext(header: Omit<EnvelopeHeader, 'contentKeyEnvelope'>): Bytes {
  const { contentKeyEnvelope: _, recovery: __, ...rest } = header as EnvelopeHeader
  return digest(header.suite, utf8('kaibiao/content-key/1\0'), canonicalBytes(rest))
}

/** Refuses with `foreign` (another tenant, order, bidder) or `replayed` (another round or file of this bidder). */
export function assertPlace(header: EnvelopeHeader, expect: Expectation): void {
  for (const key of ['tenantId', 'orderId', 'bidderId'] as const) {
    if (header[key] !== expect[key]) throw new EnvelopeError('foreign', `${key} ${header[key]}`)
  }
  for (const key of ['round', 'fileId', 'role'] as const) {
    if (expect[key] !== undefined && header[key] !== expect[key]) {
      throw new EnvelopeError('replayed', `${key} ${header[key]}`)
    }
  }
}

/** Number of data records; the trailer follows them. */
export function recordCount(header: EnvelopeHeader): number {
  return Math.ceil(header.plainSize / header.chunkSize)
}

type Required = Exclude<keyof EnvelopeHeader, 'joint' | 'recovery'>

const isText = (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= 255
const isCount = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max

const FIELDS: Record<Required, (value: unknown) => boolean> = {
  v: (value) => value === 1,
  suite: (value) => typeof value === 'string' && Object.hasOwn(SUITES, value),
  tenantId: isText,
  orderId: isText,
  bidderId: isText,
  round: isCount(1, 1000),
  fileId: isText,
  role: (value) => FILE_ROLES.includes(value as FileRole),
  name: isText,
  plainSize: isCount(0, MAX_SIZE),
  chunkSize: isCount(16, MAX_CHUNK),
  noncePrefix: (value) => isHex(value, NONCE_PREFIX),
  keyCommit: (value) => isHex(value, 32),
  recipient: (value) => isHex(value, 32),
  contentKeyEnvelope: isWrapped,
}

const OPTIONAL: Record<Exclude<keyof EnvelopeHeader, Required>, (value: unknown) => boolean> = {
  joint: isJointPart,
  recovery: isWrapped,
}

function parseHeader(json: Uint8Array): EnvelopeHeader {
  let value: unknown
  try {
    value = parseCanonical(json)
  } catch (cause) {
    throw new EnvelopeError('malformed', `header: ${String(cause)}`)
  }
  if (typeof value !== 'object' || value === null) throw new EnvelopeError('malformed', 'header')
  return checkHeader(value)
}

/** A header that is complete and in range; refuses with `malformed` or `unsupported-suite`. */
export function checkHeader(value: object): EnvelopeHeader {
  const record = value as Record<string, unknown>
  if (typeof record.suite === 'string') suiteOf(record.suite)
  for (const [key, accepts] of Object.entries(FIELDS)) {
    if (!accepts(record[key])) throw new EnvelopeError('malformed', `header.${key}`)
  }
  for (const [key, field] of Object.entries(record)) {
    if (Object.hasOwn(FIELDS, key)) continue
    const accepts = Object.hasOwn(OPTIONAL, key) ? OPTIONAL[key as keyof typeof OPTIONAL] : undefined
    if (!accepts?.(field)) throw new EnvelopeError('malformed', `header.${key}`)
  }
  return value as EnvelopeHeader
}

function isWrapped(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { alg, data, ephemeral, ...rest } = value as Record<string, unknown>
  if (typeof alg !== 'string' || !isHex(data) || Object.keys(rest).length > 0) return false
  return ephemeral === undefined || isHex(ephemeral)
}

/** Has the shape of a bid's part for officers; whether it holds, `partOk` says. */
export function isJointPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { key, ephemeral, proof, ...rest } = value as Record<string, unknown>
  if (Object.keys(rest).length > 0 || !isHex(key, 32) || !isHex(ephemeral, 32)) return false
  if (typeof proof !== 'object' || proof === null) return false
  const { challenge, response, ...more } = proof as Record<string, unknown>
  return Object.keys(more).length === 0 && isHex(challenge, 32) && isHex(response, 32)
}
