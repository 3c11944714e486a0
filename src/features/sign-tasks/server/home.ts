import type { HomeSource } from '#server/feature.ts'
import { taskPlace } from '../rules/places.ts'
import { ownTasks, SIGNS } from './access.ts'
import { waitsFor } from './view.ts'

/** What waits for a person's signature. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    if (!ctx.actor.companyId || !SIGNS.right.some((right) => ctx.actor.rights.has(right))) return []
    const rows = await ownTasks(ctx)
      .select(['t.id', 't.title', 't.deadline'])
      .where(waitsFor(ctx.actor))
      .orderBy('t.deadline')
      .limit(limit)
      .execute()
    return rows.map(({ id, title, deadline }) => ({
      key: `sign:${id}`,
      kind: 'company' as const,
      isMine: true,
      label: '签署',
      step: '电子签章',
      title,
      link: taskPlace(id),
      dueAt: deadline,
    }))
  },
}
