import type { HomeSource } from '#server/feature.ts'

/** What waits: requests that were handed in, and what came back to who asked. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, userId, rights } = ctx.actor
    if (workbench !== 'purchaser' || !companyId) return []
    const rows = await ctx.tx
      .selectFrom('demand_request as r')
      .select(['r.id', 'r.title', 'r.state', 'r.createdBy'])
      .where('r.tenantId', '=', ctx.tenantId)
      .where('r.companyId', '=', companyId)
      .where((e) =>
        e.or([
          ...(rights.has('demandManagement') ? [e('r.state', '=', 'submitted')] : []),
          e.and([e('r.state', '=', 'returned'), e('r.createdBy', '=', userId)]),
        ]),
      )
      .orderBy('r.id')
      .limit(limit)
      .execute()
    return rows.map(({ id, title, state }) =>
      state === 'submitted'
        ? {
            key: `demand-request:${id}`,
            kind: 'approval' as const,
            isMine: false,
            label: '受理需求申报',
            title,
            link: `/purchaser/demand-requirement/apply-handle?request=${id}`,
            dueAt: null,
          }
        : {
            key: `demand-request:${id}`,
            kind: 'approval' as const,
            isMine: true,
            label: '修改被退回的需求申报',
            title,
            link: `/purchaser/demand-requirement/apply?request=${id}`,
            dueAt: null,
          },
    )
  },
}
