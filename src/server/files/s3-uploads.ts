import { buffer } from 'node:stream/consumers'
import { S3Store } from '@tus/s3-store'
import { ERRORS, type KvStore } from '@tus/server'
import { AppError } from '#contract/errors.ts'
import { type Bucket, clientConfig } from './bucket.ts'
import { hashOf } from './local-file.ts'
import type { S3Place } from './s3-place.ts'
import type { StoredObject, Uploads } from './store.ts'

/** Parts of one process under way at a time: each is a temporary file. */
const PARTS_AT_ONCE = 8

/** Resumable uploads in a bucket: parts of an S3 upload, and a description beside them. */
export class BucketUploads implements Uploads {
  readonly datastore: S3Store
  readonly #bucket: Bucket
  readonly #keep: (id: string, found: StoredObject) => Promise<void>

  /** `keep` makes an object of the finished upload's bytes. */
  constructor(place: S3Place, bucket: Bucket, keep: (id: string, found: StoredObject) => Promise<void>) {
    this.#bucket = bucket
    this.#keep = keep
    this.datastore = new S3Store({
      s3ClientConfig: { ...clientConfig(place), bucket: place.bucket },
      maxConcurrentPartUploads: PARTS_AT_ONCE,
      cache: FORGETFUL,
    })
    // The library's own leaves the piece that is smaller than a part.
    this.datastore.remove = async (id) => {
      await this.#demand(id)
      await this.drop(id)
    }
    // It takes a bucket out of reach for an upload that is not there.
    const getUpload = this.datastore.getUpload.bind(this.datastore)
    this.datastore.getUpload = async (id) => {
      await this.#demand(id)
      return getUpload(id)
    }
  }

  async head(id: string, length: number): Promise<Buffer> {
    return buffer(await this.#read(id, length))
  }

  async adopt(id: string): Promise<StoredObject> {
    const found = await hashOf((await this.#read(id)) as AsyncIterable<Buffer>)
    await this.#keep(id, found)
    await this.drop(id)
    return found
  }

  async drop(id: string): Promise<void> {
    const uploadId = (await this.#bucket.notes(infoOf(id)))?.['upload-id']
    if (uploadId) await this.#bucket.abort(id, uploadId)
    // The description last: what is left of an interrupted removal is found by it.
    await this.#bucket.remove(id, `${id}.part`, infoOf(id))
  }

  /** Removes what nobody may finish any more; gives the ids. */
  async clearOverdue(now: Date): Promise<string[]> {
    const gone: string[] = []
    for await (const key of this.#bucket.list('')) {
      if (!key.endsWith(INFO)) continue
      const info = await this.#bucket.text(key)
      const { expiresAt } = (JSON.parse(info ?? '{}') as { metadata?: { expiresAt?: string } }).metadata ?? {}
      if (expiresAt === undefined || new Date(expiresAt) > now) continue
      const id = key.slice(0, -INFO.length)
      await this.drop(id)
      gone.push(id)
    }
    return gone
  }

  async #demand(id: string): Promise<void> {
    if ((await this.#bucket.size(infoOf(id))) !== null) return
    throw Object.assign(new Error('no such upload'), ERRORS.FILE_NOT_FOUND)
  }

  async #read(id: string, length?: number) {
    const content = await this.#bucket.read(id, length)
    if (!content) throw new AppError('notFound')
    return content
  }
}

const INFO = '.info'

function infoOf(id: string): string {
  return `${id}${INFO}`
}

/** Another node may have finished an upload that this one has seen: nothing is remembered. */
const FORGETFUL: KvStore<never> = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
}
