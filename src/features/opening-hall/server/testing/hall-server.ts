import { firstStageSource } from '../first-stage.ts'

/**
 * A server process for the tests of restarts. The review is another feature's: here everybody whose business envelope was
 * opened passes its first stage.
 */
firstStageSource.of = async (ctx, orderId) => {
  const rows = await ctx.tx
    .selectFrom('opening_bidder')
    .select('trade_id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('stage', '=', 1)
    .where('decrypt_state', '=', 2)
    .execute()
  return { done: true, passedTradeIds: rows.map((row) => row.trade_id) }
}
await import('#demo/server-process.ts')
