import { isTimed } from '#features/procurement/rules/key-mode.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import { openRound, type QuoteHost, roundRows, startRound } from '#features/quotes/server/public.ts'
import { roundKey } from '#features/sealed-bids/server/public.ts'
import { type Any, type Order, roundTerms } from './access.ts'
import { firstRound } from './openers.ts'
import { HOST } from './quote-host.ts'

/*
 * What a feature may call that asks for quotes beside the buyer, such as a group that reviews them. Everything runs in the caller's
 * transaction, behind the lock of the order.
 */

type NewRound = Parameters<typeof openRound>[2]

/**
 * Opens a further round of an order that the caller has locked, and asks its suppliers at once. Where the service holds keys, the
 * round gets one of its own. Returns its id.
 */
export async function beginFurther(
  ctx: Any,
  order: Order,
  given: Omit<NewRound, 'isPartial' | 'mayChange' | 'openers' | 'terms'>,
): Promise<string> {
  const roundId = await openRound(
    ctx,
    { host: HOST, order },
    {
      ...given,
      isPartial: quoteTermsOf(order.settings).isPartial,
      mayChange: true,
      openers: (await firstRound(ctx, order)).openers,
      terms: roundTerms(order),
    },
  )
  await startRound(ctx, { host: HOST, order, roundId, who: 'host', over: '' })
  await beginSealing(ctx, order)
  return roundId
}

/** The round that has just begun gets a key of its own, where the service holds it. */
async function beginSealing(ctx: Any, order: Order): Promise<void> {
  if (!isTimed(order.settings)) return
  const { length } = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
  await roundKey(ctx, order, length)
}

/** The kind of rounds that orders hold. */
export const ORDER_ROUNDS: QuoteHost['kind'] = HOST.kind
