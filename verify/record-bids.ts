import { fromHex } from '#features/sealing/core/bytes.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { check, type Check, demand } from '#features/sealing/core/check.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { type BidManifest, manifestHash } from '#features/sealing/core/manifest.ts'
import { type NoticeTrust, type Receipt, receiptLeaf, roundOf } from '#features/sealing/core/receipt.ts'
import { type KeyRelease, verifyBid } from '#features/sealing/core/verify-bid.ts'
import type { JointSecrets } from '#features/sealing/core/verify-joint.ts'
import { verifyLog } from '#features/sealing/core/verify-log.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { sha256Of } from './digests.ts'
import { folderOf, type Gathered } from './gather.ts'
import type { Contents } from './record-types.ts'
import { type OnSheet, verifySheet } from './record-sheet.ts'
import type { Section } from './report.ts'

/** One thing that a bidder handed in, with the files that lie beside its receipt. */
export interface Submission {
  folder: string
  receipt: Receipt
  receiptFile: Blob
  manifest: BidManifest
  /** By position, from 1. */
  sealed: ReadonlyMap<number, Blob>
  release: { release: KeyRelease; file: Blob; no: string | null } | undefined
  /** The last of its bidder and round, and not taken back. */
  isInForce: boolean
}

const FOLDER = /^bids\/(\d{2,})\/(\d+)-(submitted|withdrawn)\/$/
const OPENED = /^05 投标与开标\/开启的投标文件\/(\d{2,}) [^/]*\/(\d+)-[^/]+$/

/** Every bid of a record: its receipt, its files, whether it was opened and by what right it was not. `joint`: by round. */
export async function bidSections(contents: Contents, joint: ReadonlyMap<number, JointSecrets>): Promise<Section[]> {
  const { body, found, beside } = contents
  if (!body.sections.includes('bids')) {
    const extra = found.receipts.length + found.sealed.length + found.releases.length
    const detail = '没有投标，但有回执、密文或密钥'
    return extra === 0 ? [] : [{ title: '投标', checks: [{ id: 'bids', title: '投标', ok: false, detail }] }]
  }
  let submissions: Submission[] = []
  const opened = openedFiles(contents)
  const structure = await check('bids', '投标资料的构成', async () => {
    submissions = submissionsOf(found)
    await checkStructure(contents, submissions, opened)
    return `${submissions.length} 次提交与撤回，文件齐全，没有多余的文件`
  })
  const sections: Section[] = [{ title: '投标', checks: [structure] }]
  if (body.sections.includes('opening'))
    sections[0]!.checks.push(await verifySheet(found, onSheet(submissions, opened)))
  const { checkpoints, notices, tiles: tree } = found
  // Heads that witnesses cosigned lie beside those of the deadlines: all must be of one tree that only grew.
  if (checkpoints.length > 1)
    sections[0]!.checks.push(...(await verifyLog({ checkpoints, logKey: notices[0]?.logKey, tiles: tree })))
  const tiles = await fingerprintOf(found)
  for (const one of submissions) {
    const { orderName, bidderName, bidderId, orderId, round } = one.receipt.body
    const notice = found.notices.find((of) => roundOf(of) === round)
    const title = `回执：${orderName || orderId} · ${bidderName || bidderId} · 第 ${round} 轮`
    const own = [await sha256Of(one.receiptFile), JSON.stringify(notice ?? null), found.checkpoints.join()]
    const receipt = await beside.memo(['receipt', ...own, tiles], () =>
      verifyReceipt({
        receipt: { ...one.receipt, manifest: one.manifest },
        ...(notice && { notice }),
        tiles: found.tiles!,
        heads: found.checkpoints,
      }),
    )
    sections.push({ title, checks: receipt })
    if (one.receipt.body.action !== 'bid.submitted') continue
    const files = await Promise.all([...one.sealed.values()].map(sha256Of))
    const plain = one.manifest.files.map((_, i) => plainOf(one, i + 1, opened))
    const plains = await Promise.all(plain.map(async (blob) => (blob ? sha256Of(blob) : '')))
    const reasons = one.manifest.files.map(({ fileId }) => reasonOf(contents, one, fileId))
    const evidence = [
      canonicalJson(one.manifest),
      JSON.stringify(one.release?.release ?? null),
      JSON.stringify(reasons),
    ]
    const shared = JSON.stringify(found.joint)
    const bid = await beside.memo(['bid', ...own, ...evidence, ...files, ...plains, shared], () =>
      bidChecks(one, { reasons, plain, joint: joint.get(round), notice, say: beside.onProgress }),
    )
    sections.push({ title: '投标文件', checks: bid })
  }
  return sections
}

function bidChecks(
  one: Submission,
  at: {
    reasons: readonly (string | undefined)[]
    plain: readonly (Blob | undefined)[]
    joint: JointSecrets | undefined
    notice: NoticeTrust | undefined
    say: ((text: string) => void) | undefined
  },
): Promise<Check[]> {
  const { manifest, receipt, release } = one
  const position = (fileId: string) => manifest.files.findIndex((file) => file.fileId === fileId)
  return verifyBid({
    manifest,
    manifestHash: receipt.body.manifestHash,
    ...(release && { release: release.release }),
    unopened: (fileId) => at.reasons[position(fileId)],
    joint: at.joint,
    roundKey: at.notice?.roundKey,
    sealed: (fileId) => one.sealed.get(position(fileId) + 1),
    plain: (fileId) => at.plain[position(fileId)],
    onProgress: (fileId, done, total) => at.say?.(`正在核对 ${fileId}：${Math.floor((done / total) * 100)}%`),
  })
}

/** The submissions by their folders; throws where one lacks something. */
export function submissionsOf(found: Gathered): Submission[] {
  const at = (thing: object) => found.places.get(thing)!.path
  const all = found.receipts.map((receipt): Submission => {
    const { path, blob } = found.places.get(receipt)!
    const folder = folderOf(path)
    const [, no, index, kind] = FOLDER.exec(folder) ?? []
    demand(no !== undefined && path === `${folder}receipt.json`, `回执不在应在的位置：${path}`)
    const { body } = receipt
    demand(body?.logIndex === Number(index), `${folder} 的日志序号与回执不一致`)
    demand(body.action === `bid.${kind}`, `${folder} 的事项与回执不一致`)
    const manifest = found.manifests.find((one) => at(one) === `${folder}manifest.json`)
    demand(manifest !== undefined, `${folder} 缺少投标清单`)
    demand(manifestHash(manifest) === body.manifestHash, `${folder} 的投标清单与回执不一致`)
    const sealed = new Map(
      found.sealed.flatMap((one): [number, Blob][] => {
        const [, position] = new RegExp(`^${folder}sealed/(\\d+)\\.kbe$`).exec(at(one)) ?? []
        return position === undefined ? [] : [[Number(position), one.blob]]
      }),
    )
    return { folder, receipt, receiptFile: blob, manifest, sealed, release: undefined, isInForce: false }
  })
  const last = new Map(
    all
      .toSorted((a, b) => a.receipt.body.logIndex - b.receipt.body.logIndex)
      .map((one) => [`${one.receipt.body.round}/${one.receipt.body.bidderId}`, one]),
  )
  for (const one of last.values()) one.isInForce = one.receipt.body.action === 'bid.submitted'
  for (const thing of found.releases) {
    const { release } = thing
    const path = at(release)
    const one = last.get(`${release.round}/${release.bidderId}`)
    demand(one?.isInForce === true, `${path} 不属于任何有效的投标`)
    const no = /^opening\/bidders\/(\d{2,})\/release\.json$/.exec(path)?.[1] ?? null
    demand(no !== null || path === `${one.folder}release.json`, `解密密钥不在应在的位置：${path}`)
    demand(one.release === undefined, `一份投标有不止一份解密密钥：${path}`)
    one.release = { release, file: found.places.get(release)!.blob, no }
  }
  return all
}

/** That the files of all submissions are all files there are, and each says what the others say. */
async function checkStructure(
  { body, found, container }: Contents,
  submissions: readonly Submission[],
  opened: ReadonlyMap<string, Blob>,
): Promise<void> {
  const used = new Set<string>()
  const rounds = found.notices.map(roundOf)
  demand(new Set(rounds).size === rounds.length, '同一轮有不止一份公告校验文件')
  for (const notice of found.notices) {
    if (notice.checkpoint === null) continue
    demand(found.checkpoints.includes(notice.checkpoint), `第 ${roundOf(notice)} 轮截止时的日志签名缺失`)
  }
  const numbers = new Map<string, string>()
  for (const one of submissions) {
    const [, no] = FOLDER.exec(one.folder)!
    const { bidderId } = one.receipt.body
    demand((numbers.get(no!) ?? bidderId) === bidderId, `bids/${no} 中有不止一家的投标`)
    numbers.set(no!, bidderId)
    await checkSubmission(one, found)
    const count = one.receipt.body.action === 'bid.submitted' ? one.manifest.files.length : 0
    demand(one.sealed.size === count, `${one.folder} 的加密文件有 ${one.sealed.size} 个，清单为 ${count} 个`)
    for (let at = 1; at <= count; at++) demand(one.sealed.has(at), `${one.folder} 缺少第 ${at} 个加密文件`)
    if (one.release?.no) {
      demand(!used.has(one.release.no), `opening/bidders/${one.release.no} 重复`)
      used.add(one.release.no)
      for (const [i, { fileId }] of one.manifest.files.entries())
        if (one.release.release.keys.some((key) => key.fileId === fileId))
          demand(opened.has(`${one.release.no}/${i + 1}`), `${one.folder} 第 ${i + 1} 个文件已开启，但没有附上明文`)
    }
    const own = new Set(one.manifest.files.map(({ fileId }) => fileId))
    const keys = one.release?.release.keys ?? []
    demand(
      keys.every(({ fileId }) => own.has(fileId)) && new Set(keys.map(({ fileId }) => fileId)).size === keys.length,
      `${one.folder} 的解密密钥与投标清单不符`,
    )
  }
  demand(new Set(numbers.values()).size === numbers.size, '同一投标人的投标分在不同的文件夹')
  const places = found.manifests.map((one) => folderOf(found.places.get(one)!.path))
  demand(places.length === submissions.length, '投标清单与回执不是一一对应')
  const sealed = submissions.reduce((sum, one) => sum + one.sealed.size, 0)
  demand(sealed === found.sealed.length, '有加密文件不属于任何投标')
  for (const key of opened.keys())
    demand(used.has(key.split('/')[0]!), `第 ${key} 个明文文件没有对应的加密文件和解密密钥`)
  for (const { path } of container.entries)
    if (path.startsWith('05 投标与开标/开启的投标文件/')) demand(OPENED.test(path), `${path} 没有对应的投标`)
  checkUnopened(found, submissions)
  const isTimed = (round: number) => found.notices.some((of) => roundOf(of) === round && of.roundKey !== undefined)
  if (body.outcome === 'awarded')
    for (const one of submissions)
      if (one.isInForce && !isTimed(one.receipt.body.round) && !one.release)
        demand(isDeclared(found, one), `${one.folder} 有效，却既未开启，也未说明原因`)
}

/** The files beside a receipt: the proof against the head of the deadline, and the headers of the sealed files. */
async function checkSubmission({ folder, receipt, manifest, sealed }: Submission, found: Gathered): Promise<void> {
  const beside = (name: string) => [...found.places].find(([, { path }]) => path === `${folder}${name}`)?.[0] as unknown
  const inclusion = beside('inclusion.json') as { index: number; size: number; proof: string[] } | undefined
  const head = found.notices.find((notice) => roundOf(notice) === receipt.body.round)?.checkpoint
  demand(inclusion !== undefined && typeof head === 'string', `${folder} 缺少日志证明`)
  const { size, root } = parseCheckpoint(head)
  const leaf = { hash: leafHash(receiptLeaf(receipt.body).entry), index: receipt.body.logIndex }
  demand(
    inclusion.size === size &&
      inclusion.index === leaf.index &&
      verifyInclusion(leaf, { size, root }, inclusion.proof.map(fromHex)),
    `${folder} 的日志证明不成立`,
  )
  if (sealed.size === 0) return
  const headers = found.headers.get(`${folder}headers.json`)
  demand(headers !== undefined && headers.length === manifest.files.length, `${folder} 缺少加密文件的信封记录`)
  for (const [i, { fileId }] of manifest.files.entries()) {
    const file = found.sealed.find(({ blob }) => blob === sealed.get(i + 1))
    demand(file?.header.fileId === fileId, `${folder} 第 ${i + 1} 个加密文件不是清单所列的`)
    demand(canonicalJson(file.header) === canonicalJson(headers[i]), `${folder} 第 ${i + 1} 个加密文件的信封记录不一致`)
  }
}

/** Whatever is declared unopened is a bid that is there, with a reason; and nothing is declared twice. */
function checkUnopened({ unopened }: Gathered, submissions: readonly Submission[]): void {
  const seen = new Set<string>()
  for (const { bidderId, round, fileIds, reason } of unopened.flatMap((one) => one.bids)) {
    demand(typeof reason === 'string' && reason.trim() !== '', `${bidderId} 的投标称未开启，但没有原因`)
    for (const fileId of fileIds) {
      const own = submissions.find(
        ({ receipt, manifest }) =>
          receipt.body.bidderId === bidderId &&
          receipt.body.round === round &&
          receipt.body.action === 'bid.submitted' &&
          manifest.files.some((file) => file.fileId === fileId),
      )
      demand(own !== undefined, `称未开启的文件 ${fileId} 不属于任何投标`)
      demand(!seen.has(fileId), `文件 ${fileId} 两次称未开启`)
      seen.add(fileId)
    }
  }
}

function isDeclared({ unopened }: Gathered, { receipt, manifest }: Submission): boolean {
  const own = unopened.flatMap((one) => one.bids).filter((bid) => bid.bidderId === receipt.body.bidderId)
  const closed = own.filter((bid) => bid.round === receipt.body.round).flatMap((bid) => bid.fileIds)
  return manifest.files.every(({ fileId }) => closed.includes(fileId))
}

/** Why a file was not opened: by the record, or because its bid was replaced, or because nothing was opened. */
function reasonOf({ body, found }: Contents, one: Submission, fileId: string): string | undefined {
  const { bidderId, round } = one.receipt.body
  const declared = found.unopened
    .flatMap(({ bids }) => bids)
    .find((bid) => bid.bidderId === bidderId && bid.round === round && bid.fileIds.includes(fileId))
  if (declared) return declared.reason
  if (!one.isInForce) return '已被其后的投标替换，或已撤回，未开启'
  const isTimed = found.notices.some((of) => roundOf(of) === round && of.roundKey !== undefined)
  const isSealed = !one.release && !body.sections.includes('opening') && !isTimed
  return body.outcome === 'abortive' && isSealed ? '流标，未开标' : undefined
}

/** What was opened, by number of the bidder and position of the file: `01/2`. */
export function openedFiles({ container }: Contents): Map<string, Blob> {
  return new Map(
    container.entries.flatMap(({ path, blob }): [string, Blob][] => {
      const [, no, position] = OPENED.exec(path) ?? []
      return no === undefined ? [] : [[`${no}/${position}`, blob]]
    }),
  )
}

export function plainOf(
  { release }: Submission,
  position: number,
  opened: ReadonlyMap<string, Blob>,
): Blob | undefined {
  return release?.no ? opened.get(`${release.no}/${position}`) : undefined
}

async function fingerprintOf({ tileFiles }: Gathered): Promise<string> {
  const all = await Promise.all([...tileFiles].map(async ([path, blob]) => `${path}=${await sha256Of(blob)}`))
  return all.toSorted().join(' ')
}

/** The bids in force, as the sheet of the opening should tell of them. */
function onSheet(submissions: readonly Submission[], opened: ReadonlyMap<string, Blob>): OnSheet[] {
  return submissions
    .filter(({ isInForce }) => isInForce)
    .map((one) => {
      const price = one.manifest.files.findIndex((file) => file.role === 'price')
      const { bidderName } = one.receipt.body
      return { bidderName, no: one.release?.no ?? null, price: plainOf(one, price + 1, opened) }
    })
}
