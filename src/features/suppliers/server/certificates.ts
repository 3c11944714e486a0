import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/certificates.ts'
import { certificateState, REMINDERS, remindersFor } from '../rules/certificates.ts'
import { addDays, morningOf } from '../rules/days.ts'
import { type Certificate, type Ctx, KEEPS, ownCertificate, ownSupplier, READS, todayOf } from './access.ts'
import { fileOf, filesColumn } from './files.ts'
import { CERTIFICATE_DUE } from './kinds.ts'

type Fields = BodyOf<typeof contract.addCertificate>

/** Certificates of the suppliers of a library. */
export const certificateRoutes: readonly Route[] = [
  implement(contract.certificatePage, READS, async (ctx, { query }) => {
    const today = todayOf(ctx)
    const soon = addDays(today, REMINDERS[0])
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        valid: sql<boolean>`(c.valid_until is null or c.valid_until > ${soon})`,
        expiring: sql<boolean>`(c.valid_until >= ${today} and c.valid_until <= ${soon})`,
        expired: sql<boolean>`(c.valid_until < ${today})`,
      },
      tab: query.state ?? 'all',
      list: {
        alias: 'c',
        keys: ['id'],
        rows: () =>
          own(ctx).$if(Boolean(query.keyword), (q) =>
            q.where(includes(query.keyword!, ['s.name', 's.creditCode', 'c.kind', 'c.number'])),
          ),
      },
      show: (rows) => own(ctx).selectAll('c').select('s.name').innerJoin(rows, 'page.id', 'c.id'),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        certificateId: row.id,
        supplierId: row.supplierId,
        supplierName: row.name,
        kind: row.kind,
        number: row.number,
        issuer: row.issuer,
        scope: row.scope,
        validUntil: row.validUntil,
        state: certificateState(row.validUntil, today),
        daysLeft: row.validUntil === null ? null : (Date.parse(row.validUntil) - Date.parse(today)) / DAY,
        files: row.files as StoredFile[],
      })),
    }
  }),

  implement(contract.addCertificate, KEEPS, async (ctx, { params, body }) => {
    const supplier = await ownSupplier(ctx, params.supplierId, 'update')
    await demandNew(ctx, supplier.id, body)
    const row = {
      id: ctx.newId(),
      ownerCompanyId: supplier.ownerCompanyId,
      supplierId: supplier.id,
      ...(await columnsOf(ctx, body)),
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    }
    await ctx.insert('supplier_certificate', row)
    await planReminders(ctx, row)
    note(ctx, row, { action: 'add', summary: `登记资质：${body.kind}（${body.number}）`, data: body })
    return { certificateId: row.id }
  }),

  implement(contract.updateCertificate, KEEPS, async (ctx, { params, body }) => {
    const row = await ownCertificate(ctx, params.certificateId, 'update')
    if (body.kind !== row.kind || body.number !== row.number) await demandNew(ctx, row.supplierId, body)
    const set = await columnsOf(ctx, body, row.files)
    await ctx.update('supplier_certificate', { id: row.id }, set)
    if (body.validUntil !== row.validUntil) await planReminders(ctx, { id: row.id, validUntil: body.validUntil })
    note(ctx, row, { action: 'update', summary: `更新资质：${body.kind}（${body.number}）`, data: body })
  }),

  implement(contract.removeCertificate, KEEPS, async (ctx, { params, body: { reason } }) => {
    const row = await ownCertificate(ctx, params.certificateId, 'update')
    const removed = { removedAt: ctx.clock.now(), removedByName: ctx.actor.name, removeReason: reason }
    await ctx.update('supplier_certificate', { id: row.id }, removed)
    await planReminders(ctx, { id: row.id, validUntil: null })
    note(ctx, row, { action: 'remove', summary: `移除资质：${row.kind}（${row.number}），${reason}` })
  }),

  implementFile(contract.certificateFile, READS, async (ctx, { params }) =>
    fileOf(ctx, (await ownCertificate(ctx, params.certificateId)).files, params.fileId),
  ),
]

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('supplier_certificate as c')
    .innerJoin('supplier as s', (j) => j.onRef('s.tenantId', '=', 'c.tenantId').onRef('s.id', '=', 'c.supplierId'))
    .where('c.tenantId', '=', ctx.tenantId)
    .where('c.ownerCompanyId', '=', ctx.actor.companyId)
    .where('c.removedAt', 'is', null)
}

async function demandNew(ctx: Ctx, supplierId: string, { kind, number }: Fields): Promise<void> {
  const known = await ctx.many('supplier_certificate', { supplierId, kind, number })
  if (known.some(({ removedAt }) => removedAt === null))
    throw new AppError('conflict', `该供应商的“${kind}”（${number}）已登记，请直接更新`)
}

async function columnsOf(ctx: Ctx, fields: Fields, kept: unknown = []) {
  const { kind, number, issuer, scope, validUntil, files } = fields
  return { kind, number, issuer, scope, validUntil, files: await filesColumn(ctx, files, kept) }
}

/** One timer for each reminder still to come, and one for the day after the end; those of an earlier end are dropped. */
async function planReminders(ctx: Ctx, { id, validUntil }: Pick<Certificate, 'id' | 'validUntil'>): Promise<void> {
  const coming = remindersFor(validUntil, todayOf(ctx))
  const end = validUntil && addDays(validUntil, 1)
  const days = new Map([
    ...REMINDERS.map((before) => [before, coming.find((one) => one.before === before)?.on ?? null] as const),
    [0, end && end > todayOf(ctx) ? end : null] as const,
  ])
  for (const [before, on] of days)
    await ctx.schedule(`${CERTIFICATE_DUE}:${id}:${before}`, on === null ? null : morningOf(on), {
      kind: CERTIFICATE_DUE,
      payload: { certificateId: id, before, validUntil },
    })
}

function note(
  ctx: Ctx,
  row: { id: string; supplierId: string },
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `supplier.certificate-${action}`,
    entity: 'supplier',
    entityId: row.supplierId,
    summary,
    data: { certificateId: row.id, ...data },
  })
}
