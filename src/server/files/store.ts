import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import { Room } from './room.ts'

export interface StoredObject {
  /** SHA-256 of the bytes, hex. */
  sha256: string
  size: number
}

/**
 * Bytes by their hash. An object is either whole and on disk, or not there. Interface for S3-compatible stores as well:
 * put, take over, get, has.
 */
export interface FileStore {
  /**
   * Stores bytes durably. Throws `noSpace` when the disk is full, with `keepReserve` `onlyBids` when only the reserve is
   * left; nothing is left behind then.
   */
  put(content: Buffer | Readable, options?: { keepReserve?: boolean }): Promise<StoredObject>
  /** Takes over a finished upload lying at `path` on the same file system, without copying. */
  adopt(path: string): Promise<StoredObject>
  /** Reads from `start` to `end` inclusive. Throws `notFound` when there is no such object. */
  read(sha256: string, range?: { start: number; end?: number }): Promise<Readable>
  size(sha256: string): Promise<number | null>
  /** Sets an object aside that nobody seems to need. Whoever reads it after all brings it back. */
  retire(sha256: string, at: Date): Promise<void>
  /** Hashes of objects set aside before an instant. */
  retiredBefore(at: Date): Promise<string[]>
  /** Removes for good what was set aside and not read since. */
  destroy(sha256: string): Promise<void>
  /**
   * Removes what uploads left that are overdue by real time, or broken off long ago; gives the names of what it removed.
   */
  clearUnfinished(now: Date): Promise<string[]>
  /** What is left of the disk, and who may use it. */
  readonly room: Room
  /** Folder for uploads in progress. */
  readonly uploads: string
}

/** A file under way without a time of its own is given up when nothing was written to it for so long. */
const SILENT_MS = 6 * HOUR
/** Bytes of a stream between two looks at the room. */
const LOOK_EVERY = 32 * 1024 * 1024

/** A store on the local disk, two levels of folders deep; `reserve` as `Room` takes it. */
export async function diskStore(root: string, reserve: number | null = null): Promise<FileStore> {
  const uploads = join(root, 'uploads')
  const staging = join(root, 'staging')
  const retired = join(root, 'retired')
  const room = new Room(root, reserve)
  for (const folder of [uploads, staging, retired]) await mkdir(folder, { recursive: true })
  const pathOf = (sha256: string) => join(root, 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

  /** Where the object lies, brought back first when it was set aside; null when there is none. */
  async function found(sha256: string) {
    const path = pathOf(sha256)
    const at = () => stat(path).catch(() => null)
    const there = await at()
    if (there) return { path, size: there.size }
    // It may not be there either, or somebody else brings it back at the same time.
    await rename(join(retired, sha256), path).catch(() => undefined)
    const again = await at()
    return again && { path, size: again.size }
  }

  async function settle(path: string, found: StoredObject): Promise<StoredObject> {
    const target = pathOf(found.sha256)
    await mkdir(dirname(target), { recursive: true })
    const file = await open(path, 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    try {
      await link(path, target)
      await unlink(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(path, target)
      else await unlink(path)
    }
    const folder = await open(dirname(target), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    return found
  }

  return {
    uploads,
    room,
    async put(content, { keepReserve = false } = {}) {
      if (keepReserve) await room.demand(Buffer.isBuffer(content) ? content.length : 0)
      const path = join(staging, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      let looked = 0
      try {
        if (Buffer.isBuffer(content)) {
          hash.update(content)
          size = content.length
          const file = await open(path, 'wx')
          try {
            await file.writeFile(content)
          } finally {
            await file.close()
          }
        } else {
          await pipeline(
            content,
            async function* (source: AsyncIterable<Buffer>) {
              for await (const chunk of source) {
                hash.update(chunk)
                size += chunk.length
                // A stream does not say how long it will be.
                if (keepReserve && size > looked + LOOK_EVERY) {
                  looked = size
                  await room.demand(0)
                }
                yield chunk
              }
            },
            createWriteStream(path, { flags: 'wx' }),
          )
        }
        return await settle(path, { sha256: hash.digest('hex'), size })
      } catch (error) {
        await unlink(path).catch(() => undefined)
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError('noSpace') : error
      }
    },
    async adopt(path) {
      const hash = createHash('sha256')
      let size = 0
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
      }
      return settle(path, { sha256: hash.digest('hex'), size })
    },
    async read(sha256, range) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('notFound')
      const object = await found(sha256)
      if (!object) throw new AppError('notFound', '文件不存在')
      return createReadStream(object.path, range)
    },
    size: async (sha256) => (await found(sha256))?.size ?? null,
    async retire(sha256, at) {
      const path = join(retired, sha256)
      try {
        await rename(pathOf(sha256), path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
        throw error
      }
      await utimes(path, at, at)
    },
    async retiredBefore(at) {
      const names = await readdir(retired)
      const old = await Promise.all(names.map((name) => isOlder(join(retired, name), at)))
      return names.filter((_, i) => old[i])
    },
    async destroy(sha256) {
      await rm(join(retired, sha256), { force: true })
    },
    async clearUnfinished(now) {
      const silent = new Date(now.getTime() - SILENT_MS)
      const gone: string[] = []
      for (const folder of [uploads, staging])
        for (const name of (await readdir(folder)).filter((one) => !one.endsWith('.json'))) {
          const path = join(folder, name)
          const due = await dueOf(`${path}.json`)
          if (due ? due > now : !(await isOlder(path, silent))) continue
          await rm(path, { force: true, recursive: true })
          await rm(`${path}.json`, { force: true })
          gone.push(name)
        }
      return gone
    },
  }
}

/** When a resumable upload is overdue, as its description says. */
async function dueOf(description: string): Promise<Date | null> {
  const text = await readFile(description, 'utf8').catch(() => null)
  // The description may just be being written.
  const expiresAt = text && /"expiresAt":"([^"]+)"/.exec(text)?.[1]
  return expiresAt ? new Date(expiresAt) : null
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  return there !== null && there.mtime < than
}
