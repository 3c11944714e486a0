import { flushCompileCache } from 'node:module'
import { messages } from '../routes.ts'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import { makeGate } from '#server/features.ts'
import { readConfig } from '#server/config.ts'
import { buildSystem } from '#server/system.ts'

/** A server process for `kill.test.ts`: it can be killed; database and data folder outlive it. */
const gate = makeGate()
const system = await buildSystem(readConfig({ ...process.env, KAIBIAO_MODE: 'test', LOG_LEVEL: 'fatal' }), {
  ownerUrl: process.env.OWNER_URL!,
  features: [tenancy, passport(acceptFirstEmployment), messages],
  gate: gate.create,
  onActorChanged: gate.forget,
  webRoot: null,
  skipMigrations: true,
})
await system.app.listen({ host: '127.0.0.1', port: 0 })
// A process that is killed would not keep what it compiled for the next one.
flushCompileCache()
const address = system.app.server.address()
process.send!(typeof address === 'object' && address ? address.port : 0)
