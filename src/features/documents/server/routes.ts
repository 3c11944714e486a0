import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT } from '#contract/page.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { implementFile, implementForPerson } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract.ts'
import { DOCUMENT_CATEGORIES, DOCUMENT_CENTRE, type DocumentCategory } from '../rules.ts'

type Ctx = Context<Actor>

const USE = 'shared-document'
const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 100 * MEGABYTE,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/zip',
      'image/png',
      'image/jpeg',
    ],
    entitled: whoMay(['admin'], ['platform']),
    person: { bytes: 20 * GIGABYTE, files: 1000 },
    company: { bytes: 20 * GIGABYTE, files: 1000 },
  },
}

/** Purchasers read; the platform's administration reads and keeps. */
const READER = { workbench: ['purchaser', 'admin'] } as const
const KEEPER = { workbench: 'admin', right: 'platform' } as const

/** Documents that a platform shares with its purchasers, on tenants that have a document centre. */
export const documents: Feature = {
  name: 'documents',
  files: { 'shared_document_version.file_id': 'id' },
  uploads,
  routes: [
    implementForPerson(c.documentPage, READER, (ctx, { query }) => page(ctx, query)),
    implementForPerson(c.documentVersions, READER, async (ctx, { params }) => {
      await shared(ctx, params.documentId)
      const rows = await versions(ctx)
        .where('v.documentId', '=', params.documentId)
        .orderBy('v.number', 'desc')
        .execute()
      return rows.map(valueOf)
    }),
    implementFile(c.documentFile, { ...READER, audience: 'person' }, async (ctx, { params }) => {
      await shared(ctx, params.documentId)
      const file = await versions(ctx)
        .select('f.mime')
        .where('v.documentId', '=', params.documentId)
        .where('v.number', '=', params.number)
        .executeTakeFirst()
      if (!file) throw new AppError('notFound')
      const content = await ctx.files.read(file.sha256.toString('hex'))
      return { name: file.name, mime: file.mime, size: file.size, content }
    }),

    implementForPerson(c.addDocument, KEEPER, async (ctx, { body }) => {
      await demandCentre(ctx)
      const now = ctx.clock.now()
      const documentId = ctx.newId()
      await ctx.insert('shared_document', {
        id: documentId,
        category: body.category,
        title: body.title,
        createdBy: ctx.actor.userId,
        createdAt: now,
        updatedAt: now,
      })
      await store(ctx, documentId, { number: 1, fileId: body.fileId, note: body.note })
      record(ctx, documentId, `发布共享文件：${body.title}`)
      return { documentId }
    }),
    implementForPerson(c.addVersion, KEEPER, async (ctx, { params, body }) => {
      const { title } = await shared(ctx, params.documentId, true)
      const last = await ctx.tx
        .selectFrom('shared_document_version')
        .select((e) => e.fn.max('number').as('number'))
        .where('tenantId', '=', ctx.tenantId)
        .where('documentId', '=', params.documentId)
        .executeTakeFirstOrThrow()
      const number = (last.number ?? 0) + 1
      await store(ctx, params.documentId, { number, fileId: body.fileId, note: body.note })
      await change(ctx, params.documentId, { updatedAt: ctx.clock.now() })
      record(ctx, params.documentId, `更新共享文件：${title}（第 ${number} 版）`)
      return { number }
    }),
    implementForPerson(c.changeDocument, KEEPER, async (ctx, { params, body }) => {
      await shared(ctx, params.documentId, true)
      await change(ctx, params.documentId, body)
      record(ctx, params.documentId, `修改共享文件：${body.title}（${DOCUMENT_CATEGORIES[body.category]}）`)
    }),
    implementForPerson(c.removeDocument, KEEPER, async (ctx, { params }) => {
      const { title } = await shared(ctx, params.documentId, true)
      await change(ctx, params.documentId, { removedAt: ctx.clock.now() })
      record(ctx, params.documentId, `撤下共享文件：${title}`)
    }),
  ],
}

async function page(
  ctx: Ctx,
  query: { pageNo: number; pageSize: number; cursor?: string | undefined } & Partial<
    Record<'keyword' | 'category', string | undefined>
  >,
) {
  await demandCentre(ctx)
  const { keyword, category } = query
  const found = await versions(ctx)
    .innerJoin('shared_document as d', (j) =>
      j.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.id', '=', 'v.documentId'),
    )
    .select(['d.id', 'd.title', 'd.category'])
    .distinctOn('d.id')
    .where('d.removedAt', 'is', null)
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['d.title'])))
    .orderBy('d.id')
    .orderBy('v.number', 'desc')
    .limit(COUNT_LIMIT)
    .execute()
  const counts: Record<string, number> = { all: found.length }
  for (const row of found) counts[row.category] = (counts[row.category] ?? 0) + 1
  const rows = found
    .filter((row) => !category || row.category === category)
    .toSorted((a, b) => b.uploadedAt.getTime() - a.uploadedAt.getTime() || (a.id < b.id ? 1 : -1))
  const offset = query.cursor === undefined ? (query.pageNo - 1) * query.pageSize : Number(query.cursor) || 0
  const end = offset + query.pageSize
  return {
    rows: rows.slice(offset, end).map((row) => ({
      documentId: row.id,
      title: row.title,
      category: row.category as DocumentCategory,
      latest: valueOf(row),
    })),
    total: rows.length,
    next: end < rows.length ? String(end) : null,
    counts,
  }
}

/** Versions `v` with their files `f`, of this tenant. */
function versions(ctx: Ctx) {
  return ctx.tx
    .selectFrom('shared_document_version as v')
    .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'v.tenantId').onRef('f.id', '=', 'v.fileId'))
    .select(['v.number', 'v.name', 'v.note', 'v.uploadedAt', 'f.size', 'f.sha256'])
    .where('v.tenantId', '=', ctx.tenantId)
}

interface VersionRow {
  number: number
  name: string
  note: string
  uploadedAt: Date
  size: number
  sha256: Buffer
}

function valueOf({ number, name, note, uploadedAt: at, size, sha256 }: VersionRow) {
  return { number, name, note, size, sha256: sha256.toString('hex'), uploadedAt: at.toISOString() }
}

/** The document while it is shared, or `notFound`. */
async function shared(ctx: Ctx, documentId: string, lock = false): Promise<{ title: string }> {
  await demandCentre(ctx)
  const row = await ctx.tx
    .selectFrom('shared_document')
    .select('title')
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', documentId)
    .where('removedAt', 'is', null)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

async function store(
  ctx: Ctx,
  documentId: string,
  { number, fileId, note }: { number: number; fileId: string; note: string },
): Promise<void> {
  await demandOwnFiles(ctx, [fileId], { use: USE, by: 'person', path: 'fileId' })
  const file = await ctx.expectOne('file_object', { id: fileId }, { columns: ['name'] })
  await ctx.insert('shared_document_version', {
    documentId,
    number,
    fileId,
    name: file.name,
    note,
    uploadedBy: ctx.actor.userId,
    uploadedAt: ctx.clock.now(),
  })
}

async function change(
  ctx: Ctx,
  documentId: string,
  values: { title?: string; category?: string; updatedAt?: Date; removedAt?: Date },
): Promise<void> {
  await ctx.update('shared_document', { id: documentId }, values)
}

function record(ctx: Ctx, documentId: string, summary: string): void {
  ctx.audit({ action: 'document.change', entity: 'document', entityId: documentId, summary })
}

/** A tenant without a document centre has none: 404. */
async function demandCentre(ctx: Ctx): Promise<void> {
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === ctx.tenantId)
  if (!tenant?.config.funcList.includes(DOCUMENT_CENTRE)) throw new AppError('notFound')
}
