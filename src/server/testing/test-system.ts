import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../config.ts'
import { settle } from '../events.ts'
import { FEATURES, makeGate } from '../features.ts'
import type { Feature } from '../feature.ts'
import { buildSystem, type System } from '../system.ts'
import { TEST_SECRET } from './global-setup.ts'
import { HttpClient } from './http-client.ts'

export interface TestSystem extends System {
  /** `http://127.0.0.1:<port>` */
  readonly base: string
  /** Owner's connection: looks and tampers past row-level security. */
  readonly owner: pg.Pool
  readonly ownerUrl: string
  /** A client without a session. */
  client(): HttpClient
  /** A client logged in with account and password, in the given workbench. */
  login(account: string, options?: { workbench?: string; password?: string; tenantId?: number }): Promise<HttpClient>
  /** Waits until every event so far has been handled. */
  settle(): Promise<void>
  /** Moves the clock forward, fires what is due, waits until it is handled. */
  advanceTo(at: Date | string): Promise<void>
}

const endings: (() => Promise<void>)[] = []

/** Ends the systems of a test file. Called behind every file (`after-file.ts`): a hook made within a hook never runs. */
export async function endTestSystems(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()))
}

/** The password of everybody in the demonstration world. */
export const DEMO_PASSWORD = 'Kaibiao2026'

/**
 * A whole system on a fresh database, listening on a free port; removed after the file's tests. Call it in `beforeAll`.
 * `seed` fills it: usually a part of `src/demo`.
 */
export async function testSystem(
  options: {
    seed?: (system: System) => Promise<void>
    features?: readonly Feature[]
    /** Further settings. */
    env?: NodeJS.ProcessEnv
  } = {},
): Promise<TestSystem> {
  const serverUrl = inject('serverUrl')
  const name = `kaibiao_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ connectionString: serverUrl, max: 1 })
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const dataDir = mkdtempSync(join(tmpdir(), 'kaibiao-data-'))
  const config = readConfig({
    KAIBIAO_MODE: 'test',
    KAIBIAO_DATA: dataDir,
    KAIBIAO_SECRET: TEST_SECRET,
    PORT: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    ...options.env,
  })
  const gate = makeGate()
  const system = await buildSystem(config, {
    ownerUrl: url.href,
    features: options.features ?? FEATURES,
    gate: gate.create,
    onActorChanged: gate.forget,
    webRoot: null,
    skipMigrations: true,
  })
  await options.seed?.(system)
  await system.app.listen({ host: '127.0.0.1', port: 0 })
  const address = system.app.server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const owner = new pg.Pool({ connectionString: url.href, max: 4 })
  owner.on('error', () => undefined)
  admin.on('error', () => undefined)
  endings.push(async () => {
    await system.stop()
    await owner.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const settled = () => settle(system.kernel)
  return {
    ...system,
    base,
    owner,
    ownerUrl: url.href,
    client: () => new HttpClient(base),
    async login(account, { workbench, password = DEMO_PASSWORD, tenantId = 0 } = {}) {
      const client = new HttpClient(base)
      client.tenantId = tenantId
      await client.login(account, password)
      if (workbench) client.workbench = workbench
      return client
    },
    settle: settled,
    async advanceTo(at) {
      const ms = new Date(at).getTime() - system.kernel.clock.now().getTime()
      if (ms > 0) await system.movableClock!.advance(ms)
      // Timers are looked at on the dispatcher's own tick.
      for (let i = 0; i < 40; i++) {
        system.kernel.wake()
        const { rows } = await owner.query<{ n: number }>(
          'select count(*)::int as n from timer where fired_at is null and due_at <= $1',
          [system.kernel.clock.now()],
        )
        if (rows[0]!.n === 0) break
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      await settled()
    },
  }
}
