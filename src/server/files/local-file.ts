import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import type { Room } from './room.ts'
import type { StoredObject } from './store.ts'

/** A file under way without a time of its own is given up when nothing was written to it for so long. */
const SILENT_MS = 6 * HOUR
/** Bytes of a stream between two looks at the room. */
const LOOK_EVERY = 32 * 1024 * 1024

/** Hash and size of all that a stream gives. */
export async function hashOf(content: AsyncIterable<Buffer>): Promise<StoredObject> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

export function hashOfFile(path: string): Promise<StoredObject> {
  return hashOf(createReadStream(path) as AsyncIterable<Buffer>)
}

/**
 * Writes bytes whose hash is not known yet to a new file in `folder`, and lets `keep` do with it what it must; the file is
 * gone afterwards. With a `room`, the stream ends in `onlyBids` when only the reserve is left. Throws `noSpace` when the
 * disk is full.
 */
export async function throughFile(
  content: Buffer | Readable,
  { folder, room }: { folder: string; room: Room | null },
  keep: (path: string, found: StoredObject) => Promise<StoredObject>,
): Promise<StoredObject> {
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  let looked = 0
  try {
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk)
          size += chunk.length
          // A stream does not say how long it will be.
          if (room && size > looked + LOOK_EVERY) {
            looked = size
            await room.demand(0)
          }
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx' }),
    )
    return await keep(path, { sha256: hash.digest('hex'), size })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError('noSpace') : error
  } finally {
    await unlink(path).catch(() => undefined)
  }
}

/** The first bytes of a file, fewer when it is shorter. */
export async function headOfFile(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Removes files to which nothing was written for long; gives their names. */
export async function clearSilent(folder: string, now: Date): Promise<string[]> {
  const names = await readdir(folder)
  const old = await Promise.all(names.map((name) => isSilent(join(folder, name), now)))
  const gone = names.filter((_, i) => old[i])
  for (const name of gone) await rm(join(folder, name), { force: true, recursive: true })
  return gone
}

/** Whether a file under way is given up. */
export function isSilent(path: string, now: Date): Promise<boolean> {
  return isOlder(path, new Date(now.getTime() - SILENT_MS))
}

export async function isOlder(path: string, than: Date): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  return there !== null && there.mtime < than
}

/** Names an object: lower-case hex of a SHA-256. */
export function isHash(sha256: string): boolean {
  return /^[0-9a-f]{64}$/.test(sha256)
}

/** Where the name of a store lies in it, on a disk and in a bucket. */
export const IDENTITY = 'store-id'

/** Where an object lies, two levels of folders deep; alike on a disk and in a bucket. */
export function objectPath(sha256: string): string {
  return `objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}
