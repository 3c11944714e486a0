import { OrderStatus } from '#features/procurement/rules/enums.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Todo } from '#server/feature.ts'

/** Closed releases that wait for this person as an officer, in whatever workbench the person is. */
export async function officerTodos(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('joint_officer as f')
    .innerJoin('joint_opening as j', (on) =>
      on.onRef('j.tenant_id', '=', 'f.tenant_id').onRef('j.ceremony_id', '=', 'f.ceremony_id'),
    )
    .innerJoin('purchase_order as o', (on) =>
      on.onRef('o.tenant_id', '=', 'j.tenant_id').onRef('o.id', '=', 'j.order_id'),
    )
    .select(['j.ceremony_id', 'o.title'])
    .where('f.tenant_id', '=', ctx.tenantId)
    .where('f.user_id', '=', ctx.actor.userId)
    .where('o.status', '=', OrderStatus.values.opened)
    .where('f.excused_at', 'is', null)
    .where('j.closed_at', 'is not', null)
    .where('j.begun_at', 'is', null)
    .where('j.done_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('joint_answer as a')
            .select('a.id')
            .whereRef('a.tenant_id', '=', 'j.tenant_id')
            .whereRef('a.order_id', '=', 'j.order_id')
            .whereRef('a.idx', '=', 'f.idx')
            .where('a.holds', '=', true),
        ),
      ),
    )
    .orderBy('j.closed_at')
    .limit(limit)
    .execute()
  return rows.map(({ ceremony_id: id, title }) => ({
    key: `joint-answer:${id}`,
    kind: 'opening',
    isMine: true,
    label: '参与共同开启',
    title,
    link: `/joint-keys/${id}`,
    dueAt: null,
  }))
}
