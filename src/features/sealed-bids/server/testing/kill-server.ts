import { flushCompileCache } from 'node:module'
import { makeCallers } from '#features/passport/server/public.ts'
import { makeTenantLookup } from '#features/tenancy/server/public.ts'
import { buildSystem } from '#server/system.ts'
import { readConfig } from '#server/config.ts'
import { BID_FEATURES } from './test-bids.ts'

/** A server process for `kill.test.ts`: one node of the platform on a database and data folder that outlive it. */
const callers = makeCallers()
const system = await buildSystem(readConfig({ ...process.env, KAIBIAO_MODE: 'test', LOG_LEVEL: 'error' }), {
  ownerUrl: process.env.OWNER_URL!,
  features: BID_FEATURES,
  gate: (kernel) => {
    callers.attach(kernel)
    return { tenantOf: makeTenantLookup(kernel).tenantOf, actorOf: callers.actorOf, xsrfOk: callers.xsrfOk }
  },
  onActorChanged: callers.forget,
  webRoot: null,
  skipMigrations: true,
})
await system.app.listen({ host: '127.0.0.1', port: 0 })
// A process that is killed would not keep what it compiled for the next one.
flushCompileCache()
const address = system.app.server.address()
process.send!(typeof address === 'object' && address ? address.port : 0)
