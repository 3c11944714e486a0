import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ConversionStatus, PATTERNS } from '../rules.ts'

const params = z.object({ id: Id })
/** `a,b` or repeated; at most 100. */
export const Ids = z
  .union([z.string().max(4000), z.array(z.string().max(4000)).max(100)])
  .transform((value) => [
    ...new Set(
      [value]
        .flat()
        .flatMap((part) => part.split(','))
        .filter(Boolean),
    ),
  ])
  .pipe(z.array(Id).min(1, '请指定文件').max(100, '一次最多 100 个文件'))

export const Attachment = z.object({
  attachmentId: Id,
  groupId: Id.nullable(),
  /** Empty outside a group. */
  groupName: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  mime: z.string(),
  sha256: z.string(),
  uploaderName: z.string(),
  createdAt: Instant,
  isPublic: z.boolean(),
  /** Can be shown as PDF. */
  convertible: z.boolean(),
  mayDelete: z.boolean(),
})
export type Attachment = z.output<typeof Attachment>

const PolicyAnswer = z.object({
  /** Where to post the form, as `multipart/form-data`: these fields first, then the file as `file`. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  /** Bytes. */
  maxSize: z.number().int(),
  types: z.array(z.string()),
  expiresAt: Instant,
})
const FormFile = z.object({ fileName: z.string().trim().min(1).max(1000), size: z.number().int().min(0).optional() })

export const attachmentPolicy = endpoint({
  method: 'POST',
  path: '/attachments/upload-policy',
  summary: 'A signed permission to upload one private file by form',
  body: FormFile.extend({ groupId: Id.optional() }),
  returns: PolicyAnswer,
  errors: ['tooLarge'],
  once: false,
})

export const resourcePolicy = endpoint({
  method: 'POST',
  path: '/resources/upload-policy',
  summary: 'A signed permission to upload one picture that everybody may see',
  body: FormFile,
  returns: PolicyAnswer,
  errors: ['tooLarge'],
  once: false,
})

export const uploadForm = endpoint({
  method: 'POST',
  path: '/attachments/upload',
  summary: 'The form that a policy permits: fields `policy`, `signature`, then `file`',
  multipart: true,
  returns: Attachment,
  errors: ['tooLarge', 'fileType', 'noSpace'],
})

export const uploadResource = endpoint({
  method: 'POST',
  path: '/resources/upload',
  summary: 'The form for a public picture; it is drawn anew, so that nothing but the picture remains',
  multipart: true,
  returns: Attachment.extend({ url: z.string() }),
  errors: ['tooLarge', 'fileType', 'noSpace'],
})

export const resourceContent = endpoint({
  method: 'GET',
  path: '/resources/{id}',
  summary: 'A public picture',
  params,
  answer: 'file',
})

export const attachments = endpoint({
  method: 'GET',
  path: '/attachments',
  summary: 'Files by id: own ones and those of records the caller may read; others are left out',
  query: z.object({ attachmentIds: Ids }),
  returns: z.array(Attachment),
})

export const attachmentPage = endpoint({
  method: 'GET',
  path: '/attachments/page',
  summary: 'Attachments of the own company, newest first; of one group, or with `none` those in no group',
  query: PageQuery.extend({ groupId: z.union([Id, z.literal('none')]).optional() }),
  returns: pageOf(Attachment),
})

export const accessUrl = endpoint({
  method: 'GET',
  path: '/attachments/{id}/access-url',
  summary: 'An address that gives the file once, within 60 seconds, in this session',
  params,
  returns: z.object({ url: z.string(), expiresAt: Instant }),
})

export const previewUrl = endpoint({
  method: 'GET',
  path: '/attachments/{id}/patterns/{pattern}/preview-url',
  summary: 'The same for showing a form of the file; begins the conversion where one is needed',
  params: params.extend({ pattern: z.enum(PATTERNS) }),
  returns: z.object({
    status: ConversionStatus.schema,
    /** Why there is none, in Chinese; empty otherwise. */
    reason: z.string(),
    /** Null until the form is there. */
    url: z.string().nullable(),
    expiresAt: Instant.nullable(),
    mime: z.string().nullable(),
  }),
})

export const attachmentContent = endpoint({
  method: 'GET',
  path: '/attachments/{id}/content/{pattern}',
  summary: 'What a ticket of access-url or preview-url opens',
  params: params.extend({ pattern: z.enum(PATTERNS) }),
  query: z.object({ inline: z.enum(['true', 'false']).default('false'), ticket: z.string().max(200).optional() }),
  answer: 'file',
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/{id}',
  summary: 'Delete an own attachment that no record holds',
  params,
  errors: ['wrongState'],
})

export const convertPdf = endpoint({
  method: 'POST',
  path: '/attachments/{id}/convert/pdf',
  summary: 'Begin the conversion to PDF; a failed one is tried again, one that is there is used',
  params,
  returns: z.object({ status: ConversionStatus.schema, reason: z.string() }),
  errors: ['fileType', 'tooLarge'],
  once: false,
})

export const convertResult = endpoint({
  method: 'GET',
  path: '/attachments/{id}/convert/pdf/result',
  summary: 'How far the conversion to PDF is',
  params,
  returns: z.object({
    status: ConversionStatus.schema,
    reason: z.string(),
    /** Bytes of the PDF. */
    size: z.number().int().nullable(),
  }),
})

export const HistoryEntry = z.object({
  attachmentId: Id,
  name: z.string(),
  pattern: z.string(),
  userName: z.string(),
  companyName: z.string(),
  at: Instant,
})

export const downloadHistory = endpoint({
  method: 'POST',
  path: '/attachments/downloads/history',
  summary:
    'Who has taken these files: of own ones everybody, of others oneself. `declare` notes a download made locally',
  body: z.object({ attachmentIds: z.array(Id).min(1).max(100), declare: z.boolean().default(false) }),
  returns: z.array(HistoryEntry),
  once: false,
})
