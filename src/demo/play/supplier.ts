import { newId } from '#contract/id.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import { answerCanary } from '#features/sealing/core/canary.ts'
import { collect } from '#features/sealing/core/source.ts'
import { type JointSeal, releaseContentKey, sealFile, type SealedFile } from '#features/sealing/core/envelope.ts'
import { checkHeader, type FileRole } from '#features/sealing/core/envelope-header.ts'
import { checkJointKey, type JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { type BidPlace, encapsulate } from '#features/sealing/core/joint/threshold.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { type BidManifest, makeManifest, makePriceSheet as sealableSheet } from '#features/sealing/core/manifest.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import * as bids from '#features/sealed-bids/contract.ts'
import * as decryption from '#features/opening-hall/contract-decrypt.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { makePriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { statementBytes } from '#features/procurement/rules/statement.ts'
import { sheetMarks, statementMarks } from '#features/sealed-bids/rules.ts'
import { Exact } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { pdfOf } from './documents.ts'

/** Signs up with a document for each demand. */
export async function signUp(
  supplier: HttpClient,
  orderId: string,
  about: { contact: string; mobile: string; now: Date },
): Promise<string> {
  const { settings, title, commitment, lapses } = await supplier.call(tenders.tenderDetail, { params: { orderId } })
  const renewedUntil = formatDate(new Date(about.now.getTime() + 3 * 365 * DAY))
  const files = []
  for (const demand of settings.qualifications) {
    const parts = [{ heading: demand.name, paragraphs: [`本文件为${title}的报名资料：${demand.name}。`] }]
    const content = await pdfOf({ title: demand.name, org: title, parts }, about.now)
    const { fileId, name } = await supplier.upload('qualification', `${demand.name}.pdf`, content)
    // One that the purchaser knows to end is renewed.
    const isRenewed = lapses.some(({ kind }) => kind === demand.name)
    files.push({ fileId, kind: demand.name, name, validUntil: isRenewed ? renewedUntil : null })
  }
  const { tradeId } = await supplier.call(tenders.signUp, {
    params: { orderId },
    body: {
      contactName: about.contact,
      contactMobile: about.mobile,
      statement: '我方承诺所提交资料真实有效。',
      files,
      commitment: commitment && { versionId: commitment.versionId, textHash: commitment.textHash },
    },
  })
  return tradeId
}

/** Registers the public half of a key, unless the company has registered it before; gives its id. */
export async function registerKey(supplier: HttpClient, key: KeyPair, label: string): Promise<string> {
  const { rows } = await supplier.call(bids.bidKeys, {})
  const known = rows.find((row) => row.publicKey.toLowerCase() === key.publicKey.toLowerCase() && !row.revokedAt)
  if (known) return known.keyId
  const added = await supplier.call(bids.registerBidKey, {
    body: { suite: key.suite, publicKey: key.publicKey, label },
  })
  return added.keyId
}

/** Proves with a canary that the key can open what it will have to open. */
export async function rehearse(
  supplier: HttpClient,
  orderId: string,
  { keyId, key }: { keyId: string; key: KeyPair },
): Promise<void> {
  const { rehearsalId, canary } = await supplier.call(bids.startRehearsal, { params: { orderId }, body: { keyId } })
  const answer = await answerCanary(canary, key.privateKey)
  const { passed } = await supplier.call(bids.finishRehearsal, { params: { orderId, rehearsalId }, body: { answer } })
  if (!passed) throw new Error('rehearsal failed')
}

export interface BidContent {
  /** Unit price of a line: see `atRatio` for a fraction of the control price. */
  priceOf: (item: Item) => string
  marks: readonly string[]
  files: readonly { role: Exclude<FileRole, 'price' | 'statement'>; name: string; content: Uint8Array }[]
}

export type Progress = (what: string) => void

/** A bid sealed and uploaded, waiting for its commit. */
export interface PreparedBid {
  manifest: BidManifest
  fileIds: string[]
  keyId: string
  replaces: string | null
}

interface Bidding {
  keyId: string
  key: KeyPair
  content: BidContent
  /** As `readRecoveryCode` gives it. */
  recoveryCode?: string
  onProgress?: Progress
}

/** Fills the price sheet, seals everything to the own key, uploads and commits. Gives the receipt. */
export async function submitBid(supplier: HttpClient, orderId: string, given: Bidding): Promise<Receipt> {
  const body = await prepareBid(supplier, orderId, given)
  return supplier.call(bids.submitBid, { params: { orderId }, body })
}

/** Commits what was prepared; gives the id of the submission now in force. */
export async function commitBid(supplier: HttpClient, orderId: string, body: PreparedBid): Promise<string> {
  await supplier.call(bids.submitBid, { params: { orderId }, body })
  const { current } = await supplier.call(bids.bidRoom, { params: { orderId } })
  return current!.submissionId
}

/** Fills the price sheet, seals everything to the own key and uploads it. */
export async function prepareBid(supplier: HttpClient, orderId: string, given: Bidding): Promise<PreparedBid> {
  const room = await supplier.call(bids.bidRoom, { params: { orderId } })
  const valueOf = (mark: (typeof room.marks)[number]) => {
    const value = given.content.marks[room.marks.indexOf(mark)] ?? ''
    return { name: mark.name, unit: mark.unit, value }
  }
  const place = { tenantId: room.tenantId, orderId, bidderId: room.bidderId, round: room.round }
  const sheet = makePriceSheet(orderId, room.items, {
    prices: new Map(room.items.map((item) => [item.itemId, { unitPrice: given.content.priceOf(item), remark: '' }])),
    marks: sheetMarks(room).map(valueOf),
  })
  const stated = statementMarks(room)
  const price = sealableSheet(room.suite, sheet)
  const plain = [
    { role: 'price' as FileRole, name: '报价单', content: price.bytes as Uint8Array },
    ...(stated.length > 0
      ? [
          {
            role: 'statement' as FileRole,
            name: '商务开标一览表',
            content: statementBytes(orderId, stated.map(valueOf)) as Uint8Array,
          },
        ]
      : []),
    ...given.content.files,
  ]
  const joint = room.jointKey && jointSeal(room.jointKey as unknown as JointKey, { place, room })
  const sealed: SealedFile[] = []
  const uploads: string[] = []
  for (const file of plain) {
    const { stream, result } = sealFile({
      place: { ...place, fileId: newId(), role: file.role },
      name: file.name,
      source: file.content,
      recipient: { suite: given.key.suite, publicKey: given.key.publicKey },
      ...(joint && { joint }),
      ...(given.recoveryCode && { recoveryCode: given.recoveryCode }),
    })
    const bytes = await collect(stream)
    const done = await result
    given.onProgress?.(`sealed ${file.name} (${bytes.length} bytes)`)
    const { fileId } = await supplier.upload('sealed-bid', `${file.role}.kbe`, bytes)
    sealed.push(done)
    uploads.push(fileId)
  }
  const manifest = makeManifest(
    { suite: room.suite, ...place, priceSheetHash: price.priceSheetHash, ...(joint && { joint: joint.part }) },
    sealed,
  )
  return { manifest, fileIds: uploads, keyId: given.keyId, replaces: room.current?.submissionId ?? null }
}

/** The bid's part for the officers, made for the key that the announcement published and no other. */
export function jointSeal(
  record: JointKey,
  { place, room }: { place: BidPlace; room: { trust: { jointKey?: string } } },
): JointSeal {
  const key = checkJointKey(record)
  if (key.fingerprint !== room.trust.jointKey) throw new Error('not the published joint key')
  return { key, ...encapsulate(key, place) }
}

/** Unwraps the own content keys with the private key and releases them in the hall. */
export async function releaseKeys(
  supplier: HttpClient,
  orderId: string,
  { tradeId, key }: { tradeId: string; key: KeyPair },
): Promise<void> {
  const params = { projectId: orderId, bidderId: tradeId }
  const room = await supplier.call(bids.bidRoom, { params: { orderId } })
  const own = await supplier.call(decryption.bidderFileDecryption, { params })
  const expect = { tenantId: room.tenantId, orderId, bidderId: room.bidderId }
  const keys = []
  for (const file of own.files) {
    const contentKey = await releaseContentKey(checkHeader(file.header), key.privateKey, expect)
    keys.push({ position: file.position, contentKey: toHex(contentKey) })
  }
  await supplier.call(decryption.releaseKeys, { params: { id: own.submissionId }, body: { keys } })
}

export async function confirmAllNotices(supplier: HttpClient, orderId: string): Promise<void> {
  const { notices } = await supplier.call(tenders.tenderDetail, { params: { orderId } })
  for (const notice of notices) {
    if (notice.needsConfirmation && !notice.confirmedAt)
      await supplier.call(tenders.confirmNotice, { params: { noticeId: notice.noticeId } })
  }
}

/** Prices at a fraction of each line's control price, e.g. `0.93`. */
export function atRatio(ratio: string): BidContent['priceOf'] {
  return (item) =>
    new Exact(item.controlPrice ?? '100')
      .times(ratio)
      .toFixed(2)
      .replace(/\.?0+$/, '') || '0'
}
