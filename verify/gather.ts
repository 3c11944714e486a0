import { readHeader } from '#features/sealing/core/envelope.ts'
import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { KEY_FILE_TYPE, type KeyFile } from '#features/sealing/core/key-file.ts'
import type { TileReaderStore } from '#features/sealing/core/log/tiles.ts'
import { checkManifest, MANIFEST_TYPE } from '#features/sealing/core/manifest.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { NOTICE_TYPE, RECEIPT_TYPE } from '#features/sealing/core/receipt.ts'
import type { NoticeTrust, Receipt } from '#features/sealing/core/receipt.ts'
import { BONDS_TYPE } from '#features/sealing/core/verify-bonds.ts'
import type { BondRecord } from '#features/sealing/core/verify-bonds.ts'
import { RELEASE_TYPE, UNOPENED_TYPE } from '#features/sealing/core/verify-bid.ts'
import type { KeyRelease, Unopened } from '#features/sealing/core/verify-bid.ts'
import { PUBLISHED_NOTICE_TYPE } from '#features/sealing/core/verify-record.ts'
import type { ArchivedFact, PublishedNotice } from '#features/sealing/core/verify-record.ts'
import { JOINT_OPENING_TYPE } from '#features/sealing/core/verify-joint.ts'
import type { JointOpening } from '#features/sealing/core/verify-joint.ts'
import { TRUST_TYPE } from '#features/sealing/core/trust-file.ts'
import { PROOF_TYPE } from '#features/sealing/core/verify-trust.ts'
import { unzip } from './zip.ts'
import type { Entry } from './zip.ts'

import { type Bundle, BUNDLE_TYPE, EARLIER_BUNDLE_TYPE } from '#features/review-hall/rules/bundle.ts'
import { OPENINGS_TYPE, type OpeningsPage } from '#features/sealing/core/log/openings.ts'
import { AUCTION_TYPE, type AuctionRecord } from '#features/sealing/core/verify-auction.ts'
import { COMPLETENESS_TYPE, type Completeness } from '#features/sealing/core/verify-completeness.ts'
import { LOG_RECORDS_TYPE, type LogRecords } from '#features/sealing/core/verify-log-records.ts'

/** Files sorted by what they are, which is told by their content. */
export interface Gathered {
  receipts: Receipt[]
  notices: NoticeTrust[]
  /** What was published, with hash and signature, and the keys that lay beside it (PEM). */
  published: PublishedNotice[]
  noticeKeys: string[]
  /** The order's part of the audit trail. */
  facts: ArchivedFact[]
  /** Bonds of an order, with the audit records of them. */
  bonds: BondRecord[]
  /** With the folder they lie in: an archive keeps opened files beside the keys that opened them. */
  releases: { release: KeyRelease; folder: string }[]
  /** What the record of an opening says was not opened. */
  unopened: Unopened[]
  manifests: BidManifest[]
  /** Of bidders who look at their own; no record holds any. */
  keyFiles: KeyFile[]
  /** Joint-key mode: how the officers opened the bids. */
  joint: JointOpening[]
  sealed: { header: EnvelopeHeader; blob: Blob }[]
  /** What the log proves of an order besides its bids, and whether all leaves of its period are opened. */
  records: LogRecords[]
  completeness: Completeness[]
  openings: OpeningsPage[]
  auctions: AuctionRecord[]
  /** Reviews as data from which they can be computed again. */
  bundles: Bundle[]
  /** Signed notes. */
  checkpoints: string[]
  tiles: TileReaderStore | undefined
  /** Everything else: maybe the opened files of a bid. */
  plain: Entry[]
  /** Files that claim to be something and are not. */
  broken: { path: string; why: string }[]
  /** Where each thing above was found, and the file itself. */
  places: Map<object, Entry>
  /** Headers of sealed files as a record keeps them beside, by path. */
  headers: Map<string, EnvelopeHeader[]>
  /** The type that a file states, by path. */
  types: Map<string, string>
  /** Tiles of the log, by the path of the file. */
  tileFiles: Map<string, Blob>
}

/** What a file may state to be. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([
  RECEIPT_TYPE,
  NOTICE_TYPE,
  PUBLISHED_NOTICE_TYPE,
  BONDS_TYPE,
  RELEASE_TYPE,
  UNOPENED_TYPE,
  JOINT_OPENING_TYPE,
  MANIFEST_TYPE,
  PROOF_TYPE,
  TRUST_TYPE,
  EARLIER_BUNDLE_TYPE,
  BUNDLE_TYPE,
  LOG_RECORDS_TYPE,
  COMPLETENESS_TYPE,
  OPENINGS_TYPE,
  AUCTION_TYPE,
])

const TILE = /(?:^|\/)(tile\/(?:entries|\d+)\/(?:x\d{3}\/)*\d{3}(?:\.p\/\d+)?)$/
const SMALL = 4 << 20
const LARGE = 256 << 20

interface GatherOptions {
  /** The files of a record: nothing in it is unpacked, and every JSON file must be one. */
  isRecord?: boolean
}

/** Sorts files, archives unpacked. */
export async function gather(entries: readonly Entry[], { isRecord = false }: GatherOptions = {}): Promise<Gathered> {
  const tiles = new Map<string, Blob>()
  const found: Gathered = {
    receipts: [],
    notices: [],
    published: [],
    noticeKeys: [],
    facts: [],
    bonds: [],
    releases: [],
    unopened: [],
    manifests: [],
    keyFiles: [],
    joint: [],
    records: [],
    completeness: [],
    openings: [],
    auctions: [],
    bundles: [],
    sealed: [],
    checkpoints: [],
    plain: [],
    broken: [],
    tiles: undefined,
    places: new Map(),
    headers: new Map(),
    types: new Map(),
    tileFiles: tiles,
  }
  for (const entry of entries) await sort(entry, found, { tiles, isRecord, depth: 0 })
  if (tiles.size > 0) found.tiles = { readTile: async (path) => bytesOf(tiles.get(path) ?? widerThan(path, tiles)) }
  return found
}

/** Another partial form of the tile that holds at least as much: each begins with all narrower ones. */
function widerThan(path: string, tiles: ReadonlyMap<string, Blob>): Blob | undefined {
  const [whole, width] = path.split('.p/')
  if (width === undefined) return undefined
  for (const [other, blob] of tiles) {
    const [name, has] = other.split('.p/')
    if (name === whole && has !== undefined && Number(has) >= Number(width)) return blob
  }
  return undefined
}

/** Archives in archives are opened so deep. */
const DEPTH = 3

async function sort(
  entry: Entry,
  found: Gathered,
  at: { tiles: Map<string, Blob>; isRecord: boolean; depth: number },
): Promise<void> {
  const path = entry.path.replaceAll('\\', '/')
  const tile = TILE.exec(path)?.[1]
  if (tile) {
    if (at.tiles.has(tile)) found.broken.push({ path, why: '同一数据块出现不止一次' })
    at.tiles.set(tile, entry.blob)
    return
  }
  try {
    if (path.toLowerCase().endsWith('.zip') && !at.isRecord) {
      if (at.depth === DEPTH) throw new Error('压缩包层数过多')
      for (const inner of await unzip(entry.blob))
        await sort({ ...inner, path: `${path}/${inner.path}` }, found, { ...at, depth: at.depth + 1 })
    } else if ((await entry.blob.slice(0, 4).text()) === 'KBE1') {
      const sealed = { header: await readHeader(entry.blob), blob: entry.blob }
      found.sealed.push(sealed)
      found.places.set(sealed, { path, blob: entry.blob })
    } else if (!(await sortText({ path, blob: entry.blob }, found, at.isRecord))) {
      found.plain.push({ path, blob: entry.blob })
    }
  } catch (cause) {
    found.broken.push({ path, why: cause instanceof Error ? cause.message : String(cause) })
  }
}

/** JSON of ours, or a checkpoint; false when it is neither. */
async function sortText({ path, blob }: Entry, found: Gathered, isRecord: boolean): Promise<boolean> {
  if (blob.size === 0 || blob.size > (isRecord ? LARGE : SMALL)) return false
  const text = await blob.text()
  if (text.includes('\n\n— ')) {
    parseCheckpoint(text)
    found.checkpoints.push(text)
    return true
  }
  if (text.startsWith('-----BEGIN PUBLIC KEY-----')) {
    found.noticeKeys.push(text)
    return true
  }
  if (!/^\s*[{[]/.test(text) && !(isRecord && path.endsWith('.json'))) return false
  let value: { type?: unknown; body?: { type?: unknown } }
  try {
    value = JSON.parse(text) as typeof value
  } catch (cause) {
    if (isRecord && path.endsWith('.json')) throw cause
    return false
  }
  if (Array.isArray(value)) {
    if (path.endsWith('/headers.json')) found.headers.set(path, value as EnvelopeHeader[])
    if (!path.endsWith('audit/order.json')) return false
    found.facts.push(...(value as ArchivedFact[]))
    found.places.set(found.facts, { path, blob })
    return true
  }
  if (typeof value !== 'object' || value === null) return false
  const stated = value.body?.type ?? value.type
  if (typeof stated === 'string' && stated.startsWith('kaibiao')) found.types.set(path, stated)
  found.places.set(value, { path, blob })
  switch (stated) {
    case RECEIPT_TYPE:
      found.receipts.push(value as unknown as Receipt)
      return true
    case NOTICE_TYPE:
      found.notices.push(value as unknown as NoticeTrust)
      return true
    case PUBLISHED_NOTICE_TYPE:
      found.published.push(value as unknown as PublishedNotice)
      return true
    case BONDS_TYPE:
      found.bonds.push(value as unknown as BondRecord)
      return true
    case RELEASE_TYPE:
      found.releases.push({ release: value as unknown as KeyRelease, folder: folderOf(path) })
      return true
    case UNOPENED_TYPE:
      found.unopened.push(value as unknown as Unopened)
      return true
    case JOINT_OPENING_TYPE:
      found.joint.push(value as unknown as JointOpening)
      return true
    case LOG_RECORDS_TYPE:
      found.records.push(value as unknown as LogRecords)
      return true
    case COMPLETENESS_TYPE:
      found.completeness.push(value as unknown as Completeness)
      return true
    case OPENINGS_TYPE:
      found.openings.push(value as unknown as OpeningsPage)
      return true
    case AUCTION_TYPE:
      found.auctions.push(value as unknown as AuctionRecord)
      return true
    case BUNDLE_TYPE:
    case EARLIER_BUNDLE_TYPE:
      found.bundles.push(value as unknown as Bundle)
      return true
    case KEY_FILE_TYPE:
      found.keyFiles.push(value as unknown as KeyFile)
      return true
    case MANIFEST_TYPE:
      found.manifests.push(checkManifest(value))
      return true
    default:
      return false
  }
}

/** Everything before the name, with the last stroke. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

async function bytesOf(blob: Blob | undefined): Promise<Uint8Array | undefined> {
  return blob && new Uint8Array(await blob.arrayBuffer())
}
