import { fork } from 'node:child_process'
import { join } from 'node:path'
import { newGround, removeGround } from '#server/testing/states.ts'
import { openStore, storeOfRun } from '#server/testing/store.ts'
import { SERVER } from '../bin/server.mjs'
import { announceRun } from './kit/database.ts'

// The server that journeys and pictures of the demonstration world run against: the product itself, as built, in a data
// folder of its own and a database of its own, which is empty and loads what KAIBIAO_DEMO says. The database stands on the
// server of DATABASE_URL, else on the one of this run, which does not wait for the disk. All of it is gone afterwards.
const run = storeOfRun()
const own = run ? null : await openStore()
const store = run ?? own!.store
const ground = await newGround(store)
// The others of the run end before it.
const takeBack = announceRun({ states: store, world: ground.url })

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
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void (async () => {
    await removeGround(store, ground)
    takeBack()
    await own?.close()
    process.exit(code ?? 1)
  })()
})
