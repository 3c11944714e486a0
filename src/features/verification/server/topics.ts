import { Id } from '#contract/id.ts'
import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'

/** For the company that runs it and whoever is asked, in whatever workbench. Events tell that something changed, never what. */
export const topics: readonly LiveTopic[] = [
  {
    prefix: 'verification',
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor || !Id.safeParse(id).success) return false
      return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
        const row = await ctx.one('verification', { id }, { columns: ['companyId', 'state'] })
        if (!row) return false
        if (row.companyId === actor.companyId) return true
        const seat = await ctx.one(
          'verification_expert',
          { verificationId: id, userId: actor.userId },
          { columns: ['id'] },
        )
        return row.state !== 'draft' && seat !== undefined
      })
    },
  },
]
