import { createRequire, enableCompileCache, flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { MovableClock } from './clock.ts'
import { type Config, readConfig } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { lockFolder } from './database/lock.ts'
import type { Alteration } from './integrity.ts'
import { nameSources } from './source-places.ts'
import type { System } from './system.ts'

/** Starts everything: folder lock, database, migrations, demonstration data, server. `node src/server/main.ts`. */
async function main(): Promise<void> {
  createRequire(import.meta.url)('node:process').title = 'kaibiao'
  const began = performance.now()
  // Most of a start is reading and compiling modules. Whoever set NODE_COMPILE_CACHE keeps that place.
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/kaibiao-node'))
  const stops: (() => Promise<void> | void)[] = []
  let stopping: Promise<void> | null = null
  const giveUp = (reason: string) => {
    console.error(`✗ ${reason}`)
    stop(1)
  }
  const stop = (code: number) => {
    stopping ??= (async () => {
      for (const undo of stops.toReversed()) await undo()
    })().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  // A closed terminal must not leave a database server running.
  process.on('SIGHUP', () => stop(0))
  try {
    const config = readConfig()
    const lock = lockFolder(config.dataDir)
    stops.push(() => lock.release())
    const spawned = Promise.withResolvers<void>()
    const starting = config.databaseUrl || startDatabase(config, { stops, giveUp, onSpawn: spawned.resolve })
    // The database starts in a process of its own: meanwhile this one loads the rest of its modules, and not before, since
    // loading leaves it no time to start anything.
    if (!config.databaseUrl) await Promise.race([spawned.promise, starting])
    const loading = Promise.all([import('./features.ts'), import('./integrity.ts'), import('./system.ts')])
    loading.catch(ignoreError)
    const ownerUrl = await starting
    const [{ FEATURES, makeGate }, { findAlterations }, { buildSystem }] = await loading
    const gate = makeGate()
    const demo = config.demo ? await import('../demo/world-state.ts') : null
    const loads = demo && (await import('../demo/half-loaded.ts'))
    const endLoading = await loads?.holdLoading(ownerUrl, () => note('another node loads the demonstration: waiting'))
    stops.push(() => endLoading?.())
    // Only an embedded database is ours to empty.
    const half = config.databaseUrl ? null : loads
    const isCleared =
      process.env.KAIBIAO_DEMO === 'anew'
        ? await loads?.emptyHalfLoaded(ownerUrl)
        : await half?.clearHalfLoaded(config.dataDir, ownerUrl)
    if (isCleared) note('the demonstration world was left half loaded: it is made anew')
    const demoCalls = demo && (await import('../demo/feature.ts'))
    let clock: MovableClock | null = null
    const system = await step('server', () =>
      buildSystem(config, {
        ownerUrl,
        features: demoCalls ? [...FEATURES, demoCalls.demoFeature(() => clock!)] : FEATURES,
        gate: gate.create,
        onActorChanged: gate.forget,
        webRoot: join(import.meta.dirname, '../../dist/web'),
      }),
    )
    stops.push(() => system.stop())
    for (const setback of system.setbacks) console.error(`✗ ${setback}`)
    clock = system.movableClock
    if (config.mode === 'production') await refuseDemoPeople(system)
    if (demo && (await demo.worldState(system)) === 'loading') {
      throw new Error(
        '演示数据上次未加载完成，请用 KAIBIAO_DEMO=anew 启动以清空并重新加载 / the demonstration world was left half ' +
          'loaded: start with KAIBIAO_DEMO=anew, which empties the database and begins anew',
      )
    }
    if (demo) await refuseDatabaseInUse(system)
    // People alone are loaded in one go and may be loaded again: breaking that off leaves nothing half.
    const peopleOnly = process.env.KAIBIAO_DEMO === 'people'
    if (!peopleOnly) await half?.noteLoading(config.dataDir, ownerUrl)
    if (!peopleOnly) await demo?.announceLoading(system)
    await system.app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
      await demo?.withdrawLoading(system)
      throw error
    })
    const { port } = system.app.server.address() as AddressInfo
    const base = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    if (demo) await step('demo world', () => demo.loadDemo(system, { base, peopleOnly }))
    half?.forgetLoading(config.dataDir)
    await endLoading?.()
    console.log(`✓ ready ${seconds(began)}`)
    process.send?.({ base })
    // Not only at the end, which a killed process does not come to.
    flushCompileCache()
    demo?.printDemo(base)
    const check = findAlterations(system.kernel, { ownerUrl, features: FEATURES })
    await check.then(reportAlterations).catch((error: unknown) => {
      if (stopping) return
      // Long on a large database, and no reason to stop serving: the database may have been away meanwhile.
      console.error(`✗ integrity: the check broke off (${error instanceof Error ? error.message : String(error)})`)
    })
    releaseStartMemory()
  } catch (error) {
    nameSources(error)
    // Who was asked to stop in the middle of its start has lost what the rest of it needs.
    if (!stopping) console.error(error instanceof Error && !process.env.DEBUG ? `✗ ${error.message}` : error)
    stop(1)
  }
}

/** Gives the owner's address of an embedded database. */
async function startDatabase(
  { dataDir }: Config,
  {
    stops,
    giveUp,
    onSpawn,
  }: { stops: (() => Promise<void> | void)[]; giveUp: (reason: string) => void; onSpawn: () => void },
): Promise<string> {
  const database = await step('database', () => startEmbedded({ dataDir, onProgress: note, onSpawn, onGone: giveUp }))
  stops.push(() => database.stop())
  return database.url
}

/** A database that was tried out with demonstration data has accounts whose password everybody can read. */
async function refuseDemoPeople(system: System): Promise<void> {
  if (process.env.KAIBIAO_ALLOW_DEMO_PEOPLE === '1') return
  const { holdsPeople } = await import('../demo/people.ts')
  if (await holdsPeople(system))
    throw new Error(
      'production start refused: this database holds the people of the demonstration, whose password is published ' +
        '(KAIBIAO_ALLOW_DEMO_PEOPLE=1 accepts them)',
    )
}

/** Demonstration data, and a clock that can be moved, must not come among real ones by a forgotten setting. */
async function refuseDatabaseInUse(system: System): Promise<void> {
  const { isInUse } = await import('../demo/people.ts')
  if (await isInUse(system))
    throw new Error(
      '数据库已在使用，不能以演示模式启动：请设置 NODE_ENV=production，或用 KAIBIAO_DEMO=0 关闭演示数据 / this database is ' +
        'in use: demonstration mode is refused (NODE_ENV=production, or KAIBIAO_DEMO=0)',
    )
}

/** Said aloud at every start, and never silently mended. The server serves on: what is intact must stay reachable. */
function reportAlterations(found: readonly Alteration[]): void {
  if (found.length === 0)
    return console.log('✓ integrity: audit chains, notices, bid log and sealed files are as written')
  for (const { tenantId, what, id, message } of found)
    console.error(`✗ integrity: tenant ${tenantId}, ${what} ${id}: ${message}`)
}

/**
 * Gives back what only the start needed, some 30 MB: nothing would collect it in a server that has little to do. Stops the
 * process for some 100 ms, once. Needs `--expose-gc` (bin/server.mjs); without it nothing happens.
 */
function releaseStartMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const value = await work()
  console.log(`✓ ${name} ${seconds(began)}`)
  return value
}

/** For a promise that is awaited later: until then nobody would hear of its failure. */
function ignoreError(): void {}

function note(text: string): void {
  console.log(`  ${text}`)
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

await main()
