import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Todo } from '#server/feature.ts'

/** Closed releases that wait for this person as an officer, in whatever workbench the person is. */
export async function officerTodos(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('joint_officer as f')
    .innerJoin('joint_opening as j', (on) =>
      on.onRef('j.tenantId', '=', 'f.tenantId').onRef('j.ceremonyId', '=', 'f.ceremonyId'),
    )
    .innerJoin('purchase_order as o', (on) => on.onRef('o.tenantId', '=', 'j.tenantId').onRef('o.id', '=', 'j.orderId'))
    .select(['j.ceremonyId', 'o.title'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.userId', '=', ctx.actor.userId)
    .where('o.state', '=', 'open.running')
    .where('f.excusedAt', 'is', null)
    .where('j.closedAt', 'is not', null)
    .where('j.begunAt', 'is', null)
    .where('j.doneAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('joint_answer as a')
            .select('a.id')
            .whereRef('a.tenantId', '=', 'j.tenantId')
            .whereRef('a.orderId', '=', 'j.orderId')
            .whereRef('a.idx', '=', 'f.idx')
            .where('a.holds', '=', true),
        ),
      ),
    )
    .orderBy('j.closedAt')
    .limit(limit)
    .execute()
  return rows.map(({ ceremonyId: id, title }) => ({
    key: `joint-answer:${id}`,
    kind: 'opening',
    isMine: true,
    label: '参与共同开启',
    title,
    link: `/joint-keys/${id}`,
    dueAt: null,
  }))
}
