import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { inContext } from '#server/context.ts'
import { type HttpClient, HttpError } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { orderTrust } from '../contract-log.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { type Receipt, receiptLeaf } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { checkLog } from './check.ts'
import { closingList } from './public.ts'
import { BID_FEATURES, Bidder, seedOrder, seedSuppliers } from './testing/test-bids.ts'

const BIDDERS = 40
let system: TestSystem
let suppliers: { account: string; companyId: string }[]

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  suppliers = await seedSuppliers(system.owner, BIDDERS)
})

test('40 bidders with wrong clocks across the deadline: who has a receipt is on the closing list, and nobody else', async () => {
  const far = new Date(system.kernel.clock.now().getTime() + HOUR)
  const companyIds = suppliers.map((s) => s.companyId)
  const orderId = await seedOrder(system.owner, { bidEnd: far, companyIds })
  const ready = await Promise.all(
    suppliers.map(async ({ account, companyId }, n) => {
      const client = await system.login(account, { workbench: 'supplier' })
      // By its own clock every other one is too late from the beginning, and the rest never are.
      const clock = new WrongClock(client, (n % 2 === 0 ? 1 : -1) * (2 * HOUR + n * 60_000))
      const bidder = await new Bidder(client, { companyId, orderId }).prepare()
      const bid = await bidder.uploadAll(`${1000 + n}.00`)
      await clock.compare()
      return { bidder, bid, clock }
    }),
  )
  const inOwn = <T>(work: Parameters<typeof inContext<null, T>>[2]) =>
    inContext(system.kernel, { tenantId: 1, actor: null }, work)
  await expect(inOwn((ctx) => closingList(ctx, orderId))).rejects.toMatchObject({ errorName: 'tooEarly' })
  await expect(inOwn((ctx) => closingList(ctx, orderId))).rejects.toMatchObject({ errorName: 'tooEarly' })

  // Bidders' own clocks count for nothing: what counts is when the commit comes. A few come early, a few late, and most
  // at once in the last moment, so that at the deadline many are past the check and not yet stored. When that is they know
  // from the server, as pages do.
  const submit = async (from: number, to: number, at: (n: number) => number) =>
    Promise.all(
      ready.slice(from, to).map(async ({ bidder, bid, clock }, n) => {
        await sleep(Math.max(0, at(n) - clock.serverNow()))
        return bidder.submit(bid).catch((error: unknown) => error)
      }),
    )
  const early = await submit(0, 6, () => 0)
  expect(early.filter((one) => one instanceof Error)).toEqual([])
  const deadline = await moveDeadline(orderId, 900)
  const rush = submit(6, 34, (n) => deadline.getTime() - 400 + n * 4)
  const late = submit(34, BIDDERS, (n) => deadline.getTime() + 100 + n * 10)
  // The opening asks for the list again and again, as hosts do, while the last ones are still sending.
  let list: Awaited<ReturnType<typeof closingList>> | undefined
  while (!list) {
    list = await inOwn((ctx) => closingList(ctx, orderId)).catch(() => undefined)
    await sleep(5)
  }
  const outcomes = [...early, ...(await rush), ...(await late)]
  const receipts = outcomes.filter((o): o is Receipt => !(o instanceof Error))
  const refused = outcomes.filter((o) => o instanceof HttpError)
  expect(receipts.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(receipts.length + refused.length).toBe(BIDDERS)
  expect(refused.map((e) => e.body.code)).toEqual(refused.map(() => 10021))

  const acknowledged = receipts.map((r) => r.body.bidderId).toSorted()
  expect(list.map((b) => b.companyId).toSorted()).toEqual(acknowledged)
  const later = await inOwn((ctx) => closingList(ctx, orderId))
  expect(later.map((b) => b.submissionId)).toEqual(list.map((b) => b.submissionId))
  for (const { body } of receipts) expect(Date.parse(body.at)).toBeLessThan(deadline.getTime())
  expect(list.map((b) => b.logIndex)).toEqual(list.map((b) => b.logIndex).toSorted((a, b) => a - b))

  const notice = await system.client().call(orderTrust, { params: { orderId } })
  const head = parseCheckpoint(notice.checkpoint!)
  const tiles = {
    async readTile(path: string) {
      const response = await fetch(`${system.base}/api/log/${path}`)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
    },
  }
  const tree = new TileTree(tiles, head.size)
  for (const receipt of receipts) {
    expect((await verifyReceipt({ receipt, notice, tiles })).filter((c) => !c.ok)).toEqual([])
    const leaf = { hash: leafHash(receiptLeaf(receipt.body).entry), index: receipt.body.logIndex }
    expect(verifyInclusion(leaf, head, await tree.inclusionProof(leaf.index))).toBe(true)
  }
  expect(await checkLog(system.kernel)).toEqual([])
})

/** The clock of a bidder's computer, wrong by `skew` ms; its requests say so. The server's is known by asking once. */
class WrongClock {
  readonly #client: HttpClient
  readonly #skew: number
  #offset = 0

  constructor(client: HttpClient, skew: number) {
    this.#client = client
    this.#skew = skew
    const send = client.fetch.bind(client)
    client.fetch = (method, path, body, options) =>
      send(method, path, body, {
        ...options,
        headers: { date: new Date(this.now()).toUTCString(), ...options?.headers },
      })
  }

  now(): number {
    return Date.now() + this.#skew
  }

  serverNow(): number {
    return this.now() + this.#offset
  }

  async compare(): Promise<void> {
    const sent = this.now()
    const { epochMs } = await this.#client.call(serverTime, {})
    this.#offset = epochMs - (sent + this.now()) / 2
  }
}

/** Sets the deadline to be in `ms`, as a change notice would: under the order's lock. */
async function moveDeadline(orderId: string, ms: number): Promise<Date> {
  const client = await system.owner.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from purchase_order where id = $1 for update', [orderId])
    const deadline = new Date(system.kernel.clock.now().getTime() + ms)
    await client.query('update purchase_order set bid_end = $2, open_at = $2 where id = $1', [orderId, deadline])
    await client.query('commit')
    return deadline
  } finally {
    client.release()
  }
}
