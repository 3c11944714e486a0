import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { Item } from '#features/procurement/contract/shared.ts'
import { QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Canary as CoreCanary } from '#features/sealing/core/canary.ts'
import type { JointPart as CoreJointPart } from '#features/sealing/core/joint/threshold.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import type { NoticeTrust as CoreNoticeTrust, Receipt as CoreReceipt } from '#features/sealing/core/receipt.ts'
import { MAX_ROUND } from './rules.ts'

/** A round of offers in an address. */
export const Round = z.coerce.number().int().min(1).max(MAX_ROUND)
/** 32 bytes in hex. */
export const Hex32 = z.string().regex(/^[0-9a-fA-F]{64}$/, '格式不正确')
export const SuiteName = z.enum(['intl', 'gm'])
export const FileRole = z.enum(['price', 'technical', 'business', 'qualification', 'quotation', 'statement'])

export const BidKey = z.object({
  keyId: Id,
  suite: SuiteName,
  publicKey: z.string(),
  fingerprint: Hex32,
  label: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
  revokedAt: Instant.nullable(),
})

/** A key with the tenders it was used for: newest first, one entry per order. */
export const BidKeyWithUse = BidKey.extend({
  orders: z.array(
    z.object({ orderId: Id, code: z.string(), title: z.string(), lastAt: Instant, inForce: z.boolean() }),
  ),
})

export const Canary = z.object({
  v: z.literal(1),
  suite: SuiteName,
  tenantId: z.string(),
  orderId: z.string(),
  bidderId: z.string(),
  recipient: z.string(),
  nonce: z.string(),
  sealed: z.object({ alg: z.string(), ephemeral: z.string().optional(), data: z.string() }),
}) satisfies z.ZodType<CoreCanary>

/** A bid's part for the officers of a joint key (core/joint/threshold.ts). */
export const JointPart = z.strictObject({
  key: Hex32,
  ephemeral: Hex32,
  proof: z.strictObject({ challenge: Hex32, response: Hex32 }),
}) satisfies z.ZodType<CoreJointPart>

export const Manifest = z.strictObject({
  type: z.literal('kaibiao.bid-manifest/1'),
  suite: SuiteName,
  tenantId: z.string(),
  orderId: z.string(),
  bidderId: z.string(),
  round: z.number().int(),
  priceSheetHash: Hex32.nullable(),
  files: z
    .array(
      z.strictObject({
        fileId: z.string(),
        role: FileRole,
        name: z.string().min(1).max(255),
        size: z.number().int(),
        cipherHash: Hex32,
        plainCommit: Hex32,
      }),
    )
    .min(1)
    .max(50),
  joint: JointPart.exactOptional(),
}) satisfies z.ZodType<BidManifest>

export const Receipt = z.object({
  body: z.object({
    type: z.literal('kaibiao.receipt/1'),
    action: z.enum(['bid.submitted', 'bid.withdrawn']),
    suite: SuiteName,
    tenantId: z.string(),
    orderId: z.string(),
    orderName: z.string(),
    bidderId: z.string(),
    bidderName: z.string(),
    round: z.number().int(),
    manifestHash: z.string(),
    at: z.string(),
    deadline: z.string(),
    bidderSalt: z.string(),
    blinding: z.string(),
    logIndex: z.number().int(),
    checkpoint: z.string(),
    inclusionProof: z.array(z.string()),
    heads: z.string().exactOptional(),
  }),
  signatures: z.array(z.object({ alg: z.enum(['Ed25519', 'SM2']), publicKey: z.string(), signature: z.string() })),
  manifest: Manifest.optional(),
}) satisfies z.ZodType<CoreReceipt>

export const NoticeTrust = z.object({
  type: z.literal('kaibiao.notice/1'),
  tenantId: z.string(),
  orderId: z.string(),
  title: z.string(),
  deadline: z.string(),
  logKey: z.string(),
  serviceKeys: z.object({ ed25519: z.string(), sm2: z.string().optional() }),
  checkpoint: z.string().nullable(),
  witnesses: z
    .object({ threshold: z.number().int(), witnesses: z.array(z.object({ title: z.string(), key: z.string() })) })
    .exactOptional(),
  timeStamp: z.object({ token: z.string(), isLocal: z.boolean(), issuers: z.array(z.string()) }).exactOptional(),
  jointKey: Hex32.exactOptional(),
  round: z.number().int().exactOptional(),
  roundKey: Hex32.exactOptional(),
}) satisfies z.ZodType<CoreNoticeTrust>

/** An uploaded sealed file as the server found it. */
export const BidFileView = z.object({
  fileId: Id.describe('of the upload'),
  envelopeId: z.string().describe('the file id inside the envelope and the manifest'),
  role: FileRole,
  name: z.string(),
  size: z.number().int().describe('bytes of the sealed file'),
  plainSize: z.number().int(),
  suite: SuiteName,
  recipient: Hex32,
  cipherHash: Hex32,
})

export const SubmissionView = z.object({
  submissionId: Id,
  kind: z.enum(['submitted', 'withdrawn']),
  at: Instant,
  by: z.string(),
  logIndex: z.number().int(),
  manifestHash: z.string(),
  keyId: Id,
  fingerprint: Hex32,
  files: z.array(
    z.object({
      position: z.number().int(),
      role: FileRole,
      name: z.string(),
      size: z.number().int(),
      cipherHash: z.string(),
    }),
  ),
})

export const BidRoom = z.object({
  tenantId: z.string().describe('as it stands in envelopes and manifests'),
  orderId: Id,
  method: z.number().int(),
  tradeId: Id,
  bidderId: Id.describe('as it stands in envelopes and manifests'),
  round: z.number().int(),
  code: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** 2: double envelope; price sheet and quotation files are opened apart. */
  reviewModel: z.number().int(),
  suite: SuiteName,
  controlPrice: z.string().nullable(),
  bidEnd: Instant.nullable().describe('the deadline of the round'),
  openAt: Instant.nullable(),
  now: Instant,
  items: z.array(Item).describe('the lines that the own company is asked for in the round'),
  roundNote: z.string().describe('what the buyer says of a further round'),
  target: Amount.nullable().describe('what the buyer hopes for, of the whole; yuan'),
  targets: z.array(z.object({ itemId: Id, unitPrice: Quantity })).describe('the same of lines'),
  /** What is asked of a quote; null where a tender's price sheet is sealed. */
  terms: QuoteTerms.nullable(),
  previous: z
    .object({
      total: Amount.nullable(),
      lines: z.array(z.object({ itemId: Id, unitPrice: Quantity })),
      alternatives: z.array(
        z.object({ itemId: Id, brand: z.string(), model: z.string(), spec: z.string(), unitPrice: Quantity }),
      ),
    })
    .nullable()
    .describe('what the own company quoted before this round; null where it did not'),
  /** Asked for: marks to be read out beside the total quote, and files beside the price sheet. */
  marks: OrderSettings.shape.marks.unwrap(),
  bidFiles: OrderSettings.shape.bidFiles.unwrap(),
  trust: NoticeTrust,
  /** Joint-key mode: how the officers' key was made (core/joint/joint-key.ts), for this browser to check. */
  jointKey: z.record(z.string(), z.unknown()).nullable(),
  /** Timed mode: the key of the round, which takes the place of a key of the bidder. */
  roundKey: z.object({ keyId: Id, publicKey: z.string(), fingerprint: Hex32 }).nullable(),
  keys: z.array(BidKey.extend({ rehearsedAt: Instant.nullable(), fits: z.boolean() })),
  current: SubmissionView.nullable().describe('the bid in force; null when none was handed in or it was withdrawn'),
  receipt: Receipt.nullable().describe('of the last row of the history'),
  history: z.array(SubmissionView),
  drafts: z
    .array(z.object({ by: z.string(), isMine: z.boolean(), device: Id, deviceName: z.string(), savedAt: Instant }))
    .describe('browsers in which the own company has begun a bid of the round since it last handed one in'),
  maxFileSize: z.number().int(),
  maxTotalSize: z.number().int(),
  unconfirmed: z.number().int().describe('changes and clarifications still to be confirmed before a bid is handed in'),
  actions: z.array(Action),
})
