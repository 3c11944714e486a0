import type { reviewGroups } from '#features/procurement/server/public.ts'

/** What features below ask of groups: see procurement's `group-port.ts`. */
export const groupsAsked: ReturnType<typeof reviewGroups> = {
  async leavers(ctx, orderId) {
    const rows = await ctx.many('panel_supplier', { orderId, cause: 'left' }, { columns: ['tradeId', 'outAt'] })
    return new Map(rows.map(({ tradeId, outAt }) => [tradeId, outAt!]))
  },
  async hasBegun(ctx, orderId) {
    const panel = await ctx.one('panel', { orderId }, { columns: ['stage'] })
    return panel !== undefined && panel.stage !== 'forming'
  },
}
