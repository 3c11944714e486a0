import { bindRow } from '#server/bound-rows.ts'
import { OBJECTIONS } from './bound.ts'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Grade } from '#features/suppliers/rules/grades.ts'
import { keptFile, keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/supplier.ts'
import type { ItemScore } from '../rules/score.ts'
import type { Fact } from '../rules/sources.ts'
import type { Outcome } from '../rules/status.ts'
import { type Ctx, itemsOf, JUDGED, record } from './access.ts'
import { USE } from './files.ts'
import { isInForce } from './results.ts'

/** What a supplier reads of appraisals: the published result about itself, and nothing before. */
export const supplierRoutes: readonly Route[] = [
  implement(contract.ownResultPage, JUDGED, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'a',
        keys: ['id'],
        rows: () =>
          own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['a.title', 'c.name']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'a.id'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  implement(contract.ownResult, JUDGED, async (ctx, { params: { appraisalId } }) => {
    const row = await shown(ctx).where('a.id', '=', appraisalId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const scores = row.resultItems as ItemScore[]
    const objection = await ctx.one('appraisal_objection', { appraisalId, supplierId: row.supplierId })
    return {
      ...rowValue(row),
      veto: row.veto,
      reason: row.reason,
      items:
        row.score === null
          ? []
          : itemsOf(row).map((item) => ({
              ...item,
              score: scores.find(({ indicatorId }) => indicatorId === item.indicatorId) ?? null,
            })),
      // A median tells of others' prices.
      facts: (row.facts as Fact[]).map(({ median: _median, ref: _ref, isGood, ...fact }) => ({
        ...fact,
        isGood: fact.source === 'price' ? true : isGood,
      })),
      own: objection
        ? {
            content: objection.content,
            files: objection.files as StoredFile[],
            createdByName: objection.createdByName,
            createdAt: objection.createdAt.toISOString(),
            outcome: objection.outcome as Outcome | null,
            answer: objection.answer,
            answeredAt: objection.answeredAt?.toISOString() ?? null,
          }
        : null,
      mayObject: !objection && row.score !== null && ctx.clock.now() < row.objectionEnd!,
    }
  }),

  implement(contract.objectToResult, JUDGED, async (ctx, { params: { appraisalId }, body }) => {
    const row = await shown(ctx).where('a.id', '=', appraisalId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    if (row.score === null) throw new AppError('wrongState', '考核期内没有往来，未评分')
    if (ctx.clock.now() >= row.objectionEnd!) throw new AppError('wrongState', '异议期已过')
    // Of two at once the row lets one through.
    await ctx.one('appraisal_supplier', { appraisalId, supplierId: row.supplierId }, { lock: 'update' })
    if (await ctx.one('appraisal_objection', { appraisalId, supplierId: row.supplierId }))
      throw new AppError('wrongState', '已提出异议，每次考核可提出一次')
    const id = ctx.newId()
    await ctx.insert('appraisal_objection', {
      id,
      appraisalId,
      supplierId: row.supplierId,
      content: body.content,
      files: JSON.stringify(await keptFiles(ctx, body.files, { use: USE })),
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    bindRow(ctx, OBJECTIONS, [id])
    record(ctx, row, { action: 'object', summary: '提出考核异议', data: { objectionId: id } })
    ctx.emit({ kind: 'appraisal.objected', payload: { objectionId: id } })
  }),

  implementFile(contract.ownObjectionFile, JUDGED, async (ctx, { params: { appraisalId, fileId } }) => {
    const row = await shown(ctx).where('a.id', '=', appraisalId).executeTakeFirst()
    const objection = row && (await ctx.one('appraisal_objection', { appraisalId, supplierId: row.supplierId }))
    if (!objection) throw new AppError('notFound')
    return keptFile(ctx, objection.files as StoredFile[], fileId)
  }),
]

/** Published appraisals `a` of the own company `s`, with the result in force `r` and the owner `c`. */
function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('appraisal as a')
    .innerJoin('appraisal_supplier as s', (j) =>
      j.onRef('s.tenantId', '=', 'a.tenantId').onRef('s.appraisalId', '=', 'a.id'),
    )
    .innerJoin('appraisal_result as r', (j) =>
      j
        .onRef('r.tenantId', '=', 's.tenantId')
        .onRef('r.appraisalId', '=', 's.appraisalId')
        .onRef('r.supplierId', '=', 's.supplierId'),
    )
    .innerJoin('company as c', 'c.id', 'a.ownerCompanyId')
    .where('a.tenantId', '=', ctx.tenantId)
    .where('s.companyId', '=', ctx.actor.companyId)
    .where('a.state', '=', 'published')
    .where(isInForce)
}

function shown(ctx: Ctx) {
  return own(ctx)
    .select([
      'a.id',
      'a.title',
      'a.fromDay',
      'a.untilDay',
      'a.publishedAt',
      'a.gradeUntil',
      'a.objectionEnd',
      'a.items',
    ])
    .select(['c.name as ownerName', 's.supplierId', 's.facts'])
    .select(['r.version', 'r.score', 'r.grade', 'r.veto', 'r.reason', 'r.items as resultItems'])
    .select(
      sql<'none' | 'open' | 'answered'>`coalesce((select case when o.answered_at is null then 'open' else 'answered' end
        from appraisal_objection o where o.tenant_id = a.tenant_id and o.appraisal_id = a.id
          and o.supplier_id = s.supplier_id), 'none')`.as('objection'),
    )
}

function rowValue(row: Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>) {
  return {
    appraisalId: row.id,
    title: row.title,
    ownerName: row.ownerName,
    from: row.fromDay,
    until: row.untilDay,
    publishedAt: row.publishedAt!.toISOString(),
    score: row.score,
    grade: row.grade as Grade | null,
    version: row.version,
    gradeUntil: row.gradeUntil!,
    objectionEnd: row.objectionEnd!.toISOString(),
    objection: row.objection,
  }
}
