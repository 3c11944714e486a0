import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { DownloadStatus } from '../rules.ts'

const params = z.object({ id: Id })

export const DownloadTask = z.object({
  downloadId: Id,
  kind: z.string(),
  kindLabel: z.string(),
  name: z.string(),
  status: DownloadStatus.schema,
  /** Percent. */
  progress: z.number().int(),
  reason: z.string(),
  /** Bytes; null until it is made. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  fetchedAt: Instant.nullable(),
  actions: z.array(
    z.object({
      action: z.string(),
      label: z.string(),
      reason: z.string().optional(),
      confirm: z.string().optional(),
      danger: z.boolean().optional(),
      primary: z.boolean().optional(),
    }),
  ),
})
export type DownloadTask = z.output<typeof DownloadTask>

export const downloadPage = endpoint({
  method: 'GET',
  path: '/attachment-downloads/platforms/{platform}/page',
  summary: 'Own download tasks of this workbench, newest first',
  params: z.object({ platform: z.coerce.number().pipe(z.literal(1, '未知的平台')) }),
  query: PageQuery.extend({ status: z.coerce.number().int().min(1).max(4).optional() }),
  returns: pageOf(DownloadTask),
})

export const zipAttachments = endpoint({
  method: 'POST',
  path: '/attachment-downloads/attachments',
  summary: 'Pack files into one zip; it is made meanwhile and taken from the download centre',
  body: z.object({
    name: z.string().trim().max(80).default(''),
    attachmentIds: z.array(Id).min(1, '请选择文件').max(100, '一次最多打包100个文件'),
  }),
  returns: z.object({ downloadId: Id }),
  errors: ['tooMany'],
})

export const deleteDownload = endpoint({
  method: 'DELETE',
  path: '/attachment-downloads/{id}',
  summary: 'Drop a download task and its file',
  params,
})

export const retryDownload = endpoint({
  method: 'POST',
  path: '/attachment-downloads/{id}/retry',
  summary: 'Make a failed or expired file again',
  params,
  errors: ['wrongState'],
})

export const downloadAccessUrl = endpoint({
  method: 'GET',
  path: '/attachment-downloads/{id}/result-file/access-url',
  summary: 'An address that gives the finished file once, within 60 seconds, in this session',
  params,
  returns: z.object({ url: z.string(), expiresAt: Instant }),
  errors: ['wrongState'],
})

export const downloadContent = endpoint({
  method: 'GET',
  path: '/attachment-downloads/{id}/result-file/content',
  summary: 'What a ticket of result-file/access-url opens',
  params,
  query: z.object({ ticket: z.string().max(200).optional() }),
  answer: 'file',
})
