import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Caller } from '#server/implement.ts'
import { randomBytes } from '#features/sealing/core/bytes.ts'
import {
  assertPlace,
  decodeHeader,
  type EnvelopeHeader,
  type Expectation,
  recordCount,
  TRAILER,
} from '#features/sealing/core/envelope-header.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import type { ManifestFile } from '#features/sealing/core/manifest.ts'
import { readRecord } from '#features/sealing/core/record.ts'
import { ByteReader } from '#features/sealing/core/source.ts'
import { suiteOf } from '#features/sealing/core/suite.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { SEALED_BID } from '../rules.ts'
import { refusal } from './bid.ts'

/** An uploaded sealed file: what is stored, and what was found in it. */
export interface SealedUpload {
  fileId: string
  sha256: string
  size: number
  header: EnvelopeHeader
  /** Of the whole sealed file by its suite's hash, hex: computed here, from what lies on our disk. */
  cipherHash: string
}

/** A file of a manifest with its upload. */
export interface PairedFile {
  entry: ManifestFile
  upload: SealedUpload
}

/**
 * Reads uploads of the caller's company through, those that were not read yet: header, every record's position and
 * length, end of file, hash. What was found is kept. Runs without a transaction, for it takes as long as the disk does.
 * An upload that never finished is no file: `noBidFile`; a cut or altered one is `tampered` with the reason.
 */
export async function examineUploads(kernel: Kernel, fileIds: readonly string[], caller: Caller): Promise<void> {
  if (fileIds.every((fileId) => examined.has(fileId))) return
  const scope = { ...caller, readOnly: true }
  const rows = await inContext(kernel, scope, (ctx) => uploadRows(ctx, fileIds))
  for (const fileId of fileIds) {
    const file = rows.find((row) => row.id === fileId)
    if (!file) throw notThere()
    if (file.cipherHash !== null) {
      noteExamined(fileId)
      continue
    }
    const found = await readThrough(await kernel.files.read(file.sha256.toString('hex'))).catch((error: unknown) => {
      throw refusal(error, file.name)
    })
    await inContext(kernel, caller, (ctx) =>
      ctx.tx
        .insertInto('bid_upload')
        .values({
          tenantId: ctx.tenantId,
          fileId,
          companyId: caller.actor!.companyId!,
          header: JSON.stringify(found.header),
          cipherHash: found.cipherHash,
          inspectedAt: ctx.clock.now(),
        })
        .onConflict((c) => c.doNothing())
        .execute(),
    )
    noteExamined(fileId)
  }
}

/** Uploads whose findings are in the database, as far as this process knows: a commit need not look beforehand. */
const examined = new Set<string>()
const MOST_EXAMINED = 10_000

function noteExamined(fileId: string): void {
  if (examined.size >= MOST_EXAMINED) examined.clear()
  examined.add(fileId)
}

/** An upload that was read through, if it belongs here: a foreign or replayed one is `tampered` with the reason. */
export async function inspectedUpload(
  ctx: Context<Employee>,
  file: UploadRow | undefined,
  expect: Expected,
): Promise<SealedUpload> {
  if (!file) throw notThere()
  const header = file.header as EnvelopeHeader | null
  const sha256 = file.sha256.toString('hex')
  if (!header || !file.cipherHash || (await ctx.files.size(sha256)) !== file.size) throw notThere()
  try {
    const { suite, ...place } = expect
    assertPlace(header, place)
    if (header.suite !== suite) throw new EnvelopeError('unsupported-suite', `${header.suite}, not ${suite}`)
  } catch (error) {
    throw refusal(error, file.name)
  }
  return { fileId: file.id, sha256, size: file.size, header, cipherHash: file.cipherHash }
}

/** Where the file must belong, and the suite the order demands. */
export type Expected = Expectation & { suite: string }

/** What is kept of an upload; without header and hash while it was not read through. */
export type UploadRow = Awaited<ReturnType<typeof uploadRows>>[number]

/** Those of the caller's company, in no order; of what is not theirs there is no row. */
export async function uploadRows(ctx: Context<Actor | null>, fileIds: readonly string[]) {
  if (fileIds.length === 0) return []
  return ctx.tx
    .selectFrom('file_object as f')
    .leftJoin('bid_upload as u', (j) => j.onRef('u.tenantId', '=', 'f.tenantId').onRef('u.fileId', '=', 'f.id'))
    .select(['f.id', 'f.sha256', 'f.size', 'f.name', 'u.header', 'u.cipherHash'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.id', 'in', fileIds)
    .where('f.companyId', '=', ctx.actor?.companyId ?? null)
    .where('f.use', '=', SEALED_BID)
    .execute()
}

function notThere(): AppError {
  return new AppError('noBidFile', '文件尚未上传完成，或不属于本企业')
}

/** Reads a sealed file from its first byte to its last without opening it. Refuses with EnvelopeError. */
async function readThrough(stream: Readable): Promise<{ header: EnvelopeHeader; cipherHash: string }> {
  const reader = new ByteReader(stream)
  try {
    const { header, bytes } = await decodeHeader((length) => reader.read(length))
    const hash = createHash(NATIVE_HASH[header.suite]).update(bytes)
    const overhead = await recordOverhead(header.suite)
    const count = recordCount(header)
    for (let index = 0; index <= count; index++) {
      const last = index === count
      const rest = header.plainSize - index * header.chunkSize
      const plain = last ? TRAILER : Math.min(header.chunkSize, rest)
      const { head, sealed } = await readRecord(reader, { index, last, length: plain + overhead })
      hash.update(head).update(sealed)
    }
    if ((await reader.read(1)).length > 0) throw new EnvelopeError('tampered', 'data after the last record')
    return { header, cipherHash: hash.digest('hex') }
  } finally {
    await reader.close()
    stream.destroy()
  }
}

/** The suites' hashes as OpenSSL names them: many times faster than in JavaScript. */
export const NATIVE_HASH: Record<SuiteName, string> = { intl: 'sha256', gm: 'sm3' }

/** Bytes a sealed record is longer than what is in it; the same for every key. */
async function recordOverhead(suite: SuiteName): Promise<number> {
  return (await suiteOf(suite).recordCipher(randomBytes(32), randomBytes(8))).overhead
}
