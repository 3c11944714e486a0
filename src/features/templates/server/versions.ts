import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ContentOf } from '../contract/content.ts'
import type { TemplateKind } from '../rules/kinds.ts'

export type Any = Context<Actor | null>

/** A version somebody may use. */
export interface Picked<K extends TemplateKind = TemplateKind> {
  versionId: string
  templateId: string
  kind: K
  versionNo: number
  name: string
  scope: string
  isPreset: boolean
  isDefault: boolean
  publishedAt: Date
  contentHash: string
  content: ContentOf<K>
}

/** Versions with what their template says of them. */
export function versions(ctx: Any) {
  return ctx.tx
    .selectFrom('template_version as v')
    .innerJoin('template as t', (j) => j.onRef('t.tenantId', '=', 'v.tenantId').onRef('t.id', '=', 'v.templateId'))
    .select(['v.id', 'v.templateId', 'v.versionNo', 'v.name', 'v.scope', 'v.content', 'v.contentHash'])
    .select(['v.publishedAt', 't.companyId', 't.isDefault', 't.kind'])
    .where('v.tenantId', '=', ctx.tenantId)
}

/** Of a company's own templates and the platform's presets. */
export function inUse(ctx: Any, companyId: string | null) {
  return versions(ctx).where((e) =>
    companyId === null
      ? e('t.companyId', 'is', null)
      : e.or([e('t.companyId', 'is', null), e('t.companyId', '=', companyId)]),
  )
}

export function picked<K extends TemplateKind>(
  row: NonNullable<Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirst']>>>,
): Picked<K> {
  return {
    versionId: row.id,
    templateId: row.templateId,
    kind: row.kind as K,
    versionNo: row.versionNo,
    name: row.name,
    scope: row.scope,
    isPreset: row.companyId === null,
    isDefault: row.isDefault,
    publishedAt: row.publishedAt,
    contentHash: row.contentHash.toString('hex'),
    content: row.content as ContentOf<K>,
  }
}
