import { fork } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/database/embedded.ts'
import { copyState, newGround, removeGround, removeStates, type StateStore } from '#server/testing/states.ts'
import { SERVER } from '../bin/server.mjs'
import { announceRun, thisRun } from './kit/database.ts'

// The server that journeys and pictures run against: the product itself, as built, in a data folder of its own and a database of its
// own. With KAIBIAO_STATE it begins in that named state, else it is empty and loads what KAIBIAO_DEMO says. The database
// stands on the server of DATABASE_URL, else on the one of this run, which does not wait for the disk. All of it is gone
// afterwards.
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-e2e-'))
// Started by root, the embedded database runs under another account, which must be able to pass.
chmodSync(folder, 0o711)
const announced = thisRun()?.states
const own = announced || process.env.DATABASE_URL ? null : await startEmbedded({ dataDir: folder, isForTests: true })
const store: StateStore = announced ?? {
  serverUrl: process.env.DATABASE_URL ?? own!.url,
  prefix: `kaibiao_e2e_${process.pid}`,
  folder: join(folder, 'states'),
  // All systems of a PostgreSQL share its application role, whose password is made from this.
  secret: 'e2e-secret-e2e-secret-e2e-secret-e2e-secret',
  template: null,
}
if (!announced) mkdirSync(store.folder)
const state = process.env.KAIBIAO_STATE
const { ground, note } = state
  ? await copyState(store, state)
  : { ground: await newGround(store, store.template), note: { facts: null } }
// The others of the run end before it.
const isRuns = process.env.PORT === process.env.KAIBIAO_E2E_PORT
const takeBack = isRuns ? announceRun({ states: store, world: ground.url }) : () => undefined

const child = fork(join(import.meta.dirname, '..', SERVER.script), {
  execArgv: SERVER.args,
  env: {
    ...process.env,
    ...SERVER.env,
    KAIBIAO_DATA: ground.dataDir,
    DATABASE_URL: ground.url,
    KAIBIAO_SECRET: store.secret,
  },
})
// Where it listens, for whoever started this, and what is to be known of the state.
child.on('message', (word: object) => process.send?.({ ...word, facts: note.facts }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void (async () => {
    await removeGround(store, ground)
    if (!announced) await removeStates(store)
    takeBack()
    await own?.stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(code ?? 1)
  })()
})
