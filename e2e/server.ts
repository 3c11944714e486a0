import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

// The server that journeys and pictures run against: the product itself, in a data folder of its own, with the
// demonstration world. With DATABASE_URL, in a database of its own on that server. Both are gone afterwards.
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-e2e-'))
// Started by root, the embedded database runs under another account, which must be able to pass.
chmodSync(folder, 0o711)
const serverUrl = process.env.DATABASE_URL
const database = `kaibiao_e2e_${process.pid}`
if (serverUrl) await run(serverUrl, `create database ${database}`)

const child = spawn(process.execPath, [join(import.meta.dirname, '../src/server/main.ts'), 'start'], {
  stdio: 'inherit',
  env: { ...process.env, KAIBIAO_DATA: join(folder, 'data'), ...(serverUrl ? { DATABASE_URL: urlOf(serverUrl) } : {}) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void (async () => {
    if (serverUrl) await run(serverUrl, `drop database if exists ${database} with (force)`)
    rmSync(folder, { recursive: true, force: true })
    process.exit(code ?? 1)
  })()
})

function urlOf(server: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
