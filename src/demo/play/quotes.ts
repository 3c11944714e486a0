import { newId } from '#contract/id.ts'
import { orderRounds } from '#features/inquiry/contract.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { sheetOfTyped, type TypedLine } from '#features/quotes/rules/typed-quote.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import * as bids from '#features/sealed-bids/contract.ts'
import { sealFile } from '#features/sealing/core/envelope.ts'
import { makeManifest, makePriceSheet as sealableSheet } from '#features/sealing/core/manifest.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { collect } from '#features/sealing/core/source.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

export interface QuoteContent {
  /** Unit price of a line, tax included; null: it is left out. */
  priceOf: (item: Item) => string | null
  lineOf?: (item: Item) => Partial<TypedLine>
  remark?: string
}

/** Fills the quote sheet of the round that is open, seals it to the round's key and commits it. Gives the receipt. */
export async function submitQuote(supplier: HttpClient, orderId: string, content: QuoteContent): Promise<Receipt> {
  const params = { orderId }
  const room = await supplier.call(bids.bidRoom, { params })
  const { suite, round, roundKey } = room
  const usual = { deliveryDays: '15', ...(room.terms!.brand === 'asked' && { brand: '自有品牌' }) }
  const lines: Record<string, TypedLine> = {}
  for (const item of room.items) {
    const unitPrice = content.priceOf(item)
    if (unitPrice !== null) lines[item.itemId] = { unitPrice, ...usual, ...content.lineOf?.(item) }
  }
  const typed = { lines, validityDays: '60', remark: content.remark ?? '' }
  const sheet = sheetOfTyped({ ...room, terms: room.terms! }, typed)
  const price = sealableSheet(suite, sheet)
  const place = { tenantId: room.tenantId, orderId, bidderId: room.bidderId, round }
  const { stream, result } = sealFile({
    place: { ...place, fileId: newId(), role: 'price' },
    name: '报价单',
    source: price.bytes,
    recipient: { suite, publicKey: roundKey!.publicKey },
  })
  const { fileId } = await supplier.upload('sealed-bid', 'price.kbe', await collect(stream))
  const manifest = makeManifest({ suite, ...place, priceSheetHash: price.priceSheetHash }, [await result])
  const body = { manifest, fileIds: [fileId], keyId: roundKey!.keyId, replaces: room.current?.submissionId ?? null }
  return supplier.call(bids.submitBid, { params, body })
}

/** Waits until the clock has opened the quotes of a round, which is work beside requests. Throws after a minute. */
export async function awaitOpening(buyer: HttpClient, orderId: string, roundNo = 1): Promise<void> {
  const params = { orderId }
  for (let i = 0; i < 600; i++) {
    const { rounds } = await buyer.call(orderRounds, { params })
    if (rounds.some((round) => round.roundNo === roundNo && round.status === RoundStatus.values.closed)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`round ${roundNo} of ${orderId} was not opened`)
}
