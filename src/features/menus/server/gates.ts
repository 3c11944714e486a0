import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Conditions of menu items at this tenant, by the code of the item. */
export async function menuGates(ctx: Context<Actor>) {
  const rows = await ctx.tx.selectFrom('menu_gate').selectAll().where('tenant_id', '=', ctx.tenantId).execute()
  return new Map(
    rows.map((row) => [
      row.menu_code,
      {
        companyIds: row.company_ids,
        withHierarchy: row.with_hierarchy,
        features: row.features,
        institutions: row.institutions,
        systemRight: row.system_right,
        substituteRight: row.substitute_right,
      },
    ]),
  )
}
