import { Id } from '#contract/id.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'

/** Events of both tell that something changed, never what. */
export const topics: readonly LiveTopic[] = [
  // Who runs it, and who buys.
  topic('demand', async (ctx, id, companyId) => {
    const row = await ctx.one('demand', { id }, { columns: ['companyId', 'purchaserCompanyId', 'state'] })
    return row?.companyId === companyId || (row?.purchaserCompanyId === companyId && row.state !== 'draft')
  }),
  // The supplier whose part it is.
  topic('demand-trade', async (ctx, id, companyId) => {
    return (await ctx.one('demand_trade', { id, companyId }, { columns: ['id'] })) !== undefined
  }),
]

function topic(
  prefix: string,
  isFor: (ctx: Context<Actor>, id: string, companyId: string) => Promise<boolean>,
): LiveTopic {
  return {
    prefix,
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor?.companyId || !Id.safeParse(id).success) return false
      const { companyId } = actor
      return inContext(kernel, { tenantId, actor, readOnly: true }, (ctx) => isFor(ctx, id, companyId))
    },
  }
}
