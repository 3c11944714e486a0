import { Id } from '#contract/id.ts'
import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'

/** Events tell that a registration changed, never what: to who registers it, and to whose purchase it was. */
export const topics: readonly LiveTopic[] = [
  {
    prefix: 'supplement',
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor?.companyId || !Id.safeParse(id).success) return false
      const { companyId } = actor
      return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
        const row = await ctx.one('supplement', { id }, { columns: ['companyId', 'purchaserCompanyId', 'state'] })
        return row?.companyId === companyId || (row?.purchaserCompanyId === companyId && row.state !== 'draft')
      })
    },
  },
]
