import type { Actor } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import { type LiveTopic, partyTopic } from '#server/live.ts'

/** What happens at the platform's finance. */
export const DESK = 'payment-desk:all'

/** What happens to the money of a company. */
export const financeOf = (companyId: string) => `finance:${companyId}`

/** Has pages about the money of a company look again; what happened they are not told. */
export function noteFinance(ctx: Context<Actor | null>, companyId: string): void {
  ctx.emit({ kind: 'finance.changed', payload: {}, topics: [financeOf(companyId)] })
}

/**
 * `payment:<payCode>`: for the company that pays. `finance:<companyId>`: for the company. `payment-desk:all`: for the
 * platform's finance.
 */
export const topics: readonly LiveTopic[] = [
  partyTopic('finance'),
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
