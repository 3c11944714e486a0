import { sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Page, PageQuery } from '#contract/page.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { TemplateRow, templateDetail, VersionRow } from '../contract/templates.ts'
import type { ContentOf } from '../contract/content.ts'
import { findingsOf } from '../rules/findings.ts'
import { scopeLabel, type TemplateKind } from '../rules/kinds.ts'
import { TEMPLATE_STATUS, TemplateStatus } from '../rules/status.ts'
import {
  type Ctx,
  demandKeeper,
  findTemplate,
  ownerOf,
  type TemplateRecord,
  visibleTemplates,
  whoIs,
} from './access.ts'
import { sameContent } from './content.ts'
import { usesOf } from './uses.ts'

interface Filter extends PageQuery {
  status?: number | undefined
  scope?: string | undefined
  owner?: 'own' | 'preset' | undefined
}

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(
    TemplateStatus.options.map(({ value }) => [String(value), sql<boolean>`t.status = ${sql.lit(value)}`]),
  ),
}

/** A page of templates of a kind, newest first, with counts by status. */
export async function listTemplates(ctx: Ctx, kind: TemplateKind, filter: Filter): Promise<Page<TemplateRow>> {
  demandKeeper(ctx, kind)
  const { keyword, status, scope, owner } = filter
  const own = ownerOf(ctx.actor)
  const page = await listPage(ctx, {
    query: filter,
    tabs: TABS,
    tab: status === undefined ? 'all' : String(status),
    list: {
      alias: 't',
      keys: ['id'],
      rows: () =>
        visibleTemplates(ctx)
          .where('t.kind', '=', kind)
          .$if(scope !== undefined, (q) => q.where('t.scope', '=', scope!))
          .$if(owner === 'own', (q) => q.where('t.companyId', own === null ? 'is' : '=', own))
          .$if(owner === 'preset', (q) => q.where('t.companyId', 'is', null))
          .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['t.name']))),
    },
    show: (rows) => visibleTemplates(ctx).innerJoin(rows, 'page.id', 't.id').selectAll('t'),
  })
  return { ...page, rows: await shown(ctx, page.rows) }
}

/** A template, whole. Of presets kept by others the newest version is shown, never the draft. */
export async function templateWhole(ctx: Ctx, templateId: string): Promise<OutputOf<typeof templateDetail>> {
  const template = await findTemplate(ctx, templateId)
  const kind = template.kind as TemplateKind
  const [row] = await shown(ctx, [template])
  const versions = await versionRows(ctx, template)
  const { keeps } = whoIs(ctx, template)
  const newest = keeps ? null : await newestContent(ctx, template)
  const content = (newest ?? template.draft) as ContentOf
  return {
    ...row!,
    content,
    revision: template.revision,
    findings: findingsOf({ kind, scope: template.scope, name: template.name, content }),
    versions,
  }
}

/** Versions of a template, newest first. */
async function versionRows(ctx: Ctx, template: TemplateRecord): Promise<VersionRow[]> {
  const rows = await ctx.tx
    .selectFrom('template_version as v')
    .innerJoin('app_user as u', 'u.id', 'v.publishedBy')
    .select(['v.id', 'v.versionNo', 'v.name', 'v.scope', 'v.note', 'v.contentHash', 'v.publishedAt', 'u.nickname'])
    .select((e) => usesOf(ctx, e.ref('v.id')).as('uses'))
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.templateId', '=', template.id)
    .orderBy('v.versionNo', 'desc')
    .execute()
  const isOwn = template.companyId === ownerOf(ctx.actor)
  return rows.map((row) => ({
    versionId: row.id,
    versionNo: row.versionNo,
    name: row.name,
    scope: row.scope,
    note: row.note,
    contentHash: row.contentHash.toString('hex'),
    publishedBy: isOwn ? row.nickname : '平台',
    publishedAt: row.publishedAt.toISOString(),
    uses: row.uses ?? 0,
  }))
}

/** Content, name and scope of the newest version; null before the first. */
export async function newestVersion(ctx: Ctx, template: Pick<TemplateRecord, 'id' | 'versionNo'>) {
  const row = await ctx.one(
    'template_version',
    { templateId: template.id, versionNo: template.versionNo },
    { columns: ['content', 'name', 'scope'] },
  )
  return row ?? null
}

async function newestContent(ctx: Ctx, template: TemplateRecord): Promise<unknown> {
  return (await newestVersion(ctx, template))?.content ?? null
}

/** Rows as a list shows them, with what may be done with each. */
async function shown(ctx: Ctx, templates: readonly TemplateRecord[]): Promise<TemplateRow[]> {
  if (templates.length === 0) return []
  const ids = templates.map((t) => t.id)
  const extras = await ctx.tx
    .selectFrom('template as t')
    .leftJoin('app_user as u', 'u.id', 't.updatedBy')
    .leftJoin('template_version as v', (j) =>
      j
        .onRef('v.tenantId', '=', 't.tenantId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.versionNo', '=', 't.versionNo'),
    )
    .leftJoin('demand_category as c', (j) =>
      j.onRef('c.tenantId', '=', 't.tenantId').on(sql<boolean>`c.id::text = t.scope`),
    )
    .select(['t.id', 'u.nickname', 'v.content', 'v.name', 'v.scope', 'c.name as category'])
    .select((e) =>
      e
        .selectFrom('template_use as x')
        .innerJoin('template_version as w', (j) =>
          j.onRef('w.tenantId', '=', 'x.tenantId').onRef('w.id', '=', 'x.versionId'),
        )
        .innerJoin('purchase_order as o', (j) =>
          j.onRef('o.tenantId', '=', 'x.tenantId').onRef('o.id', '=', 'x.orderId'),
        )
        .select((n) => n.fn.count<number>('x.orderId').distinct().as('n'))
        .whereRef('x.tenantId', '=', 't.tenantId')
        .whereRef('w.templateId', '=', 't.id')
        .$if(ownerOf(ctx.actor) !== null, (q) => q.where(ownOrders(ctx)))
        .as('uses'),
    )
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.id', 'in', ids)
    .execute()
  const now = ctx.clock.now().getTime()
  return templates.map((template) => {
    const extra = extras.find((e) => e.id === template.id)!
    const who = whoIs(ctx, template)
    const kind = template.kind as TemplateKind
    const isSame =
      extra.content !== null &&
      extra.name === template.name &&
      extra.scope === template.scope &&
      sameContent(extra.content, template.draft)
    const status = template.status as TemplateStatus
    const hasChanges = who.keeps && !isSame
    return {
      templateId: template.id,
      kind,
      name: who.keeps ? template.name : (extra.name ?? template.name),
      scope: template.scope,
      scopeLabel: extra.category ?? scopeLabel(kind, template.scope),
      isPreset: template.companyId === null,
      status,
      isDefault: template.isDefault,
      versionNo: template.versionNo,
      hasChanges,
      uses: extra.uses ?? 0,
      updatedBy: who.keeps ? (extra.nickname ?? '') : '平台',
      updatedAt: template.updatedAt.toISOString(),
      actions: TEMPLATE_STATUS.allowed({ status, isDefault: template.isDefault, hasChanges }, who, now),
    }
  })
}

/** Orders that the own company runs or buys by; as a condition on `o`. */
export function ownOrders(ctx: Ctx) {
  const companyId = ctx.actor.companyId
  return sql<boolean>`(o.owner_company_id = ${companyId} or o.purchaser_company_id = ${companyId})`
}
