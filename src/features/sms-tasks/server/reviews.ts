import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { reviewPage, type ReviewState, reviewTemplate, reviewVersions } from '../contract/templates.ts'
import { messageOf, PLACEHOLDERS, segmentsOf } from '../rules/text.ts'
import { type Any, PLATFORM } from './access.ts'

/** Event that the platform said what it thinks of a version. */
export const REVIEWED = 'sms-template.reviewed'

/** Of a version's review `k` and revocation `x`: where it stands with the platform. */
export const REVIEW_TABS = {
  pending: sql<boolean>`k.is_passed is null`,
  passed: sql<boolean>`k.is_passed and x.version is null`,
  refused: sql<boolean>`not k.is_passed`,
  revoked: sql<boolean>`x.version is not null`,
} satisfies Record<ReviewState, unknown>

const TABS = { all: sql<boolean>`true`, ...REVIEW_TABS }

interface Reviewed {
  isPassed: boolean | null
  reason: string | null
  revokedReason: string | null
}

/** What the platform said of a version, as it is shown; nothing yet: it waits. */
export function reviewOf({ isPassed, reason, revokedReason }: Reviewed): { review: ReviewState; reviewReason: string } {
  if (revokedReason !== null) return { review: 'revoked', reviewReason: revokedReason }
  const review = isPassed === null ? 'pending' : isPassed ? 'passed' : 'refused'
  return { review, reviewReason: reason ?? '' }
}

/** Versions `v` of all templates of the tenant, each with its review `k` and its revocation `x`. */
function versions(ctx: Any) {
  return ctx.tx
    .selectFrom('sms_template_version as v')
    .leftJoin('sms_template_review as k', (j) =>
      j
        .onRef('k.tenantId', '=', 'v.tenantId')
        .onRef('k.templateId', '=', 'v.templateId')
        .onRef('k.version', '=', 'v.version'),
    )
    .leftJoin('sms_template_revocation as x', (j) =>
      j
        .onRef('x.tenantId', '=', 'v.tenantId')
        .onRef('x.templateId', '=', 'v.templateId')
        .onRef('x.version', '=', 'v.version'),
    )
    .where('v.tenantId', '=', ctx.tenantId)
}

/** What the platform said, as `reviewOf` reads it. */
export const REVIEW_COLUMNS = ['k.isPassed', 'k.reason', 'x.reason as revokedReason'] as const

/** Templates `t` with their newest version. */
export function newestVersions(ctx: Any) {
  return versions(ctx).innerJoin('sms_template as t', (j) =>
    j.onRef('t.tenantId', '=', 'v.tenantId').onRef('t.id', '=', 'v.templateId').onRef('t.version', '=', 'v.version'),
  )
}

/** All versions of a template, newest first. */
export async function versionsOf(ctx: Any, templateId: string) {
  const rows = await versions(ctx)
    .select(['v.version', 'v.text', 'v.isMarketing', 'v.byName', 'v.at', ...REVIEW_COLUMNS])
    .where('v.templateId', '=', templateId)
    .orderBy('v.version', 'desc')
    .execute()
  return rows.map(({ version, text, isMarketing, byName, at, ...said }) => ({
    version,
    ...reviewOf(said),
    text,
    isMarketing,
    byName,
    at: at.toISOString(),
  }))
}

/** Whoever runs the platform passes what companies may send under their names. */
export const reviewRoutes: readonly Route[] = [
  implementForPerson(reviewPage, PLATFORM, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.review ?? 'all',
      list: {
        alias: 't',
        keys: ['id'],
        rows: () =>
          all(ctx).$if(Boolean(query.keyword), (q) =>
            q.where(includes(query.keyword!, ['t.name', 'v.text', 'c.name'])),
          ),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 't.id'),
    })
    return {
      ...page,
      rows: page.rows.map((row) => {
        // Reviewed, it stands with the name that was reviewed.
        const signature = row.signature ?? row.ownerName
        return {
          templateId: row.id,
          name: row.name,
          version: row.version,
          ...reviewOf(row),
          text: row.text,
          isMarketing: row.isMarketing,
          segments: segmentsOf(messageOf({ signature, text: row.text }, PLACEHOLDERS)),
          byName: row.byName,
          changedAt: row.at.toISOString(),
          ownerName: row.ownerName,
          signature,
          reviewedByName: row.reviewedByName ?? '',
          reviewedAt: row.reviewedAt?.toISOString() ?? null,
        }
      }),
    }
  }),

  implementForPerson(reviewTemplate, PLATFORM, async (ctx, { params: { templateId }, body }) => {
    const { version, isPassed, reason } = body
    const row = await ctx.one('sms_template', { id: templateId }, { lock: 'update' })
    if (!row) throw new AppError('notFound')
    if (row.version !== version) throw new AppError('conflict', '模板已有新版本，请刷新后审核新版本')
    if (await ctx.one('sms_template_review', { templateId, version }, { columns: ['version'] }))
      throw new AppError('wrongState', '该版本已审核')
    const { name: signature } = await ctx.expectOne('company', { id: row.ownerCompanyId }, { columns: ['name'] })
    const byName = ctx.actor.name
    await ctx.insert('sms_template_review', {
      templateId,
      version,
      signature,
      isPassed,
      reason,
      byName,
      at: ctx.clock.now(),
    })
    if (isPassed) await ctx.update('sms_template', { id: templateId }, { offeredVersion: version })
    ctx.audit({
      action: 'sms-template.review',
      entity: 'sms-template',
      entityId: templateId,
      summary: `${isPassed ? '通过' : '不通过'}短信模板第 ${version} 版：${row.name}`,
      data: { version, signature, isPassed, reason },
    })
    ctx.emit({ kind: REVIEWED, payload: { templateId, version } })
  }),

  implementForPerson(reviewVersions, PLATFORM, async (ctx, { params: { templateId } }) => {
    if (!(await ctx.one('sms_template', { id: templateId }, { columns: ['id'] }))) throw new AppError('notFound')
    return versionsOf(ctx, templateId)
  }),
]

function all(ctx: Any) {
  return newestVersions(ctx).innerJoin('company as c', 'c.id', 't.ownerCompanyId')
}

function shown(ctx: Any) {
  return all(ctx)
    .select(['t.id', 't.name', 't.version', 'v.text', 'v.isMarketing', 'v.byName', 'v.at', 'c.name as ownerName'])
    .select([...REVIEW_COLUMNS, 'k.signature', 'k.byName as reviewedByName', 'k.at as reviewedAt'])
}
