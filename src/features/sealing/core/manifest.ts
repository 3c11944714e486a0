import type { Bytes } from './bytes.ts'
import { isHex, randomBytes, toHex, utf8 } from './bytes.ts'
import { canonicalBytes, parseCanonical } from './canonical.ts'
import { FILE_ROLES, isJointPart } from './envelope-header.ts'
import type { FileRole } from './envelope-header.ts'
import type { SealedFile } from './envelope.ts'
import { EnvelopeError } from './errors.ts'
import type { JointPart } from './joint/threshold.ts'
import { digest, suiteOf } from './suite.ts'
import type { SuiteName } from './suite-types.ts'

export const MANIFEST_TYPE = 'kaibiao.bid-manifest/1'
const PRICE_SHEET_TYPE = 'kaibiao.price-sheet/1'

/** One sealed file of a bid. Hashes in hex, by the suite's hash; `size` is that of the sealed file. */
export interface ManifestFile {
  fileId: string
  role: FileRole
  name: string
  size: number
  cipherHash: string
  plainCommit: string
}

/**
 * What one bid consists of. Its hash is what the bidder commits to, the receipt names and the log keeps. It tells
 * nothing of the content: file hashes are those of ciphertext, and the price sheet's hash is salted.
 */
export interface BidManifest {
  type: typeof MANIFEST_TYPE
  suite: SuiteName
  tenantId: string
  orderId: string
  bidderId: string
  round: number
  /** From `makePriceSheet`; null in a round without prices. */
  priceSheetHash: string | null
  files: ManifestFile[]
  /** Joint-key mode: the bid's part for the officers, the same as in each file's header. */
  joint?: JointPart
}

/** The plaintext of the price file: the sheet with a salt, so that its hash cannot be guessed from likely prices. */
export interface PriceSheetFile {
  type: typeof PRICE_SHEET_TYPE
  salt: string
  /** Amounts and quantities as decimal strings. */
  sheet: unknown
}

/** A manifest with its files in one order, whatever order they were sealed in. */
export function makeManifest(
  place: Omit<BidManifest, 'type' | 'files'>,
  files: readonly (SealedFile | ManifestFile)[],
): BidManifest {
  const { suite, tenantId, orderId, bidderId, round, priceSheetHash, joint } = place
  const entries = files.map(manifestFile).toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1))
  return checkManifest({
    type: MANIFEST_TYPE,
    suite,
    tenantId,
    orderId,
    bidderId,
    round,
    priceSheetHash,
    files: entries,
    ...(joint && { joint }),
  })
}

/** Hex, by the manifest's suite. */
export function manifestHash(manifest: BidManifest): string {
  return toHex(digest(manifest.suite, utf8('kaibiao/manifest/1\0'), canonicalBytes(checkManifest(manifest))))
}

/** The bytes to seal as the file of role `price`, and the hash for the manifest. */
export function makePriceSheet(suite: SuiteName, sheet: unknown): { bytes: Bytes; priceSheetHash: string } {
  const file: PriceSheetFile = { type: PRICE_SHEET_TYPE, salt: toHex(randomBytes(32)), sheet }
  const bytes = canonicalBytes(file)
  return { bytes, priceSheetHash: priceSheetHash(suite, bytes) }
}

/** Hash of an opened price file, to be compared with the manifest's. */
export function priceSheetHash(suite: SuiteName, bytes: Uint8Array): string {
  return toHex(digest(suite, utf8('kaibiao/price-sheet/1\0'), bytes))
}

/** The sheet of an opened price file. Refuses with `malformed`, or `tampered` when the hash is another. */
export function readPriceSheet(manifest: Pick<BidManifest, 'suite' | 'priceSheetHash'>, bytes: Uint8Array): unknown {
  if (priceSheetHash(manifest.suite, bytes) !== manifest.priceSheetHash) {
    throw new EnvelopeError('tampered', 'price sheet hash')
  }
  try {
    const file = parseCanonical(bytes) as PriceSheetFile
    if (file.type === PRICE_SHEET_TYPE && isHex(file.salt, 32)) return file.sheet
  } catch {
    // Told below, as any other wrong content.
  }
  throw new EnvelopeError('malformed', 'price sheet')
}

/** A manifest that came over the wire: complete, in range, files in order and without doubles. Refuses `malformed`. */
export function checkManifest(value: unknown): BidManifest {
  const m = Object(value) as BidManifest
  if (typeof m.suite === 'string') suiteOf(m.suite)
  const texts = [m.suite, m.tenantId, m.orderId, m.bidderId].every(isText)
  const shape = m.type === MANIFEST_TYPE && Array.isArray(m.files) && hasOnly(m, m.joint === undefined ? 8 : 9)
  const numbers = Number.isSafeInteger(m.round) && m.round >= 1
  const price = m.priceSheetHash === null || isHex(m.priceSheetHash, 32)
  const joint = m.joint === undefined || isJointPart(m.joint)
  if (!texts || !shape || !numbers || !price || !joint) throw new EnvelopeError('malformed', 'manifest')
  m.files.forEach((file, i) => {
    const before = m.files[i - 1]
    const fine = isManifestFile(file) && (before === undefined || before.fileId < file.fileId)
    if (!fine) throw new EnvelopeError('malformed', `manifest file ${i}`)
  })
  return m
}

function manifestFile(file: SealedFile | ManifestFile): ManifestFile {
  const { cipherHash, plainCommit } = file
  if (!('header' in file)) return { ...file }
  const { fileId, role, name } = file.header
  return { fileId, role, name, size: file.cipherSize, cipherHash, plainCommit }
}

function isManifestFile(file: ManifestFile): boolean {
  const { fileId, role, name, size, cipherHash, plainCommit } = Object(file) as ManifestFile
  const texts = isText(fileId) && isText(name) && FILE_ROLES.includes(role)
  return (
    texts &&
    Number.isSafeInteger(size) &&
    size > 0 &&
    isHex(cipherHash, 32) &&
    isHex(plainCommit, 32) &&
    hasOnly(file, 6)
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 255
}

function hasOnly(value: object, count: number): boolean {
  return Object.keys(value).length === count
}
