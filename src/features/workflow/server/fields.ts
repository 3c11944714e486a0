import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FactField } from '../rules/definition.ts'
import type { BusinessNode } from './business.ts'

/**
 * What conditions may look at: the facts that all these nodes have, and the initiator's department. A platform default
 * (`companyId` null) knows no departments.
 */
export async function fieldsOf(
  ctx: Context<Actor | null>,
  nodes: readonly BusinessNode[],
  companyId: string | null,
): Promise<FactField[]> {
  const [first, ...others] = nodes
  const common = (first?.facts ?? []).filter((f) => others.every((n) => n.facts.some((o) => o.key === f.key)))
  if (companyId === null) return [...common]
  const departments = await ctx.tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('company_id', '=', companyId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const options = departments.map((d) => ({ value: d.id, label: d.name }))
  return [...common, { key: 'department', label: '发起部门', type: 'department', options }]
}
