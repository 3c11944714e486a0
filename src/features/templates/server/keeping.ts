import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ContentOf } from '../contract/content.ts'
import type { actOnTemplate, createTemplate, publishTemplate, saveDraft } from '../contract/templates.ts'
import { findingsOf, type TemplateFinding } from '../rules/findings.ts'
import { KINDS, type TemplateKind } from '../rules/kinds.ts'
import { starterOf } from '../rules/starters.ts'
import { TEMPLATE_STATUS, type TemplateAction, type TemplateStatus } from '../rules/status.ts'
import { type Ctx, demandKeeper, findTemplate, lockOwn, ownerOf, type TemplateRecord, whoIs } from './access.ts'
import { demandScope, parseContent, sameContent } from './content.ts'
import { versionHash } from './hash.ts'
import { newestVersion } from './listing.ts'
import { demandPicture } from './pictures.ts'

type Draft = BodyOf<typeof saveDraft>

/** A new draft: the example of its kind, or a copy of what a template says now. */
export async function create(
  ctx: Ctx,
  kind: TemplateKind,
  body: BodyOf<typeof createTemplate>,
): Promise<{ templateId: string }> {
  demandKeeper(ctx, kind)
  await demandScope(ctx, { kind, scope: body.scope })
  const content = body.copyOf === null ? starterOf(kind, body.scope) : await copied(ctx, kind, body.copyOf)
  const templateId = ctx.newId()
  const now = ctx.clock.now()
  await ctx.insert('template', {
    id: templateId,
    companyId: ownerOf(ctx.actor),
    kind,
    scope: body.scope,
    name: body.name,
    draft: JSON.stringify(parseContent(kind, content)),
    createdBy: ctx.actor.userId,
    createdAt: now,
    updatedBy: ctx.actor.userId,
    updatedAt: now,
  })
  record(ctx, templateId, {
    action: 'template.create',
    summary: `新建${KINDS[kind].label}《${body.name}》`,
    data: { kind, scope: body.scope, copyOf: body.copyOf },
  })
  return { templateId }
}

/** Keeps a draft, whole or not. Throws `confirm` when somebody else has saved since it was opened. */
export async function save(
  ctx: Ctx,
  templateId: string,
  body: Draft,
): Promise<{ revision: number; findings: TemplateFinding[] }> {
  const template = await lockOwn(ctx, templateId)
  await next(ctx, template, 'edit')
  const { revision, content } = await store(ctx, template, body)
  const { name, scope } = body
  return { revision, findings: findingsOf({ kind: template.kind as TemplateKind, scope, name, content }) }
}

/**
 * Publishes what is sent as the next version: numbered without a gap, hashed, never changed again. Throws `invalid` with
 * the findings, `confirm` when somebody else has saved since, `wrongState` when the newest version says just this.
 */
export async function publish(
  ctx: Ctx,
  templateId: string,
  body: BodyOf<typeof publishTemplate>,
): Promise<{ versionId: string; versionNo: number; contentHash: string }> {
  const template = await lockOwn(ctx, templateId)
  const kind = template.kind as TemplateKind
  const status = await next(ctx, template, 'publish')
  const { content } = await store(ctx, template, body)
  const { name, scope, note } = body
  const findings = findingsOf({ kind, scope, name, content })
  if (findings.length > 0) throw new AppError('invalid', `模板尚不能发布：${findings[0]!.message}`, findings)
  const newest = await newestVersion(ctx, template)
  if (newest && newest.name === name && newest.scope === scope && sameContent(newest.content, content))
    throw new AppError('wrongState', `内容与第 ${template.versionNo} 版相同，无需再次发布`)
  const now = ctx.clock.now()
  const versionNo = template.versionNo + 1
  const hash = versionHash({
    tenantId: ctx.tenantId,
    templateId,
    kind,
    scope,
    name,
    versionNo,
    note,
    content,
    publishedAt: now.toISOString(),
  })
  const versionId = ctx.newId()
  await ctx.insert('template_version', {
    id: versionId,
    templateId,
    versionNo,
    scope,
    name,
    note,
    content: JSON.stringify(content),
    contentHash: hash,
    publishedBy: ctx.actor.userId,
    publishedAt: now,
  })
  // A default stays the default of the scope it was made for.
  const keepsDefault = template.isDefault && template.scope === scope
  await update(ctx, templateId, { versionNo, status, isDefault: keepsDefault })
  const contentHash = hash.toString('hex')
  record(ctx, templateId, {
    action: 'template.publish',
    summary: `发布${KINDS[kind].label}《${name}》第 ${versionNo} 版`,
    data: { versionId, versionNo, scope, note, contentHash },
  })
  return { versionId, versionNo, contentHash }
}

/** Default or not, changes taken back, retired, in use again. */
export async function act(ctx: Ctx, templateId: string, { action }: BodyOf<typeof actOnTemplate>): Promise<void> {
  const template = await lockOwn(ctx, templateId)
  const status = await next(ctx, template, action)
  switch (action) {
    case 'setDefault':
      await clearDefault(ctx, template)
      await update(ctx, templateId, { isDefault: true })
      break
    case 'unsetDefault':
      await update(ctx, templateId, { isDefault: false })
      break
    case 'discard': {
      const newest = await newestVersion(ctx, template)
      const { content, name, scope } = newest!
      await update(ctx, templateId, { draft: JSON.stringify(content), name, scope, revision: template.revision + 1 })
      break
    }
    case 'retire':
      await update(ctx, templateId, { status, isDefault: false })
      break
    case 'restore':
      await update(ctx, templateId, { status })
      break
  }
  const label = TEMPLATE_STATUS.rows.find((row) => row.action === action)!.label
  record(ctx, templateId, { action: `template.${action}`, summary: `${label}：《${template.name}》` })
}

export async function remove(ctx: Ctx, templateId: string): Promise<void> {
  const template = await lockOwn(ctx, templateId)
  await next(ctx, template, 'delete')
  await ctx.remove('template', { id: templateId })
  record(ctx, templateId, { action: 'template.delete', summary: `删除草稿模板《${template.name}》` })
}

/** The status after an action, from the table. */
async function next(ctx: Ctx, template: TemplateRecord, action: TemplateAction): Promise<TemplateStatus> {
  const newest = await newestVersion(ctx, template)
  const hasChanges =
    newest === null ||
    newest.name !== template.name ||
    newest.scope !== template.scope ||
    !sameContent(newest.content, template.draft)
  const record = { status: template.status as TemplateStatus, isDefault: template.isDefault, hasChanges }
  return TEMPLATE_STATUS.next(action, { record, who: whoIs(ctx, template), now: ctx.clock.now().getTime() })
}

async function store(
  ctx: Ctx,
  template: TemplateRecord,
  body: Draft,
): Promise<{ revision: number; content: ContentOf }> {
  const kind = template.kind as TemplateKind
  const content: ContentOf = parseContent(kind, body.content)
  await demandScope(ctx, { kind, scope: body.scope })
  if (kind === 'ai-avatar') await demandPicture(ctx, content as ContentOf<'ai-avatar'>, template.draft)
  if (body.revision !== template.revision && !body.confirm)
    throw new AppError('confirm', '模板已被他人修改，是否以您的内容覆盖？已发布的版本不受影响。')
  const isSame = body.name === template.name && body.scope === template.scope && sameContent(content, template.draft)
  if (isSame) return { revision: template.revision, content }
  const revision = template.revision + 1
  await update(ctx, template.id, { draft: JSON.stringify(content), name: body.name, scope: body.scope, revision })
  return { revision, content }
}

async function update(
  ctx: Ctx,
  templateId: string,
  values: Partial<Omit<TemplateRecord, 'draft'>> & { draft?: string },
) {
  await ctx.update(
    'template',
    { id: templateId },
    { ...values, updatedBy: ctx.actor.userId, updatedAt: ctx.clock.now() },
  )
}

/** Takes the default of the scope from whichever template of this owner holds it. */
async function clearDefault(ctx: Ctx, { kind, scope, companyId: owner }: TemplateRecord): Promise<void> {
  await ctx.tx
    .updateTable('template')
    .set({ isDefault: false })
    .where('tenantId', '=', ctx.tenantId)
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('companyId', owner === null ? 'is' : '=', owner)
    .where('isDefault', '=', true)
    .execute()
}

async function copied(ctx: Ctx, kind: TemplateKind, templateId: string): Promise<unknown> {
  const source = await findTemplate(ctx, templateId)
  if (source.kind !== kind) throw new AppError('notFound')
  if (whoIs(ctx, source).keeps) return source.draft
  return (await newestVersion(ctx, source))!.content
}

function record(ctx: Ctx, templateId: string, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, entity: 'template', entityId: templateId })
}
