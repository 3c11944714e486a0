import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Template } from '#server/database/tables.ts'
import { KEEPER_RIGHTS, type TemplateKind } from '../rules/kinds.ts'
import { TemplateStatus, type TemplateWho } from '../rules/status.ts'

export type Ctx = Context<Actor>
export type TemplateRecord = Selectable<Template>

/** Whose templates a person keeps: the platform's presets from the administration workbench (null), else the company's. */
export function ownerOf(actor: Actor): string | null {
  if (actor.workbench === 'admin') return null
  if (!actor.companyId) throw new AppError('notEmployee')
  return actor.companyId
}

export function mayKeep(actor: Actor, kind: TemplateKind): boolean {
  if (actor.workbench === 'admin') return actor.rights.has('platform')
  return KEEPER_RIGHTS[kind].some((right) => actor.rights.has(right))
}

/** Throws `noRight` for whoever may not keep templates of this kind. */
export function demandKeeper(ctx: Ctx, kind: TemplateKind): void {
  if (!mayKeep(ctx.actor, kind)) throw new AppError('noRight')
}

/** What a person is to a template, as the status table asks it. */
export function whoIs(ctx: Ctx, template: Pick<TemplateRecord, 'companyId' | 'kind'>): TemplateWho {
  const mayCopy = mayKeep(ctx.actor, template.kind as TemplateKind)
  return { keeps: mayCopy && template.companyId === ownerOf(ctx.actor), mayCopy }
}

/** Templates a person may see: the own ones, and from a company the presets that are in use. */
export function visibleTemplates(ctx: Ctx) {
  const owner = ownerOf(ctx.actor)
  return ctx.tx
    .selectFrom('template as t')
    .where('t.tenantId', '=', ctx.tenantId)
    .where((e) =>
      owner === null
        ? e('t.companyId', 'is', null)
        : e.or([
            e('t.companyId', '=', owner),
            e.and([e('t.companyId', 'is', null), e('t.status', '=', TemplateStatus.values.published)]),
          ]),
    )
}

/** A template that this person may see and whose kind it may keep, or `notFound`. */
export async function findTemplate(ctx: Ctx, templateId: string): Promise<TemplateRecord> {
  const row = await visibleTemplates(ctx).selectAll('t').where('t.id', '=', templateId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  demandKeeper(ctx, row.kind as TemplateKind)
  return row
}

/** The own template, locked: one change at a time, and versions are numbered without a gap. Else `notFound`. */
export async function lockOwn(ctx: Ctx, templateId: string): Promise<TemplateRecord> {
  const seen = await findTemplate(ctx, templateId)
  if (!whoIs(ctx, seen).keeps) throw new AppError('notFound')
  const row = await ctx.one('template', { id: templateId }, { lock: 'update' })
  // Deleted while we waited.
  if (!row) throw new AppError('notFound')
  return row
}
