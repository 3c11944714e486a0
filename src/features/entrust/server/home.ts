import type { HomeSource } from '#server/feature.ts'
import { placeFor } from '../rules/places.ts'

/** Offers that an agency has to answer, and what a purchaser is asked to agree to. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    const isAgency = workbench === 'agency'
    if (companyId === null || !(isAgency || workbench === 'purchaser')) return []
    if (!rights.has(isAgency ? 'entrustHandling' : 'tendering')) return []
    const rows = await ctx.tx
      .selectFrom('entrustment as e')
      .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.id', '=', 'e.projectId'))
      .select(['e.id', 'e.projectId', 'p.name'])
      .where('e.tenantId', '=', ctx.tenantId)
      .where(isAgency ? 'e.agencyCompanyId' : 'e.purchaserCompanyId', '=', companyId)
      .where('e.proposedBy', '=', isAgency ? 'purchaser' : 'agency')
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
      link: placeFor(workbench, projectId),
      dueAt: null,
    }))
  },
}
