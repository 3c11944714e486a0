import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/time.ts'

/** What a certificate says of itself. */
const Facts = z.object({
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  from: Instant,
  until: Instant,
  /** SHA-256, hex. */
  fingerprint: z.string(),
})

export const checkCertificate = endpoint({
  method: 'POST',
  path: '/ca/check',
  summary:
    'What a certificate is worth: whether it leads up to a trusted authority, held at the instant, may sign and was not revoked. It changes nothing',
  body: z.object({
    /** Base64 of DER, or of PEM, which may carry those above it behind it. */
    file: z.base64('不是证书文件').min(1, '请选择证书文件').max(200_000, '证书文件过大'),
    /** When its key was used; now where nothing is said. */
    at: Instant.optional(),
    creditCode: z.string().trim().max(30).optional(),
  }),
  returns: z.object({
    verdict: z.enum([
      'good',
      'malformed',
      'untrusted',
      'expired',
      'notYetValid',
      'wrongUsage',
      'otherCompany',
      'revoked',
      'unknown',
    ]),
    reason: z.string(),
    at: Instant,
    isDemo: z.boolean(),
    checks: z.array(z.object({ label: z.string(), isGood: z.boolean(), text: z.string() })),
    /** From the certificate upwards. */
    chain: z.array(Facts),
  }),
  once: false,
})

export const revocationList = endpoint({
  method: 'GET',
  path: '/ca/crl/{tenantId}/{suite}',
  summary:
    'The list of revocations (DER) of who certifies for a tenant; certificates of the demonstration’s authority point to it',
  params: z.object({ tenantId: z.coerce.number().int().min(1), suite: z.enum(['intl', 'gm']) }),
  answer: 'file',
})
