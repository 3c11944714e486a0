import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** When what the person has put off in this workbench comes back, by key. */
export async function snoozes(ctx: Context<Actor>): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.many(
    'inbox_snooze',
    { userId: ctx.actor.userId, workbench: ctx.actor.workbench ?? '' },
    { columns: ['todoKey', 'until'] },
  )
  return new Map(rows.map((row) => [row.todoKey, row.until]))
}
