import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/database/embedded.ts'
import { runOn } from '#server/testing/run-on.ts'
import { SERVER } from '../bin/server.mjs'
import { announceDatabase, runsDatabase } from './kit/database.ts'

// The server that journeys and pictures run against: the product itself, as built, in a data folder of its own, with the
// demonstration world, in a database of its own: on the server of DATABASE_URL, else on the one of this run, which does
// not wait for the disk. All of it is gone afterwards.
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-e2e-'))
// Started by root, the embedded database runs under another account, which must be able to pass.
chmodSync(folder, 0o711)
const given = process.env.DATABASE_URL ?? runsDatabase()
const own = given ? null : await startEmbedded({ dataDir: folder, isForTests: true })
const url = new URL(given ?? own!.url)
// The others of the run end before it.
const isRuns = process.env.PORT === process.env.KAIBIAO_E2E_PORT
const takeBack = own && isRuns ? announceDatabase(own.url) : () => undefined
const database = `kaibiao_e2e_${process.pid}`
await runOn(url.href, `create database ${database}`)
const serverUrl = url.href
url.pathname = `/${database}`

const child = fork(join(import.meta.dirname, '..', SERVER.script), {
  execArgv: SERVER.args,
  env: {
    ...process.env,
    ...SERVER.env,
    KAIBIAO_DATA: join(folder, 'data'),
    DATABASE_URL: url.href,
    // All systems of a PostgreSQL share its application role, whose password is made from this.
    KAIBIAO_SECRET: 'e2e-secret-e2e-secret-e2e-secret-e2e-secret',
  },
})
// Where it listens, for whoever started this.
child.on('message', (word) => process.send?.(word))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void (async () => {
    await runOn(serverUrl, `drop database if exists ${database} with (force)`)
    takeBack()
    await own?.stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(code ?? 1)
  })()
})
