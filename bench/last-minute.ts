import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { submitBid } from '#features/sealed-bids/contract.ts'
import { startServer } from '#server/child.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { HttpClient, HttpError } from '#server/testing/http-client.ts'
import { build } from '../bin/build.mjs'
import { SERVER } from '../bin/server.mjs'
import { quantile } from './load.ts'
import { type ReadyBid, readyBids } from './ready-bids.ts'

/*
 * 200 suppliers hand in a sealed offer within the last minute before a deadline, and the server is killed (SIGKILL) in the
 * middle: `node bench/last-minute.ts`. Prints whether anybody who has a receipt was lost, and how long commits took.
 */

const SUPPLIERS = 200
const MINUTE = 60_000
const KILL_AT = 30_000
/** Left to whoever comes last. */
const LEAST_LEFT = 1500
const RETRY = 200
const MOST_P95 = 500

await build()
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-bench-'))
chmodSync(folder, 0o711)
const database = await startEmbedded({ dataDir: folder })
const start = () =>
  startServer(
    {
      DATABASE_URL: database.url,
      KAIBIAO_DATA: join(folder, 'data'),
      KAIBIAO_SECRET: 'bench-secret-bench-secret-bench-secret-1',
      KAIBIAO_DEMO: 'people',
      LOG_LEVEL: 'fatal',
      LIMITS_FACTOR: '1000',
      ...SERVER.env,
    },
    { entry: join(import.meta.dirname, '..', SERVER.script), execArgv: SERVER.args },
  )
let product = await start()
const owner = new pg.Pool({ connectionString: database.url, max: 2 })
owner.on('error', () => undefined)
try {
  const ready = await readyBids({ owner, product: product.base }, { suppliers: SUPPLIERS, orders: 1 })
  const { orderId } = ready[0]!.bidder
  const began = Date.now()
  await owner.query('update purchase_order set bid_end = $2, open_at = $2 where id = $1', [
    orderId,
    new Date(began + MINUTE),
  ])
  let base = product.base
  let back = Number.POSITIVE_INFINITY
  const sent = ready.map((one, i) =>
    handIn(one, { due: began + (i * (MINUTE - LEAST_LEFT)) / SUPPLIERS, server: () => base }),
  )
  await sleep(began + KILL_AT - Date.now())
  process.kill(product.pid, 'SIGKILL')
  product = await start()
  back = Date.now()
  base = product.base
  const outcomes = await Promise.all(sent)
  const { rows } = await owner.query<{ index: string }>(
    `select log_index as index from bid_submission where order_id = $1 and kind = 'submitted'`,
    [orderId],
  )
  const stored = new Set(rows.map(({ index }) => Number(index)))
  const receipts = outcomes.flatMap(({ logIndex }) => (logIndex === null ? [] : [logIndex]))
  const calm = outcomes
    .filter(({ due, at }) => at < began + KILL_AT || due > back + 1000)
    .map(({ due, at }) => at - due)
  const lost = receipts.filter((index) => !stored.has(index)).length
  const p95 = quantile(calm, 0.95)
  print(
    `${receipts.length} of ${SUPPLIERS} have a receipt, ${lost} of them lost, ${stored.size - receipts.length} stored without one`,
    lost === 0 && receipts.length === SUPPLIERS && stored.size === SUPPLIERS,
  )
  print(
    `commit p50 ${quantile(calm, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${calm.length} outside of the restart; target ≤ ${MOST_P95})`,
    p95 <= MOST_P95,
  )
  const away = (back - began - KILL_AT) / 1000
  const longest = Math.max(...outcomes.map(({ due, at }) => at - due)) / 1000
  print(`server away for ${away.toFixed(1)} s; the longest wait ${longest.toFixed(1)} s`, true)
} finally {
  await product.stop()
  await owner.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Outcome {
  /** Epoch ms at which it was meant to be sent, and answered. */
  due: number
  at: number
  /** Null: refused. */
  logIndex: number | null
}

/** Sends a bid when it is due, with the same key again until there is an answer, as a browser does. */
async function handIn(
  { bidder, bid }: ReadyBid,
  { due, server }: { due: number; server: () => string },
): Promise<Outcome> {
  await sleep(Math.max(0, due - Date.now()))
  const key = `last-minute-${randomUUID()}`
  for (;;) {
    const client = new HttpClient(server())
    client.workbench = bidder.client.workbench
    for (const [name, value] of bidder.client.cookies) client.cookies.set(name, value)
    const body = { ...bid, keyId: bidder.keyId, replaces: null }
    try {
      const receipt = await client.call(submitBid, { params: { orderId: bidder.orderId }, body }, { key })
      return { due, at: Date.now(), logIndex: receipt.body.logIndex }
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return { due, at: Date.now(), logIndex: null }
      await sleep(RETRY)
    }
  }
}

function print(what: string, holds: boolean): void {
  console.log(`${holds ? '✓' : '✗'} ${what}`)
}
