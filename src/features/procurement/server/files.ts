import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { HOUR } from '#contract/time.ts'
import type { FileAnswer } from '#server/implement.ts'
import { GIGABYTE, MEGABYTE, SCANS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileRef, TradeFile } from '../contract/shared.ts'

const DOCUMENTS = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

const BUYER = whoMay(['purchaser', 'agency'], ['tendering', 'agencyTendering'])

/** What goes with a letter. */
const LETTER = {
  maxSize: 50 * MEGABYTE,
  types: [...DOCUMENTS, 'image/png', 'image/jpeg'],
  person: { bytes: 2 * GIGABYTE, files: 500 },
  company: { bytes: 10 * GIGABYTE, files: 3000 },
}

/** Which upload belongs to whom decides the record it is attached to; here is what it may be. */
export const uploads: UploadPolicies = {
  'tender-document': {
    maxSize: 500 * MEGABYTE,
    types: [...DOCUMENTS, 'application/zip', 'image/png', 'image/jpeg'],
    entitled: BUYER,
    person: { bytes: 20 * GIGABYTE, files: 2000 },
    company: { bytes: 100 * GIGABYTE, files: 10_000 },
    unfinishedMs: 6 * HOUR,
  },
  'result-evidence': {
    maxSize: 50 * MEGABYTE,
    types: SCANS,
    entitled: BUYER,
    person: { bytes: 2 * GIGABYTE, files: 1000 },
    company: { bytes: 10 * GIGABYTE, files: 5000 },
  },
  objection: { ...LETTER, entitled: whoMay(['supplier'], ['bidding']) },
  'objection-answer': { ...LETTER, entitled: BUYER },
  qualification: {
    maxSize: 100 * MEGABYTE,
    types: [...DOCUMENTS, 'image/png', 'image/jpeg'],
    entitled: whoMay(['supplier'], ['bidding']),
    person: { bytes: 4 * GIGABYTE, files: 1000 },
    company: { bytes: 10 * GIGABYTE, files: 3000 },
  },
}

/** Files of an order; `noticeId` null: those of the tender itself that are in force. In the whole list, replaced ones say so. */
export async function orderFiles(
  ctx: Context<Actor | null>,
  orderId: string,
  noticeId?: string | null,
): Promise<FileRef[]> {
  const rows = await ctx.tx
    .selectFrom('order_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.fileId', 'f.name', 'f.kind', 'o.size', 'o.sha256', 'f.replacedAt'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.orderId', '=', orderId)
    .$if(noticeId === null, (q) => q.where('f.noticeId', 'is', null).where('f.replacedAt', 'is', null))
    .$if(typeof noticeId === 'string', (q) => q.where('f.noticeId', '=', noticeId!))
    .orderBy('f.id')
    .execute()
  return rows.map((row) => fileRef({ ...row, name: row.replacedAt === null ? row.name : `【已替换】${row.name}` }))
}

export async function tradeFiles(ctx: Context<Actor | null>, tradeId: string): Promise<TradeFile[]> {
  const rows = await ctx.tx
    .selectFrom('trade_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.fileId', 'f.name', 'f.kind', 'f.validUntil', 'o.size', 'o.sha256'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.tradeId', '=', tradeId)
    .orderBy('f.kind')
    .orderBy('f.fileId')
    .execute()
  return rows.map((row) => ({ ...fileRef(row), validUntil: row.validUntil }))
}

/** A stored file as an answer, under the name it has in the record. Access is the caller's matter. */
export async function fileAnswer(
  ctx: Context<Actor | null>,
  file: { fileId: string; name: string },
): Promise<FileAnswer> {
  const stored = await ctx.one('file_object', { id: file.fileId }, { columns: ['sha256', 'mime', 'size'] })
  if (!stored) throw new AppError('notFound')
  const content = await ctx.files.read(stored.sha256.toString('hex'))
  return { name: file.name, mime: stored.mime, size: stored.size, content }
}

function fileRef(row: { fileId: string; name: string; kind: string; size: number; sha256: Buffer }): FileRef {
  return { fileId: row.fileId, name: row.name, kind: row.kind, size: row.size, sha256: row.sha256.toString('hex') }
}
