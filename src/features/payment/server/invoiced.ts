import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { OrderRow } from './records.ts'

type Ctx = Context<Actor | null>

/** Orders locked in one order, so that those who lock several wait for one another; as buyer, where one is named. */
export function lockOrders(ctx: Ctx, which: { id: readonly string[]; buyerId?: string }): Promise<OrderRow[]> {
  return ctx.many('pay_order', which, { orderBy: ['id'], lock: 'update' })
}

/** How the invoice of locked orders stands: `InvoiceStatus`. */
export async function noteInvoice(ctx: Ctx, orderIds: readonly string[], status: number): Promise<void> {
  await ctx.update('pay_order', { id: orderIds }, { invoiceStatus: status })
}
