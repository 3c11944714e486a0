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
    .innerJoin('template as t', (j) => j.onRef('t.tenant_id', '=', 'v.tenant_id').onRef('t.id', '=', 'v.template_id'))
    .select(['v.id', 'v.template_id', 'v.version_no', 'v.name', 'v.scope', 'v.content', 'v.content_hash'])
    .select(['v.published_at', 't.company_id', 't.is_default', 't.kind'])
    .where('v.tenant_id', '=', ctx.tenantId)
}

/** Of a company's own templates and the platform's presets. */
export function inUse(ctx: Any, companyId: string | null) {
  return versions(ctx).where((e) =>
    companyId === null
      ? e('t.company_id', 'is', null)
      : e.or([e('t.company_id', 'is', null), e('t.company_id', '=', companyId)]),
  )
}

export function picked<K extends TemplateKind>(
  row: NonNullable<Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirst']>>>,
): Picked<K> {
  return {
    versionId: row.id,
    templateId: row.template_id,
    kind: row.kind as K,
    versionNo: row.version_no,
    name: row.name,
    scope: row.scope,
    isPreset: row.company_id === null,
    isDefault: row.is_default,
    publishedAt: row.published_at,
    contentHash: row.content_hash.toString('hex'),
    content: row.content as ContentOf<K>,
  }
}
