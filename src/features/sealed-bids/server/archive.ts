import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { verdictOf } from '#features/sealing/core/check.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { openingsPath, rootWith } from '#features/sealing/core/log/openings.ts'
import { type TileReaderStore, TileTree } from '#features/sealing/core/log/tiles.ts'
import { type NoticeTrust, type Receipt, roundOf } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { headsAround } from '#features/witnesses/server/public.ts'
import { FIRST_ROUND } from '../rules.ts'
import { completenessOf, pagesOf } from './completeness.ts'
import { tileStore } from './log-store.ts'
import { storedFiles } from './opening.ts'
import { currentRound } from './round-port.ts'
import { roundReleases } from './round-releases.ts'
import type { Bid } from './bid.ts'
import type { Any } from './service-keys.ts'
import { noticeTrust } from './trust.ts'

/** One file of the archive. Big ones are opened when they are written. */
export interface ArchivePart {
  name: string
  content: Buffer | (() => Promise<Readable>)
  /** The type that its JSON states. */
  type?: string
}

/**
 * What an order's archive needs so that its bids can be checked without this service: by round the notice trust and the
 * tree head at the deadline, the tiles that a check reads, and per bidder all receipts, the manifest, envelopes, the proof
 * against the head, and the sealed files. Only after the opening. Every receipt is checked on the way: `tampered` names the
 * first one that does not hold. Nothing of an order without sealed bids. One that was given up before the deadline of a
 * round has no opening of it: its archive says so, and nothing of who bid, which stays secret.
 */
export async function archiveParts(ctx: Any, orderId: string): Promise<ArchivePart[]> {
  const order = await orderRow(ctx, orderId)
  if (methodOf(order.method).offers !== 'sealed') return []
  const { round: last } = await currentRound(ctx, order, null)
  const notices: NoticeTrust[] = []
  for (let round = FIRST_ROUND; round <= last; round++) notices.push(await noticeTrust(ctx, order, round))
  const closed = notices.filter((notice): notice is Closed => notice.checkpoint !== null)
  const isGivenUp = order.state === 'abortive.declared'
  if (!isGivenUp && !(reached(order, 'opened') && closed.length > 0))
    throw new AppError('wrongState', say(order, '{opening}后才能归档{bid}资料'))
  const recorder = recording(tileStore(ctx))
  const parts: ArchivePart[] = []
  for (const notice of notices) parts.push(json(`notice-trust${suffixOf(notice)}.json`, notice))
  if (isGivenUp && closed.length < notices.length)
    parts.push({ name: 'bids/README.txt', content: text(`${say(order, NOT_OPENED)}\n`) })
  const folders = await foldersOf(ctx, orderId, closed)
  const sizes = new Set<number>()
  for (const notice of closed) parts.push(...(await roundParts(ctx, { order, notice, recorder, folders, sizes })))
  // A check of the archive reads the tiles that lead from each of its heads to the next.
  const grown = [...sizes].toSorted((a, b) => a - b)
  for (const [i, size] of grown.entries()) if (i > 0) await new TileTree(recorder, size).consistencyProof(grown[i - 1]!)
  parts.push(...(await completenessParts(ctx, order, recorder)))
  for (const [path, bytes] of recorder.read) parts.push({ name: `log/${path}`, content: bytes })
  return parts
}

type Closed = NoticeTrust & { checkpoint: string }

const NOT_OPENED = '本{order}在{deadline}前流标，已递交的{offer}保持加密，未开启，不在归档之列。'

/** A round that its deadline has closed; `sizes` gets those of all heads that its parts show. */
async function roundParts(
  ctx: Any,
  {
    order,
    notice,
    recorder,
    folders,
    sizes,
  }: {
    order: Bid['order']
    notice: Closed
    recorder: TileReaderStore
    folders: ReadonlyMap<string, string>
    sizes: Set<number>
  },
): Promise<ArchivePart[]> {
  const round = roundOf(notice)
  const head = parseCheckpoint(notice.checkpoint)
  const tree = new TileTree(recorder, head.size)
  const rows = await ctx.many('bid_submission', { orderId: notice.orderId, round }, { orderBy: ['logIndex'] })
  const parts: ArchivePart[] = [{ name: `log/checkpoint${suffixOf(notice)}`, content: text(notice.checkpoint) }]
  const heads = await cosignedHeads(ctx, { rows, closing: head.size })
  for (const [size, note] of heads) parts.push({ name: `log/heads/${round}-${size}.txt`, content: text(note) })
  for (const size of [...heads.keys(), ...rows.map((row) => sizeOf(row.receipt as Receipt)), head.size]) sizes.add(size)
  for (const row of rows) {
    const receipt = row.receipt as Receipt
    const checks = await verifyReceipt({ receipt, notice, tiles: recorder, heads: [...heads.values()] })
    if (verdictOf(checks) === 'invalid') {
      const failed = checks.find((check) => check.ok === false)!
      throw new AppError('tampered', `回执（日志第 ${row.logIndex} 条）校验不通过：${failed.detail}`, failed)
    }
    const folder = `${folders.get(row.tradeId)}/${row.logIndex}-${row.kind}`
    const proof = (await tree.inclusionProof(row.logIndex)).map(toHex)
    parts.push(json(`${folder}/receipt.json`, receipt))
    parts.push(json(`${folder}/inclusion.json`, { index: row.logIndex, size: head.size, proof }))
    parts.push(json(`${folder}/manifest.json`, row.manifest))
    const files = await storedFiles(ctx, row.id)
    if (files.length > 0)
      parts.push(
        json(
          `${folder}/headers.json`,
          files.map((file) => file.header),
        ),
      )
    for (const file of files) {
      const sha256 = file.sha256.toString('hex')
      parts.push({ name: `${folder}/sealed/${file.position}.kbe`, content: () => ctx.files.read(sha256) })
    }
  }
  const found = await roundReleases(ctx, { order, round, rows })
  if (!found) return parts
  for (const { bid, release } of found.releases)
    parts.push(json(`${folders.get(bid.tradeId)}/${bid.logIndex}-${bid.kind}/release.json`, release))
  parts.push(json(`bids/unopened${suffixOf(notice)}.json`, found.unopened))
  return parts
}

/** The openings of the period's leaves, as far as they may be opened by now, and the tiles that their check reads. */
async function completenessParts(
  ctx: Any,
  order: Awaited<ReturnType<typeof orderRow>>,
  recorder: TileReaderStore,
): Promise<ArchivePart[]> {
  const about = await completenessOf(ctx, order, { withLists: true })
  if (!about) return []
  const parts: ArchivePart[] = [json('log/completeness.json', about)]
  const tree = new TileTree(recorder, about.to)
  await tree.root(about.from)
  for await (const page of pagesOf(ctx, about))
    parts.push({ name: `log/${openingsPath(page.page)}.json`, content: text(JSON.stringify(page)), type: page.type })
  await rootWith(
    tree,
    about.from,
    Array.from({ length: about.to - about.from }, () => new Uint8Array(32)),
  )
  return parts
}

/** The cosigned heads around every receipt, by size; none is larger than the head at the deadline. */
async function cosignedHeads(
  ctx: Any,
  { rows, closing }: { rows: readonly { at: Date }[]; closing: number },
): Promise<Map<number, string>> {
  const heads = new Map<number, string>()
  for (const { at } of rows) {
    const { before, after } = await headsAround(ctx, at)
    for (const head of [before, after]) if (head && head.size < closing) heads.set(head.size, head.note)
  }
  return new Map([...heads].toSorted(([a], [b]) => a - b))
}

function sizeOf({ body }: Receipt): number {
  return parseCheckpoint(body.checkpoint).size
}

/** Bidders are numbered in the order in which they first handed something in. */
async function foldersOf(ctx: Any, orderId: string, closed: readonly Closed[]): Promise<Map<string, string>> {
  const rows = await ctx.many(
    'bid_submission',
    { orderId, round: closed.map(roundOf) },
    { columns: ['tradeId'], orderBy: ['logIndex'] },
  )
  const trades = [...new Set(rows.map((row) => row.tradeId))]
  return new Map(trades.map((id, i) => [id, `bids/${String(i + 1).padStart(2, '0')}`]))
}

/** Of names of files: those of the first round are plain. */
function suffixOf({ round }: NoticeTrust): string {
  return round === undefined ? '' : `-${round}`
}

/** Remembers every tile that was asked for: exactly those that a check of the archive will ask for again. */
function recording(store: TileReaderStore): TileReaderStore & { read: Map<string, Buffer> } {
  const read = new Map<string, Buffer>()
  return {
    read,
    async readTile(path) {
      const bytes = await store.readTile(path)
      if (bytes) read.set(path, Buffer.from(bytes))
      return bytes
    },
  }
}

function json(name: string, value: unknown): ArchivePart {
  const { type, body } = Object(value) as { type?: unknown; body?: { type?: unknown } }
  const stated = body?.type ?? type
  return {
    name,
    content: text(`${JSON.stringify(value, null, 2)}\n`),
    ...(typeof stated === 'string' && { type: stated }),
  }
}

function text(value: string): Buffer {
  return Buffer.from(value)
}
