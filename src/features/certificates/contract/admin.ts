import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApplicationDetail, ApplicationRow } from './shared.ts'

const application = z.object({ applicationId: Id })

export const reviewPage = endpoint({
  method: 'GET',
  path: '/admin/ca/applications/page',
  summary: 'Applications that were handed in, at all companies',
  query: PageQuery.extend({ status: z.coerce.number().int().min(1).max(3).optional() }),
  returns: pageOf(ApplicationRow),
})

export const reviewDetail = endpoint({
  method: 'GET',
  path: '/admin/ca/applications/{applicationId}',
  summary: 'An application that was handed in; numbers of people are masked',
  params: application,
  returns: ApplicationDetail,
})

export const reviewFile = endpoint({
  method: 'GET',
  path: '/admin/ca/applications/{applicationId}/files/{fileId}',
  summary: 'A file of an application that was handed in',
  params: application.extend({ fileId: Id }),
  answer: 'file',
})

export const approveApplication = endpoint({
  method: 'POST',
  path: '/admin/ca/applications/{applicationId}/approval',
  summary: 'The holder is who the application says: the authority issues the certificate',
  params: application,
  errors: ['wrongState'],
})

export const rejectApplication = endpoint({
  method: 'POST',
  path: '/admin/ca/applications/{applicationId}/rejection',
  summary: 'Send an application back with the reason; what was paid goes back, a voucher is free again',
  params: application,
  body: z.object({ reason: z.string().trim().min(2, '请填写驳回原因').max(500) }),
  errors: ['wrongState'],
})

const Anchor = z.object({
  anchorId: Id,
  name: z.string(),
  subject: z.string(),
  serial: z.string(),
  /** SHA-256, hex. */
  fingerprint: z.string(),
  from: Instant,
  until: Instant,
  crlUrl: z.string(),
  isDemo: z.boolean(),
  createdByName: z.string(),
})

export const anchorList = endpoint({
  method: 'GET',
  path: '/admin/ca/anchors',
  summary: 'Whose certificates the platform trusts, and who certifies here',
  returns: z.object({
    authority: z.object({
      name: z.string(),
      isDemo: z.boolean(),
      isThere: z.boolean(),
      isUp: z.boolean(),
      text: z.string(),
    }),
    anchors: z.array(Anchor),
  }),
})

const CrlUrl = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text === '' || /^https?:\/\/[^\s]+$/.test(text), '请填写完整网址')

export const addAnchor = endpoint({
  method: 'POST',
  path: '/admin/ca/anchors',
  summary: 'Trust an authority for what is signed from then until then',
  body: z.object({
    name: z.string().trim().min(2, '请填写名称').max(60),
    /** Base64 of DER or PEM. */
    file: z.base64('不是证书文件').min(1, '请选择证书文件').max(100_000, '证书文件过大'),
    from: Instant,
    until: Instant,
    crlUrl: CrlUrl.default(''),
    reason: z.string().trim().min(2, '请填写原因').max(200),
  }),
  returns: z.object({ anchorId: Id }),
  errors: ['conflict'],
})

export const changeAnchor = endpoint({
  method: 'PUT',
  path: '/admin/ca/anchors/{anchorId}',
  summary: 'Change until when an authority is trusted, and where it publishes revocations',
  params: z.object({ anchorId: Id }),
  body: z.object({
    until: Instant,
    crlUrl: CrlUrl.default(''),
    reason: z.string().trim().min(2, '请填写原因').max(200),
  }),
})
