import { AppError } from '#contract/errors.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { CONTENT, type ContentOf } from '../contract/content.ts'
import { scopesOf, type TemplateKind } from '../rules/kinds.ts'
import type { Ctx } from './access.ts'

/** Content from the wire in the shape of its kind, defaults filled in. Throws `invalid` with the places. */
export function parseContent<K extends TemplateKind>(kind: K, content: unknown): ContentOf<K> {
  const parsed = CONTENT[kind].safeParse(content)
  if (parsed.success) return parsed.data as ContentOf<K>
  const details = parsed.error.issues.map((issue) => ({
    path: ['content', ...issue.path].join('.'),
    message: issue.message,
  }))
  throw new AppError('invalid', details[0]?.message, details)
}

/** Throws `invalid` for a scope this kind does not have; a category of demands must be one the person can see. */
export async function demandScope(ctx: Ctx, { kind, scope }: { kind: TemplateKind; scope: string }): Promise<void> {
  if (scopesOf(kind).some((one) => one.value === scope)) return
  if (kind === 'demands-parameter' && (await isCategory(ctx, scope))) return
  throw new AppError('invalid', '适用范围不正确', [{ path: 'scope', message: '请选择适用范围' }])
}

export function sameContent(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

async function isCategory(ctx: Ctx, id: string): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return false
  const { companyId, workbench } = ctx.actor
  const owner = workbench === 'admin' ? null : companyId
  const row = await ctx.tx
    .selectFrom('demand_category')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', id)
    .where((e) => e.or([e('companyId', 'is', null), ...(owner ? [e('companyId', '=', owner)] : [])]))
    .executeTakeFirst()
  return row !== undefined
}
