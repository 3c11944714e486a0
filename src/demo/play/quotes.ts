import type { OutputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { orderRounds } from '#features/inquiry/contract.ts'
import { ownRelease, releaseQuote } from '#features/inquiry/contract-keys.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { QUOTE_FILE } from '#features/procurement/rules/enums.ts'
import type { SheetFile } from '#features/quotes/rules/sheet-format.ts'
import { sheetOfTyped, type TypedAlternative, type TypedLine } from '#features/quotes/rules/typed-quote.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import * as bids from '#features/sealed-bids/contract.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { releaseContentKey, type SealedFile, sealFile } from '#features/sealing/core/envelope.ts'
import { checkHeader, type FileRole } from '#features/sealing/core/envelope-header.ts'
import type { JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { makeManifest, makePriceSheet as sealableSheet } from '#features/sealing/core/manifest.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { collect } from '#features/sealing/core/source.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { demoKey } from '../keys.ts'
import type { Account } from '../people.ts'
import { pdfOf } from './documents.ts'
import { jointSeal, registerKey, rehearse } from './supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

export interface QuoteContent {
  /** Unit price of a line, tax included; null: it is left out. */
  priceOf: (item: Item) => string | null
  lineOf?: (item: Item) => Partial<TypedLine>
  /** Other products for a line. */
  alternativesOf?: (item: Item) => readonly TypedAlternative[]
  /** Beside those that are demanded, which are made where they are not given. `of`: the line it belongs to. */
  files?: readonly { label: string; name: string; content: Uint8Array; of?: SheetFile['itemId'] }[]
  remark?: string
  /** Whose key seals it, where suppliers hold theirs. */
  by?: Account
}

/** Fills the quote sheet of the round that is open, seals it to the round's key or the own and commits it. Gives the receipt. */
export async function submitQuote(supplier: HttpClient, orderId: string, content: QuoteContent): Promise<Receipt> {
  const params = { orderId }
  const room = await supplier.call(bids.bidRoom, { params })
  const { suite, round } = room
  const usual = { deliveryDays: '15', ...(room.terms!.brand === 'asked' && { brand: '自有品牌' }) }
  const lines: Record<string, TypedLine> = {}
  for (const item of room.items) {
    const unitPrice = content.priceOf(item)
    if (unitPrice !== null) lines[item.itemId] = { unitPrice, ...usual, ...content.lineOf?.(item) }
  }
  const alternatives = Object.fromEntries(
    room.items.map((item) => [item.itemId, content.alternativesOf?.(item) ?? []] as const),
  )
  const files = await filesOf(room, content)
  const typed = {
    lines,
    alternatives,
    files: files.map(({ entry }) => entry),
    validityDays: '60',
    remark: content.remark ?? '',
  }
  const sheet = sheetOfTyped({ ...room, terms: room.terms! }, typed)
  const price = sealableSheet(suite, sheet)
  const place = { tenantId: room.tenantId, orderId, bidderId: room.bidderId, round }
  const sealedTo = room.roundKey ?? (await ownKey(supplier, orderId, { account: content.by!, suite }))
  const joint = room.jointKey && jointSeal(room.jointKey as unknown as JointKey, { place, room })
  const sealed: SealedFile[] = []
  const fileIds: string[] = []
  const seal = async (file: { fileId: string; role: FileRole; name: string; source: Uint8Array }) => {
    const { fileId, role, name, source } = file
    const recipient = { suite, publicKey: sealedTo.publicKey }
    const { stream, result } = sealFile({
      place: { ...place, fileId, role },
      name,
      source,
      recipient,
      ...(joint && { joint }),
    })
    fileIds.push((await supplier.upload('sealed-bid', `${role}.kbe`, await collect(stream))).fileId)
    sealed.push(await result)
  }
  await seal({ fileId: newId(), role: 'price', name: '报价单', source: price.bytes })
  for (const { entry, name, content: source } of files)
    await seal({ fileId: entry.fileId, role: QUOTE_FILE, name, source })
  const manifest = makeManifest(
    { suite, ...place, priceSheetHash: price.priceSheetHash, ...(joint && { joint: joint.part }) },
    sealed,
  )
  const body = { manifest, fileIds, keyId: sealedTo.keyId, replaces: room.current?.submissionId ?? null }
  return supplier.call(bids.submitBid, { params, body })
}

async function ownKey(
  supplier: HttpClient,
  orderId: string,
  { account, suite }: { account: Account; suite: SuiteName },
): Promise<{ keyId: string; publicKey: string }> {
  const key = demoKey(account, suite)
  const keyId = await registerKey(supplier, key, '报价密钥')
  await rehearse(supplier, orderId, { keyId, key })
  return { keyId, publicKey: key.publicKey }
}

/** The keys of the own quote of a round that has ended, unwrapped as the browser does. */
export async function keysOf(
  supplier: HttpClient,
  orderId: string,
  { by, round = 1 }: { by: Account; round?: number },
) {
  const { release } = await supplier.call(ownRelease, { params: { orderId, round } })
  const { tenantId, bidderId, suite } = await supplier.call(bids.bidRoom, { params: { orderId } })
  const expect = { tenantId, orderId, bidderId }
  const keys: { position: number; contentKey: string }[] = []
  for (const { position, header } of release?.files ?? []) {
    const contentKey = await releaseContentKey(checkHeader(header), demoKey(by, suite).privateKey, expect)
    keys.push({ position, contentKey: toHex(contentKey) })
  }
  return keys
}

/** Releases the keys of the own quote, once its round has ended. */
export async function releaseQuoteKeys(
  supplier: HttpClient,
  orderId: string,
  given: { by: Account; round?: number },
): Promise<void> {
  const keys = await keysOf(supplier, orderId, given)
  await supplier.call(releaseQuote, { params: { orderId, round: given.round ?? 1 }, body: { keys } })
}

/** Waits until the clock has ended a round and its keys are awaited. Throws after five minutes. */
export async function awaitRelease(buyer: HttpClient, orderId: string, roundNo = 1): Promise<void> {
  for (let i = 0; i < 3000; i++) {
    const { rounds } = await buyer.call(orderRounds, { params: { orderId } })
    if (rounds.find((round) => round.roundNo === roundNo)?.release) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`round ${roundNo} of ${orderId} did not end`)
}

/** The files that were given, and a page for each that is demanded and was not. */
async function filesOf({ bidFiles, title, now }: OutputOf<typeof bids.bidRoom>, { files = [] }: QuoteContent) {
  const lacking = bidFiles.filter(({ name, required }) => required && !files.some(({ label }) => label === name))
  const made = lacking.map(async ({ name }) => {
    const parts = [{ heading: name, paragraphs: [`用于${title}的报价。`] }]
    return { label: name, name: `${name}.pdf`, content: await pdfOf({ title: name, org: '', parts }, new Date(now)) }
  })
  return [...files, ...(await Promise.all(made))].map(({ label, name, content, ...file }) => {
    const itemId = 'of' in file ? (file.of ?? null) : null
    return { entry: { fileId: newId(), label, itemId, alternative: null } satisfies SheetFile, name, content }
  })
}

/** Waits until the clock has opened the quotes of a round, or found too few, which is work beside requests. Throws after five minutes. */
export async function awaitOpening(buyer: HttpClient, orderId: string, roundNo = 1): Promise<void> {
  const params = { orderId }
  for (let i = 0; i < 3000; i++) {
    const { rounds, short } = await buyer.call(orderRounds, { params })
    if (short?.at === 'deadline') return
    if (rounds.some((round) => round.roundNo === roundNo && round.status === RoundStatus.values.closed)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`round ${roundNo} of ${orderId} was not opened`)
}
