import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { type ServerProcess, startServer } from '#server/child.ts'
import { systemClock } from '#server/clock.ts'
import { deriveKey, readConfig } from '#server/config.ts'
import type { Kernel } from '#server/context.ts'
import { connect } from '#server/database/connect.ts'
import { IDENTITY } from '#server/files/local-file.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { appUrl } from '#server/database/migrate.ts'
import { build } from '../bin/build.mjs'
import { SERVER } from '../bin/server.mjs'

export interface BenchWorld {
  product: string
  reference: string
  owner: pg.Pool
  /** Data folder of the product. */
  data: string
  /** Another process of the product on the same database, which does not lead. The caller ends it. */
  startFollower(): Promise<ServerProcess>
  /** Transactions on the same database from this process, and nothing else of a kernel. The caller closes it. */
  openKernel(): { kernel: Kernel; close(): Promise<void> }
  /** Resident memory of the product's server process, MB. */
  memory(): number
  stop(): Promise<void>
}

const SECRET = 'bench-secret-bench-secret-bench-secret-1'

/** The product and its plain peer on one database with a million orders. Everything lies in a temporary folder. */
export async function benchWorld(orders: number): Promise<BenchWorld> {
  await build()
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-bench-'))
  chmodSync(folder, 0o711)
  const database = await startEmbedded({ dataDir: folder })
  const startProduct = (data: string) =>
    startServer(
      {
        DATABASE_URL: database.url,
        KAIBIAO_DATA: join(folder, data),
        KAIBIAO_SECRET: SECRET,
        KAIBIAO_DEMO: 'people',
        LOG_LEVEL: 'error',
        // What hundreds of people would do comes from a few sessions here.
        LIMITS_FACTOR: '1000',
        ...SERVER.env,
      },
      { entry: join(import.meta.dirname, '..', SERVER.script), execArgv: SERVER.args },
    )
  const product = await startProduct('data')
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  // The database may end before its last connection has.
  owner.on('error', () => undefined)
  await fill(owner, orders)
  const url = appUrl(database.url, deriveKey({ secret: SECRET }, 'database application role').toString('hex'))
  const reference = await startServer(
    {
      REFERENCE_URL: url,
      REFERENCE_COMPANY: COMPANIES.hospital.id,
      REFERENCE_USER: PEOPLE.buyer.id,
    },
    { entry: join(import.meta.dirname, 'reference.ts') },
  )
  return {
    product: product.base,
    reference: reference.base,
    owner,
    data: join(folder, 'data'),
    startFollower: () => {
      // A node of its own on the same store: it must hold the store's name.
      const place = (data: string) => join(folder, data, 'files')
      mkdirSync(place('data-of-follower'), { recursive: true })
      copyFileSync(join(place('data'), IDENTITY), join(place('data-of-follower'), IDENTITY))
      return startProduct('data-of-follower')
    },
    openKernel() {
      const connection = connect(url)
      const { db, reserve } = connection
      const config = readConfig({ KAIBIAO_SECRET: SECRET, KAIBIAO_DATA: join(folder, 'measuring') })
      return {
        kernel: { db, reserve, clock: systemClock, config, log: console } as unknown as Kernel,
        close: () => connection.close(),
      }
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async stop() {
      await Promise.all([product.stop(), reference.stop()])
      await owner.end()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As in life, few orders share a project: were all of one, the planner would read the whole table for any project. */
async function fill(owner: pg.Pool, orders: number): Promise<void> {
  const { hospital } = COMPANIES
  await owner.query(
    `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
     select 1, ${benchId('g')}, 'BENCH' || g, '医疗设备采购第' || g || '项目', $1, 'goods', 1000000, $2, now(), now()
     from generate_series(0, $3::int / ${ORDERS_OF_A_PROJECT}) g`,
    [hospital.id, PEOPLE.buyer.id, orders],
  )
  const { rows } = await owner.query<{ made: string }>(
    `select pg_get_indexdef('purchase_order_words'::regclass) as made`,
  )
  // An index of words is made at once in a fifth of the time that a million single entries take.
  await owner.query('drop index purchase_order_words')
  await owner.query(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       estimated_price, bid_end, open_at, published_at, settings, created_by, created_at, updated_at)
     select 1, ${benchId('g')}, ${benchId(`g / ${ORDERS_OF_A_PROJECT}`)}, 'ZB' || lpad(g::text, 10, '0'), ${TITLE},
       1, $1, $1, (array['publish.draft', 'publish.open', 'open.running', 'open.reading', 'open.ended', 'review.running', 'review.summarised',
         'review.done', 'candidates.public', 'winner.fixed', 'archive.done']::order_state[])[g % 11 + 1], 1000000, now() + interval '10 days', now() + interval '10 days', now(),
       '{"publicityDays": 3}', $2, now() - ($3 - g) * interval '5 minutes', now()
     from generate_series(1, $3::int) g`,
    [hospital.id, PEOPLE.buyer.id, orders],
  )
  await owner.query(rows[0]!.made)
  await owner.query('vacuum analyze purchase_order, project')
  // What was filled in is on the disk before anything is measured: the server would write it for minutes meanwhile.
  await owner.query('checkpoint')
}

/** Besides what all titles hold: words of few orders, of some, and of many that are years old. */
const TITLE = `case when g between 300000 and 550000 then '旧院区' else '' end || '医疗设备采购第' || g || '标段' ||
  case when g % 5000 = 0 then '锅炉改造' when g % 200 = 3 then '空调维保' else '' end`

const ORDERS_OF_A_PROJECT = 4

/**
 * SQL of an id as the product makes them (UUIDv7), rising with the number that the SQL `n` gives: one every five minutes
 * since November 2016.
 */
function benchId(n: string): string {
  const time = `lpad(to_hex(1480000000000 + (${n})::bigint * 300000), 12, '0')`
  return `(${time} || '7' || lpad(to_hex((${n}) % 4096), 3, '0') || '8000' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
