import { mkdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { Bucket } from './bucket.ts'
import { checked } from './checked.ts'
import { clearSilent, hashOfFile, IDENTITY, isHash, objectPath, throughFile } from './local-file.ts'
import { UNMEASURED } from './room.ts'
import type { S3Place } from './s3-place.ts'
import { BucketUploads } from './s3-uploads.ts'
import type { FileStore, StoredObject, StorePlace } from './store.ts'

/** The largest object that S3 copies in one call. */
const COPIED_AT_ONCE = 5 * 1024 ** 3
const RETIRED = 'retired/'

/**
 * A store in a bucket that any number of nodes share. Its names are those of the disk, so that one can be copied to the
 * other. Throws by name when the bucket cannot be used.
 */
export async function s3Store(place: StorePlace, s3: S3Place, copiedAtOnce = COPIED_AT_ONCE): Promise<FileStore> {
  const bucket = new Bucket(s3)
  const scratch = join(place.folder, 'staging')
  await mkdir(scratch, { recursive: true })
  await bucket.demandAccess()
  const retiredPath = (sha256: string) => `${RETIRED}${sha256}`

  /**
   * Brings an object back that was set aside; false when there is none. The copy that lies aside stays until its time is
   * up: another node may be setting the object aside right now.
   */
  const revive = (sha256: string) => copy(retiredPath(sha256), objectPath(sha256))

  /** False when there is nothing to copy. */
  async function copy(from: string, to: string, notes?: Record<string, string>): Promise<boolean> {
    const size = await bucket.size(from)
    if (size === null) return false
    if (size <= copiedAtOnce) return bucket.copy(from, to, notes)
    const content = await bucket.read(from)
    if (!content) return false
    await throughFile(content, { folder: scratch, room: null }, async (path, found) => {
      await bucket.putFile(to, path, { ...found, notes })
      return found
    })
    return true
  }

  async function keep(path: string, found: StoredObject): Promise<StoredObject> {
    const key = objectPath(found.sha256)
    // One of another size is damaged: it is written again.
    if ((await bucket.size(key)) !== found.size) await bucket.putFile(key, path, found)
    return found
  }

  const uploads = new BucketUploads(s3, bucket, async (id, { sha256 }) => {
    if (!(await copy(id, objectPath(sha256)))) throw new AppError('notFound')
  })
  return {
    place,
    scratch,
    uploads,
    room: UNMEASURED,
    identity: {
      read: async () => (await bucket.text(IDENTITY))?.trim() ?? null,
      write: (id) => bucket.putText(IDENTITY, `${id}\n`),
    },
    put: (content) => throughFile(content, { folder: scratch, room: null }, keep),
    async adopt(path) {
      const stored = await keep(path, await hashOfFile(path))
      await unlink(path)
      return stored
    },
    async read(sha256) {
      const key = objectPath(sha256)
      if (!isHash(sha256)) throw new AppError('notFound', '文件不存在')
      const content = (await bucket.read(key)) ?? ((await revive(sha256)) ? await bucket.read(key) : null)
      if (!content) throw new AppError('notFound', '文件不存在')
      return checked(content, sha256)
    },
    async size(sha256) {
      const key = objectPath(sha256)
      if (!isHash(sha256)) return null
      const there = await bucket.size(key)
      return there === null && (await revive(sha256)) ? bucket.size(key) : there
    },
    async retire(sha256, at) {
      const key = objectPath(sha256)
      if (await copy(key, retiredPath(sha256), { at: at.toISOString() })) await bucket.remove(key)
    },
    async retiredBefore(at) {
      const old: string[] = []
      for await (const key of bucket.list(RETIRED)) {
        const since = (await bucket.notes(key))?.at
        if (since && new Date(since) < at) old.push(key.slice(RETIRED.length))
      }
      return old
    },
    destroy: (sha256) => bucket.remove(retiredPath(sha256)),
    async clearUnfinished(now) {
      return [...(await clearSilent(scratch, now)), ...(await uploads.clearOverdue(now))]
    },
  }
}
