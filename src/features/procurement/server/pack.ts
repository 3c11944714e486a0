import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { cleanName } from '#server/http/uploads.ts'
import { type ArchiveEntry, jsonEntry } from './archive-parts.ts'
import { countPages } from './pdf-pages.ts'

/** A file of the zip as it was written. */
export interface Packed {
  path: string
  sha256: string
  size: number
  type?: string | undefined
  /** Of a PDF whose pages could be counted. */
  pages: number | null
}

interface PackOptions {
  /** What comes last, made when everything before it is written: each is told of all before it, the last of all others. */
  last: readonly { path: string; make: (written: readonly Packed[]) => Promise<Buffer> }[]
  /** Told after each entry that has been written. */
  onEntry?: (written: number) => void
  signal?: AbortSignal
  /** Something convenient, which must not use the room kept back for bids. */
  keepReserve?: boolean
  /** Time of every file in the zip. */
  at?: Date
}

/** The list of what was packed, for packages that nobody verifies. */
export function plainList(head: object): PackOptions['last'] {
  const make = async (written: readonly Packed[]) => {
    const entries = written.map(({ path, sha256, size }) => ({ path, sha256, size }))
    return jsonEntry('', { ...head, hash: 'SHA-256', entries }).content as Buffer
  }
  return [{ path: 'manifest.json', make }]
}

/**
 * Packs the entries and what comes last into a zip, stored and not deflated, so that it has one form only. Files go from
 * store to zip without being held; one that is missing or altered in the store is `tampered`, by name.
 */
export async function pack(
  ctx: Pick<Context<Actor | null>, 'clock' | 'files'>,
  entries: readonly ArchiveEntry[],
  { last, onEntry, signal, keepReserve = false, at = ctx.clock.now() }: PackOptions,
): Promise<{ sha256: string; size: number }> {
  const options = { mtime: asBeijing(at), compress: false, forceDosTimestamp: true }
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const written: Packed[] = []
  const taken = new Set<string>()
  const add = (path: string, open: () => Promise<Readable>, type?: string) =>
    zip.addReadStreamLazy(path, options, (answer) => {
      const fail = (error: Error) => output.destroy(inArchive(error, path))
      const done: Counted = (found) => {
        signal?.throwIfAborted()
        written.push({ path, type, ...found })
        onEntry?.(written.length)
      }
      open().then((stream) => answer(null, counted(stream, { done, fail, isPdf: /\.pdf$/i.test(path) })), fail)
    })
  for (const { path: wanted, content, type } of entries) {
    const open = async () =>
      Buffer.isBuffer(content)
        ? Readable.from([content])
        : typeof content === 'function'
          ? content()
          : ctx.files.read(content.sha256)
    add(safePath(wanted, taken), open, type)
  }
  // Opened when everything before it has been written.
  for (const { path, make } of last) add(path, async () => Readable.from([await make(written)]))
  zip.end()
  return ctx.files.put(output, { keepReserve })
}

/** The instant whose local fields are those of Beijing: zip times know no zone, and must not depend on the machine's. */
function asBeijing(at: Date): Date {
  const d = new Date(at.getTime() + 8 * HOUR)
  const [year, month, day] = [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()]
  return new Date(year, month, day, d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds())
}

/** What a person is told when an entry cannot be read as it was stored. */
function inArchive(error: Error, path: string): Error {
  const { errorName } = error as Partial<AppError>
  if (errorName === 'notFound') return new AppError('tampered', `文件缺失，无法归档：${path}`)
  if (errorName === 'fileAltered') return new AppError('tampered', `文件与其摘要不符，无法归档：${path}`)
  return error
}

type Counted = (found: Pick<Packed, 'sha256' | 'size' | 'pages'>) => void

/** A PDF larger than this is not held to count its pages. */
const COUNTED = 64 << 20

/** The stream, with hash, size and pages told at its end, before its reader hears of the end. */
function counted(
  stream: Readable,
  { done, fail, isPdf }: { done: Counted; fail: (error: Error) => void; isPdf: boolean },
): Readable {
  const hash = createHash('sha256')
  let size = 0
  let held: Buffer[] | null = isPdf ? [] : null
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      size += chunk.length
      if (size > COUNTED) held = null
      held?.push(chunk)
      next(null, chunk)
    },
    flush(next) {
      const finish = async () => {
        try {
          const pages = held ? await countPages(Buffer.concat(held)) : null
          done({ sha256: hash.digest('hex'), size, pages })
          next()
        } catch (error) {
          next(error as Error)
        }
      }
      void finish()
    },
  })
  pipeline(stream, through, (error) => error && fail(error))
  return through
}

/** A path whose parts are clean names, and that is not there yet. */
function safePath(path: string, taken: Set<string>): string {
  const clean = path.split('/').map(cleanName).join('/')
  let free = clean
  for (let i = 2; taken.has(free.toLowerCase()); i++) free = clean.replace(/(\.[^./]*)?$/, ` (${i})$1`)
  taken.add(free.toLowerCase())
  return free
}
