import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** What the cashier knows a fee by: this kind, and the sign-up. */
export const SUBJECT = 'document-fee'

/** Open pages of the payer and of the order's owner ask anew. */
export function tellFee(
  ctx: Pick<Context<Actor | null>, 'emit'>,
  { orderId, tradeId }: { orderId: string; tradeId: string },
): void {
  ctx.emit({
    kind: 'document-fee.changed',
    payload: { orderId, tradeId },
    topics: [`order-owner:${orderId}`, `bid:${tradeId}`],
  })
}
