import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import type { templates } from '#features/procurement/server/template-port.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { noticeScope, type TemplateKind } from '../rules/kinds.ts'
import { billLine, sheetColumns } from '../rules/sheet-columns.ts'
import { acceptanceOf, acceptCommitment } from './commitments.ts'
import { commitmentFor, defaultTemplate, pickTemplates, recordUse, usableVersion } from './public.ts'
import type { Picked } from './versions.ts'

/** Templates as orders ask for them. */
export const library: ReturnType<typeof templates> = {
  acceptanceOf,
  acceptCommitment,

  async noticesFor(ctx, { kind, method }) {
    const scope = noticeScope(kind, method)
    const fitting = await pickTemplates(ctx, 'notice', { companyId: ctx.actor.companyId, scope })
    return fitting.filter((one) => speaksOf(one, { method, scope })).map(noticeOf)
  },

  async defaultNotice(ctx, { kind, method }) {
    const scope = noticeScope(kind, method)
    const found = await defaultTemplate(ctx, 'notice', { companyId: ctx.actor.companyId, scope })
    return found && speaksOf(found, { method, scope }) ? noticeOf(found) : null
  },

  async takeNotice(ctx, { versionId, orderId }) {
    const version = await usableVersion(ctx, versionId, { companyId: ctx.actor.companyId, kind: 'notice' })
    const { body, title } = version.content
    if (!body) throw new AppError('notFound')
    await recordUse(ctx, { versionId, orderId, purpose: NoticeKind.label(Number(version.scope.split('/')[0])) })
    return { title, body }
  },

  async pin(ctx, { id: orderId, ownerCompanyId: companyId }, selectionVersion) {
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
  },

  supplierCommitment: (ctx, orderId, values) => commitmentFor(ctx, orderId, { scope: 'supplier', values }),

  async billForm(ctx, versionId) {
    const { content } = await usableVersion(ctx, versionId, { companyId: ctx.actor.companyId, kind: 'material' })
    return { columns: sheetColumns(content), lineOf: (row) => billLine(content, row) }
  },
}

/** Fixes the default of this instant as what an order works with, unless something was chosen before. */
async function pinDefault(
  ctx: Context<Employee>,
  orderId: string,
  { companyId, kind, scope, purpose }: { companyId: string; kind: TemplateKind; scope: string; purpose: string },
): Promise<void> {
  const standard = await defaultTemplate(ctx, kind, { companyId, scope })
  if (!standard) return
  const { versionId } = standard
  const pinned = await ctx.tx
    .insertInto('template_choice')
    .values({
      tenantId: ctx.tenantId,
      orderId,
      kind,
      scope,
      versionId,
      chosenBy: ctx.actor.userId,
      chosenAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('versionId')
    .executeTakeFirst()
  if (pinned) await recordUse(ctx, { versionId, orderId, purpose })
}

function noticeOf({ versionId, name, isPreset, isDefault, content }: Picked<'notice'>) {
  return { versionId, name, isPreset, isDefault, title: content.title, body: content.body }
}

/** What is written for every method speaks of tenders: a method with other words takes only what is written for it. */
function speaksOf(template: { scope: string }, { method, scope }: { method: number; scope: string }): boolean {
  return methodOf(method).takesCommonTemplates || template.scope === scope
}
