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
  const options = (await departmentsOf(ctx, companyId)).map(({ id, path, names }) => {
    return { value: id, label: names.join(' / '), path }
  })
  return [...common, { key: 'department', label: '发起部门', type: 'department', options }]
}

/** The departments of a company, each with the way to it from the top: ids joined by `/`, and names. */
export async function departmentsOf(
  ctx: Context<Actor | null>,
  companyId: string,
): Promise<{ id: string; path: string; names: string[] }[]> {
  const rows = await ctx.many(
    'department',
    { companyId },
    { columns: ['id', 'name', 'parentId'], orderBy: ['sort', 'id'] },
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wayTo = (id: string): { id: string; name: string }[] => {
    const { name, parentId } = byId.get(id)!
    return [...(parentId === null ? [] : wayTo(parentId)), { id, name }]
  }
  return rows.map(({ id }) => {
    const way = wayTo(id)
    return { id, path: way.map((one) => one.id).join('/'), names: way.map((one) => one.name) }
  })
}
