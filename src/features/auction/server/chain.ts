import { createHash } from 'node:crypto'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'

/** What the hash of an offer covers: its place, its content, and through `prev` every offer before it. */
export interface OfferBody {
  type: 'kaibiao/auction-offer/1'
  tenantId: string
  orderId: string
  seq: number
  tradeId: string
  /** Two digits, yuan. */
  price: string
  at: string
  /** SHA-256 of the offer before, hex; of the first: of the auction itself. */
  prev: string
}

/** Signed by the service with its Ed25519 key under the label `auction/offer`, over the 32 bytes of `hash`. */
export interface OfferReceipt {
  body: OfferBody
  hash: string
  publicKey: string
  signature: string
}

/** Where the chain of an auction begins. */
export function genesis(tenantId: number, orderId: string): Buffer {
  return createHash('sha256')
    .update(canonicalBytes({ type: 'kaibiao/auction/1', tenantId: String(tenantId), orderId }))
    .digest()
}

export function offerHash(body: OfferBody): Buffer {
  return createHash('sha256')
    .update(canonicalBytes({ ...body }))
    .digest()
}
