import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** When what the person has put off in this workbench comes back, by key. */
export async function snoozes(ctx: Context<Actor>): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.tx
    .selectFrom('inbox_snooze')
    .select(['todo_key', 'until'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', ctx.actor.userId)
    .where('workbench', '=', ctx.actor.workbench ?? '')
    .execute()
  return new Map(rows.map((row) => [row.todo_key, row.until]))
}
