import { loadPeople } from '#demo/people.ts'
import { firstStageSource } from '../first-stage.ts'
import { FEATURES, makeGate } from '#server/features.ts'
import { readConfig } from '#server/config.ts'
import { buildSystem } from '#server/system.ts'

/**
 * A server process for `restart.test.ts`: it can be killed; database and data folder outlive it. The review is another
 * feature's: here everybody whose business envelope was opened passes its first stage.
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
const gate = makeGate()
const system = await buildSystem(readConfig({ ...process.env, KAIBIAO_MODE: 'test', LOG_LEVEL: 'fatal' }), {
  ownerUrl: process.env.OWNER_URL!,
  features: FEATURES,
  gate: gate.create,
  onActorChanged: gate.forget,
  webRoot: null,
  skipMigrations: true,
})
await loadPeople(system)
await system.app.listen({ host: '127.0.0.1', port: 0 })
const address = system.app.server.address()
process.send!(typeof address === 'object' && address ? address.port : 0)
