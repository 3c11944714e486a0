import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import * as s3 from '@aws-sdk/client-s3'
import { AppError } from '#contract/errors.ts'
import type { S3Place } from './s3-place.ts'

/** Bytes sent at a time; larger files go in parts of this size. */
export const PART = 16 * 1024 * 1024

/** How the client of a bucket is set up, for whoever makes one. */
export function clientConfig({ endpoint, region, addressing, ...credentials }: S3Place): S3ClientConfig {
  return {
    endpoint,
    region,
    forcePathStyle: addressing === 'path',
    credentials,
    // Services beside Amazon's know few of the newer checksums. Ours is in the name of every object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  }
}

interface NewObject {
  size: number
  /** Hex. */
  sha256: string
  notes?: Record<string, string> | undefined
}

/** The calls of a bucket that a store needs. All throw `unavailable` while it does not answer as it should. */
export class Bucket {
  readonly #client: S3Client
  readonly #name: string
  readonly #host: string

  constructor(place: S3Place) {
    this.#client = new S3Client(clientConfig(place))
    this.#name = place.bucket
    this.#host = new URL(place.endpoint).host
  }

  /** Lists, writes and removes something. Throws for the operator, by name, when that is not possible. */
  async demandAccess(): Promise<void> {
    const Key = `${PROBES}${crypto.randomUUID()}`
    try {
      await this.#client.send(new s3.ListObjectsV2Command({ Bucket: this.#name, Prefix: PROBES }))
      await this.#client.send(new s3.PutObjectCommand({ Bucket: this.#name, Key, Body: 'probe' }))
      await this.#client.send(new s3.DeleteObjectCommand({ Bucket: this.#name, Key }))
    } catch (error) {
      throw new Error(`S3_URL：${this.#whatIsWrong(error)}`, { cause: error })
    }
  }

  /** Bytes of an object; null when there is none. */
  async size(key: string): Promise<number | null> {
    const found = await this.#ask(new s3.HeadObjectCommand(this.#of(key)))
    return found && found.ContentLength!
  }

  /** What was noted with an object; null when there is none. */
  async notes(key: string): Promise<Record<string, string> | null> {
    const found = await this.#ask(new s3.HeadObjectCommand(this.#of(key)))
    return found && (found.Metadata ?? {})
  }

  /** The bytes of an object, or its first `length`; null when there is none. */
  async read(key: string, length?: number): Promise<Readable | null> {
    const Range = length === undefined ? undefined : `bytes=0-${length - 1}`
    const found = await this.#ask(new s3.GetObjectCommand({ ...this.#of(key), Range }))
    return found && (found.Body as Readable)
  }

  async text(key: string): Promise<string | null> {
    const found = await this.#ask(new s3.GetObjectCommand(this.#of(key)))
    return found && (await found.Body!.transformToString())
  }

  async putText(key: string, text: string): Promise<void> {
    await this.#must(new s3.PutObjectCommand({ ...this.#of(key), Body: text }))
  }

  /** Stores a file of so many bytes; the object is there when all of it is. `sha256` (hex) is checked by the service. */
  async putFile(key: string, path: string, { size, sha256, notes }: NewObject): Promise<void> {
    const file = await open(path, 'r')
    try {
      const piece = async (start: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(PART, size - start)), { position: start })
        return buffer.subarray(0, bytesRead)
      }
      const named = { ...this.#of(key), Metadata: notes }
      if (size > PART) return await this.#putParts(named, size, piece)
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
      await this.#must(new s3.PutObjectCommand({ ...named, Body: await piece(0), ChecksumSHA256 }))
    } finally {
      await file.close()
    }
  }

  /** Copies an object of up to 5 GiB inside the bucket; false when there is none. */
  async copy(from: string, to: string, Metadata?: Record<string, string>): Promise<boolean> {
    const CopySource = `${this.#name}/${from}`
    const directive = Metadata && ({ Metadata, MetadataDirective: 'REPLACE' } as const)
    return (await this.#ask(new s3.CopyObjectCommand({ ...this.#of(to), CopySource, ...directive }))) !== null
  }

  /** Removes objects one after the other; what is not there is no matter. */
  async remove(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#must(new s3.DeleteObjectCommand(this.#of(key)))
  }

  /** Ends an upload in parts that was not finished. */
  async abort(key: string, UploadId: string): Promise<void> {
    await this.#ask(new s3.AbortMultipartUploadCommand({ ...this.#of(key), UploadId }))
  }

  /** Names below a prefix (`a/`, or '' for the top), without those one level further down. */
  async *list(Prefix: string): AsyncGenerator<string, void> {
    let ContinuationToken: string | undefined
    do {
      const page = await this.#must(
        new s3.ListObjectsV2Command({ Bucket: this.#name, Prefix, Delimiter: '/', ContinuationToken }),
      )
      for (const { Key = '' } of page.Contents ?? []) yield Key
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  async #putParts(
    named: s3.CreateMultipartUploadCommandInput,
    size: number,
    piece: (start: number) => Promise<Buffer>,
  ): Promise<void> {
    const { UploadId } = await this.#must(new s3.CreateMultipartUploadCommand(named))
    const upload = { ...this.#of(named.Key!), UploadId }
    try {
      const Parts: s3.CompletedPart[] = []
      for (let start = 0; start < size; start += PART) {
        const PartNumber = Parts.length + 1
        const part = new s3.UploadPartCommand({ ...upload, PartNumber, Body: await piece(start) })
        Parts.push({ PartNumber, ETag: (await this.#must(part)).ETag })
      }
      await this.#must(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      await this.abort(named.Key!, UploadId!).catch(() => undefined)
      throw error
    }
  }

  #of(Key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#name, Key }
  }

  /** The answer; null when what is named does not exist. */
  async #ask<Input extends s3.ServiceInputTypes, Output extends s3.ServiceOutputTypes>(
    command: Command<Input, Output>,
  ): Promise<Output | null> {
    try {
      return await this.#client.send(command)
    } catch (error) {
      if (MISSING.has((error as Error).name)) return null
      throw Object.assign(
        new AppError(statusOf(error) === STORAGE_FULL ? 'noSpace' : 'unavailable', '文件存储暂不可用，请稍后重试'),
        { cause: error },
      )
    }
  }

  async #must<Input extends s3.ServiceInputTypes, Output extends s3.ServiceOutputTypes>(
    command: Command<Input, Output>,
  ): Promise<Output> {
    const answer = await this.#ask(command)
    if (answer === null) throw new AppError('unavailable', '文件存储暂不可用，请稍后重试')
    return answer
  }

  #whatIsWrong(error: unknown): string {
    const { name, message } = error as Error
    const status = statusOf(error)
    if (name === 'NoSuchBucket' || status === 404)
      return `存储桶不存在 / there is no such bucket: ${this.#name} (${this.#host})`
    if (status === 401 || status === 403)
      return `访问密钥被拒绝 / the access key is refused: ${this.#name} (${this.#host}, ${name})`
    if (status === undefined) return `无法连接 / cannot be reached: ${this.#host} (${message || name})`
    return `存储服务返回错误 / the service answers with an error: ${this.#host} (${status} ${name}: ${message})`
  }
}

type Command<Input extends s3.ServiceInputTypes, Output extends s3.ServiceOutputTypes> = Parameters<
  typeof S3Client.prototype.send<Input, Output>
>[0]

const PROBES = 'probe/'
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])
/** Of WebDAV, as MinIO answers on a full disk. */
const STORAGE_FULL = 507

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}
