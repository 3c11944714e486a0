import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { isAbortive, type OrderState, reached } from '#features/procurement/engine/states.ts'
import { orderFilling, ownersOrder, ownOrder } from '#features/procurement/server/public.ts'
import { asEmployee } from '#server/context.ts'
import type { orderChoice, UsableTemplate } from '../contract/choices.ts'
import { KINDS, scopeLabel, type TemplateKind } from '../rules/kinds.ts'
import { type Ctx, ownerOf } from './access.ts'
import { chosenFor, pickTemplates, recordUse, usableVersion } from './public.ts'
import type { Picked } from './versions.ts'

type ChosenKind = 'review-report' | 'ai-avatar'
export async function usable(ctx: Ctx, kind: TemplateKind, scope: string | undefined): Promise<UsableTemplate[]> {
  const found = await pickTemplates(ctx, kind, { companyId: ownerOf(ctx.actor), scope })
  return found.map(shown)
}

export async function usableOne(ctx: Ctx, versionId: string) {
  const version = await usableVersion(ctx, versionId, { companyId: ownerOf(ctx.actor) })
  return { ...shown(version), kind: version.kind, content: version.content }
}

/** What an own order works with, and whether that can still be changed. */
export async function choiceOf(
  ctx: Ctx,
  { orderId, kind }: { orderId: string; kind: ChosenKind },
): Promise<OutputOf<typeof orderChoice>> {
  asEmployee(ctx)
  const { order, who } = await ownOrder(ctx, orderId)
  const chosen = await chosenFor(ctx, orderId, { kind })
  return {
    orderCode: order.code,
    orderTitle: order.title,
    chosen: chosen && shown(chosen),
    values: { ...(await orderFilling(ctx, order)).values },
    closed: who.part === 'owner' ? closedBecause(kind, order) : '由经办单位选用',
  }
}

/** Chooses for an own order, or takes the choice back. Throws `wrongState` once the template has done its work. */
export async function choose(
  ctx: Ctx,
  { orderId, kind }: { orderId: string; kind: ChosenKind },
  versionId: string | null,
): Promise<void> {
  asEmployee(ctx)
  const { order } = await ownersOrder(ctx, orderId, 'update')
  const closed = closedBecause(kind, order)
  if (closed) throw new AppError('wrongState', closed)
  const version = versionId && (await usableVersion(ctx, versionId, { companyId: ctx.actor.companyId, kind }))
  await ctx.remove('template_choice', { orderId, kind, scope: '' })
  if (version) {
    const row = { tenantId: ctx.tenantId, orderId, kind, scope: '', versionId: version.versionId }
    await ctx.tx
      .insertInto('template_choice')
      .values({ ...row, chosenBy: ctx.actor.userId, chosenAt: ctx.clock.now() })
      .execute()
    await recordUse(ctx, { versionId: version.versionId, orderId, purpose: KINDS[kind].label })
  }
  ctx.audit({
    action: 'order.template',
    entity: 'order',
    entityId: orderId,
    summary: version
      ? `选用${KINDS[kind].label}《${version.name}》第 ${version.versionNo} 版`
      : `${KINDS[kind].label}改用平台格式`,
    data: { kind, versionId, contentHash: version ? version.contentHash : null },
  })
}

/** Why it is too late to choose; null while it is not. */
function closedBecause(kind: ChosenKind, order: { state: OrderState }): string | null {
  if (isAbortive(order)) return '采购单已流标'
  if (kind === 'ai-avatar') return reached(order, 'opened') ? '已开标，播报模板不能更换' : null
  return reached(order, 'summarised') ? '评审已汇总，报告模板不能更换' : null
}

function shown(version: Picked): UsableTemplate {
  const { versionId, templateId, versionNo, name, scope, isPreset, isDefault, publishedAt } = version
  return {
    versionId,
    templateId,
    versionNo,
    name,
    scope,
    scopeLabel: scopeLabel(version.kind, scope),
    isPreset,
    isDefault,
    publishedAt: publishedAt.toISOString(),
  }
}
