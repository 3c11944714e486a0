import { verdictOf } from '#features/sealing/core/check.ts'
import type { Check, Verdict } from '#features/sealing/core/check.ts'
import { manifestHash } from '#features/sealing/core/manifest.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { type Receipt, roundOf } from '#features/sealing/core/receipt.ts'
import { verifyBonds } from '#features/sealing/core/verify-bonds.ts'
import { verifyBid } from '#features/sealing/core/verify-bid.ts'
import { type JointSecrets, verifyJoint } from '#features/sealing/core/verify-joint.ts'
import { verifyLog } from '#features/sealing/core/verify-log.ts'
import { verifyFacts, verifyNotices } from '#features/sealing/core/verify-record.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { folderOf, type Gathered } from './gather.ts'

export interface Section {
  title: string
  checks: Check[]
}

export interface Report {
  verdict: Verdict
  sections: Section[]
}

export const VERDICTS: Record<Verdict, string> = {
  valid: '验证通过：所有项目均已核对且成立',
  invalid: '验证不通过：有项目不成立',
  incomplete: '未发现问题，但材料不全，部分项目未能核对',
}

/** Verifies all that was gathered: each receipt, the opened bid it speaks of, the log, notices and the record. */
export async function run(found: Gathered, onProgress?: (text: string) => void): Promise<Report> {
  const sections: Section[] = []
  const secrets = new Map<string, JointSecrets>()
  for (const opening of found.joint) {
    const fingerprint = found.notices.find((one) => one.orderId === opening.orderId)?.jointKey
    const joint = await verifyJoint(opening, { fingerprint })
    sections.push({ title: '联合解密', checks: joint.checks })
    if (joint.secrets) secrets.set(opening.orderId, joint.secrets)
  }
  for (const receipt of found.receipts)
    sections.push(...(await receiptSections(receipt, { found, secrets, onProgress })))
  const log = await logSection(found)
  if (log) sections.push(log)
  if (found.published.length > 0)
    sections.push({ title: '公告', checks: await verifyNotices(found.published, found.noticeKeys) })
  if (found.facts.length > 0) sections.push({ title: '过程记录', checks: [await verifyFacts(found.facts)] })
  for (const record of found.bonds) sections.push({ title: '投标保证金', checks: await verifyBonds(record) })
  if (found.broken.length > 0) {
    const checks = found.broken.map(({ path, why }) => ({ id: 'broken', title: path, ok: false, detail: why }))
    sections.push({ title: '无法读取的文件', checks })
  }
  if (sections.length === 0) {
    const detail = '没有找到投标回执和公告，也没有找到两个以上的日志检查点'
    sections.push({ title: '材料', checks: [{ id: 'nothing', title: '待核对的材料', ok: null, detail }] })
  }
  return { verdict: verdictOf(sections.flatMap((section) => section.checks)), sections }
}

interface At {
  found: Gathered
  /** By order. */
  secrets: ReadonlyMap<string, JointSecrets>
  onProgress: ((text: string) => void) | undefined
}

async function receiptSections(receipt: Receipt, at: At): Promise<Section[]> {
  const { body } = receipt
  const { found } = at
  const notice = noticeOf(found, body) ?? found.notices[0]
  const manifest = receipt.manifest ?? found.manifests.find((one) => manifestHash(one) === body.manifestHash)
  const whole = manifest ? { ...receipt, manifest } : receipt
  const title = `回执：${body.orderName || body.orderId} · ${body.bidderName || body.bidderId} · 第 ${body.round} 轮`
  const checks = await verifyReceipt({ receipt: whole, notice, tiles: found.tiles, heads: found.checkpoints })
  const sections = [{ title, checks }]
  const about = found.sealed.length + found.releases.length > 0
  if (manifest && about && checks[0]?.ok) {
    sections.push({ title: '投标文件', checks: await bidChecks(manifest, receipt, at) })
  }
  return sections
}

/** Of the same order, and of the same round where there is one. */
function noticeOf({ notices }: Gathered, { orderId, round }: { orderId: string; round: number }) {
  const own = notices.filter((one) => one.orderId === orderId)
  return own.find((one) => roundOf(one) === round) ?? own[0]
}

function bidChecks(manifest: BidManifest, receipt: Receipt, { found, secrets, onProgress }: At): Promise<Check[]> {
  const { orderId, bidderId, round } = manifest
  const own = (place: { orderId: string; bidderId: string; round: number }) =>
    place.orderId === orderId && place.bidderId === bidderId && place.round === round
  const released = found.releases.find(({ release }) => own(release))
  return verifyBid({
    manifest,
    manifestHash: receipt.body.manifestHash,
    ...(released && { release: released.release }),
    unopened: (fileId) => reasonOf(found, own, fileId),
    joint: secrets.get(orderId),
    roundKey: noticeOf(found, manifest)?.roundKey,
    sealed: (fileId) => {
      const candidates = found.sealed.filter(({ header }) => header.fileId === fileId)
      return (candidates.find(({ header }) => own(header)) ?? candidates[0])?.blob
    },
    plain: (fileId) =>
      besideOf(manifest, fileId, { found, folder: released?.folder }) ?? plainOf(manifest, fileId, found),
    onProgress: (fileId, done, total) => onProgress?.(`正在核对 ${fileId}：${Math.floor((done / total) * 100)}%`),
  })
}

/** Why a file was not opened; undefined when no record says so. */
function reasonOf(
  { unopened }: Gathered,
  own: (place: { orderId: string; bidderId: string; round: number }) => boolean,
  fileId: string,
): string | undefined {
  return unopened
    .flatMap(({ orderId, bids }) => bids.map((bid) => ({ ...bid, orderId })))
    .find((bid) => own(bid) && bid.fileIds.includes(fileId))?.reason
}

/** The opened file as an archive keeps it: in the folder of its keys, its name beginning with its position. */
function besideOf(
  { files }: BidManifest,
  fileId: string,
  { found, folder }: { found: Gathered; folder: string | undefined },
): Blob | undefined {
  if (folder === undefined) return undefined
  const start = `${folder}${files.findIndex((file) => file.fileId === fileId) + 1}-`
  const candidates = found.plain.filter(({ path }) => folderOf(path) === folder && path.startsWith(start))
  return candidates.length === 1 ? candidates[0]!.blob : undefined
}

/** The opened file of this name or id; none where several would do, for a guess must not fail a check. */
function plainOf(manifest: BidManifest, fileId: string, { plain }: Gathered): Blob | undefined {
  const name = manifest.files.find((file) => file.fileId === fileId)?.name
  const named = plain.filter(({ path }) => [name, fileId].includes(path.split('/').at(-1)))
  const own = named.filter(({ path }) => path.includes(manifest.bidderId))
  const candidates = own.length > 0 ? own : named
  return candidates.length === 1 ? candidates[0]!.blob : undefined
}

async function logSection({ receipts, notices, checkpoints, tiles }: Gathered): Promise<Section | undefined> {
  // Receipts and notices are checked above; here it is about what was handed in besides.
  if (checkpoints.length === 0) return undefined
  const known = [
    ...receipts.map(({ body }) => body.checkpoint),
    ...notices.flatMap(({ checkpoint }) => checkpoint ?? []),
  ].filter((note) => typeof note === 'string')
  const all = [...known, ...checkpoints]
  if (new Set(all).size < 2) return undefined
  return { title: '日志检查点', checks: await verifyLog({ checkpoints: all, logKey: notices[0]?.logKey, tiles }) }
}
