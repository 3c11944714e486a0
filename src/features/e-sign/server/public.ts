/* What other features may ask and do: who may sign for a company, what it looks like, and what it costs. */

export {
  assertCanSign,
  companyOpening,
  type Signer,
  signerOf,
  signersOf,
  type Standing,
  standingOf,
} from './standing.ts'
export { type Copy, holdCopies, holdsCopies, releaseCopies, spendCopies } from './copies.ts'
export { sealImage, signatureImage } from './pictures.ts'

/**
 * Event that somebody may no longer sign for a company: revoked, left or was disabled. Whoever runs tasks gives those of this
 * person to `to`, an administrator of the company in use; null where it has no other.
 */
export const SIGNER_REVOKED_EVENT = 'e-sign.signer-revoked'
export interface SignerRevoked {
  companyId: string
  userId: string
  /** User of an administrator. */
  to: string | null
}
