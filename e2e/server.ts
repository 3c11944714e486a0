import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/database/embedded.ts'
import { runOn } from '#server/testing/run-on.ts'

// The server that journeys and pictures run against: the product itself, in a data folder of its own, with the
// demonstration world, in a database of its own: on the server of DATABASE_URL, else on one that does not wait for the
// disk. All of it is gone afterwards.
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-e2e-'))
// Started by root, the embedded database runs under another account, which must be able to pass.
chmodSync(folder, 0o711)
const own = process.env.DATABASE_URL ? null : await startEmbedded({ dataDir: folder, isDurable: false })
const url = new URL(process.env.DATABASE_URL ?? own!.url)
const database = `kaibiao_e2e_${process.pid}`
await runOn(url.href, `create database ${database}`)
const serverUrl = url.href
url.pathname = `/${database}`

const child = spawn(process.execPath, [join(import.meta.dirname, '../src/server/main.ts'), 'start'], {
  stdio: 'inherit',
  env: { ...process.env, KAIBIAO_DATA: join(folder, 'data'), DATABASE_URL: url.href },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void (async () => {
    await runOn(serverUrl, `drop database if exists ${database} with (force)`)
    await own?.stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(code ?? 1)
  })()
})
