import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** What the cashier knows a fee by: this kind, and the sign-up. */
export const SUBJECT = 'document-fee'

/** Whether the trade `t` owes the fee of its order `o`: what `paysOnline` says, in SQL, and that nothing was paid. */
export const OWES = sql<boolean>`(o.document_fee > 0 and o.settings->>'documentFeeBy' = 'online'
  and not exists (select from document_fee f where f.tenant_id = t.tenant_id and f.trade_id = t.id))`

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
