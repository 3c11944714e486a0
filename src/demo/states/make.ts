import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { settle } from '#server/events.ts'
import { FEATURES, makeGate } from '#server/features.ts'
import { buildSystem } from '#server/system.ts'
import { copyState, isKept, keepState, newGround, type StateStore } from '#server/testing/states.ts'
import { Cast } from '../cast.ts'
import { moveTo } from '../play/move-to.ts'
import { STATES, type StateName } from './states.ts'

/*
 * Makes a named state and those before it, each from a copy of the one before: `node make.ts [name]`, without a name
 * all; the store is in KAIBIAO_STATES. Several that are asked at once go one after the other, and find it made.
 */

const store = JSON.parse(process.env.KAIBIAO_STATES!) as StateStore
const admin = new pg.Client({ connectionString: store.serverUrl })
await admin.connect()
await admin.query('select pg_advisory_lock(hashtext($1))', [store.prefix])
const asked = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STATES)
for (const name of (asked as StateName[]).flatMap(wayTo)) if (!isKept(store, name)) await make(name)
await admin.end()

/** The states that have to be made for this one, itself the last. */
function wayTo(name: StateName): StateName[] {
  const { from } = STATES[name]
  return from === null ? [name] : [...wayTo(from), name]
}

async function make(name: StateName): Promise<void> {
  const { from, play, standsStill } = STATES[name]
  const before = from === null ? null : await copyState(store, from)
  const ground = before?.ground ?? (await newGround(store))
  const gate = makeGate()
  const config = {
    KAIBIAO_MODE: 'test',
    KAIBIAO_DATA: ground.dataDir,
    KAIBIAO_SECRET: store.secret,
    LOG_LEVEL: 'error',
  }
  const system = await buildSystem(readConfig(config), {
    ownerUrl: ground.url,
    features: FEATURES,
    gate: gate.create,
    onActorChanged: gate.forget,
    webRoot: null,
    skipMigrations: true,
  })
  const base = await system.app.listen({ host: '127.0.0.1', port: 0 })
  const owner = new pg.Client({ connectionString: ground.url })
  await owner.connect()
  const cast = new Cast(base)
  const facts = await play({
    system,
    owner,
    cast,
    now: () => system.kernel.clock.now(),
    moveTo: (at) => moveTo(system, new Date(at)),
    settle: () => settle(system.kernel, 120_000),
    facts: before?.note.facts,
  })
  await settle(system.kernel, 120_000)
  const at = standsStill ? system.kernel.clock.now().toISOString() : null
  await owner.end()
  await system.stop()
  await keepState(store, name, { ground, note: { at, facts } })
}
