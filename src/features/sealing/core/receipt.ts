import type { Bytes } from './bytes.ts'
import { concat, fromHex, toHex, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'
import { signEd25519, type VerifyEd25519, verifyEd25519 } from './log/checkpoint.ts'
import type { WitnessPolicy } from './log/cosignature.ts'
import { bidderRef, leafEntry } from './log/leaf.ts'
import type { BidLeafData } from './log/leaf.ts'
import type { BidManifest } from './manifest.ts'
import { sm2Sign, sm2Verify } from './sm2.ts'
import type { SuiteName } from './suite-types.ts'
import type { HeadStamp } from './verify-witnessed.ts'

export const RECEIPT_TYPE = 'kaibiao.receipt/1'
export const NOTICE_TYPE = 'kaibiao.notice/1'

/** What the service attests. Hashes, salts and proofs in hex; instants ISO. Everything in it is signed. */
export interface ReceiptBody {
  type: typeof RECEIPT_TYPE
  action: 'bid.submitted' | 'bid.withdrawn'
  suite: SuiteName
  tenantId: string
  orderId: string
  /** For people; empty texts are allowed. */
  orderName: string
  bidderId: string
  bidderName: string
  round: number
  manifestHash: string
  /** The instant of the commit by the server's clock: the one that was compared with the deadline. */
  at: string
  /** The deadline in force at that instant. */
  deadline: string
  bidderSalt: string
  blinding: string
  logIndex: number
  /** A checkpoint that covers the leaf, as a signed note; it names the log. */
  checkpoint: string
  inclusionProof: string[]
  /** Where the service gives the cosigned heads around `at`, from its own address: the log must have grown past this leaf. */
  heads?: string
}

export type SignatureAlg = 'Ed25519' | 'SM2'

/** Hex. Ed25519: 64 bytes, RFC 8032. SM2: r ‖ s over SM3 with the default user id. */
export interface ReceiptSignature {
  alg: SignatureAlg
  publicKey: string
  signature: string
}

/** The file the bidder keeps. The manifest travels along; the body's `manifestHash` binds it. */
export interface Receipt {
  body: ReceiptBody
  signatures: ReceiptSignature[]
  manifest?: BidManifest
}

/** What the published notice says for checking, besides its text. */
export interface NoticeTrust {
  type: typeof NOTICE_TYPE
  tenantId: string
  orderId: string
  title: string
  /** The deadline finally in force. */
  deadline: string
  /** C2SP verifier key of the log: `origin+hash+base64`. */
  logKey: string
  /** Keys that sign receipts, hex. `sm2` is there when the order runs in the gm suite. */
  serviceKeys: { ed25519: string; sm2?: string }
  /** The tree head at the deadline, as a signed note; null while the deadline has not come. */
  checkpoint: string | null
  /** Who must have cosigned that head, and how many of them; left out: nobody was asked to. */
  witnesses?: WitnessPolicy
  /** An RFC 3161 time-stamp of that head, where it has one. */
  timeStamp?: HeadStamp
  /** Joint-key mode: fingerprint of the officers' key. */
  jointKey?: string
  /** The round that deadline and checkpoint belong to; left out: the first. */
  round?: number
  /** Timed mode: fingerprint of the key that the round's offers are sealed to, whose private half the service keeps. */
  roundKey?: string
}

/** The round of offers that a notice file speaks of. */
export function roundOf({ round = 1 }: Pick<NoticeTrust, 'round'>): number {
  return round
}

/** A key of the service that signs receipts; the private half may live in a key store elsewhere. */
export interface Signer {
  alg: SignatureAlg
  publicKey: string
  sign(message: Uint8Array): Bytes | Promise<Bytes>
}

export function ed25519Signer(key: { privateKey: string; publicKey: string }): Signer {
  return { alg: 'Ed25519', publicKey: key.publicKey, sign: (message) => signEd25519(key.privateKey, message) }
}

export function sm2Signer(key: { privateKey: string; publicKey: string }): Signer {
  return { alg: 'SM2', publicKey: key.publicKey, sign: (message) => sm2Sign(key.privateKey, message) }
}

/** The signatures a receipt of this suite must carry: Ed25519 always, so that any tool reads it; SM2 too under gm. */
export function requiredSignatures(suite: SuiteName): SignatureAlg[] {
  return suite === 'gm' ? ['Ed25519', 'SM2'] : ['Ed25519']
}

/** Signs a receipt, after the leaf is in the log and on disk. Throws RangeError when a required signer is missing. */
export async function issueReceipt(
  body: ReceiptBody,
  signers: readonly Signer[],
  manifest?: BidManifest,
): Promise<Receipt> {
  const missing = requiredSignatures(body.suite).find((alg) => !signers.some((signer) => signer.alg === alg))
  if (missing) throw new RangeError(`a ${body.suite} receipt needs a signature by ${missing}`)
  const message = receiptMessage(body)
  const signatures = await Promise.all(
    signers.map(async ({ alg, publicKey, sign }) => ({ alg, publicKey, signature: toHex(await sign(message)) })),
  )
  return manifest ? { body, signatures, manifest } : { body, signatures }
}

/** Is this a signature of its key over the body? False on malformed input too. `verify`: as for `verifyCheckpoint`. */
export function isSignedBy(
  body: ReceiptBody,
  { alg, publicKey, signature }: ReceiptSignature,
  verify: VerifyEd25519 = verifyEd25519,
): boolean {
  try {
    const message = receiptMessage(body)
    if (alg === 'SM2') return sm2Verify(publicKey, message, fromHex(signature))
    return verify(fromHex(publicKey), message, fromHex(signature))
  } catch {
    return false
  }
}

/** The leaf a receipt speaks of. */
export function receiptLeaf(body: ReceiptBody): { data: BidLeafData; entry: Bytes } {
  const { action, tenantId, orderId, round, manifestHash, at, deadline } = body
  const data: BidLeafData = {
    type: action,
    tenantId,
    orderId,
    round,
    manifestHash,
    at,
    deadline,
    bidderRef: bidderRef(orderId, body.bidderId, body.bidderSalt),
  }
  return { data, entry: leafEntry(data, body.blinding) }
}

function receiptMessage(body: ReceiptBody): Bytes {
  return concat(utf8('kaibiao/receipt/1\0'), canonicalBytes(body))
}
