import type { ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forkServer } from '#server/testing/fork-server.ts'
import { type HttpClient, HttpError } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { bidRoom, submitBid, withdrawBid } from '../contract.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { checkLog } from './check.ts'
import { BID_FEATURES, Bidder, seedOrder, seedSuppliers } from './testing/test-bids.ts'

/*
 * Two server processes on one database and one folder. While bidders upload, submit and withdraw, one is killed (SIGKILL);
 * they go on at the other, repeating with the same key what was cut off, as the browser does. In the end every receipt that
 * was given out is there, exactly once, and nothing is half there. Killed at each named point of a commit; with SOAK=1 at
 * fifty moments of chance as well.
 */

/** Where the database holds a commit up: before a row of this table is written, or when all is written and to be kept. */
const POINTS = {
  'while an upload is recorded': 'before insert on file_object for each row',
  'before the submission': 'before insert on bid_submission for each row',
  'between the submission and its files': 'before insert on bid_file for each row',
  'before the log grows': 'before update on bid_log for each row',
  'while the leaves are written': 'before insert or update on bid_log_tile for each row',
  'after everything was written, before anybody is told':
    'after insert on bid_submission deferrable initially deferred for each row',
}

const ROUNDS = 50
const NODES = 2
const BIDDERS = 8
let system: TestSystem
let orderId: string
const people: Participant[] = []
const running = new Set<ChildProcess>()

interface Participant {
  bidder: Bidder
  receipts: Receipt[]
  /** Moves begun. */
  moves: number
  /** What was asked for and not answered. */
  pending: (() => Promise<Receipt>) | null
  /** A bid whose files are up already; the others upload anew each time. */
  ready: Awaited<ReturnType<Bidder['uploadAll']>> | null
}

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const suppliers = await seedSuppliers(system.owner, BIDDERS)
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 86_400_000)
  orderId = await seedOrder(system.owner, { bidEnd, companyIds: suppliers.map((s) => s.companyId) })
  await system.owner.query(`create function hold_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`)
  for (const [n, { account, companyId }] of suppliers.entries()) {
    const client = await system.login(account, { workbench: 'supplier' })
    const bidder = await new Bidder(client, { companyId, orderId }).prepare()
    people.push({
      bidder,
      receipts: [],
      moves: 0,
      pending: null,
      ready: n % 4 === 3 ? null : await bidder.uploadAll('1.00'),
    })
  }
})

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

test('killed at each point of a commit: every receipt stands, and nothing is half there', async () => {
  let cut = 0
  let next = startServer()
  for (const moment of Object.values(POINTS)) {
    const server = await next
    next = startServer()
    const before = count()
    const work = people.map((person) => bidAt(server, person))
    // Bids are accepted all along.
    await vi.waitUntil(() => count() > before, { timeout: 60_000 })
    const letGo = await holdUp(moment)
    server.child.kill('SIGKILL')
    await letGo()
    cut += (await Promise.all(work)).filter(Boolean).length
  }
  // At each more than one submission or withdrawal was under way, on the average.
  expect(cut).toBeGreaterThan(Object.keys(POINTS).length)
  await nothingIsHalfThere(await next)
})

// Minutes, and nothing that the named points leave out is known.
test.runIf(process.env.SOAK === '1')(
  `${ROUNDS} kills at any moment: every receipt stands, and nothing is half there`,
  async () => {
    let kills = 0
    let cut = 0
    let next = startServers()
    for (let round = 0; round < ROUNDS; round += NODES) {
      const servers = await next
      next = startServers()
      // At first they are spread over the processes; whose process is killed goes on at the one that is left.
      const places = people.map((_, n) => (n + round / NODES) % NODES)
      const work = people.map((person, n) => bidAt(servers[places[n]!]!, person))
      for (const [n, server] of servers.entries()) {
        const left = servers[n + 1]
        const before = count()
        // At any moment of a commit: some time after some have gone through.
        const wanted = before + randomInt(4)
        for (let waited = 0; count() < wanted && waited < 3000; waited += 5) await sleep(5)
        await sleep(randomInt(40))
        kills += server.child.kill('SIGKILL') ? 1 : 0
        const its = [...people.keys()].filter((i) => places[i] === n)
        cut += (await Promise.all(its.map((i) => work[i]!))).filter(Boolean).length
        if (!left) continue
        for (const i of its) {
          places[i] = n + 1
          work[i] = bidAt(left, people[i]!)
        }
      }
    }
    expect(kills).toBe(ROUNDS)
    // On the average more than one submission or withdrawal was under way at each.
    expect(cut).toBeGreaterThan(ROUNDS)
    const [last] = await next
    await nothingIsHalfThere(last!)
  },
  600_000,
)

test('killed while several were being written together: all of them or none, and asked again each has its receipt', async () => {
  const { child, base } = await startServer()
  const ready = people.filter((person) => person.ready)
  const requests = await Promise.all(
    ready.map(async ({ bidder, ready: bid }) => {
      Object.assign(bidder.client, { base })
      const { current } = await bidder.client.call(bidRoom, { params: { orderId } })
      const body = { ...bid!, keyId: bidder.keyId, replaces: current?.submissionId ?? null }
      const key = randomUUID()
      return () => bidder.client.call(submitBid, { params: { orderId }, body }, { key })
    }),
  )
  const count = async () =>
    (await system.owner.query<{ n: number }>('select count(*)::int as n from bid_submission')).rows[0]!.n
  const before = await count()
  await system.owner.query(
    'create trigger hold_up before insert on bid_submission for each row execute function hold_up()',
  )
  const block = await system.owner.connect()
  await block.query('select pg_advisory_lock(4711)')
  // The first is held up, the others arrive meanwhile; then they are.
  const [first, ...others] = requests
  const one = first!()
  await heldUp()
  const outcomes = Promise.allSettled(others.map((request) => request()))
  // Once twenty later calls have been answered, they have arrived, on a busy machine as well.
  for (let i = 0; i < 20; i++) await people[0]!.bidder.client.call(bidRoom, { params: { orderId } })
  await block.query('select pg_advisory_unlock(4711)')
  await block.query('select pg_advisory_lock(4711)')
  await heldUp()
  await one
  child.kill('SIGKILL')
  expect((await outcomes).map((outcome) => outcome.status)).toEqual(others.map(() => 'rejected'))
  await block.query('select pg_advisory_unlock(4711)')
  block.release()
  await system.owner.query('drop trigger hold_up on bid_submission')
  const written = (await count()) - before
  expect([1, requests.length]).toContain(written)

  const next = await startServer()
  for (const { bidder } of ready) Object.assign(bidder.client, { base: next.base })
  const receipts = await Promise.all(requests.map((request) => request()))
  expect(await count()).toBe(before + requests.length)
  const { rows } = await system.owner.query<{ receipt: Receipt }>(
    'select receipt from bid_submission order by log_index desc limit $1',
    [requests.length],
  )
  const byIndex = (a: Receipt, b: Receipt) => b.body.logIndex - a.body.logIndex
  expect(receipts.toSorted(byIndex)).toEqual(rows.map((row) => row.receipt))
  expect(await checkLog(system.kernel)).toEqual([])
})

/** Who was cut off asks again; then every receipt is held against what is stored. */
async function nothingIsHalfThere({ base }: { base: string }): Promise<void> {
  for (const person of people) {
    Object.assign(person.bidder.client, { base })
    if (!person.pending) continue
    person.receipts.push(await person.pending())
    person.pending = null
  }
  const given = people.flatMap((person) => person.receipts)
  for (const { bidder, receipts } of people) {
    const { history } = await bidder.client.call(bidRoom, { params: { orderId } })
    expect(history.map((h) => h.logIndex)).toEqual(receipts.map((r) => r.body.logIndex))
  }
  const { rows } = await system.owner.query<{ receipt: Receipt }>(
    'select receipt from bid_submission order by log_index',
  )
  const byIndex = new Map(given.map((receipt) => [receipt.body.logIndex, receipt]))
  expect(byIndex.size).toBe(given.length)
  // What came at one instant was logged under one head.
  expect(new Set(given.map((receipt) => receipt.body.checkpoint)).size).toBeLessThan(given.length)
  expect(rows.map((row) => row.receipt)).toEqual(rows.map((row) => byIndex.get(row.receipt.body.logIndex)))
  expect(await checkLog(system.kernel)).toEqual([])
}

/** Holds commits up at a moment and waits until one stands there; the function that is returned lets them go on. */
async function holdUp(moment: string): Promise<() => Promise<void>> {
  const block = await system.owner.connect()
  await block.query('select pg_advisory_lock(4711)')
  const kind = moment.includes('deferred') ? 'constraint trigger' : 'trigger'
  await system.owner.query(`create ${kind} hold_up ${moment} execute function hold_up()`)
  await heldUp()
  return async () => {
    await block.query('select pg_advisory_unlock(4711)')
    block.release()
    await system.owner.query(`drop trigger hold_up on ${/ on (\w+)/.exec(moment)![1]}`)
  }
}

/** A commit waits for the test's lock. */
async function heldUp(): Promise<void> {
  const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
  while ((await system.owner.query<{ n: number }>(waiting)).rows[0]!.n === 0) await sleep(20)
}

function bidAt(server: { base: string }, person: Participant): Promise<boolean> {
  Object.assign(person.bidder.client, { base: server.base })
  return keepBidding(person)
}

const count = () => people.reduce((sum, person) => sum + person.receipts.length, 0)

/** Uploads, submits, withdraws, over and over, until the server is gone. Tells whether a commit was cut off by that. */
async function keepBidding(person: Participant): Promise<boolean> {
  try {
    for (;;) {
      if (person.pending) {
        person.receipts.push(await person.pending())
        person.pending = null
      }
      person.pending = await nextMove(person)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    return person.pending !== null
  }
}

/** A request that can be repeated: the same key, the same content. */
async function nextMove(person: Participant): Promise<() => Promise<Receipt>> {
  const { bidder, ready } = person
  const { client } = bidder
  const params = { orderId }
  const key = randomUUID()
  const { current } = await client.call(bidRoom, { params })
  if (current && ++person.moves % 4 === 0) {
    const body = { submissionId: current.submissionId }
    return async () => patient(client).call(withdrawBid, { params, body }, { key })
  }
  const bid = ready ?? (await bidder.uploadAll(`${randomInt(1_000_000)}.00`))
  const body = { ...bid, keyId: bidder.keyId, replaces: current?.submissionId ?? null }
  return async () => patient(client).call(submitBid, { params, body }, { key })
}

/** The database may not have noticed yet that the killed process is gone, and then says that the request is busy. */
function patient(client: HttpClient): HttpClient {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'call') return Reflect.get(target, name, target) as unknown
      return async (...args: Parameters<HttpClient['call']>) => {
        for (;;) {
          try {
            return await target.call(...args)
          } catch (error) {
            if (!(error instanceof HttpError) || error.body.code !== 10005) throw error
            await sleep(20)
          }
        }
      }
    },
  })
}

function startServers(): Promise<{ child: ChildProcess; base: string }[]> {
  return Promise.all(Array.from({ length: NODES }, startServer))
}

async function startServer(): Promise<{ child: ChildProcess; base: string }> {
  const ground = { dataDir: system.config.dataDir, url: system.ownerUrl }
  const { child, base } = await forkServer(ground, { name: 'kill-server' })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, base: await base }
}
