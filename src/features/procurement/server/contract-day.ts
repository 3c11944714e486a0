import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Order } from './access.ts'

/** Event that the day of an order's contract is on record. */
export const CONTRACT_EVENT = 'order.contract-signed'

/** Also once the order is archived; what ended without award has no contract. */
export function isAwarded({ awardedAt: at }: Pick<Order, 'awardedAt'>): boolean {
  return at !== null
}

/** The day of the contract (`2026-11-21`); null while none is on record. */
export async function contractDay(ctx: Context<Actor | null>, orderId: string): Promise<string | null> {
  const row = await ctx.one('order_contract_date', { orderId }, { columns: ['signedOn'] })
  return row?.signedOn ?? null
}
