import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import {
  BidFileView,
  BidKey,
  BidKeyWithUse,
  BidRoom,
  Canary,
  Hex32,
  Manifest,
  Receipt,
  SuiteName,
} from './contract-parts.ts'

/** Calls of the bidder. Keys and bids are those of the own company; another company's order, bid or file is a 404. */
const order = z.object({ orderId: Id })

export const bidKeys = endpoint({
  method: 'GET',
  path: '/workbench/supplier/bid-keys',
  summary: 'The public keys of the own company, revoked ones included, and which tenders used them',
  returns: z.object({ rows: z.array(BidKeyWithUse) }),
})

export const registerBidKey = endpoint({
  method: 'POST',
  path: '/workbench/supplier/bid-keys',
  summary: 'Register the public half of a bid key; the private half never leaves the bidder',
  body: z.object({
    suite: SuiteName,
    publicKey: z.string().regex(/^04[0-9a-fA-F]{128}$/, '公钥格式不正确'),
    label: z.string().trim().max(60).default(''),
  }),
  returns: BidKey,
  errors: ['invalid', 'conflict'],
})

export const revokeBidKey = endpoint({
  method: 'POST',
  path: '/workbench/supplier/bid-keys/{keyId}/revoke',
  summary: 'Revoke a key; refused while a bid that has not been opened is sealed to it',
  params: z.object({ keyId: Id }),
  errors: ['wrongState'],
})

export const startRehearsal = endpoint({
  method: 'POST',
  path: '/workbench/supplier/orders/{orderId}/bid/rehearsals',
  summary: 'A canary sealed to the own public key: whoever opens it can open the bid',
  params: order,
  body: z.object({ keyId: Id }),
  returns: z.object({ rehearsalId: Id, canary: Canary }),
  errors: ['wrongState', 'invalid'],
})

export const finishRehearsal = endpoint({
  method: 'POST',
  path: '/workbench/supplier/orders/{orderId}/bid/rehearsals/{rehearsalId}/answer',
  summary: 'Answer a canary; one answer per canary, a wrong one ends it',
  params: order.extend({ rehearsalId: Id }),
  body: z.object({ answer: Hex32 }),
  returns: z.object({ passed: z.boolean(), passedAt: Instant.nullable() }),
  errors: ['wrongState'],
})

export const bidRoom = endpoint({
  method: 'GET',
  path: '/workbench/supplier/orders/{orderId}/bid',
  summary: 'Everything the bid screen needs, of the current round unless an earlier one is named',
  params: order,
  query: z.object({ roundId: Id.optional() }),
  returns: BidRoom,
})

export const noteBidDraft = endpoint({
  method: 'PUT',
  path: '/workbench/supplier/orders/{orderId}/bid/draft-note',
  summary: 'Tells the own company that a bid is being made in this browser; nothing of what it says',
  params: order,
  body: z.object({
    round: z.number().int().min(1),
    device: Id.describe('of the browser, made up by itself'),
    deviceName: z.string().trim().min(1).max(60),
  }),
  errors: ['tooLate', 'wrongState'],
})

export const inspectBidFile = endpoint({
  method: 'POST',
  path: '/workbench/supplier/orders/{orderId}/bid/files/{fileId}/inspect',
  summary: 'Reads an uploaded sealed file through: its place, its records, its hash; `fileId` as the upload named it',
  params: order.extend({ fileId: Id }),
  returns: BidFileView,
  errors: ['noBidFile', 'tampered'],
})

export const submitBid = endpoint({
  method: 'POST',
  path: '/workbench/supplier/orders/{orderId}/bid/submissions',
  summary: 'Commit: before the deadline or not at all. The answer is the receipt; the bid stands from its instant on',
  params: order,
  body: z.object({
    manifest: Manifest,
    fileIds: z.array(Id).min(1).max(50).describe('uploads with use `sealed-bid`, one per manifest file'),
    keyId: Id,
    replaces: Id.nullable().describe('the submission in force that the bidder has seen; null when there is none'),
  }),
  returns: Receipt,
  errors: ['tooLate', 'wrongState', 'invalid', 'tampered', 'conflict', 'noSpace'],
})

export const withdrawBid = endpoint({
  method: 'POST',
  path: '/workbench/supplier/orders/{orderId}/bid/withdrawals',
  summary: 'Take the bid back before the deadline',
  params: order,
  body: z.object({ submissionId: Id }),
  returns: Receipt,
  errors: ['tooLate', 'wrongState', 'conflict'],
})

const submission = order.extend({ submissionId: Id })

export const receiptJson = endpoint({
  method: 'GET',
  path: '/workbench/supplier/orders/{orderId}/bid/submissions/{submissionId}/receipt',
  summary: 'The receipt as the file that the verifier reads',
  params: submission,
  answer: 'file',
})

export const receiptPdf = endpoint({
  method: 'GET',
  path: '/workbench/supplier/orders/{orderId}/bid/submissions/{submissionId}/receipt/pdf',
  summary: 'The receipt as a document',
  params: submission,
  answer: 'file',
})

export const ownCipherFile = endpoint({
  method: 'GET',
  path: '/workbench/supplier/orders/{orderId}/bid/submissions/{submissionId}/files/{position}',
  summary: 'A sealed file of the own bid, as it lies on the server',
  params: submission.extend({ position: z.coerce.number().int().min(1).max(50) }),
  answer: 'file',
})

export const bidFileUpload = endpoint({
  method: 'POST',
  path: '/bid-file/upload',
  summary: 'Upload one sealed file in one piece as field `file`, up to 64 MB; larger ones resumably (tus)',
  multipart: true,
  returns: z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() }),
  errors: ['tooLarge', 'wrongFormat', 'invalid'],
})
