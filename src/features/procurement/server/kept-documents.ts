import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { certifiedDocuments } from '#features/enterprise/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/supplier.ts'
import { supplier } from './bind.ts'
import { uploads } from './files.ts'
import { type KeptElsewhere, keptElsewhere } from './kept-port.ts'

type Ctx = Context<Employee>
type Kept = OutputOf<typeof contract.keptDocuments>['rows'][number]

/** Sign-ups looked back at. */
const LATEST = 200
const TAKES: readonly string[] = uploads.qualification!.types

export const keptDocumentRoutes: readonly Route[] = [
  supplier(contract.keptDocuments, async (ctx) => ({ rows: await keptDocuments(ctx) })),

  supplier(contract.reuseDocument, async (ctx, { params, body }) => {
    const kept = (await keptDocuments(ctx)).find((one) => one.fileId === params.fileId)
    if (!kept) throw new AppError('notFound')
    const { name, size, sha256 } = kept
    // The certificate may have been replaced while the list was looked at.
    if (sha256 !== body.sha256) throw new AppError('conflict', '资料已更新，请刷新后重新选用')
    return { fileId: await copyFor(ctx, kept, body.use), name, size, sha256 }
  }),
]

/**
 * Documents of the certification, then certificates in libraries of purchasers, then the latest of each kind handed in with a
 * sign-up or an application; each content once per kind, and nothing that is known to have expired.
 */
export async function keptDocuments(ctx: Ctx): Promise<Kept[]> {
  const certified = (await certifiedDocuments(ctx))
    .filter(({ mime }) => TAKES.includes(mime))
    .map(({ fileId, kind, name, size, sha256, certifiedAt }): Kept => {
      const at = certifiedAt.toISOString()
      return { fileId, kind, name, size, sha256, number: '', validUntil: null, source: 'certification', at }
    })
  const rows = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('trade_file as a', (j) => j.onRef('a.tenantId', '=', 't.tenantId').onRef('a.tradeId', '=', 't.id'))
    .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.id', '=', 'a.fileId'))
    .select(['a.fileId', 'a.kind', 'a.name', 'a.validUntil', 'f.size', 'f.sha256', 't.createdAt'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .orderBy('t.createdAt', 'desc')
    .limit(LATEST)
    .execute()
  const handedIn = rows.map((row): Kept => ({
    fileId: row.fileId,
    kind: row.kind,
    name: row.name,
    size: row.size,
    sha256: row.sha256.toString('hex'),
    number: '',
    validUntil: row.validUntil,
    source: 'sign-up',
    at: row.createdAt.toISOString(),
  }))
  const elsewhere = await takenHere(ctx, await keptElsewhere().documents(ctx))
  const inLibraries = elsewhere.filter(({ source }) => source === 'library')
  const latest = [...handedIn, ...elsewhere.filter(({ source }) => source === 'recruit')].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  )
  const today = formatDate(ctx.clock.now())
  const seen = new Set<string>()
  const isNew = (key: string) => !seen.has(key) && seen.add(key)
  const inForce = ({ validUntil }: Kept) => validUntil === null || validUntil >= today
  return [
    ...certified,
    ...inLibraries.filter(inForce),
    ...latest.filter(inForce).filter(({ kind }) => isNew(kind)),
  ].filter(({ kind, sha256 }) => isNew(`${kind}/${sha256}`))
}

/** Those whose files are of a type that a sign-up takes. */
async function takenHere(ctx: Ctx, kept: readonly KeptElsewhere[]): Promise<Kept[]> {
  if (kept.length === 0) return []
  const files = await ctx.many('file_object', { id: kept.map(({ fileId }) => fileId) }, { columns: ['id', 'mime'] })
  const taken = new Set(files.filter(({ mime }) => TAKES.includes(mime)).map(({ id }) => id))
  return kept.filter(({ fileId }) => taken.has(fileId)).map((one) => ({ ...one, at: one.at.toISOString() }))
}

/**
 * The same bytes as a file for `use`: a record of its own, pinned to the hash, so that a later change of the certification
 * does not reach what was handed in. Asked again, it is the same record.
 */
async function copyFor(ctx: Ctx, kept: Kept, use: string): Promise<string> {
  // Two who ask at once are answered one after the other, and the second finds the record of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.actor.companyId}/${kept.sha256}`}, 9))`.execute(
    ctx.tx,
  )
  const known = await ctx.one(
    'file_object',
    { companyId: ctx.actor.companyId, use, sha256: Buffer.from(kept.sha256, 'hex'), name: kept.name },
    { columns: ['id'], limit: 1 },
  )
  if (known) return known.id
  const id = ctx.newId()
  await ctx.tx
    .insertInto('file_object')
    .columns(['tenantId', 'id', 'sha256', 'size', 'mime', 'name', 'use', 'userId', 'companyId', 'createdAt'])
    .expression((e) =>
      e
        .selectFrom('file_object')
        .select(({ val }) => [
          'tenantId',
          val(id).$castTo<string>().as('id'),
          'sha256',
          'size',
          'mime',
          val(kept.name).as('name'),
          val(use).as('use'),
          val(ctx.actor.userId).as('userId'),
          val(ctx.actor.companyId).as('companyId'),
          val(ctx.clock.now()).as('createdAt'),
        ])
        .where('tenantId', '=', ctx.tenantId)
        .where('id', '=', kept.fileId),
    )
    .execute()
  ctx.audit({
    action: 'company.document.use',
    entity: 'file',
    entityId: id,
    summary: `${ctx.actor.companyName}选用已有资料：${kept.kind}`,
    data: { from: kept.fileId, sha256: kept.sha256 },
  })
  return id
}
