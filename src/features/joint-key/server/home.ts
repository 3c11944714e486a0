import type { HomeSource, Todo } from '#server/feature.ts'
import { CEREMONY, CeremonyStatus } from '../rules.ts'
import { factsOf, ownAttempt } from './access.ts'
import { CARE_FROM, careActions } from './care.ts'
import { invitationsTo } from './invitations.ts'

/** What officers have to do for keys that are being made, and for their devices before an opening: in whatever workbench they are, for it is theirs as persons. */
export const home: HomeSource = {
  async todos(ctx, limit): Promise<Todo[]> {
    const { devices, dealing, confirming, ready } = CeremonyStatus.values
    const now = ctx.clock.now().getTime()
    const rows = await ctx.tx
      .selectFrom('joint_officer as f')
      .innerJoin('joint_ceremony as c', (j) =>
        j.onRef('c.tenantId', '=', 'f.tenantId').onRef('c.id', '=', 'f.ceremonyId'),
      )
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'c.tenantId').onRef('o.id', '=', 'c.orderId'))
      .select(['c.id', 'o.title', 'o.openAt'])
      .where('f.tenantId', '=', ctx.tenantId)
      .where('f.userId', '=', ctx.actor.userId)
      .where((w) =>
        w.or([
          w('c.status', 'in', [devices, dealing, confirming]),
          w.and([
            w('c.status', '=', ready),
            w('o.state', 'in', ['publish.open', 'open.running']),
            w('f.excusedAt', 'is', null),
            w('o.openAt', '<=', new Date(now + CARE_FROM)),
          ]),
        ]),
      )
      .orderBy('c.createdAt')
      .limit(limit)
      .execute()
    const todos: Todo[] = (await invitationsTo(ctx)).map((one) => ({
      key: `joint-key-invitation:${one.invitationId}`,
      kind: 'opening',
      isMine: true,
      label: '答复监督人邀请',
      title: one.orderTitle,
      link: '/joint-keys',
      dueAt: null,
    }))
    for (const { id, title, openAt } of rows) {
      const attempt = await ownAttempt(ctx, id)
      const making = CEREMONY.allowed(factsOf(attempt, attempt.own), { part: 'officer' }, now)
      const actions = [...making, ...(await careActions(ctx, attempt, attempt.own))]
      const next = actions.find(({ primary, reason }) => primary && reason === undefined)
      if (!next) continue
      const dueAt = next.action === 'check' ? openAt : null
      todos.push({
        key: `joint-key:${id}`,
        kind: 'opening',
        isMine: true,
        label: next.label,
        title,
        link: `/joint-keys/${id}`,
        dueAt,
      })
    }
    return todos
  },
}
