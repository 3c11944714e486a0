import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileStore as TusDisk } from '@tus/file-store'
import { AppError } from '#contract/errors.ts'
import { checked } from './checked.ts'
import {
  clearSilent,
  hashOfFile,
  headOfFile,
  IDENTITY,
  isHash,
  isOlder,
  isSilent,
  objectPath,
  throughFile,
} from './local-file.ts'
import { DiskRoom } from './room.ts'
import type { FileStore, StoredObject, StorePlace } from './store.ts'

/** A store on the local disk. */
export async function diskStore(place: StorePlace): Promise<FileStore> {
  const { folder: root, reserve } = place
  const uploads = join(root, 'uploads')
  const scratch = join(root, 'staging')
  const retired = join(root, 'retired')
  const room = new DiskRoom(root, reserve)
  for (const folder of [uploads, scratch, retired]) await mkdir(folder, { recursive: true })
  const pathOf = (sha256: string) => join(root, objectPath(sha256))

  /** Where the object lies, brought back first when it was set aside; null when there is none. */
  async function found(sha256: string) {
    if (!isHash(sha256)) return null
    const path = pathOf(sha256)
    const at = () => stat(path).catch(() => null)
    const there = await at()
    if (there) return { path, size: there.size }
    // It may not be there either, or somebody else brings it back at the same time.
    await rename(join(retired, sha256), path).catch(() => undefined)
    const again = await at()
    return again && { path, size: again.size }
  }

  async function settle(path: string, stored: StoredObject): Promise<StoredObject> {
    const target = pathOf(stored.sha256)
    await mkdir(dirname(target), { recursive: true })
    await sync(path)
    try {
      await link(path, target)
      await unlink(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(path, target)
      else await unlink(path)
    }
    await sync(dirname(target))
    return stored
  }

  const adopt = async (path: string) => settle(path, await hashOfFile(path))
  const drop = async (id: string) => {
    await rm(join(uploads, id), { force: true, recursive: true })
    await rm(join(uploads, `${id}.json`), { force: true })
  }
  return {
    place,
    room,
    scratch,
    adopt,
    uploads: {
      datastore: new TusDisk({ directory: uploads }),
      head: (id, length) => headOfFile(join(uploads, id), length),
      adopt: (id) => adopt(join(uploads, id)),
      drop,
    },
    identity: {
      read: () => readFile(join(root, IDENTITY), 'utf8').then((text) => text.trim(), nullIfMissing),
      write: (id) => writeFile(join(root, IDENTITY), `${id}\n`, { flush: true }),
    },
    async put(content, { keepReserve = false } = {}) {
      if (keepReserve) await room.demand(Buffer.isBuffer(content) ? content.length : 0)
      return throughFile(content, { folder: scratch, room: keepReserve ? room : null }, settle)
    },
    async read(sha256) {
      const object = await found(sha256)
      if (!object) throw new AppError('notFound', '文件不存在')
      return checked(createReadStream(object.path), sha256)
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
      const gone = await clearSilent(scratch, now)
      const names = await readdir(uploads)
      for (const id of names.filter((one) => !one.endsWith('.json'))) {
        const due = await dueOf(join(uploads, `${id}.json`))
        if (due ? due > now : !(await isSilent(join(uploads, id), now))) continue
        await drop(id)
        gone.push(id)
      }
      return gone
    },
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** When a resumable upload is overdue, as its description says. */
async function dueOf(description: string): Promise<Date | null> {
  const text = await readFile(description, 'utf8').catch(() => null)
  // The description may just be being written.
  const expiresAt = text && /"expiresAt":"([^"]+)"/.exec(text)?.[1]
  return expiresAt ? new Date(expiresAt) : null
}
