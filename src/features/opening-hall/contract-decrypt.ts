import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { BIDDER, bidder, EncryptFileId, hall, HOST, HOST_V2, Reason, submission } from './contract-place.ts'

/* Releasing the keys of bids, and the time that is given for it. */

export const DecryptionFile = z.object({
  position: z.number().int(),
  name: z.string(),
  role: z.string(),
  size: z.number().int(),
  cipherHash: z.string(),
  header: z.record(z.string(), z.unknown()),
})

export const hostFileDecryption = endpoint({
  method: 'GET',
  path: `${HOST}/bidders/{bidderId}/file-decryption`,
  summary: "How far one bidder's decryption has come",
  params: bidder,
  returns: z.object({
    decryptState: z.number().int(),
    failure: z.string(),
    files: z.array(DecryptionFile.omit({ header: true })),
  }),
})

export const extendDecryption = endpoint({
  method: 'PUT',
  // Twice the same click must not extend twice.
  once: true,
  path: `${HOST_V2}/decrypt-time`,
  summary: 'Extend the decrypt window with a recorded reason (A-110)',
  params: hall,
  body: z.object({ minutes: z.number().int().min(1).max(480), reason: Reason }),
  returns: z.object({ decryptEnd: Instant }),
  errors: ['wrongState'],
})

/** The window was moved: by the host with a reason, or by the platform after an outage. */
export const Extension = z.object({
  oldEnd: Instant,
  newEnd: Instant,
  reason: z.string(),
  byName: z.string(),
  at: Instant,
})
export type Extension = z.output<typeof Extension>

export const extensionRecords = endpoint({
  method: 'GET',
  path: `${HOST_V2}/decrypt-time/records/list`,
  summary: 'Recorded extensions',
  params: hall,
  returns: z.array(Extension),
})

export const bidderFileDecryption = endpoint({
  method: 'GET',
  path: `${BIDDER}/bidders/{bidderId}/file-decryption`,
  summary: 'The own sealed files with their envelopes, to unwrap the content keys from',
  params: bidder,
  returns: z.object({
    submissionId: Id,
    encryptFileId: EncryptFileId,
    suite: z.enum(['intl', 'gm']),
    keyFingerprint: z.string(),
    decryptState: z.number().int(),
    failure: z.string(),
    files: z.array(DecryptionFile),
  }),
})

export const releaseKeys = endpoint({
  method: 'POST',
  path: '/bid-file/{id}/decrypt',
  summary: 'Release the content keys of the own bid, unwrapped in the browser; decryption starts',
  params: submission,
  body: z.object({
    keys: z
      .array(z.object({ position: z.number().int(), contentKey: z.string().max(200) }))
      .min(1)
      .max(50),
  }),
  errors: ['wrongState', 'tooLate'],
})

export const decryptResult = endpoint({
  method: 'GET',
  path: '/bid-file/{id}/decrypt/result',
  summary: 'Outcome of the decryption',
  params: submission,
  returns: z.object({ decryptState: z.number().int(), failure: z.string() }),
})
