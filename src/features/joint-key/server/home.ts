import type { HomeSource } from '#server/feature.ts'
import { CEREMONY, CeremonyStatus } from '../rules.ts'
import { factsOf, ownAttempt } from './access.ts'

/** What officers have to do for keys that are being made: in whatever workbench they are, for it is theirs as persons. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { devices, dealing, confirming } = CeremonyStatus.values
    const rows = await ctx.tx
      .selectFrom('joint_officer as f')
      .innerJoin('joint_ceremony as c', (j) =>
        j.onRef('c.tenant_id', '=', 'f.tenant_id').onRef('c.id', '=', 'f.ceremony_id'),
      )
      .innerJoin('purchase_order as o', (j) =>
        j.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.id', '=', 'c.order_id'),
      )
      .select(['c.id', 'o.title'])
      .where('f.tenant_id', '=', ctx.tenantId)
      .where('f.user_id', '=', ctx.actor.userId)
      .where('c.status', 'in', [devices, dealing, confirming])
      .orderBy('c.created_at')
      .limit(limit)
      .execute()
    const now = ctx.clock.now().getTime()
    const todos = []
    for (const { id, title } of rows) {
      const attempt = await ownAttempt(ctx, id)
      const [action] = CEREMONY.allowed(factsOf(attempt, attempt.own), { part: 'officer' }, now)
      if (!action || action.reason !== undefined) continue
      todos.push({ key: `joint-key:${id}`, label: action.label, title, link: `/joint-keys/${id}`, dueAt: null })
    }
    return todos
  },
}
