import { NULL } from '#server/database/records.ts'
import type { talkSeats } from '#features/talks/server/public.ts'
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

/** What talks ask of groups: see their `seats-port.ts`. */
export const seatsAsked: ReturnType<typeof talkSeats> = {
  async sits(ctx, { orderId, userId }) {
    const seat = await ctx.one('panel_member', { orderId, userId, outAt: NULL }, { columns: ['declaredAt'] })
    return seat !== undefined && seat.declaredAt !== null
  },
}
