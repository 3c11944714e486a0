import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { builtServer } from '#demo/built.ts'
import { TEST_SECRET } from '../testing/store.ts'
import { startEmbedded } from './embedded.ts'

const root = mkdtempSync(join(tmpdir(), 'kaibiao-watch-'))
// mkdtemp closes its folder; started by root, PostgreSQL runs under another account, which must be able to pass.
chmodSync(root, 0o711)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Kills the database of a data folder as the system would when memory runs out. */
function killDatabase(dataDir: string): void {
  const file = join(realpathSync(join(dataDir, 'postgres')), 'postmaster.pid')
  process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
}

async function until<T>(what: () => Promise<T | undefined>): Promise<T> {
  for (let i = 0; i < 600; i++) {
    const value = await what().catch(() => undefined)
    if (value !== undefined) return value
    await sleep(50)
  }
  throw new Error('it did not come')
}

it('a database that is killed comes back at its address with what was committed', async () => {
  const dataDir = join(root, 'killed')
  const gone: string[] = []
  const database = await startEmbedded({ dataDir, onGone: (text) => gone.push(text) })
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  pool.on('error', () => {})
  try {
    await pool.query('create table kept (n int)')
    await pool.query('insert into kept values (1)')
    killDatabase(dataDir)
    await until(async () => (await pool.query('select 1').catch(() => 'away')) === 'away' || undefined)
    expect(await until(async () => (await pool.query('select n from kept')).rows)).toEqual([{ n: 1 }])

    // Again and again: it gives up, and says so.
    for (let i = 0; i < 5 && gone.length === 0; i++) {
      await until(async () => (await pool.query('select 1')).rows)
      killDatabase(dataDir)
      await until(async () => {
        await pool.query('select 1').then(
          () => Promise.reject(new Error('still there')),
          () => undefined,
        )
        return true
      })
    }
    await until(async () => gone[0])
    expect(gone[0]).toContain('数据库反复停止')
  } finally {
    await pool.end()
    await database.stop()
  }
})

it('the server says that it is away, and goes on without a start of its own', async () => {
  const dataDir = join(root, 'served')
  const child = spawn(process.execPath, [await builtServer()], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: '0',
      KAIBIAO_DATA: dataDir,
      KAIBIAO_SECRET: TEST_SECRET,
      KAIBIAO_DEMO: 'people',
      NODE_ENV: '',
      KAIBIAO_MODE: '',
      DATABASE_URL: '',
      LOG_LEVEL: 'fatal',
    },
  })
  try {
    const base = await listening(child)
    const ask = () => fetch(`${base}/api/portal/notices/page?pageSize=5`)
    expect((await ask()).status).toBe(200)
    killDatabase(dataDir)
    const refused = await until(async () => {
      const answer = await ask()
      return answer.status === 200 ? undefined : answer
    })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ code: 10022, message: expect.stringContaining('数据库暂时不可用') })
    await until(async () => ((await ask()).status === 200 ? true : undefined))
    expect(await (await fetch(`${base}/api/ready`)).json()).toMatchObject({ ready: true })
  } finally {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
})

function listening(child: ChildProcess): Promise<string> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('message', (word) => resolve((word as { base: string }).base))
    child.once('exit', () => reject(new Error(text)))
  })
}
