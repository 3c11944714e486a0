import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** People by the workbench of their company in which they read of what they were asked to: user ids of one side's. */
export async function seatedFrom(
  ctx: Context<Actor | null>,
  side: 'purchaser' | 'agency',
  people: readonly { employeeId: string }[],
): Promise<string[]> {
  if (people.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company_tenant as t', (j) =>
      j.onRef('t.tenantId', '=', 'e.tenantId').onRef('t.companyId', '=', 'e.companyId'),
    )
    .select('e.userId')
    .where('e.tenantId', '=', ctx.tenantId)
    .where(
      'e.id',
      'in',
      people.map(({ employeeId }) => employeeId),
    )
    .where('t.isPurchaser', '=', side === 'purchaser')
    .execute()
  return rows.map(({ userId }) => userId)
}
