import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { BidKey } from '#server/database/tables.ts'
import { type Attempt, MustWait } from '#server/lane.ts'
import { say } from '#features/procurement/methods/say.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { BID_STATUS, type BidFacts, MAX_TOTAL, missingFiles } from '../rules.ts'
import { type Bid, bidState, factsOf, lockBid, readManifest } from './bid.ts'
import {
  type Expected,
  inspectedUpload,
  type PairedFile,
  type SealedUpload,
  type UploadRow,
  uploadRows,
} from './inspect.ts'
import { assertJointPart } from './joint-part.ts'
import { assertUsable, findSealingKey } from './keys.ts'
import type { Entry } from './record.ts'
import { type CurrentRound, currentRound } from './round-port.ts'

type Ctx = Context<Employee>

interface Submission {
  params: { orderId: string }
  body: { manifest: unknown; fileIds: string[]; keyId: string; replaces: string | null }
  at: Date
}

/**
 * Decides a commit. What takes time was done before (`examineUploads`). The order's row is locked, and the instant at which
 * all of the request was there is compared with the deadline; that instant is logged, signed and stored. The opening takes
 * the same row for update: whoever has a receipt is on the closing list. A late attempt leaves its trace in the record and
 * nothing else.
 */
export async function decideSubmission(
  ctx: Ctx,
  { params, body, at }: Submission,
  { locking }: Attempt,
): Promise<Entry> {
  const manifest = readManifest(body.manifest)
  const [bid, rows, key, state] = await Promise.all([
    lockBid(ctx, params.orderId, locking),
    uploadRows(ctx, body.fileIds),
    findSealingKey(ctx, { keyId: body.keyId, orderId: params.orderId }, locking === 'skip' ? 'skip' : 'share'),
    bidState(ctx, params.orderId),
  ])
  if (!key && locking === 'skip') throw new MustWait()
  const { order } = bid
  const current = await currentRound(ctx, bid.order, bid.trade.id)
  const { round } = current
  const place = {
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    bidderId: ctx.actor.companyId,
    round,
    suite: order.suite,
  }
  assertManifestPlace(manifest, place)
  const uploads = await inspectAll(ctx, { fileIds: body.fileIds, rows, place })
  const files = pair(manifest, uploads)
  await assertJointPart(ctx, order, { manifest, uploads })

  const facts = factsOf(order, current, state)
  const deadline = assertInTime(ctx, bid, { current, facts, at })
  const action = facts.state === 'submitted' ? 'replace' : 'submit'
  BID_STATUS.next(action, { record: facts, who: { isBidder: true }, now: at.getTime() })
  const last = state.lasts.find((one) => one.round === round)
  const inForce = last?.kind === 'submitted' ? last.id : null
  if (inForce !== body.replaces) throw overtaken(order)
  const asked = { ...OrderSettings.parse(order.settings), reviewModel: order.reviewModel }
  const missing = missingFiles(asked, manifest.files)
  if (missing.length > 0) throw new AppError('invalid', `${say(order, '{offer}')}不完整：${missing.join('、')}`)
  const rehearsed = facts.isTimed || state.keys.some((one) => one.id === body.keyId && one.passedAt !== null)
  assertKey(key, { suite: order.suite, round: facts.isTimed ? round : null, uploads, rehearsed })
  return { ...bid, kind: 'submitted', round, deadline, keyId: body.keyId, manifest, files, at, replaced: inForce }
}

interface Sealing {
  suite: string
  /** Null: sealed to a key of the bidder. */
  round: number | null
}

function overtaken(order: Bid['order']): AppError {
  return new AppError('conflict', say(order, '{bid}已被本企业其他人员更新，请刷新后重试'))
}

/** Decides taking the bid back: a leaf and a receipt of its own. */
export async function decideWithdrawal(
  ctx: Ctx,
  { params, body, at }: { params: { orderId: string }; body: { submissionId: string }; at: Date },
  { locking }: Attempt,
): Promise<Entry> {
  const [bid, state] = await Promise.all([lockBid(ctx, params.orderId, locking), bidState(ctx, params.orderId)])
  const current = await currentRound(ctx, bid.order, bid.trade.id)
  const { round } = current
  const facts = factsOf(bid.order, current, state)
  const deadline = assertInTime(ctx, bid, { current, facts, at })
  BID_STATUS.next('withdraw', { record: facts, who: { isBidder: true }, now: at.getTime() })
  const last = state.lasts.find((one) => one.round === round)
  if (last?.id !== body.submissionId) throw overtaken(bid.order)
  const { keyId, manifest, id: replaced } = last
  return {
    ...bid,
    kind: 'withdrawn',
    round,
    deadline,
    keyId,
    manifest: manifest as BidManifest,
    files: [],
    at,
    replaced,
  }
}

/**
 * The deadline that is kept. Too late is `tooLate`; that somebody came too late stays on record, under the trade and not
 * under the order.
 */
function assertInTime(
  ctx: Ctx,
  { order, trade }: Bid,
  { current, facts, at }: { current: CurrentRound; facts: BidFacts; at: Date },
): Date {
  const { round } = current
  if (!current.deadline) throw new AppError('wrongState', say(order, '当前状态不能{bid}'))
  if (!facts.frozen && at < current.deadline) return current.deadline
  const deadline = current.deadline.toISOString()
  ctx.audit({
    action: 'bid.late',
    entity: 'bid',
    entityId: trade.id,
    summary: say(order, '{deadline}后的提交或撤回，未被接收'),
    data: { at: at.toISOString(), deadline, round },
  })
  throw new KeptRefusal(new AppError('tooLate', say(order, '{closed}，本次操作未被接收'), { deadline }))
}

function assertManifestPlace(manifest: BidManifest, place: Expected): void {
  const fields = ['tenantId', 'orderId', 'bidderId', 'round', 'suite'] as const
  const wrong = fields.find((field) => manifest[field] !== place[field])
  if (!wrong) return
  const reason = wrong === 'suite' ? 'unsupported-suite' : wrong === 'round' ? 'replayed' : 'foreign'
  throw new AppError('tampered', '文件清单不属于当前采购单或当前企业', { reason, detail: wrong })
}

async function inspectAll(
  ctx: Ctx,
  { fileIds, rows, place }: { fileIds: readonly string[]; rows: readonly UploadRow[]; place: Expected },
): Promise<SealedUpload[]> {
  if (new Set(fileIds).size !== fileIds.length) throw new AppError('invalid', '文件重复')
  const uploads = await Promise.all(
    fileIds.map((fileId) =>
      inspectedUpload(
        ctx,
        rows.find((row) => row.id === fileId),
        place,
      ),
    ),
  )
  const total = uploads.reduce((sum, file) => sum + file.size, 0)
  if (total > MAX_TOTAL) throw new AppError('tooLarge', `文件总大小不能超过${MAX_TOTAL / 1048576}MB`)
  return uploads
}

/** Each file of the manifest with its upload: as many of one as of the other, and the same in every particular. */
function pair(manifest: BidManifest, uploads: readonly SealedUpload[]): PairedFile[] {
  const byEnvelope = new Map(uploads.map((upload) => [upload.header.fileId, upload]))
  if (byEnvelope.size !== uploads.length || uploads.length !== manifest.files.length)
    throw new AppError('tampered', '文件清单与上传的文件不一致', { reason: 'malformed' })
  return manifest.files.map((entry) => {
    const upload = byEnvelope.get(entry.fileId)
    if (!upload) throw new AppError('tampered', `${entry.name}：未上传`, { reason: 'malformed', fileId: entry.fileId })
    const { header, size, cipherHash } = upload
    if (entry.role !== header.role || entry.name !== header.name)
      throw new AppError('tampered', `${entry.name}：与加密文件所载不一致`, {
        reason: 'replayed',
        fileId: entry.fileId,
      })
    if (entry.size !== size || entry.cipherHash !== cipherHash)
      throw new AppError('tampered', `${entry.name}：哈希与上传的文件不一致`, {
        reason: 'tampered',
        fileId: entry.fileId,
      })
    return { entry, upload }
  })
}

/**
 * The key is in force, of the suite, and the one every file is sealed to: the bidder's, rehearsed for this order, or with a
 * round the one of that round.
 */
function assertKey(
  key: Selectable<BidKey> | undefined,
  { suite, round, uploads, rehearsed }: Sealing & { uploads: SealedUpload[]; rehearsed: boolean },
): void {
  const { fingerprint, round: keyRound } = assertUsable(key, suite)
  if (keyRound !== round)
    throw new AppError('tampered', round ? '未使用本轮的开启密钥加密' : '未使用本企业的密钥加密', {
      reason: 'wrong-key',
    })
  const other = uploads.find((upload) => upload.header.recipient !== fingerprint)
  if (other)
    throw new AppError('tampered', `${other.header.name}：不是用所选密钥加密的`, {
      reason: 'wrong-key',
      fileId: other.fileId,
    })
  if (!rehearsed) throw new AppError('wrongState', '请先用该密钥完成加密预演')
}
