import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { entrusting } from '#features/procurement/server/public.ts'
import type { FeePayer, FeeRule } from '../rules/terms.ts'

/** Whether the company has an account here with which it can answer: it buys here, certified and in use. */
export async function answersItself(ctx: Context<Actor | null>, companyId: string): Promise<boolean> {
  const account = { companyId, isPurchaser: true, isCertified: true, status: 1 }
  return (await ctx.one('company_tenant', account, { columns: ['companyId'] })) !== undefined
}

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
  async lacksConsent(ctx, { id, purchaserCompanyId }) {
    if (!(await answersItself(ctx, purchaserCompanyId))) return false
    return (await ctx.one('entrustment', { projectId: id, state: 'accepted' }, { columns: ['id'] })) === undefined
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
