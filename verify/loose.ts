import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { check, type Check, demand } from '#features/sealing/core/check.ts'
import { manifestHash } from '#features/sealing/core/manifest.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { type Receipt, roundOf } from '#features/sealing/core/receipt.ts'
import type { TrustFile } from '#features/sealing/core/trust-file.ts'
import { verifyBonds } from '#features/sealing/core/verify-bonds.ts'
import { verifyBid } from '#features/sealing/core/verify-bid.ts'
import { type JointSecrets, verifyJoint } from '#features/sealing/core/verify-joint.ts'
import { verifyLog } from '#features/sealing/core/verify-log.ts'
import { verifyFacts, verifyNotices } from '#features/sealing/core/verify-record.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { verifySource } from '#features/sealing/core/verify-trust.ts'
import { folderOf, type Gathered } from './gather.ts'
import { keyFileChecks } from './key-files.ts'
import { procedureSections } from './procedure.ts'
import { reviewSections } from './record-review.ts'
import type { Section } from './report.ts'

interface Loose {
  trust: TrustFile | null
  onProgress?: ((text: string) => void) | undefined
  /** There is nothing else to speak of. */
  isAlone: boolean
  /** Records that were handed in as well: a receipt is checked by the notice of its record, and must be in it. */
  lent?: readonly Gathered[]
  /** A list speaks of every file: none is a stranger. */
  isListed?: boolean
}

/** Verifies what lies loose: each receipt, the opened bid it speaks of, the log, notices and facts. */
export async function looseSections(
  found: Gathered,
  { trust, onProgress, isAlone, isListed = false, lent = [] }: Loose,
): Promise<Section[]> {
  const sections: Section[] = []
  const used = new Set<Blob>()
  const secrets = new Map<string, JointSecrets>()
  for (const opening of found.joint) {
    const fingerprint = found.notices.find((one) => one.orderId === opening.orderId)?.jointKey
    const joint = await verifyJoint(opening, { fingerprint })
    sections.push({ title: '联合解密', checks: joint.checks })
    if (joint.secrets) secrets.set(`${opening.orderId}/${opening.round}`, joint.secrets)
  }
  for (const receipt of found.receipts)
    sections.push(...(await receiptSections(receipt, { found, lent, secrets, onProgress, used })))
  for (const file of found.keyFiles) sections.push({ title: '密钥文件', checks: await keyFileChecks(file, found) })
  const log = await logSection(found)
  if (log) sections.push(log)
  sections.push(...(await procedureSections(found)), ...(await reviewSections(found)))
  if (found.published.length > 0)
    sections.push({ title: '公告', checks: await verifyNotices(found.published, found.noticeKeys) })
  if (found.facts.length > 0) sections.push({ title: '过程记录', checks: [await verifyFacts(found.facts)] })
  for (const record of found.bonds) sections.push({ title: '投标保证金', checks: await verifyBonds(record) })
  if (found.broken.length > 0) {
    const checks = found.broken.map(({ path, why }) => ({ id: 'broken', title: path, ok: false, detail: why }))
    sections.push({ title: '无法读取的文件', checks })
  }
  if (sections.length === 0 && isAlone) {
    const detail = '没有找到投标回执和公告，也没有找到两个以上的日志检查点'
    sections.push({ title: '材料', checks: [{ id: 'nothing', title: '待核对的材料', ok: null, detail }] })
  }
  const strange = isListed ? [] : strangers(found, used)
  if (strange.length > 0) sections.push({ title: '未能核对的文件', checks: strange })
  return [...sections, { title: '来源', checks: await verifySource(found, trust) }]
}

/** Files that no check above read: they may be anything. */
function strangers(found: Gathered, used: ReadonlySet<Blob>): Check[] {
  const rest = [
    ...found.plain.filter(({ blob }) => !used.has(blob)),
    ...found.sealed.filter(({ blob }) => !used.has(blob)).map((one) => found.places.get(one)!),
  ]
  const own = found.releases.filter(
    ({ release }) =>
      !found.receipts.some(({ body }) => body.bidderId === release.bidderId && body.round === release.round),
  )
  return [
    ...rest.map(({ path }) => ({ path, detail: '没有与之对应的回执或清单，未核对' })),
    ...own.map(({ release }) => ({ path: found.places.get(release)!.path, detail: '没有与之对应的回执，未核对' })),
  ].map(({ path, detail }): Check => ({ id: 'unread', title: path, ok: null, detail }))
}

interface At {
  found: Gathered
  lent: readonly Gathered[]
  /** By order. */
  secrets: ReadonlyMap<string, JointSecrets>
  onProgress: ((text: string) => void) | undefined
  /** Files that a check has read. */
  used: Set<Blob>
}

async function receiptSections(receipt: Receipt, at: At): Promise<Section[]> {
  const { body } = receipt
  const { found } = at
  const record = at.lent.find((one) => one.notices.some((notice) => notice.orderId === body.orderId))
  const notice = (record && noticeOf(record, body)) ?? noticeOf(found, body) ?? found.notices[0]
  const manifest = receipt.manifest ?? found.manifests.find((one) => manifestHash(one) === body.manifestHash)
  const whole = manifest ? { ...receipt, manifest } : receipt
  const title = `回执：${body.orderName || body.orderId} · ${body.bidderName || body.bidderId} · 第 ${body.round} 轮`
  const checks = await verifyReceipt({
    receipt: whole,
    notice,
    tiles: record?.tiles ?? found.tiles,
    heads: [...found.checkpoints, ...(record?.checkpoints ?? [])],
  })
  if (record)
    checks.push(
      await check('in-record', '回执在归档中', () => {
        const same = record.receipts.some((one) => canonicalJson(one.body) === canonicalJson(body))
        demand(same, '归档中没有这份回执：投标被遗漏，或归档的是另一份')
        return '归档中有同一份回执'
      }),
    )
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

function bidChecks(
  manifest: BidManifest,
  receipt: Receipt,
  { found, secrets, onProgress, used }: At,
): Promise<Check[]> {
  const taken = (blob: Blob | undefined) => {
    if (blob) used.add(blob)
    return blob
  }
  const { orderId, bidderId, round } = manifest
  const own = (place: { orderId: string; bidderId: string; round: number }) =>
    place.orderId === orderId && place.bidderId === bidderId && place.round === round
  const released = found.releases.find(({ release }) => own(release))
  return verifyBid({
    manifest,
    manifestHash: receipt.body.manifestHash,
    ...(released && { release: released.release }),
    unopened: (fileId) => reasonOf(found, own, fileId),
    joint: secrets.get(`${orderId}/${round}`),
    roundKey: noticeOf(found, manifest)?.roundKey,
    sealed: (fileId) => {
      const candidates = found.sealed.filter(({ header }) => header.fileId === fileId)
      return taken((candidates.find(({ header }) => own(header)) ?? candidates[0])?.blob)
    },
    plain: (fileId) =>
      taken(besideOf(manifest, fileId, { found, folder: released?.folder }) ?? plainOf(manifest, fileId, found)),
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
