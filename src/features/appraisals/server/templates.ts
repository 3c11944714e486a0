import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/indicators.ts'
import { type Item, weightProblem } from '../rules/items.ts'
import type { Direction, Kind } from '../rules/sources.ts'
import { type Any, type Ctx, invalid, KEEPS, READS, type Template } from './access.ts'

type Fields = BodyOf<typeof contract.createTemplate>

/** Indicators with their weights, by version: an appraisal keeps the one that it began with. */
export const templateRoutes: readonly Route[] = [
  implement(contract.templatePage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 't',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['t.name']))),
      },
      show: (rows) =>
        own(ctx)
          .innerJoin('appraisal_template_version as v', (j) =>
            j
              .onRef('v.tenantId', '=', 't.tenantId')
              .onRef('v.templateId', '=', 't.id')
              .onRef('v.version', '=', 't.version'),
          )
          .selectAll('t')
          .select('v.items')
          .innerJoin(rows, 'page.id', 't.id'),
    })
    return {
      ...page,
      rows: page.rows.map(({ id, name, version, isActive, items, updatedAt }) => ({
        templateId: id,
        name,
        version,
        isActive,
        items: items as Item[],
        updatedAt: updatedAt.toISOString(),
      })),
    }
  }),

  implement(contract.templateVersions, READS, async (ctx, { params: { templateId } }) => {
    await ownTemplate(ctx, templateId)
    const rows = await ctx.many('appraisal_template_version', { templateId }, { orderBy: ['version desc'], limit: 100 })
    return rows.map(({ version, items, note, byName, at }) => ({
      version,
      content: items as Item[],
      note,
      byName,
      at: at.toISOString(),
    }))
  }),

  implement(contract.createTemplate, KEEPS, async (ctx, { body }) => {
    await demandNewName(ctx, body.name)
    const items = await weighed(ctx, body)
    const id = ctx.newId()
    const now = ctx.clock.now()
    const { name, note } = body
    const row = { id, ownerCompanyId: ctx.actor.companyId, name, version: 1, createdAt: now, updatedAt: now }
    await ctx.insert('appraisal_template', row)
    await addVersion(ctx, { templateId: id, version: 1, items, note })
    audit(ctx, id, { action: 'create', summary: `新增考核模板：${name}`, data: items })
    return { templateId: id }
  }),

  implement(contract.updateTemplate, KEEPS, async (ctx, { params, body }) => {
    const row = await ownTemplate(ctx, params.templateId, 'update')
    if (row.version !== body.version) throw new AppError('conflict', '模板刚刚被他人修改，请刷新后重试')
    if (row.name !== body.name) await demandNewName(ctx, body.name)
    const items = await weighed(ctx, body)
    const version = row.version + 1
    await ctx.update('appraisal_template', { id: row.id }, { name: body.name, version, updatedAt: ctx.clock.now() })
    await addVersion(ctx, { templateId: row.id, version, items, note: body.note })
    audit(ctx, row.id, { action: 'edit', summary: `修改考核模板：${body.name}（第 ${version} 版）`, data: items })
  }),

  implement(contract.switchTemplate, KEEPS, async (ctx, { params, body: { isActive } }) => {
    const row = await ownTemplate(ctx, params.templateId, 'update')
    if (row.isActive === isActive) return
    await ctx.update('appraisal_template', { id: row.id }, { isActive, updatedAt: ctx.clock.now() })
    audit(ctx, row.id, { action: 'switch', summary: `${isActive ? '启用' : '停用'}考核模板：${row.name}` })
  }),
]

/** The items of a version. */
export async function versionItems(
  ctx: Any,
  { templateId, version }: { templateId: string; version: number },
): Promise<Item[]> {
  return (await ctx.expectOne('appraisal_template_version', { templateId, version })).items as Item[]
}

/** A template of the own company, or `notFound`. */
export async function ownTemplate(ctx: Ctx, id: string, lock?: 'update'): Promise<Template> {
  const where = { id, ownerCompanyId: ctx.actor.companyId }
  const row = await ctx.one('appraisal_template', where, lock ? { lock } : {})
  if (!row) throw new AppError('notFound')
  return row
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('appraisal_template as t')
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.ownerCompanyId', '=', ctx.actor.companyId)
}

async function demandNewName(ctx: Ctx, name: string): Promise<void> {
  if (await ctx.one('appraisal_template', { ownerCompanyId: ctx.actor.companyId, name }, { columns: ['id'] }))
    throw new AppError('conflict', `模板“${name}”已存在`)
}

/** Indicators of the own company as they are now, with their weights, which are exactly the whole. */
async function weighed(ctx: Ctx, { items }: Pick<Fields, 'items'>): Promise<Item[]> {
  const ids = items.map(({ indicatorId }) => indicatorId)
  if (new Set(ids).size < ids.length) throw invalid('items', '同一指标只能选择一次')
  const problem = weightProblem(items.map(({ weight }) => weight))
  if (problem) throw invalid('items', problem)
  const rows = await ctx.many('appraisal_indicator', { ownerCompanyId: ctx.actor.companyId, id: ids, isActive: true })
  return items.map(({ indicatorId, weight }) => {
    const row = rows.find(({ id }) => id === indicatorId)
    if (!row) throw invalid('items', '所选指标不存在或已停用，请重新选择')
    const { name, source, fullMarks, step } = row
    return {
      indicatorId,
      name,
      kind: row.kind as Kind,
      source,
      fullMarks,
      direction: row.direction as Direction,
      step,
      weight,
    }
  })
}

async function addVersion(
  ctx: Ctx,
  { templateId, version, items, note }: { templateId: string; version: number; items: Item[]; note: string },
): Promise<void> {
  await ctx.insert('appraisal_template_version', {
    templateId,
    version,
    items: JSON.stringify(items),
    note,
    byName: ctx.actor.name,
    at: ctx.clock.now(),
  })
}

function audit(ctx: Ctx, entityId: string, { action, ...rest }: { action: string; summary: string; data?: object }) {
  ctx.audit({ action: `appraisal.template-${action}`, entity: 'appraisal', entityId, ...rest })
}
