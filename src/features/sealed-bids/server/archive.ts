import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { verdictOf } from '#features/sealing/core/check.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { type TileReaderStore, TileTree } from '#features/sealing/core/log/tiles.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { tileStore } from './log-store.ts'
import { storedFiles } from './opening.ts'
import type { Any } from './service-keys.ts'
import { noticeTrust } from './trust.ts'

/** One file of the archive. Big ones are opened when they are written. */
export interface ArchivePart {
  name: string
  content: Buffer | (() => Promise<Readable>)
}

/**
 * What an order's archive needs so that its bids can be checked without this service: notice trust, the tree head at
 * the deadline, the tiles that a check reads, and per bidder all receipts, the manifest, envelopes, the proof against
 * the head, and the sealed files. Only after the opening. Every receipt is checked on the way: `tampered` names the
 * first one that does not hold. Nothing of an order without sealed bids. One that was given up before its deadline has no opening: its archive says so, and
 * nothing of who bid, which stays secret.
 */
export async function archiveParts(ctx: Any, orderId: string): Promise<ArchivePart[]> {
  const order = await orderRow(ctx, orderId)
  if (methodOf(order.method).offers !== 'sealed') return []
  const notice = await noticeTrust(ctx, order)
  if (order.state === 'abortive.declared' && notice.checkpoint === null)
    return [
      json('notice-trust.json', notice),
      {
        name: 'bids/README.txt',
        content: text('本标段在投标截止前流标，未开标。已递交的投标保持加密，未开启，不在归档之列。\n'),
      },
    ]
  const opened = reached(order, 'opened') && notice.checkpoint !== null
  if (!opened) throw new AppError('wrongState', '开标后才能归档投标资料')
  const head = parseCheckpoint(notice.checkpoint!)
  const recorder = recording(tileStore(ctx))
  const tree = new TileTree(recorder, head.size)
  const rows = await ctx.many('bid_submission', { orderId }, { orderBy: ['logIndex'] })
  const parts: ArchivePart[] = [
    json('notice-trust.json', notice),
    { name: 'log/checkpoint', content: text(notice.checkpoint!) },
  ]
  const numbers = new Map(
    [...new Set(rows.map((row) => row.tradeId))].map((id, i) => [id, String(i + 1).padStart(2, '0')]),
  )
  for (const row of rows) {
    const receipt = row.receipt as Receipt
    const checks = await verifyReceipt({ receipt, notice, tiles: recorder })
    if (verdictOf(checks) === 'invalid') {
      const failed = checks.find((check) => check.ok === false)!
      throw new AppError('tampered', `回执（日志第 ${row.logIndex} 条）校验不通过：${failed.detail}`, failed)
    }
    const folder = `bids/${numbers.get(row.tradeId)}/${row.logIndex}-${row.kind}`
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
  for (const [path, bytes] of recorder.read) parts.push({ name: `log/${path}`, content: bytes })
  return parts
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
  return { name, content: text(`${JSON.stringify(value, null, 2)}\n`) }
}

function text(value: string): Buffer {
  return Buffer.from(value)
}
