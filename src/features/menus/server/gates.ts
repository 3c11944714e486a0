import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Conditions of menu items at this tenant, by the code of the item. */
export async function menuGates(ctx: Context<Actor>) {
  const rows = await ctx.tx.selectFrom('menu_gate').selectAll().where('tenantId', '=', ctx.tenantId).execute()
  return new Map(
    rows.map((row) => [
      row.menuCode,
      {
        companyIds: row.companyIds,
        withHierarchy: row.withHierarchy,
        features: row.features,
        institutions: row.institutions,
        systemRight: row.systemRight,
        substituteRight: row.substituteRight,
      },
    ]),
  )
}
