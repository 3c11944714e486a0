import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestBucket, testBucket } from '../testing/bucket.ts'
import { PART } from './bucket.ts'
import { objectPath } from './local-file.ts'
import { readS3Url } from './s3-place.ts'
import { s3Store } from './s3-store.ts'
import { openStore } from './open-store.ts'
import type { FileStore } from './store.ts'

/* Both stores keep the same promises. A second node has the same bucket, or the same folder. */

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-store-'))
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const all = async (store: FileStore, sha256: string) => buffer(await store.read(sha256))
let bucket: TestBucket
beforeAll(async () => {
  bucket = await testBucket()
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const STORES = {
  disk: {
    open: () => openStore({ folder: join(folder, 'disk'), reserve: 0, s3: null }),
    pathOf: (sha256: string) => join(folder, 'disk', objectPath(sha256)),
  },
  bucket: {
    open: (node: string) => openStore({ folder: join(folder, node), reserve: 0, s3: readS3Url(bucket.url) }),
    pathOf: (sha256: string) => bucket.pathOf(objectPath(sha256)),
  },
}

describe.each(Object.entries(STORES))('a store: %s', (_name, { open, pathOf }) => {
  let one: FileStore
  let two: FileStore
  beforeAll(async () => {
    one = await open('one')
    two = await open('two')
  })

  test('bytes, a stream and a file are kept by their hash, and read by every node', async () => {
    const bytes = randomBytes(200_000)
    const [whole, streamed, file] = [bytes, bytes.subarray(1), bytes.subarray(2)]
    const path = join(one.scratch, 'finished')
    writeFileSync(path, file)
    const pieces = Readable.from([streamed.subarray(0, 70_000), streamed.subarray(70_000)])
    const stored = [await one.put(whole), await one.put(pieces), await one.adopt(path)]
    expect(stored).toEqual([whole, streamed, file].map((b) => ({ sha256: hashOf(b), size: b.length })))
    for (const [i, { sha256, size }] of stored.entries()) {
      expect((await all(two, sha256)).equals([whole, streamed, file][i]!)).toBe(true)
      expect(await two.size(sha256)).toBe(size)
    }
    expect((await all(one, (await one.put(Buffer.alloc(0))).sha256)).length).toBe(0)
    expect(readdirSync(one.scratch)).toEqual([])
  })

  test('what nobody stored, and what is no hash, is not found', async () => {
    for (const wrong of [hashOf(Buffer.from('nobody')), '../../secret', '', 'A'.repeat(64)]) {
      await expect(one.read(wrong)).rejects.toMatchObject({ errorName: 'notFound' })
      expect(await one.size(wrong)).toBeNull()
    }
  })

  test('the same bytes from two nodes at once are one object', async () => {
    const bytes = randomBytes(50_000)
    const stored = await Promise.all([one, two, one, two].map((store) => store.put(bytes)))
    expect(new Set(stored.map(({ sha256 }) => sha256))).toEqual(new Set([hashOf(bytes)]))
    expect((await all(two, hashOf(bytes))).equals(bytes)).toBe(true)
  })

  test('altered or truncated bytes are an error by name, and never given whole', async () => {
    for (const size of [500, 300_000]) {
      const bytes = randomBytes(size)
      const { sha256 } = await one.put(bytes)
      const path = pathOf(sha256)
      const harm = [
        () =>
          writeFile(
            path,
            bytes.map((byte, i) => (i === 9 ? byte ^ 1 : byte)),
          ),
        () => truncate(path, size - 1),
        () => writeFile(path, Buffer.concat([bytes, Buffer.from('x')])),
      ]
      for (const alter of harm) {
        await alter()
        const got: Buffer[] = []
        const reading = (async () => {
          for await (const piece of await two.read(sha256)) got.push(piece as Buffer)
        })()
        await expect(reading).rejects.toMatchObject({ errorName: 'fileAltered', details: { sha256 } })
        expect(Buffer.concat(got).length).toBeLessThan(size)
      }
      await writeFile(path, bytes)
      expect((await all(two, sha256)).equals(bytes)).toBe(true)
    }
  })

  test('who stops reading early is not told of anything', async () => {
    const { sha256 } = await one.put(randomBytes(400_000))
    const stream = await one.read(sha256)
    for await (const _ of stream) break
    expect(stream.destroyed).toBe(true)
  })

  test('set aside, brought back by whoever reads it, destroyed when nobody did', async () => {
    const [read, asked, gone] = await Promise.all(['read', 'asked', 'gone'].map((t) => one.put(Buffer.from(t))))
    const at = new Date('2026-01-01T00:00:00Z')
    for (const { sha256 } of [read!, asked!, gone!]) await one.retire(sha256, at)
    await one.retire(hashOf(Buffer.from('never there')), at)
    expect(await two.retiredBefore(at)).toEqual([])
    const old = await two.retiredBefore(new Date(at.getTime() + 1000))
    expect(old.toSorted()).toEqual([read!, asked!, gone!].map(({ sha256 }) => sha256).toSorted())
    expect((await all(two, read!.sha256)).toString()).toBe('read')
    expect(await two.size(asked!.sha256)).toBe(5)
    for (const { sha256 } of [read!, asked!, gone!]) await two.destroy(sha256)
    expect((await all(one, read!.sha256)).toString()).toBe('read')
    expect(await one.size(asked!.sha256)).toBe(5)
    await expect(one.read(gone!.sha256)).rejects.toMatchObject({ errorName: 'notFound' })
    expect(await one.retiredBefore(new Date())).toEqual([])
  })

  test('an upload goes on at the other node, and becomes an object there', async () => {
    const bytes = randomBytes(9 * 1024 * 1024)
    const begun = { id: 'a-b', size: bytes.length, offset: 0, metadata: { expiresAt: '2999-01-01T00:00:00Z' } }
    await one.uploads.datastore.create(new Upload(begun))
    let offset = 0
    for (const [i, end] of [1000, 6_000_000, bytes.length].entries()) {
      const { datastore } = [one, two, one][i]!.uploads
      expect((await datastore.getUpload('a-b')).offset).toBe(offset)
      offset = await datastore.write(Readable.from([bytes.subarray(offset, end)]), 'a-b', offset)
      expect(offset).toBe(end)
    }
    expect((await two.uploads.head('a-b', 16)).equals(bytes.subarray(0, 16))).toBe(true)
    const stored = await two.uploads.adopt('a-b')
    expect(stored).toEqual({ sha256: hashOf(bytes), size: bytes.length })
    await two.uploads.drop('a-b')
    expect((await all(one, stored.sha256)).equals(bytes)).toBe(true)
    await expect(one.uploads.datastore.getUpload('a-b')).rejects.toMatchObject({ status_code: 404 })
  })

  test('overdue uploads go, also their last small piece; others stay', async () => {
    for (const [id, expiresAt] of [
      ['late', '2026-01-01T00:00:00Z'],
      ['going', '2999-01-01T00:00:00Z'],
    ] as const) {
      await one.uploads.datastore.create(new Upload({ id, size: 10, offset: 0, metadata: { expiresAt } }))
      await one.uploads.datastore.write(Readable.from([Buffer.from('abc')]), id, 0)
    }
    expect(await two.clearUnfinished(new Date())).toEqual(['late'])
    await expect(one.uploads.datastore.getUpload('late')).rejects.toMatchObject({ status_code: 404 })
    expect((await one.uploads.datastore.getUpload('going')).offset).toBe(3)
    await one.uploads.datastore.remove('going')
    await expect(one.uploads.datastore.remove('going')).rejects.toMatchObject({ status_code: 404 })
  })
})

describe('a bucket', () => {
  test('takes and moves objects that are larger than what goes at once', async () => {
    const small = await s3Store({ folder: join(folder, 'small'), reserve: 0, s3: null }, readS3Url(bucket.url), PART)
    const bytes = randomBytes(PART + 5)
    const { sha256 } = await small.put(bytes)
    await small.retire(sha256, new Date(0))
    expect(await small.retiredBefore(new Date())).toEqual([sha256])
    expect((await all(small, sha256)).equals(bytes)).toBe(true)
  })

  test('has the names of the disk: a folder copied into it is read', async () => {
    const disk = await openStore({ folder: join(folder, 'before'), reserve: 0, s3: null })
    const { sha256 } = await disk.put(Buffer.from('from a disk'))
    const copy = bucket.pathOf(objectPath(sha256))
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(join(folder, 'before', objectPath(sha256)), copy)
    expect((await all(await STORES.bucket.open('after'), sha256)).toString()).toBe('from a disk')
  })

  test.each([
    ['nokey:S3RVER@', '', '访问密钥被拒绝 / the access key is refused: files'],
    ['S3RVER:S3RVER@', '2', '存储桶不存在 / there is no such bucket: files2'],
  ])('that cannot be used says so by name: %s', async (keys, more, words) => {
    const url = bucket.url.replace('S3RVER:S3RVER@', keys) + more
    await expect(openStore({ folder, reserve: 0, s3: readS3Url(url) })).rejects.toThrow(`S3_URL：${words}`)
  })

  test('that is not there says so, at the start and later', async () => {
    const other = await testBucket()
    const store = await openStore({ folder, reserve: 0, s3: readS3Url(other.url) })
    const { sha256 } = await store.put(Buffer.from('here'))
    await other.stop()
    await expect(openStore({ folder, reserve: 0, s3: readS3Url(other.url) })).rejects.toThrow('S3_URL：无法连接')
    const wanted = { errorName: 'unavailable', message: '文件存储暂不可用，请稍后重试' }
    await expect(store.read(sha256)).rejects.toMatchObject(wanted)
    await expect(store.size(sha256)).rejects.toMatchObject(wanted)
    await expect(store.uploads.datastore.getUpload('any')).rejects.toMatchObject(wanted)
    await expect(store.put(Buffer.from('there'))).rejects.toMatchObject(wanted)
    expect(readdirSync(store.scratch)).toEqual([])
  })
})

describe('S3_URL', () => {
  test('names keys, host, bucket, region and addressing', () => {
    expect(readS3Url('https://AK%2F1:s%40k@s3.example.com:9000/kaibiao?region=cn-north-1&addressing=host')).toEqual({
      endpoint: 'https://s3.example.com:9000',
      bucket: 'kaibiao',
      region: 'cn-north-1',
      accessKeyId: 'AK/1',
      secretAccessKey: 's@k',
      addressing: 'host',
    })
    expect(readS3Url('http://a:b@host/kaibiao/')).toMatchObject({ region: 'us-east-1', addressing: 'path' })
  })

  test.each([
    'kaibiao',
    's3://a:b@host/kaibiao',
    'https://host/kaibiao',
    'https://a@host/kaibiao',
    'https://a:b@host/',
    'https://a:b@host/kaibiao/folder',
    'https://a:b@host/KAIBIAO',
    'https://a:b@host/kaibiao?addressing=both',
  ])('%s is refused by name, without telling a key', (url) => {
    expect(() => readS3Url(url)).toThrow(/^S3_URL /)
    expect(() => readS3Url(url)).not.toThrow('a:b')
  })
})
