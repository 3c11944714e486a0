import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** When what the person has put off in this workbench comes back, by key. */
export async function snoozes(ctx: Context<Actor>): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.tx
    .selectFrom('inbox_snooze')
    .select(['todoKey', 'until'])
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', ctx.actor.userId)
    .where('workbench', '=', ctx.actor.workbench ?? '')
    .execute()
  return new Map(rows.map((row) => [row.todoKey, row.until]))
}
