import type { HomeSource } from '#server/feature.ts'
import { agencyPlace } from '../rules/places.ts'

/** Offers that an agency has to answer. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    if (workbench !== 'agency' || companyId === null || !rights.has('entrustHandling')) return []
    const rows = await ctx.tx
      .selectFrom('entrustment as e')
      .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.id', '=', 'e.projectId'))
      .select(['e.id', 'e.projectId', 'p.name'])
      .where('e.tenantId', '=', ctx.tenantId)
      .where('e.agencyCompanyId', '=', companyId)
      .where('e.state', '=', 'offered')
      .orderBy('e.offeredAt')
      .limit(limit)
      .execute()
    return rows.map(({ id, projectId, name }) => ({
      key: `offer:${id}`,
      kind: 'company' as const,
      isMine: false,
      label: '答复委托',
      title: name,
      link: agencyPlace(projectId),
      dueAt: null,
    }))
  },
}
