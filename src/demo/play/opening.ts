import * as hall from '#features/opening-hall/contract.ts'
import { startBusinessOpening } from '#features/opening-hall/contract-offer.ts'
import { DecryptState } from '#features/opening-hall/rules.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { releaseKeys } from './supplier.ts'

export interface HallBidder {
  client: HttpClient
  tradeId: string
  key: KeyPair
}

/** Opens the hall, lets every bidder sign in and decrypt, and waits until all are done. */
export async function openAndDecrypt(
  host: HttpClient,
  orderId: string,
  given: {
    bidders: readonly HallBidder[]
    settle: () => Promise<void>
    /** Double envelope: the opening of the business envelopes. */
    double?: boolean
  },
): Promise<void> {
  const params = { projectId: orderId }
  await host.call(given.double ? startBusinessOpening : hall.startOpening, { params })
  for (const { client, tradeId, key } of given.bidders) {
    await client.call(hall.signIn, { params: { ...params, bidderId: tradeId } })
    await releaseKeys(client, orderId, { tradeId, key })
  }
  await given.settle()
}

/** Opens the marks and reads the first bidder out: an opening that stands in the middle. */
export async function readFirst(host: HttpClient, orderId: string): Promise<void> {
  const params = { projectId: orderId }
  await host.call(hall.openMarks, { params })
  const [first] = await host.call(hall.markList, { params })
  await host.call(hall.readOut, { params: { ...params, bidderId: first!.bidderId } })
}

/** Opens the marks, reads everybody out, has them confirm, and ends the opening. */
export async function readAndEnd(
  host: HttpClient,
  orderId: string,
  given: { bidders: readonly HallBidder[]; settle: () => Promise<void> },
): Promise<void> {
  const params = { projectId: orderId }
  await host.call(hall.openMarks, { params })
  const rows = await host.call(hall.markList, { params })
  for (const row of rows)
    if (row.decryptState === DecryptState.values.success)
      await host.call(hall.readOut, { params: { ...params, bidderId: row.bidderId } })
  for (const { client, tradeId } of given.bidders) {
    await client.call(hall.confirmMarks, { params: { ...params, bidderId: tradeId }, body: { agree: true } })
  }
  await host.call(hall.endOpening, { params })
  await given.settle()
}
