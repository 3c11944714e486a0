import type { leavers } from '#features/procurement/server/public.ts'

/** When each supplier left that did so before the final offers were due, by trade. */
export const leftBefore: ReturnType<typeof leavers> = {
  async of(ctx, orderId) {
    const rows = await ctx.many('panel_supplier', { orderId, cause: 'left' }, { columns: ['tradeId', 'outAt'] })
    return new Map(rows.map(({ tradeId, outAt }) => [tradeId, outAt!]))
  },
}
