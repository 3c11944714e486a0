import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import {
  Amount,
  ApplicationDetail,
  ApplicationFields,
  ApplicationRow,
  CertificateRow,
  KindName,
  MediumName,
  Years,
} from './shared.ts'

const application = z.object({ applicationId: Id })
const certificate = z.object({ certificateId: Id })

export const caTerms = endpoint({
  method: 'GET',
  path: '/ca/terms',
  summary: 'Who certifies here, what it costs, which media can be had, and whom a certificate of the company names',
  returns: z.object({
    authority: z.object({ name: z.string(), isDemo: z.boolean(), isThere: z.boolean() }),
    companyName: z.string(),
    /** Empty: a natural person, for whom no certificate of a company is issued. */
    creditCode: z.string(),
    userName: z.string(),
    legalPerson: z.string(),
    media: z.array(z.object({ medium: MediumName, isOffered: z.boolean(), note: z.string() })),
    prices: z.array(z.object({ kind: KindName, years: z.number().int(), price: Amount })),
    voucherWorth: Amount,
    vouchers: z.number().int(),
  }),
})

export const certificatePage = endpoint({
  method: 'GET',
  path: '/ca/certificates/page',
  summary: 'Certificates of the company and its people, the newest first',
  query: PageQuery.extend({ state: z.enum(['active', 'ended']).optional() }),
  returns: pageOf(CertificateRow),
})

export const applicationPage = endpoint({
  method: 'GET',
  path: '/ca/applications/page',
  summary: 'Applications of the company: saved 0, pending 1, opened 2, rejected 3',
  query: PageQuery.extend({ status: z.coerce.number().int().min(0).max(3).optional() }),
  returns: pageOf(ApplicationRow),
})

export const applicationDetail = endpoint({
  method: 'GET',
  path: '/ca/applications/{applicationId}',
  summary: 'An application of the company; numbers of people are masked',
  params: application,
  returns: ApplicationDetail,
})

export const applicationFile = endpoint({
  method: 'GET',
  path: '/ca/applications/{applicationId}/files/{fileId}',
  summary: 'A file of an application',
  params: application.extend({ fileId: Id }),
  answer: 'file',
})

export const saveApplication = endpoint({
  method: 'POST',
  path: '/ca/applications',
  summary: 'Keep a new application that is not handed in yet (0)',
  body: ApplicationFields,
  returns: application,
  errors: ['tooMany', 'conflict'],
})

export const changeApplication = endpoint({
  method: 'PUT',
  path: '/ca/applications/{applicationId}',
  summary: 'Change an application that is not handed in (0) or was rejected (3)',
  params: application,
  body: ApplicationFields,
  errors: ['wrongState', 'conflict'],
})

export const removeApplication = endpoint({
  method: 'DELETE',
  path: '/ca/applications/{applicationId}',
  summary: 'Drop an application that is not handed in, or was rejected',
  params: application,
  errors: ['wrongState'],
})

export const submitApplication = endpoint({
  method: 'POST',
  path: '/ca/applications/{applicationId}/submit',
  summary:
    'Hand an application in. A voucher that is redeemed is set apart; what is left is paid through the cashier, and the application is pending (1) once that is done. A lost key is revoked at once',
  params: application,
  body: z.object({ useVoucher: z.boolean().default(false) }),
  returns: z.object({ state: z.enum(['paying', 'pending']), payOrderId: Id.nullable() }),
  errors: ['wrongState', 'serviceNotBought', 'conflict'],
})

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/ca/applications/{applicationId}/cancel',
  summary: 'Close the order of an application that waits to be paid; its voucher is free again',
  params: application,
  errors: ['wrongState'],
})

export const startChange = endpoint({
  method: 'POST',
  path: '/ca/certificates/{certificateId}/changes',
  summary: 'Begin the change of a certificate: other data, renewal, replacement of a lost key',
  params: certificate,
  body: z.object({ act: z.enum(['rename', 'renew', 'replace']), years: Years.default(1) }),
  returns: application,
  errors: ['wrongState', 'conflict'],
})

export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/ca/certificates/{certificateId}/revocation',
  summary: 'Revoke a certificate of the company, at once and for good',
  params: certificate,
  body: z.object({
    code: z.enum(['keyCompromise', 'affiliationChanged', 'cessation', 'superseded']),
    reason: z.string().trim().min(2, '请填写吊销原因').max(200),
  }),
  returns: z.object({ revokedAt: Instant }),
  errors: ['wrongState'],
})

export const certificateFile = endpoint({
  method: 'GET',
  path: '/ca/certificates/{certificateId}/file',
  summary: 'A certificate with those above it, PEM',
  params: certificate,
  answer: 'file',
})
