import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { DecryptionFile } from './contract-decrypt.ts'
import { submission } from './contract-place.ts'

/*
 * The bid file service: `id` is a submission, unless said otherwise. Decryption by QR code: the computer in the hall
 * shows a code, the telephone that holds the key file unwraps the content keys and releases them, the computer learns
 * of it by asking. The private key is opened on the telephone and stays there.
 */

export const encryptSpType = endpoint({
  method: 'GET',
  path: '/bid-file/bid-file/{id}/encrypt-sp-type',
  summary: 'What the own bid is encrypted with, and to which key',
  params: submission,
  returns: z.object({
    /** 1 international suite, 2 national suite (SM2/SM4/SM3). */
    spType: z.number().int(),
    suite: z.enum(['intl', 'gm']),
    keyFingerprint: z.string(),
  }),
})

export const digitalEnvelope = endpoint({
  method: 'POST',
  path: '/bid-file/{id}/digital-envelope',
  summary: 'The digital envelopes of the files that are opened now, to unwrap the content keys from',
  params: submission,
  // Reads only; a POST by the specification.
  once: false,
  returns: z.object({
    stage: z.number().int(),
    tenantId: z.string(),
    orderId: Id,
    /** The bidder as it stands in envelopes: what is unwrapped must be of this place. */
    envelopeBidderId: Id,
    files: z.array(DecryptionFile),
  }),
})

export const envelopeStatus = endpoint({
  method: 'GET',
  path: '/bid-file/cebs/{id}/digital-envelope/decrypt/status',
  summary: 'How far the decryption of the own bid has come, file by file',
  params: submission,
  returns: z.object({
    stage: z.number().int(),
    decryptState: z.number().int(),
    failure: z.string(),
    releasedAt: Instant.nullable(),
    decryptedAt: Instant.nullable(),
    files: z.array(
      z.object({
        position: z.number().int(),
        name: z.string(),
        role: z.string(),
        envelope: z.number().int(),
        isOpened: z.boolean(),
      }),
    ),
  }),
})

export const startQrDecrypt = endpoint({
  method: 'POST',
  path: '/bid-file/{id}/decrypt/qr-code',
  summary: 'A pass for a telephone to release the keys of the own bid: single use, five minutes, this order only',
  params: submission,
  // Asking again makes another pass and voids this one; an answer kept for repeating would keep the secret.
  once: false,
  returns: z.object({
    qrCodeId: Id,
    /** What the code says: an address of this platform, to be drawn by the page itself. */
    address: z.string(),
    expiresAt: Instant,
  }),
  errors: ['wrongState', 'tooLate'],
})

export const qrDecryptResult = endpoint({
  method: 'GET',
  path: '/bid-file/decrypt/qr-code/{id}/result',
  summary: 'What has become of a pass: 0 waits, 1 scanned, 2 used, 3 expired; and of the decryption',
  params: z.object({ id: Id }),
  returns: z.object({
    qrState: z.number().int(),
    expiresAt: Instant,
    decryptState: z.number().int(),
    failure: z.string(),
  }),
})

const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/, '二维码无效')

export const openTicket = endpoint({
  method: 'POST',
  path: '/bid-file/decrypt/qr-code/scan',
  summary: 'What the telephone needs: whose bid it is, and the envelopes; no log-in, the pass is the permission',
  body: z.object({ ticket: Ticket }),
  once: false,
  returns: z.object({
    orderTitle: z.string(),
    orderCode: z.string(),
    supplierName: z.string(),
    stageLabel: z.string(),
    expiresAt: Instant,
    windowEnd: Instant.nullable(),
    keyFingerprint: z.string(),
    tenantId: z.string(),
    orderId: Id,
    envelopeBidderId: Id,
    files: z.array(DecryptionFile),
  }),
  errors: ['notFound', 'wrongState', 'tooLate'],
})

export const releaseByTicket = endpoint({
  method: 'POST',
  path: '/bid-file/decrypt/qr-code/release',
  summary: 'Release the content keys that the telephone unwrapped; the pass is used up by it',
  body: z.object({
    ticket: Ticket,
    keys: z
      .array(z.object({ position: z.number().int(), contentKey: z.string().max(200) }))
      .min(1)
      .max(50),
  }),
  returns: z.object({ decryptState: z.number().int() }),
  errors: ['notFound', 'wrongState', 'tooLate'],
})
