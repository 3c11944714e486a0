import { flushCompileCache } from 'node:module'
import { FEATURES, makeGate } from '#server/features.ts'
import { readConfig } from '#server/config.ts'
import { buildSystem } from '#server/system.ts'

/** A server process for tests that kill it; database and data folder outlive it. */
const gate = makeGate()
const system = await buildSystem(
  readConfig({ ...process.env, KAIBIAO_MODE: 'test', LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' }),
  {
    ownerUrl: process.env.OWNER_URL!,
    features: FEATURES,
    gate: gate.create,
    onActorChanged: gate.forget,
    webRoot: null,
    skipMigrations: true,
  },
)
await system.app.listen({ host: '127.0.0.1', port: 0 })
// A process that is killed would not keep what it compiled for the next one.
flushCompileCache()
const address = system.app.server.address()
process.send!(typeof address === 'object' && address ? address.port : 0)
