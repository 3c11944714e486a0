import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'

/** `payment:<payCode>`: for the company that pays. */
export const topics: readonly LiveTopic[] = [
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
