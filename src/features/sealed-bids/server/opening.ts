import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { type BidFileType, envelopeOf } from '#features/procurement/rules/enums.ts'
import { threadOf } from '#server/pdf/thread.ts'
import { keepFile } from '#server/files/keep-file.ts'
import type { EnvelopeHeader, FileRole } from '#features/sealing/core/envelope-header.ts'
import { EnvelopeError, type Refusal } from '#features/sealing/core/errors.ts'
import { type BidManifest, readPriceSheet } from '#features/sealing/core/manifest.ts'
import { NATIVE_HASH } from './inspect.ts'
import type { OpenJob, OpenResult } from './open-worker.ts'
import type { Any } from './service-keys.ts'

/** A sealed file of a submission with its envelope. */
export interface SubmissionFile {
  position: number
  role: FileRole
  name: string
  size: number
  cipherHash: string
  header: Record<string, unknown>
}

export interface OpenedBidFile {
  position: number
  role: FileRole
  name: string
  /** The plaintext as a stored file. */
  fileId: string
  sha256: string
  size: number
  cipherHash: string
}

/**
 * How an opening ended. `fault` says on whose side it failed: `service` when a stored ciphertext is not what the
 * receipt names, else `bidder` (a bidder who fails by own fault is treated otherwise than one who does not, A-112).
 */
export type Outcome =
  | { ok: true; files: OpenedBidFile[]; priceSheet: unknown; statement: Uint8Array | null }
  | { ok: false; reason: string; refusal: Refusal; fault: 'bidder' | 'service'; position: number }

/** Sealed files of a submission, or of one of its envelopes, in the order of its manifest. */
export async function submissionFiles(
  ctx: Any,
  submissionId: string,
  envelope: BidFileType | null = null,
): Promise<SubmissionFile[]> {
  const files = (await storedFiles(ctx, submissionId)).filter((file) => isIn(envelope, file))
  return files.map(({ position, role, name, size, cipherHash, header }) => ({
    position,
    role: role as FileRole,
    name,
    size,
    cipherHash,
    header: header as Record<string, unknown>,
  }))
}

/** A submission that can be opened: price sheet and statement as read, and `keep` to store the plaintexts, of all files or of these roles. */
export type Checked =
  | {
      ok: true
      priceSheet: unknown
      statement: Uint8Array | null
      keep: (roles?: readonly FileRole[]) => Promise<OpenedBidFile[]>
    }
  | Failed
type Failed = Extract<Outcome, { ok: false }>

/** The content key of a sealed file, hex, as it was released; an EnvelopeError is a refusal of the file. */
export type ContentKey = (position: number) => string | Promise<string>

/** What is opened: all of a submission, or with double envelope one of its envelopes. */
export type Opened = string | { submissionId: string; envelope: BidFileType | null }

/**
 * Opens the files of a submission, or of one of its envelopes, with the released content keys and reads price sheet and
 * statement, without keeping anything: of a bid that fails, here or by what the caller finds in its price sheet, nothing readable stays
 * behind. A full disk and other troubles of ours throw; only refusals of the content are an outcome.
 */
export async function checkSubmission(ctx: Any, what: Opened, contentKey: ContentKey): Promise<Checked> {
  const { submissionId, envelope } = typeof what === 'string' ? { submissionId: what, envelope: null } : what
  const { manifest } = await submissionRow(ctx, submissionId)
  const sealed = (await storedFiles(ctx, submissionId)).filter((file) => isIn(envelope, file))
  let priceSheet: unknown = null
  let statement: Uint8Array | null = null
  for (const file of sealed) {
    try {
      const opening = { manifest, file, contentKey: await contentKey(file.position) }
      const isRead = file.role === 'price' || file.role === 'statement'
      const { bytes } = await opened(ctx, opening, isRead ? 'memory' : 'nowhere')
      if (file.role === 'price') priceSheet = readPriceSheet(manifest, bytes)
      if (file.role === 'statement') statement = bytes
    } catch (error) {
      return refused(ctx, { manifest, file, sealed }, error)
    }
  }
  return {
    ok: true,
    priceSheet,
    statement,
    async keep(roles) {
      const files: OpenedBidFile[] = []
      for (const file of sealed.filter(({ role }) => !roles || roles.includes(role as FileRole)))
        files.push(await openSubmissionFile(ctx, { manifest, file, contentKey: await contentKey(file.position) }))
      return files
    },
  }
}

/** Checks a submission as `checkSubmission` does and keeps its files at once. */
export async function openSubmission(ctx: Any, what: Opened, contentKey: ContentKey): Promise<Outcome> {
  const checked = await checkSubmission(ctx, what, contentKey)
  if (!checked.ok) return checked
  const { priceSheet, statement } = checked
  return { ok: true, files: await checked.keep(), priceSheet, statement }
}

export interface ToOpen {
  manifest: BidManifest
  file: Awaited<ReturnType<typeof storedFiles>>[number]
  /** Hex, as the bidder released it. */
  contentKey: string
}

/** Opens one file into the store. Throws EnvelopeError with the reason when the content is refused; nothing is kept then. */
export async function openSubmissionFile(ctx: Any, opening: ToOpen): Promise<OpenedBidFile> {
  const { manifest, file } = opening
  const role = file.role as FileRole
  const { bytes, stored } = await opened(ctx, opening, 'store')
  const { position, name, cipherHash } = file
  const mime = await mimeOf(bytes, { role, name })
  const by = { companyId: manifest.bidderId }
  const { fileId } = await keepFile(ctx, stored!, { name, use: 'opened-bid', mime, by })
  return { position, role, name, fileId, sha256: stored!.sha256, size: stored!.size, cipherHash }
}

/** A file of 2 GB takes minutes; whoever waits longer waits in vain. */
const openInThread = threadOf<OpenJob, OpenResult>(new URL('open-worker.ts', import.meta.url), {
  timeout: 20 * MINUTE,
  message: '解密服务暂不可用，将自动重试',
})

/** Opens a file in a thread of its own; throws EnvelopeError when it is not what the manifest commits to. */
async function opened(ctx: Any, { manifest, file, contentKey }: ToOpen, to: OpenJob['to']) {
  const entry = manifest.files[file.position - 1]
  if (!entry || entry.cipherHash !== file.cipherHash) throw new EnvelopeError('tampered', 'manifest entry')
  const { tenantId, orderId, bidderId, round } = manifest
  const { fileId, role, cipherHash, plainCommit } = entry
  const result = await openInThread({
    place: ctx.files.place,
    sha256: file.sha256.toString('hex'),
    contentKey,
    expect: { tenantId, orderId, bidderId, round, fileId, role },
    committed: { cipherHash, plainCommit },
    to,
  })
  if (!result.ok) throw new EnvelopeError(result.refusal, result.detail)
  return result
}

/**
 * Whose fault it is shows in what lies on our disk: every file must be what the manifest, and by it the receipt, names.
 * A file that is not could never have been opened, whatever else the bidder did wrong.
 */
async function refused(
  ctx: Any,
  { manifest, sealed, file }: Pick<ToOpen, 'manifest' | 'file'> & { sealed: readonly ToOpen['file'][] },
  error: unknown,
): Promise<Failed> {
  const isOurs = error instanceof AppError && (error.errorName === 'notFound' || error.errorName === 'fileAltered')
  if (!isOurs && !(error instanceof EnvelopeError)) throw error
  for (const { position, name, ...stored } of sealed) {
    const state = await storedState(ctx, stored, manifest.files[position - 1]?.cipherHash)
    if (state === 'intact') continue
    const [refusal, what] =
      state === 'missing' ? (['truncated', '缺失'] as const) : (['tampered', '与回执不一致'] as const)
    return { ok: false, reason: `${name}：平台保存的加密文件${what}`, refusal, fault: 'service', position }
  }
  if (!(error instanceof EnvelopeError)) throw error
  const { position, name } = file
  return { ok: false, reason: `${name}：${error.message}`, refusal: error.reason, fault: 'bidder', position }
}

export async function storedFiles(ctx: Any, submissionId: string) {
  return ctx.tx
    .selectFrom('bid_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .selectAll('f')
    .select('o.sha256')
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.submissionId', '=', submissionId)
    .orderBy('f.position')
    .execute()
}

/** Whether a sealed file, as it is stored, has the hash of its suite that its manifest names. */
export async function storedState(
  ctx: Any,
  file: Pick<ToOpen['file'], 'sha256' | 'header'>,
  cipherHash: string | undefined,
): Promise<'intact' | 'altered' | 'missing'> {
  const hash = createHash(NATIVE_HASH[(file.header as EnvelopeHeader).suite])
  try {
    for await (const piece of await ctx.files.read(file.sha256.toString('hex'))) hash.update(piece as Buffer)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.errorName === 'notFound') return 'missing'
    if (error.errorName === 'fileAltered') return 'altered'
    throw error
  }
  return hash.digest('hex') === cipherHash ? 'intact' : 'altered'
}

function isIn(envelope: BidFileType | null, { role }: { role: string }): boolean {
  return envelope === null || envelopeOf(role as FileRole) === envelope
}

async function submissionRow(ctx: Any, submissionId: string): Promise<{ manifest: BidManifest }> {
  const row = await ctx.expectOne('bid_submission', { id: submissionId }, { columns: ['manifest'] })
  return { manifest: row.manifest as BidManifest }
}

const OFFICE: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** By content; an office document is a zip container whose name says so. */
async function mimeOf(head: Uint8Array, { role, name }: { role: FileRole; name: string }): Promise<string> {
  if (role === 'price' || role === 'statement') return 'application/json'
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (found?.ext === 'zip' ? OFFICE[extension] : undefined) ?? found?.mime ?? 'application/octet-stream'
}
