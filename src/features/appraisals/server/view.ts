import { sql } from 'kysely'
import { pendingApproval } from '#features/workflow/server/public.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Grade } from '#features/suppliers/rules/grades.ts'
import { Rating } from '#features/suppliers/rules/grades.ts'
import { stateOn, type SupplierState } from '#features/suppliers/rules/states.ts'
import * as contract from '../contract/appraisals.ts'
import type { Scope } from '../contract/appraisals.ts'
import type { Item } from '../rules/items.ts'
import type { ItemScore } from '../rules/score.ts'
import type { Fact } from '../rules/sources.ts'
import { APPRAISAL_STATES, APPRAISAL_STATUS, type AppraisalState, type Outcome } from '../rules/status.ts'
import {
  APPRAISAL_SUBJECT,
  type Appraisal,
  type Ctx,
  isKeeper,
  isSubjective,
  KEEPS,
  ownAppraisal,
  READS,
  todayOf,
} from './access.ts'
import { marksOf, proposedOf, publishedOf } from './results.ts'
import { colleaguesOf } from './scope.ts'
import { versionItems } from './templates.ts'

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(
    Object.keys(APPRAISAL_STATES).map((state) => [state, sql<boolean>`a.state = ${sql.lit(state)}`]),
  ),
}

/** Appraisals as the owner's people read them. */
export const viewRoutes: readonly Route[] = [
  implement(contract.appraisalPage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'a',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['a.title']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'a.id'),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        appraisalId: row.id,
        title: row.title,
        state: row.state as AppraisalState,
        templateName: row.templateName,
        from: row.fromDay,
        until: row.untilDay,
        deadline: row.deadline.toISOString(),
        suppliers: row.suppliers,
        appraisers: row.appraisers,
        handedIn: row.handedIn,
        openObjections: row.openObjections,
        pendingApproval: row.pending,
        createdByName: row.createdByName,
        createdAt: row.createdAt.toISOString(),
      })),
    }
  }),

  implement(contract.appraisalChoices, KEEPS, async (ctx) => {
    const today = todayOf(ctx)
    const ownerCompanyId = ctx.actor.companyId
    const templates = await ctx.many('appraisal_template', { ownerCompanyId, isActive: true }, { orderBy: ['id desc'] })
    const suppliers = await ctx.many('supplier', { ownerCompanyId }, { orderBy: ['id'], limit: 1000 })
    return {
      templates: await Promise.all(
        templates.map(async ({ id, name, version }) => ({
          templateId: id,
          name,
          needsAppraisers: (await versionItems(ctx, { templateId: id, version })).some(isSubjective),
        })),
      ),
      colleagues: await colleaguesOf(ctx),
      suppliers: suppliers
        .filter(({ state, validUntil }) => {
          const now = stateOn({ state: state as SupplierState, validUntil, today })
          return now === 'qualified' || now === 'paused'
        })
        .map(({ id, name, categories, grade, gradeFrom, gradeUntil }) => ({
          supplierId: id,
          name,
          categories,
          grade: gradeFrom !== null && gradeFrom <= today && gradeUntil! >= today ? (grade as Grade) : null,
        })),
    }
  }),

  implement(contract.appraisalDetail, READS, async (ctx, { params: { appraisalId } }) => {
    const row = await ownAppraisal(ctx, appraisalId)
    const { pending, templateName } = await shown(ctx).where('a.id', '=', appraisalId).executeTakeFirstOrThrow()
    const appraisers = await ctx.many('appraisal_appraiser', { appraisalId }, { orderBy: ['sort'] })
    const facts = { state: row.state as AppraisalState, pendingApproval: pending }
    return {
      appraisalId,
      title: row.title,
      state: facts.state,
      templateId: row.templateId,
      templateName,
      templateVersion: row.templateVersion,
      from: row.fromDay,
      until: row.untilDay,
      deadline: row.deadline.toISOString(),
      scope: row.scope as Scope,
      items: (row.items ?? (await draftItems(ctx, row))) as Item[],
      factsHash: row.factsHash,
      appraisers: appraisers.map(({ userId, name, handedInAt }) => ({
        userId,
        name,
        handedInAt: handedInAt?.toISOString() ?? null,
      })),
      results: await resultsOf(ctx, row),
      vetoes: row.rating === null ? [] : Rating.parse(row.rating).vetoes,
      createdByName: row.createdByName,
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      scoredAt: row.scoredAt?.toISOString() ?? null,
      publishedAt: row.publishedAt?.toISOString() ?? null,
      publishedByName: row.publishedByName,
      gradeUntil: row.gradeUntil,
      objectionEnd: row.objectionEnd?.toISOString() ?? null,
      cancelReason: row.cancelReason,
      pendingApproval: pending,
      mayAnswer: isKeeper(ctx) && row.state === 'published',
      actions: isKeeper(ctx) ? APPRAISAL_STATUS.allowed(facts, 'keeper', ctx.clock.now().getTime()) : [],
    }
  }),
]

async function draftItems(ctx: Ctx, { templateId }: Appraisal): Promise<Item[]> {
  const { version } = await ctx.expectOne('appraisal_template', { id: templateId })
  return versionItems(ctx, { templateId, version })
}

/** Each supplier with its facts; scores and marks from when nobody changes any more. */
async function resultsOf(ctx: Ctx, row: Appraisal) {
  const { id: appraisalId, state } = row
  const suppliers = await ctx.many('appraisal_supplier', { appraisalId }, { orderBy: ['supplierId'] })
  const isOpen = state === 'scored' || state === 'published'
  const marks = isOpen ? await marksOf(ctx, appraisalId) : []
  const published = await publishedOf(ctx, { appraisalId })
  const objections = await ctx.many('appraisal_objection', { appraisalId })
  return suppliers.map((supplier) => {
    const { supplierId } = supplier
    const own = marks.filter((one) => one.supplierId === supplierId)
    const versions = published.filter((one) => one.supplierId === supplierId)
    const proposed = isOpen ? proposedOf(row, { supplier, marks: own }) : null
    const [latest] = versions
    const objection = objections.find((one) => one.supplierId === supplierId)
    return {
      supplierId,
      name: supplier.name,
      creditCode: supplier.creditCode,
      isActive: supplier.isActive,
      facts: supplier.facts as Fact[],
      score: latest ? latest.score : (proposed?.score ?? null),
      grade: latest ? (latest.grade as Grade | null) : (proposed?.grade ?? null),
      veto: latest ? latest.veto : (proposed?.veto?.item ?? ''),
      vetoEvidence: proposed?.veto?.evidence ?? '',
      items: latest ? (latest.items as ItemScore[]) : (proposed?.items ?? []),
      version: latest?.version ?? 0,
      isGraded: latest?.isGraded ?? false,
      versions: versions.map(({ version, score, grade, reason, byName, at }) => ({
        version,
        score,
        grade: grade as Grade | null,
        reason,
        byName,
        at: at.toISOString(),
      })),
      marks: own.map(({ name, indicatorId, marks: given, remark }) => ({
        appraiser: name,
        indicatorId,
        marks: given,
        remark,
      })),
      objection: objection
        ? {
            objectionId: objection.id,
            content: objection.content,
            files: objection.files as StoredFile[],
            createdByName: objection.createdByName,
            createdAt: objection.createdAt.toISOString(),
            outcome: objection.outcome as Outcome | null,
            answer: objection.answer,
            answeredByName: objection.answeredByName,
            answeredAt: objection.answeredAt?.toISOString() ?? null,
          }
        : null,
    }
  })
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('appraisal as a')
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.ownerCompanyId', '=', ctx.actor.companyId)
}

function shown(ctx: Ctx) {
  const count = (from: string) =>
    sql<number>`(select count(*)::int from ${sql.raw(from)} x where x.tenant_id = a.tenant_id and x.appraisal_id = a.id`
  return own(ctx)
    .innerJoin('appraisal_template as t', (j) =>
      j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.templateId'),
    )
    .selectAll('a')
    .select('t.name as templateName')
    .select([
      sql<number>`${count('appraisal_supplier')})`.as('suppliers'),
      sql<number>`${count('appraisal_appraiser')})`.as('appraisers'),
      sql<number>`${count('appraisal_appraiser')} and x.handed_in_at is not null)`.as('handedIn'),
      sql<number>`${count('appraisal_objection')} and x.answered_at is null)`.as('openObjections'),
      pendingApproval(ctx, APPRAISAL_SUBJECT, 'a.id').as('pending'),
    ])
}
