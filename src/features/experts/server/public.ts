import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type ExpertKind, ExpertStatus } from '../contract.ts'

/** What a committee needs of an expert, taken over when the expert is chosen. */
export interface ChosenExpert {
  id: string
  userId: string
  name: string
  kind: ExpertKind
  employer: string
  /** Social credit code; empty when unknown. */
  employerCode: string
}

/**
 * Enabled experts with these ids that a company may choose from (its own library and the platform's), in the order of
 * the ids. Those that are not there are left out.
 */
export async function expertsToChoose(
  ctx: Context<Actor>,
  { companyId, ids }: { companyId: string; ids: readonly string[] },
): Promise<ChosenExpert[]> {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('expert')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', 'in', [...ids])
    .where('status', '=', ExpertStatus.values.enabled)
    .where((e) => e.or([e('company_id', 'is', null), e('company_id', '=', companyId)]))
    .execute()
  return ids.flatMap((id) => {
    const row = rows.find((r) => r.id === id)
    if (!row) return []
    const { name, kind, employer } = row
    return [{ id, userId: row.user_id, name, kind: kind as ExpertKind, employer, employerCode: row.employer_code }]
  })
}
