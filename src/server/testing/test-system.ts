import type pg from 'pg'
import { inject } from 'vitest'
import type { StateName } from '#demo/states/states.ts'
import { readConfig } from '../config.ts'
import { settle } from '../events.ts'
import { FEATURES, makeGate } from '../features.ts'
import type { Feature } from '../feature.ts'
import { buildSystem, type System } from '../system.ts'
import { TEST_SECRET } from './store.ts'
import { HttpClient } from './http-client.ts'
import { copyState, newGround, removeGround } from './states.ts'
import { ownerPool } from './owner-pool.ts'

export interface TestSystem extends System {
  /** `http://127.0.0.1:<port>` */
  readonly base: string
  /** Owner's connection: looks and tampers past row-level security. */
  readonly owner: pg.Pool
  readonly ownerUrl: string
  /** Facts of the state that it began in. */
  readonly facts: unknown
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
 * A whole system in a state of its own, listening on a free port; removed after the file's tests. Call it in `beforeAll`.
 * Without a state the database is empty; `seed` fills it further. For a state's facts see `fromState` in `src/demo/states`.
 */
export async function testSystem(
  options: {
    from?: StateName
    seed?: (system: System) => Promise<void>
    features?: readonly Feature[]
    /** Further settings. */
    env?: NodeJS.ProcessEnv
  } = {},
): Promise<TestSystem> {
  const states = inject('states')
  const { ground, note } = options.from
    ? await copyState(states, options.from)
    : { ground: await newGround(states), note: { facts: null } }
  const config = readConfig({
    KAIBIAO_MODE: 'test',
    KAIBIAO_DATA: ground.dataDir,
    KAIBIAO_SECRET: TEST_SECRET,
    PORT: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    ...options.env,
  })
  const gate = makeGate()
  const system = await buildSystem(config, {
    ownerUrl: ground.url,
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
  const owner = ownerPool(ground.url, 4)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= system.stop())
  endings.push(async () => {
    await stop()
    await owner.end()
    await removeGround(states, ground)
  })
  const settled = () => settle(system.kernel)
  return {
    ...system,
    stop,
    base,
    owner,
    ownerUrl: ground.url,
    facts: note.facts,
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
      for (let i = 0; i < 2400; i++) {
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
