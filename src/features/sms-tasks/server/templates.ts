import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/templates.ts'
import { messageOf, PLACEHOLDERS, segmentsOf } from '../rules/text.ts'
import { type Ctx, invalid, READS, type Template, WRITES } from './access.ts'
import { newestVersions, REVIEW_COLUMNS, REVIEW_TABS, reviewOf, versionsOf } from './reviews.ts'

const TABS = {
  all: sql<boolean>`true`,
  active: sql<boolean>`t.state = 'active' and t.offered_version is not null`,
  disabled: sql<boolean>`t.state = 'disabled'`,
  pending: REVIEW_TABS.pending,
  refused: REVIEW_TABS.refused,
  revoked: REVIEW_TABS.revoked,
}

/** Event that a version waits for the platform's review. */
export const WAITING = 'sms-template.waiting'

/** What may be sent. */
export const templateRoutes: readonly Route[] = [
  implement(contract.templatePage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 't',
        keys: ['id'],
        rows: () =>
          own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['t.name', 'v.text']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 't.id'),
    })
    const signature = await signatureOf(ctx)
    return {
      ...page,
      rows: page.rows.map((row) => ({
        templateId: row.id,
        name: row.name,
        state: row.state as 'active',
        version: row.version,
        offeredVersion: row.offeredVersion,
        ...reviewOf(row),
        text: row.text,
        isMarketing: row.isMarketing,
        segments: segmentsOf(messageOf({ signature, text: row.text }, PLACEHOLDERS)),
        byName: row.byName,
        changedAt: row.at.toISOString(),
      })),
    }
  }),

  implement(contract.createTemplate, WRITES, async (ctx, { body: { name, text, isMarketing } }) => {
    const id = ctx.newId()
    await demandName(ctx, name)
    await ctx.insert('sms_template', {
      id,
      ownerCompanyId: ctx.actor.companyId,
      name,
      state: 'active',
      version: 1,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    await addVersion(ctx, id, { version: 1, text, isMarketing })
    note(ctx, { id, name }, { action: 'create', summary: '新建短信模板', data: { text, isMarketing } })
    return { templateId: id }
  }),

  implement(contract.changeTemplate, WRITES, async (ctx, { params, body }) => {
    const { name, text, isMarketing } = body
    const row = await ownTemplate(ctx, params.templateId, 'update')
    if (row.version !== body.version) throw new AppError('conflict', '模板已被他人修改，请刷新后重试')
    if (row.state !== 'active') throw new AppError('wrongState', '模板已停用，启用后才能修改')
    if (name !== row.name) await demandName(ctx, name)
    const before = await versionOf(ctx, row)
    const isNew = before.text !== text || before.isMarketing !== isMarketing
    if (!isNew && name === row.name) return
    const version = isNew ? row.version + 1 : row.version
    if (isNew) await addVersion(ctx, row.id, { version, text, isMarketing })
    await ctx.update('sms_template', { id: row.id }, { name, version })
    const data = { version, text, isMarketing, before: { name: row.name, text: before.text } }
    note(ctx, { id: row.id, name }, { action: 'change', summary: `修改短信模板（第 ${version} 版）`, data })
  }),

  implement(contract.actOnTemplate, WRITES, async (ctx, { params, body: { action } }) => {
    const row = await ownTemplate(ctx, params.templateId, 'update')
    const [from, to, words] =
      action === 'disable' ? (['active', 'disabled', '停用'] as const) : (['disabled', 'active', '启用'] as const)
    if (row.state !== from) throw new AppError('wrongState', `模板已${action === 'disable' ? '停用' : '启用'}`)
    await ctx.update('sms_template', { id: row.id }, { state: to })
    note(ctx, row, { action, summary: `${words}短信模板` })
  }),

  implement(contract.templateVersions, READS, async (ctx, { params: { templateId } }) => {
    await ownTemplate(ctx, templateId)
    return versionsOf(ctx, templateId)
  }),
]

/** A template of the own company, or `notFound`. */
export async function ownTemplate(ctx: Ctx, id: string, lock?: 'update' | 'share'): Promise<Template> {
  const row = await ctx.one('sms_template', { id, ownerCompanyId: ctx.actor.companyId }, lock ? { lock } : {})
  if (!row) throw new AppError('notFound')
  return row
}

/** A version of a template. */
export function versionOf(ctx: Ctx, { id, version }: Pick<Template, 'id' | 'version'>) {
  return ctx.expectOne('sms_template_version', { templateId: id, version })
}

/** Who sends: the name of the own company, which nobody chooses. */
export async function signatureOf(ctx: Ctx): Promise<string> {
  return (await ctx.expectOne('company', { id: ctx.actor.companyId }, { columns: ['name'] })).name
}

async function demandName(ctx: Ctx, name: string): Promise<void> {
  // Of two at once the second waits for the first, and sees its name.
  const key = `sms-template:${ctx.tenantId}:${ctx.actor.companyId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.tx)
  if (await ctx.one('sms_template', { ownerCompanyId: ctx.actor.companyId, name }, { columns: ['id'] }))
    throw invalid('name', `已有名为“${name}”的模板`)
}

async function addVersion(
  ctx: Ctx,
  templateId: string,
  given: { version: number; text: string; isMarketing: boolean },
): Promise<void> {
  await ctx.insert('sms_template_version', {
    templateId,
    ...given,
    byUserId: ctx.actor.userId,
    byName: ctx.actor.name,
    at: ctx.clock.now(),
  })
  ctx.emit({ kind: WAITING, payload: { templateId, version: given.version } })
}

function own(ctx: Ctx) {
  return newestVersions(ctx).where('t.ownerCompanyId', '=', ctx.actor.companyId)
}

function shown(ctx: Ctx) {
  return own(ctx)
    .select(['t.id', 't.name', 't.state', 't.version', 't.offeredVersion'])
    .select(['v.text', 'v.isMarketing', 'v.byName', 'v.at', ...REVIEW_COLUMNS])
}

function note(
  ctx: Ctx,
  { id, name }: { id: string; name: string },
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `sms-template.${action}`,
    entity: 'sms-template',
    entityId: id,
    summary: `${summary}：${name}`,
    ...(data ? { data } : {}),
  })
}
