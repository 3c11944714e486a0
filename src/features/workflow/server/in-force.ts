import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { BindingType, EnableStatus } from '../rules/enums.ts'

type Any = Context<Actor | null>

export interface InForce {
  definitionId: string
  name: string
  version: number
  scope: 'company' | 'tenant'
  bindingType: 1 | 2
  node: string
}

/** Enabled definitions of a company and of the platform for a business (all when left out). */
export async function enabledDefinitions(
  ctx: Any,
  { companyId, type }: { companyId: string | null; type?: string },
): Promise<(InForce & { type: string })[]> {
  const rows = await ctx.tx
    .selectFrom('workflow_definition')
    .select(['id', 'name', 'version', 'companyId', 'business', 'node'])
    .where('tenantId', '=', ctx.tenantId)
    .where('status', '=', EnableStatus.values.enabled)
    .where((e) =>
      companyId === null
        ? e('companyId', 'is', null)
        : e.or([e('companyId', 'is', null), e('companyId', '=', companyId)]),
    )
    .$if(type !== undefined, (q) => q.where('business', '=', type!))
    .execute()
  return rows.map((row) => ({
    definitionId: row.id,
    name: row.name,
    version: row.version,
    scope: row.companyId === null ? 'tenant' : 'company',
    bindingType: row.node === '' ? BindingType.values.business : BindingType.values.node,
    node: row.node,
    type: row.business,
  }))
}

/**
 * The definition a node uses, of those enabled: the company's own before the platform's, one for the node before one
 * for the whole business. Null: the step is done without approval.
 */
export function pick<D extends InForce & { type: string }>(
  definitions: readonly D[],
  at: { type: string; node: string },
): D | null {
  const fitting = definitions.filter((d) => d.type === at.type && (d.node === '' || d.node === at.node))
  const rank = (d: InForce) => (d.scope === 'company' ? 0 : 2) + (d.node === '' ? 1 : 0)
  return fitting.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

export async function inForce(
  ctx: Any,
  { companyId, type, node }: { companyId: string | null; type: string; node: string },
): Promise<InForce | null> {
  return pick(await enabledDefinitions(ctx, { companyId, type }), { type, node })
}
