import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { noticeScope, type TemplateKind } from '../rules/kinds.ts'
import { billLine, sheetColumns } from '../rules/sheet-columns.ts'
import { acceptanceOf, acceptCommitment } from './commitments.ts'
import { commitmentFor, defaultTemplate, pickTemplates, recordUse, usableVersion } from './public.ts'
import type { Picked } from './versions.ts'

type Ctx = Context<Employee>

interface NoticeFor {
  kind: number
  method: number
}

/** Templates as orders ask for them (`procurement/server/template-port.ts`). */
export const library = {
  acceptanceOf,
  acceptCommitment,
  noticesFor,
  defaultNotice,
  takeNotice,
  pin,
  supplierCommitment: (ctx: Context<Actor>, orderId: string, values: () => Promise<Record<string, string>>) =>
    commitmentFor(ctx, orderId, { scope: 'supplier', values }),
  billForm,
}

async function noticesFor(ctx: Ctx, { kind, method }: NoticeFor) {
  const scope = noticeScope(kind, method)
  const fitting = await pickTemplates(ctx, 'notice', { companyId: ctx.actor.companyId, scope })
  return fitting.filter((one) => speaksOf(one, { method, scope })).map(noticeOf)
}

async function defaultNotice(ctx: Ctx, { kind, method }: NoticeFor) {
  const scope = noticeScope(kind, method)
  const found = await defaultTemplate(ctx, 'notice', { companyId: ctx.actor.companyId, scope })
  return found && speaksOf(found, { method, scope }) ? noticeOf(found) : null
}

async function takeNotice(ctx: Ctx, { versionId, orderId }: { versionId: string; orderId: string }) {
  const version = await usableVersion(ctx, versionId, { companyId: ctx.actor.companyId, kind: 'notice' })
  const { body, title } = version.content
  if (!body) throw new AppError('notFound')
  const purpose = NoticeKind.label(Number(version.scope.split('/')[0]))
  await recordUse(ctx, { versionId, orderId, purpose })
  return { title, body }
}

async function pin(
  ctx: Ctx,
  { id: orderId, owner_company_id: companyId }: { id: string; owner_company_id: string },
  selectionVersion: string | undefined,
): Promise<void> {
  for (const [scope, purpose] of [
    ['supplier', '供应商承诺书'],
    ['expert', '专家承诺书'],
  ] as const)
    await pinDefault(ctx, orderId, { companyId, kind: 'integrity-commitment', scope, purpose })
  if (selectionVersion === undefined) return
  const offered = await pickTemplates(ctx, 'selection', { companyId })
  // Retired or replaced meanwhile: the plan was copied into the order, so nothing depends on it.
  if (offered.some((one) => one.versionId === selectionVersion))
    await recordUse(ctx, { versionId: selectionVersion, orderId, purpose: '评审办法' })
}

/** Fixes the default of this instant as what an order works with, unless something was chosen before. */
async function pinDefault(
  ctx: Ctx,
  orderId: string,
  { companyId, kind, scope, purpose }: { companyId: string; kind: TemplateKind; scope: string; purpose: string },
): Promise<void> {
  const standard = await defaultTemplate(ctx, kind, { companyId, scope })
  if (!standard) return
  const { versionId } = standard
  const pinned = await ctx.tx
    .insertInto('template_choice')
    .values({
      tenant_id: ctx.tenantId,
      order_id: orderId,
      kind,
      scope,
      version_id: versionId,
      chosen_by: ctx.actor.userId,
      chosen_at: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('version_id')
    .executeTakeFirst()
  if (pinned) await recordUse(ctx, { versionId, orderId, purpose })
}

async function billForm(ctx: Ctx, versionId: string) {
  const { content } = await usableVersion(ctx, versionId, { companyId: ctx.actor.companyId, kind: 'material' })
  return {
    columns: sheetColumns(content),
    lineOf: (row: Record<string, string | null | undefined>) => billLine(content, row),
  }
}

function noticeOf({ versionId, name, isPreset, isDefault, content }: Picked<'notice'>) {
  return { versionId, name, isPreset, isDefault, title: content.title, body: content.body }
}

/** What is written for every method speaks of tenders: a method with other words takes only what is written for it. */
function speaksOf(template: { scope: string }, { method, scope }: { method: number; scope: string }): boolean {
  return methodOf(method).takesCommonTemplates || template.scope === scope
}
