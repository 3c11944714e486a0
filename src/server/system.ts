import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { startAuditHeads } from './audit-heads.ts'
import { type MovableClock, movableClock, systemClock } from './clock.ts'
import { type Config, deriveKey, filesPlace } from './config.ts'
import type { Kernel, Log } from './context.ts'
import { connect } from './database/connect.ts'
import { appUrl, migrate } from './database/migrate.ts'
import { EventJobs } from './event-jobs.ts'
import { Dispatcher, JOBS_CHANNEL } from './events.ts'
import type { Feature } from './feature.ts'
import { agreeOnFiles, replaceFiles } from './files/agreement.ts'
import { openStore } from './files/open-store.ts'
import { buildApp } from './http/app.ts'
import type { Gate } from './http/gate.ts'
import { UploadLocks } from './http/upload-locks.ts'
import { LiveHub } from './live.ts'
import { Keys } from './secrecy/cipher.ts'
import { CipherRing } from './secrecy/ring.ts'
import { sealPlain } from './secrecy/rotate.ts'
import { KEYS_CHANNEL } from './secrecy/versions.ts'
import { checkMarks } from './marks/check.ts'
import { MarkKeeper } from './marks/keeper.ts'
import { startPruning } from './prune.ts'
import { WorkRunner } from './work/runner.ts'
import { WORK_CHANNEL } from './work/worker.ts'

export interface System {
  readonly app: FastifyInstance
  readonly kernel: Kernel
  readonly live: LiveHub
  readonly config: Config
  /** What the start found of a clock set back, or of a database older than acknowledged; for the operator. */
  readonly setbacks: readonly string[]
  /** Only in demonstration and test mode. */
  readonly movableClock: MovableClock | null
  /** Finishes requests under way, ends live streams, stops jobs, closes the database. */
  stop(): Promise<void>
}

export interface SystemOptions {
  ownerUrl: string
  features: readonly Feature[]
  /** Made with the kernel, because it reads people and tenants from the database. */
  gate: (kernel: Kernel) => Gate
  webRoot: string | null
  /** Told when another process says that what is known of a person is out of date. */
  onActorChanged?: (userId: string) => void
  skipMigrations?: boolean
}

/** How long the end of a process waits for work under way beside requests. */
const CLOSE_MS = 5_000

/** Until the server's own log stands. */
const CONSOLE: Log = {
  info: () => undefined,
  warn: (fields, text) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`),
  error: (fields, text) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`),
}

/** Puts the parts together around one database. Does not listen yet. */
export async function buildSystem(config: Config, options: SystemOptions): Promise<System> {
  const { features } = options
  const password = deriveKey(config, 'database application role').toString('hex')
  let stopping = false
  const url = appUrl(options.ownerUrl, password)
  const connection = connect(url, {
    // A client of a pool that is being closed may still hear the server's farewell.
    onError: (error) => stopping || log().warn({ err: error }, 'idle database client'),
  })
  const clock = config.mode === 'production' ? null : movableClock(connection.pool)
  let dispatcher: Dispatcher | null = null
  let jobs: EventJobs | null = null
  let work: WorkRunner | null = null
  let app: FastifyInstance | null = null
  const log = (): Log => app?.log ?? CONSOLE
  const kernel: Kernel = {
    db: connection.db,
    reserve: connection.reserve,
    clock: clock ?? systemClock,
    config,
    get cipher() {
      return ring.current
    },
    refreshKeys: () => ring.refresh(),
    files: await openStore(filesPlace(config)),
    log: {
      info: (fields, text) => log().info(fields, text),
      warn: (fields, text) => log().warn(fields, text),
      error: (fields, text) => log().error(fields, text),
    },
    async actorChanged(userId) {
      forget(userId)
      await connection.pool.query("select pg_notify('kb_actor', $1)", [userId])
    },
    wake: () => dispatcher?.wake(),
    acknowledge: () => keeper.note(),
  }
  const forget = (userId: string) => {
    options.onActorChanged?.(userId)
    live.drop((actor) => actor?.userId === userId)
  }
  const live = new LiveHub(kernel, url, (channel, payload) => {
    if (channel === 'kb_clock') void clock?.refresh()
    if (channel === 'kb_actor') forget(payload)
    if (channel === JOBS_CHANNEL) jobs?.wake()
    if (channel === WORK_CHANNEL) work?.wake()
    if (channel === KEYS_CHANNEL) void ring.refresh().catch(() => undefined)
  })
  const uploadLocks = new UploadLocks(url)
  // Asks the database nothing: hundreds of addresses are registered while it is brought up to date.
  const building = buildApp({
    config,
    kernel,
    gate: options.gate(kernel),
    live,
    routes: features.flatMap((f) => f.routes),
    topics: features.flatMap((f) => f.topics ?? []),
    uploads: Object.assign({}, ...features.map((f) => f.uploads ?? {})),
    uploadLocks,
    webRoot: options.webRoot,
    isReady: () =>
      sql`select 1 from clock_shift where world is distinct from 'loading'`.execute(connection.db).then(
        ({ rows }) => rows.length > 0,
        () => false,
      ),
  })
  building.catch(ignoreError)
  if (!options.skipMigrations) {
    await migrate(options.ownerUrl, password)
    await sealPlain(options.ownerUrl, config.secret)
  }
  await clock?.refresh()
  const ring = await CipherRing.open(connection.db, new Keys(config.secret))
  await (config.allowOtherFiles ? replaceFiles(kernel, options.ownerUrl) : agreeOnFiles(kernel))
  app = await building
  app.addHook('preClose', () => live.stop())
  const { id: databaseId } = await connection.db.selectFrom('database_identity').select('id').executeTakeFirstOrThrow()
  const records = features.flatMap((f) => f.records ?? [])
  const outside = features.flatMap((f) => f.acknowledged ?? [])
  const setbacks = await checkMarks(kernel, { databaseId, records, outside })
  const keeper = new MarkKeeper(kernel, databaseId)
  const subscribers = features.flatMap((f) => f.subscribers ?? [])
  jobs = new EventJobs(kernel, subscribers)
  dispatcher = new Dispatcher(kernel, { pool: connection.pool, subscribers })
  await live.start()
  jobs.start()
  dispatcher.start()
  work = new WorkRunner(
    kernel,
    features.flatMap((f) => f.workers ?? []),
  )
  const endRing = ring.keepFresh(kernel.log)
  const ends = [
    startPruning(kernel),
    startAuditHeads(kernel),
    ...features.flatMap((feature) => feature.start?.(kernel) ?? []),
  ]

  return {
    app,
    kernel,
    setbacks,
    live,
    config,
    movableClock: clock,
    async stop() {
      stopping = true
      endRing()
      await app.close()
      await Promise.all([work.stop(), ...ends.map((end) => end())])
      await dispatcher.stop()
      await jobs.stop()
      await keeper.stop()
      await uploadLocks.stop()
      // Whoever still reads, such as the check of a start, gets an error and not all the time it takes.
      await Promise.race([connection.close(), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/** For a promise that is awaited later: until then nobody would hear of its failure. */
function ignoreError(): void {}
