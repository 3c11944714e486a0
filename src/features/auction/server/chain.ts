import { auctionGenesis, auctionOfferHash, type OfferBody } from '#features/sealing/core/auction-offer.ts'

/** Where the chain of an auction begins, as it is stored. */
export function genesis(tenantId: number, orderId: string): Buffer {
  return Buffer.from(auctionGenesis(String(tenantId), orderId))
}

export function offerHash(body: OfferBody): Buffer {
  return Buffer.from(auctionOfferHash(body))
}
