import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'

/** What happens at the platform's finance. */
export const DESK = 'payment-desk:all'

/** `payment:<payCode>`: for the company that pays. `payment-desk:all`: for the platform's finance. */
export const topics: readonly LiveTopic[] = [
  {
    prefix: 'payment-desk',
    // A stream names no workbench.
    allows: async (_kernel, { actor }, id) => id === 'all' && actor?.isPlatformAdmin === true,
  },
  {
    prefix: 'payment',
    allows: async (kernel, { tenantId, actor }, code) => {
      const companyId = actor?.companyId
      if (!companyId) return false
      return inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) => {
        const payment = await ctx.one('payment', { code }, { columns: ['orderId'] })
        const order = payment && (await ctx.one('pay_order', { id: payment.orderId }, { columns: ['buyerId'] }))
        return order?.buyerId === companyId
      })
    },
  },
]
