import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'

export const RESERVE_TYPE = 'kaibiao/auction-reserve/1'

/** What the published fingerprint of a secret reserve covers. `salt`: 32 random bytes, hex, so that nobody finds the price by trying. */
export interface ReserveBody {
  type: typeof RESERVE_TYPE
  tenantId: string
  orderId: string
  /** Two digits, yuan. */
  price: string
  salt: string
}

/** SHA-256 of the body: published with the notice, before anybody offers. */
export function reserveCommitment(body: ReserveBody): Bytes {
  return sha256(canonicalBytes({ ...body }))
}
