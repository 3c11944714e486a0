import type { AddressInfo } from 'node:net'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import type { MovableClock } from '#server/clock.ts'
import { FEATURES, makeGate } from '#server/features.ts'
import { buildSystem } from '#server/system.ts'
import { copyState, removeGround, type StateStore } from '#server/testing/states.ts'
import { demoFeature } from './feature.ts'
import type { StateName } from './states/states.ts'

/*
 * A process that serves systems, each in a database of its own, for the journeys of one worker. Loading the product costs
 * more than most journeys ask of it afterwards, and code that has run before runs faster. Ends with whoever started it.
 */

interface Open {
  id: number
  open: StateName
  store: StateStore | undefined
}

interface Close {
  id: number
  /** Id of the request that opened the system. */
  close: number
}

/** What is asked for; every one is answered by `Answer` of the same id. */
export type Request = Open | Close

export type Answer =
  | { id: number; base: string; facts: unknown; database: string }
  | { id: number; closed: true }
  | { id: number; error: string }

const systems = new Map<number, () => Promise<void>>()
/** Of this process, where the run has none: then a system from elsewhere is tested. */
let own: ReturnType<typeof openOwnStore> | null = null

process.on('message', (request: Request) => {
  void answer(request).then((word) => process.send?.(word))
})
process.on('disconnect', () => {
  void Promise.allSettled([...systems.values()].map((end) => end()))
    .then(async () => (await own)?.close())
    .finally(() => process.exit())
})

async function answer(request: Request): Promise<Answer> {
  try {
    return await ('open' in request ? open(request) : close(request))
  } catch (error) {
    return { id: request.id, error: error instanceof Error ? error.stack! : String(error) }
  }
}

/** As `npm start` serves it, in a state that has been made: nothing has to be loaded, migrated or compared. */
async function open({ id, open: state, store: runs }: Open): Promise<Answer> {
  const store = runs ?? (await (own ??= openOwnStore())).store
  const { ground, note } = await copyState(store, state)
  const config = readConfig({
    KAIBIAO_DATA: ground.dataDir,
    KAIBIAO_SECRET: store.secret,
    KAIBIAO_DEMO: 'people',
    DATABASE_URL: ground.url,
    PORT: '0',
  })
  const gate = makeGate()
  let clock: MovableClock | null = null
  const system = await buildSystem(config, {
    ownerUrl: ground.url,
    features: [...FEATURES, demoFeature(() => clock!)],
    gate: gate.create,
    onActorChanged: gate.forget,
    webRoot: join(import.meta.dirname, '../../dist/web'),
    skipMigrations: true,
  })
  clock = system.movableClock
  await system.app.listen({ host: config.host, port: config.port })
  systems.set(id, async () => {
    systems.delete(id)
    await system.stop()
    await removeGround(store, ground)
  })
  flushCompileCache()
  const { port } = system.app.server.address() as AddressInfo
  return { id, base: `http://${config.host}:${port}`, facts: note.facts, database: ground.url }
}

async function close({ id, close: opened }: Close): Promise<Answer> {
  await systems.get(opened)?.()
  return { id, closed: true }
}

/** What opens a store is as much code as all the rest. */
async function openOwnStore() {
  const { openStore } = await import('#server/testing/store.ts')
  return openStore()
}
