import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { portalNotices } from '#features/procurement/contract/portal.ts'
import { ExportStatus, MOST_NOTICES } from './rules.ts'

const Code = z.string().trim().min(1).max(60)
const params = z.object({ code: Code })

/** As the list of published notices takes them. */
export const Filters = portalNotices.query.omit({ pageNo: true, pageSize: true, cursor: true })

export const chooseNotices = endpoint({
  method: 'POST',
  path: '/notice-exports/selections',
  summary:
    'Choose public notices, or all that filters of their list find, and see what it costs to export them. Nothing is spent; the code goes to generateNoticeExport',
  body: z.union([
    z.object({ noticeIds: z.array(Id).min(1, '请选择公告').max(MOST_NOTICES, `一次最多导出 ${MOST_NOTICES} 条公告`) }),
    z.object({ filters: Filters }),
  ]),
  returns: z.object({
    code: Code,
    notices: z.number().int(),
    /** Of these the company has paid for before. */
    paid: z.number().int(),
    /** Counts that it takes: one for each of the others. */
    counts: z.number().int(),
    /** Counts that are left. */
    remain: z.number().int(),
    isUnlimited: z.boolean(),
  }),
  errors: ['tooLarge'],
})

export const generateNoticeExport = endpoint({
  method: 'POST',
  path: '/generateNoticeExport/{code}',
  summary:
    'Export what was chosen under this code, or a task that waits or failed once more. Where counts lack the task waits for payment (1) and goes on by itself when they are there',
  params,
  returns: z.object({ code: Code, status: ExportStatus.schema }),
  errors: ['tooMany', 'wrongState', 'serviceNotBought'],
})

export const exportPage = endpoint({
  method: 'GET',
  path: '/notice-exports/tasks/page',
  summary: 'Exports of the company, newest first: pending payment 1, exporting 2, exported 3, failed 4',
  query: PageQuery.extend({ status: z.coerce.number().int().min(1).max(4).optional() }),
  returns: pageOf(
    z.object({
      code: Code,
      title: z.string(),
      status: ExportStatus.schema,
      notices: z.number().int(),
      /** What it takes or has taken: counts of the notices that the company had not paid for. Waiting: as things stand now. */
      counts: z.number().int(),
      /** Percent. */
      progress: z.number().int(),
      reason: z.string(),
      userName: z.string(),
      createdAt: Instant,
      endedAt: Instant.nullable(),
      /** Bytes, and SHA-256 in hex, of the file. */
      size: z.number().int().nullable(),
      sha256: z.string().nullable(),
      actions: z.array(Action),
    }),
  ),
})

export const removeExport = endpoint({
  method: 'DELETE',
  path: '/notice-exports/tasks/{code}',
  summary: 'Cancel an export that waits for payment, or drop an ended one with its file',
  params,
  errors: ['wrongState'],
})

export const exportAddress = endpoint({
  method: 'GET',
  path: '/findNoticeOssPatByBizCode/{code}',
  summary: 'An address that gives the finished file of an export once, within 60 seconds, in this session',
  params,
  returns: z.object({ url: z.string(), expiresAt: Instant }),
  errors: ['wrongState'],
})

export const exportContent = endpoint({
  method: 'GET',
  path: '/notice-exports/tasks/{code}/content',
  summary: 'What an address of findNoticeOssPatByBizCode opens',
  params,
  query: z.object({ ticket: z.string().max(200).optional() }),
  answer: 'file',
})
