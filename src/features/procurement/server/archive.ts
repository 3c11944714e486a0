import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { cleanName } from '#server/http/uploads.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/order.ts'
import { ORDER_STATUS } from '../rules/order-status.ts'
import type { Order } from './access.ts'
import { ownParts } from './archive-own.ts'
import { type ArchiveEntry, type ArchivePart, jsonEntry } from './archive-parts.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer } from './files.ts'
import { advanceOrder, orderFacts, ownOrder } from './public.ts'

/** Archiving, with the parts that other features add. */
export function archiveRoutes(parts: readonly ArchivePart[]): readonly Route[] {
  return [
    buyer(contract.archiveOrder, async (ctx, { params }) => {
      const { order, who } = await ownOrder(ctx, params.orderId, 'update')
      const now = ctx.clock.now()
      ORDER_STATUS.next('archive', { record: await orderFacts(ctx, order), who, now: now.getTime() })
      const entries: ArchiveEntry[] = []
      for (const part of [...ownParts, ...parts]) entries.push(...(await part.entries(ctx, order)))
      const { sha256, size } = await pack(ctx, order, entries)
      const hash = Buffer.from(sha256, 'hex')
      const fileId = ctx.newId()
      const name = `${order.code}.zip`
      const { userId, companyId } = ctx.actor
      const own = { tenant_id: ctx.tenantId, created_at: now, sha256: hash }
      await ctx.tx
        .insertInto('file_object')
        .values({
          ...own,
          id: fileId,
          size,
          mime: 'application/zip',
          name,
          use: 'archive',
          user_id: userId,
          company_id: companyId,
        })
        .execute()
      await ctx.tx
        .insertInto('archive')
        .values({ ...own, order_id: order.id, file_id: fileId, created_by: userId })
        .execute()
      await advanceOrder(ctx, order, {
        action: 'archive',
        who,
        summary: `归档，共 ${entries.length} 个文件，SHA-256 ${sha256}`,
        data: { sha256, size, fileId },
      })
      return { sha256 }
    }),

    buyerFile(contract.downloadArchive, async (ctx, { params }) => {
      const { order } = await ownOrder(ctx, params.orderId)
      const row = await ctx.tx
        .selectFrom('archive')
        .select('file_id')
        .where('tenant_id', '=', ctx.tenantId)
        .where('order_id', '=', order.id)
        .executeTakeFirst()
      if (!row) throw new AppError('notFound')
      return fileAnswer(ctx, { fileId: row.file_id, name: `${order.code}.zip` })
    }),
  ]
}

/**
 * Packs the entries and, last, a manifest with the SHA-256 of each. Files go from store to zip without being held;
 * their hash is taken on the way and must be the one they are stored under, else `tampered`.
 */
async function pack(ctx: Context<Actor>, order: Order, entries: readonly ArchiveEntry[]) {
  const mtime = ctx.clock.now()
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const manifest: { path: string; sha256: string; size: number }[] = []
  const taken = new Set<string>()
  const add = (path: string, open: () => Promise<Readable>, done?: Counted) =>
    zip.addReadStreamLazy(path, { mtime }, (answer) => {
      open().then(
        (stream) => answer(null, done ? counted(stream, done, (e) => output.destroy(e)) : stream),
        (error: Error) => output.destroy(error),
      )
    })
  for (const { path: wanted, content } of entries) {
    const path = safePath(wanted, taken)
    const open = async () =>
      Buffer.isBuffer(content)
        ? Readable.from([content])
        : typeof content === 'function'
          ? content()
          : ctx.files.read(content.sha256)
    add(path, open, (found) => {
      if (typeof content === 'object' && !Buffer.isBuffer(content) && content.sha256 !== found.sha256)
        throw new AppError('tampered', `文件与其摘要不符，无法归档：${path}`)
      manifest.push({ path, ...found })
    })
  }
  const head = { orderId: order.id, code: order.code, title: order.title, archivedAt: mtime.toISOString() }
  // Opened when everything before it has been written.
  add('manifest.json', async () => {
    const { content } = jsonEntry('manifest.json', { ...head, hash: 'SHA-256', entries: manifest })
    return Readable.from([content as Buffer])
  })
  zip.end()
  return ctx.files.put(output)
}

type Counted = (found: { sha256: string; size: number }) => void

/** The stream, with hash and size told at its end, before its reader hears of the end. */
function counted(stream: Readable, done: Counted, fail: (error: Error) => void): Readable {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      size += chunk.length
      next(null, chunk)
    },
    flush(next) {
      try {
        done({ sha256: hash.digest('hex'), size })
        next()
      } catch (error) {
        next(error as Error)
      }
    },
  })
  pipeline(stream, through, (error) => error && fail(error))
  return through
}

/** A path whose parts are clean names, and that is not there yet. */
function safePath(path: string, taken: Set<string>): string {
  const clean = path.split('/').map(cleanName).join('/')
  let free = clean
  for (let i = 2; taken.has(free); i++) free = clean.replace(/(\.[^./]*)?$/, ` (${i})$1`)
  taken.add(free)
  return free
}
