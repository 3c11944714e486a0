import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'

export interface TestBucket {
  /** As `S3_URL`. */
  readonly url: string
  /** Where an object's bytes lie, for tests that tamper with them. */
  pathOf(key: string): string
  stop(): Promise<void>
}

const BUCKET = 'files'

/**
 * An S3 server on a free port with one empty bucket. It is s3rver, with the two calls on unfinished uploads that it
 * lacks, and objects that appear whole, as they do in S3.
 */
export async function testBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'kaibiao-s3-'))
  const server = new S3rver({ silent: true, directory, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] })
  await server.configureBuckets()
  makeAtomic(server.store)
  const uploads = join(directory, BUCKET, '._S3rver_uploads')
  const answer = server.callback()
  const http = createServer((request, response) => {
    const uploadId = new URL(request.url!, 'http://here').searchParams.get('uploadId')
    const isLacking = uploadId !== null && (request.method === 'GET' || request.method === 'DELETE')
    if (isLacking) void answerUpload(request, { response, folder: join(uploads, uploadId) })
    else answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}`,
    pathOf: (key) => server.store.getResourcePath(BUCKET, key, 'object'),
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Lists the parts of an unfinished upload, or ends it. */
async function answerUpload(
  { method }: IncomingMessage,
  { response, folder }: { response: ServerResponse; folder: string },
): Promise<void> {
  const send = (status: number, xml: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>\n${xml}`)
  if (!existsSync(folder)) return void send(404, '<Error><Code>NoSuchUpload</Code><Message>gone</Message></Error>')
  if (method === 'DELETE') {
    await rm(folder, { recursive: true, force: true })
    return void response.writeHead(204).end()
  }
  const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name))
  const parts = numbers.map(async (number) => {
    const [{ size }, md5] = [await stat(join(folder, number)), await readFile(join(folder, `${number}.md5`), 'utf8')]
    return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`
  })
  const listed = (await Promise.all(parts)).join('')
  send(200, `<ListPartsResult><IsTruncated>false</IsTruncated>${listed}</ListPartsResult>`)
}

/** s3rver answers before all bytes are on the disk, and removes folders that others are writing to. */
function makeAtomic(store: S3rver['store']): void {
  const write = async (path: string, content: Readable | Buffer) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
    const part = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(part, bytes)
    await rename(part, path)
    return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') }
  }
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await write(store.getResourcePath(bucket, key, 'object'), content)
    await store.putMetadata(bucket, key, metadata, written.md5)
    return written
  }
  // oxlint-disable-next-line max-params -- its method, as it is
  store.putPart = async (bucket, uploadId, number, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, number)
    const written = await write(path, content)
    await writeFile(`${path}.md5`, written.md5)
    return written
  }
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, resource), { force: true })
  }
}
