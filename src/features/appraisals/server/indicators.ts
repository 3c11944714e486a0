import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/indicators.ts'
import { type Direction, isSource, type Kind, SOURCES } from '../rules/sources.ts'
import { type Ctx, type Indicator, invalid, KEEPS, READS } from './access.ts'

const TABS = {
  all: sql<boolean>`true`,
  subjective: sql<boolean>`i.kind = 'subjective'`,
  objective: sql<boolean>`i.kind = 'objective'`,
}

/** What suppliers are measured by. */
export const indicatorRoutes: readonly Route[] = [
  implement(contract.indicatorPage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.kind ?? 'all',
      list: {
        alias: 'i',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['i.name']))),
      },
      show: (rows) => own(ctx).selectAll('i').innerJoin(rows, 'page.id', 'i.id'),
    })
    return { ...page, rows: page.rows.map(indicatorValue) }
  }),

  implement(contract.createIndicator, KEEPS, async (ctx, { body }) => {
    await demandNewName(ctx, body.name)
    const id = ctx.newId()
    const now = ctx.clock.now()
    await ctx.insert('appraisal_indicator', {
      id,
      ownerCompanyId: ctx.actor.companyId,
      ...columnsOf(body),
      createdByName: ctx.actor.name,
      createdAt: now,
      updatedAt: now,
    })
    note(ctx, id, { action: 'create', summary: `新增考核指标：${body.name}`, data: body })
    return { indicatorId: id }
  }),

  implement(contract.updateIndicator, KEEPS, async (ctx, { params, body }) => {
    const row = await ownIndicator(ctx, params.indicatorId)
    if (row.name !== body.name) await demandNewName(ctx, body.name)
    await ctx.update('appraisal_indicator', { id: row.id }, { ...columnsOf(body), updatedAt: ctx.clock.now() })
    note(ctx, row.id, { action: 'edit', summary: `修改考核指标：${body.name}`, data: body })
  }),

  implement(contract.switchIndicator, KEEPS, async (ctx, { params, body: { isActive } }) => {
    const row = await ownIndicator(ctx, params.indicatorId)
    if (row.isActive === isActive) return
    await ctx.update('appraisal_indicator', { id: row.id }, { isActive, updatedAt: ctx.clock.now() })
    note(ctx, row.id, { action: 'switch', summary: `${isActive ? '启用' : '停用'}考核指标：${row.name}` })
  }),
]

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('appraisal_indicator as i')
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.ownerCompanyId', '=', ctx.actor.companyId)
}

async function ownIndicator(ctx: Ctx, id: string): Promise<Indicator> {
  const row = await ctx.one('appraisal_indicator', { id, ownerCompanyId: ctx.actor.companyId }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  return row
}

async function demandNewName(ctx: Ctx, name: string): Promise<void> {
  if (await ctx.one('appraisal_indicator', { ownerCompanyId: ctx.actor.companyId, name }, { columns: ['id'] }))
    throw new AppError('conflict', `指标“${name}”已存在`)
}

/** An indicator's fields as columns; facts know their own direction, and whether marks go by the case. */
function columnsOf(body: BodyOf<typeof contract.createIndicator>) {
  const { name, kind, source, fullMarks, step } = body
  if (kind === 'subjective') return { name, kind, source, fullMarks, direction: body.direction, step: null }
  if (!isSource(source)) throw invalid('source', '请选择客观指标的数据来源')
  const { measure, direction } = SOURCES[source]
  if (measure === 'share') return { name, kind, source, fullMarks, direction, step: null }
  if (step === null) throw invalid('step', measure === 'count' ? '请填写每次扣分' : '请填写每高 1% 扣分')
  return { name, kind, source, fullMarks, direction, step }
}

export function indicatorValue(row: Indicator) {
  return {
    indicatorId: row.id,
    name: row.name,
    kind: row.kind as Kind,
    source: row.source,
    fullMarks: row.fullMarks,
    direction: row.direction as Direction,
    step: row.step,
    isActive: row.isActive,
    createdByName: row.createdByName,
    updatedAt: row.updatedAt.toISOString(),
  }
}

function note(ctx: Ctx, entityId: string, { action, ...rest }: { action: string; summary: string; data?: object }) {
  ctx.audit({ action: `appraisal.indicator-${action}`, entity: 'appraisal', entityId, ...rest })
}
