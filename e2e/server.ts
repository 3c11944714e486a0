import { fork } from 'node:child_process'
import { join } from 'node:path'
import { copyState, newGround, removeGround } from '#server/testing/states.ts'
import { SERVER } from '../bin/server.mjs'
import { announceRun, thisRun } from './kit/database.ts'

// The server that journeys and pictures run against: the product itself, as built, in a data folder of its own and a database of its
// own. With KAIBIAO_STATE it begins in that named state, else it is empty and loads what KAIBIAO_DEMO says. The database
// stands on the server of DATABASE_URL, else on the one of this run, which does not wait for the disk. All of it is gone
// afterwards.
// What opens a store is as much code as all the rest: systems of journeys stand on the run's and load none of it.
const stores = thisRun() ? null : await import('#server/testing/store.ts')
const announced = thisRun()?.states ?? stores?.storeOfRun()
const own = announced ? null : await stores!.openStore()
const store = announced ?? own!.store
const state = process.env.KAIBIAO_STATE
const { ground, note } = state
  ? await copyState(store, state)
  : { ground: await newGround(store), note: { facts: null } }
// The others of the run end before it.
const isRuns = process.env.PORT === process.env.KAIBIAO_E2E_PORT
const takeBack = isRuns ? announceRun({ states: store, world: ground.url }) : () => undefined

const child = fork(join(import.meta.dirname, '..', SERVER.script), {
  // It lives for minutes: with the small nursery of a server that stays, a seventh of its start is collecting.
  execArgv: [...SERVER.args, '--max-semi-space-size=32'],
  env: {
    ...process.env,
    ...SERVER.env,
    KAIBIAO_DATA: ground.dataDir,
    DATABASE_URL: ground.url,
    KAIBIAO_SECRET: store.secret,
  },
})
// Where it listens and its database is, for whoever started this, and what is to be known of the state.
child.on('message', (word: object) => process.send?.({ ...word, facts: note.facts, database: ground.url }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void (async () => {
    await removeGround(store, ground)
    takeBack()
    await own?.close()
    process.exit(code ?? 1)
  })()
})
