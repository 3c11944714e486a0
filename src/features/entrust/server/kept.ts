import type { entrusting } from '#features/procurement/server/public.ts'
import type { FeePayer, FeeRule } from '../rules/terms.ts'

/** What procurement asks of entrustments: see its `entrust-port.ts`. */
export const entrustments: ReturnType<typeof entrusting> = {
  async isOnRecord(ctx, projectId) {
    return (await ctx.one('entrustment', { projectId }, { columns: ['id'] })) !== undefined
  },
  async keeperOf(ctx, projectId, node) {
    const row = await ctx.one(
      'entrustment',
      { projectId, state: 'accepted' },
      { columns: ['kept', 'purchaserCompanyId'] },
    )
    return row?.kept.includes(node) ? row.purchaserCompanyId : null
  },
  async feesOf(ctx, projectIds, agencyCompanyId) {
    if (projectIds.length === 0) return new Map()
    const rows = await ctx.many(
      'entrustment',
      { projectId: [...projectIds], agencyCompanyId, state: ['accepted', 'ended'] },
      { columns: ['projectId', 'feeRule', 'feePayer', 'feeAmount'], orderBy: ['id'] },
    )
    // The last that was agreed is what holds.
    return new Map(
      rows.map(({ projectId, feeRule, feePayer, feeAmount }) => [
        projectId,
        { rule: feeRule as FeeRule, payer: feePayer as FeePayer, amount: feeAmount },
      ]),
    )
  },
}
