import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concat, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'

export const OFFER_TYPE = 'kaibiao/auction-offer/1'

/** What the hash of an offer covers: its place, its content, and through `prev` every offer before it. */
export interface OfferBody {
  type: typeof OFFER_TYPE
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
export function auctionGenesis(tenantId: string, orderId: string): Bytes {
  return sha256(canonicalBytes({ type: 'kaibiao/auction/1', tenantId, orderId }))
}

export function auctionOfferHash(body: OfferBody): Bytes {
  return sha256(canonicalBytes({ ...body }))
}

/** What the service signs for another purpose than receipts: the label keeps one from standing for another. */
export function labelled(label: string, bytes: Uint8Array): Bytes {
  return concat(utf8(`kaibiao/signed/1\0${label}\0`), bytes)
}
