import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { cleanName } from '#server/http/uploads.ts'
import { type ArchiveEntry, jsonEntry } from './archive-parts.ts'

interface PackOptions {
  /** First in the manifest. */
  head: object
  /** Told after each entry that has been written. */
  onEntry?: (written: number) => void
  signal?: AbortSignal
  /** Something convenient, which must not use the room kept back for bids. */
  keepReserve?: boolean
}

/**
 * Packs the entries and, last, a manifest with the SHA-256 of each into a stored zip. Files go from store to zip without
 * being held; one that is missing or altered in the store is `tampered`, by name.
 */
export async function pack(
  ctx: Pick<Context<Actor | null>, 'clock' | 'files'>,
  entries: readonly ArchiveEntry[],
  { head, onEntry, signal, keepReserve = false }: PackOptions,
): Promise<{ sha256: string; size: number }> {
  const mtime = ctx.clock.now()
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const manifest: { path: string; sha256: string; size: number }[] = []
  const taken = new Set<string>()
  const add = (path: string, open: () => Promise<Readable>, done?: Counted) =>
    zip.addReadStreamLazy(path, { mtime }, (answer) => {
      const fail = (error: Error) => output.destroy(inArchive(error, path))
      open().then((stream) => answer(null, done ? counted(stream, done, fail) : stream), fail)
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
      signal?.throwIfAborted()
      manifest.push({ path, ...found })
      onEntry?.(manifest.length)
    })
  }
  // Opened when everything before it has been written.
  add('manifest.json', async () => {
    const { content } = jsonEntry('manifest.json', { ...head, hash: 'SHA-256', entries: manifest })
    return Readable.from([content as Buffer])
  })
  zip.end()
  return ctx.files.put(output, { keepReserve })
}

/** What a person is told when an entry cannot be read as it was stored. */
function inArchive(error: Error, path: string): Error {
  const { errorName } = error as Partial<AppError>
  if (errorName === 'notFound') return new AppError('tampered', `文件缺失，无法归档：${path}`)
  if (errorName === 'fileAltered') return new AppError('tampered', `文件与其摘要不符，无法归档：${path}`)
  return error
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
