import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { CERTIFICATE_STATES } from '../rules/certificates.ts'
import { Day, enumOf, FileRef, GivenFiles, Reason } from './shared.ts'

const params = z.object({ certificateId: Id })

export const CertificateFields = z.object({
  kind: z.string().trim().min(2, '请填写资质名称').max(60),
  number: z.string().trim().min(1, '请填写证书编号').max(60),
  issuer: z.string().trim().min(2, '请填写发证机关').max(100),
  scope: z.string().trim().max(1000).default(''),
  /** Null: it has no end. */
  validUntil: Day.nullable().default(null),
  files: GivenFiles,
})

export const certificatePage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-certificates/page',
  summary: 'Certificates of the own library’s suppliers; counts per state',
  query: PageQuery.extend({ state: enumOf(CERTIFICATE_STATES).optional() }),
  returns: pageOf(
    z.object({
      certificateId: Id,
      supplierId: Id,
      supplierName: z.string(),
      kind: z.string(),
      number: z.string(),
      issuer: z.string(),
      scope: z.string(),
      validUntil: Day.nullable(),
      state: enumOf(CERTIFICATE_STATES),
      /** Until the end, negative since; null: it has no end. */
      daysLeft: z.number().int().nullable(),
      files: z.array(FileRef),
    }),
  ),
})

export const addCertificate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/suppliers/{supplierId}/certificates',
  summary: 'Keep a certificate of a supplier',
  params: z.object({ supplierId: Id }),
  body: CertificateFields,
  returns: z.object({ certificateId: Id }),
  errors: ['conflict'],
})

export const updateCertificate = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/supplier-certificates/{certificateId}',
  summary: 'Correct or renew a certificate; reminders follow its new end',
  params,
  body: CertificateFields,
  errors: ['conflict'],
})

export const removeCertificate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-certificates/{certificateId}/remove',
  summary: 'Take a certificate out, with the reason',
  params,
  body: z.object({ reason: Reason }),
})

export const certificateFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-certificates/{certificateId}/files/{fileId}',
  summary: 'A file of a certificate',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
