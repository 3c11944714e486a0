import { Id } from '#contract/id.ts'
import { hearsOwnTrade } from '#features/procurement/server/public.ts'
import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'

/**
 * `review:<orderId>`: the companies that buy and run the order, and its committee. `review-bidder:<tradeId>`: the
 * bidder's people. Payloads hold ids only.
 */
export const topics: readonly LiveTopic[] = [
  {
    prefix: 'review',
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor || !Id.safeParse(id).success) return false
      const { companyId, userId, rights } = actor
      return inContext(kernel, { tenantId, actor, readOnly: true }, async ({ tx }) => {
        const seat = await tx
          .selectFrom('reviewer')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('orderId', '=', id)
          .where('userId', '=', userId)
          .where('outAt', 'is', null)
          .executeTakeFirst()
        if (seat) return true
        const buys = rights.has('tendering') || rights.has('agencyTendering')
        if (!companyId || !buys) return false
        const owned = await tx
          .selectFrom('purchase_order')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('id', '=', id)
          .where((e) => e.or([e('ownerCompanyId', '=', companyId), e('purchaserCompanyId', '=', companyId)]))
          .executeTakeFirst()
        return owned !== undefined
      })
    },
  },
  {
    prefix: 'review-bidder',
    allows: async (kernel, listener, id) =>
      listener.actor?.rights.has('bidding') === true && hearsOwnTrade(kernel, listener, id),
  },
]
