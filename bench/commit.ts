import { demoKey } from '#demo/keys.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { submitBid } from '#features/sealed-bids/contract.ts'
import { median, openLoop, quantile, send } from './load.ts'
import type { Line } from './line.ts'
import { type ReadyBid, readyBids } from './ready-bids.ts'
import { BIDDERS, publishedTender } from './tender.ts'
import type { BenchWorld } from './world.ts'

const RATE = 20
const SECONDS = 15
/** Bids that are ready, and how many people commit at a time. */
const READY = { suppliers: 15, orders: 24 }
const AT_ONCE = 30

/** Commits of sealed bids: files are sealed and uploaded before; the commit is what is timed. */
export async function commit(world: BenchWorld): Promise<Line[]> {
  return [...(await atFixedRate(world)), ...(await allAtOnce(world))]
}

/** As many as come through, beside a plain peer that stores the same bid and knows neither log nor receipt. */
async function allAtOnce(world: BenchWorld): Promise<Line[]> {
  const ready = await readyBids(world, READY)
  const product = ({ bidder, bid }: ReadyBid) =>
    bidder.client.call(submitBid, {
      params: { orderId: bidder.orderId },
      body: { ...bid, keyId: bidder.keyId, replaces: null },
    })
  const peer = async ({ bidder, bid }: ReadyBid) => {
    const { orderId, companyId: company, keyId } = bidder
    const body = JSON.stringify({ orderId, company, keyId, manifest: bid.manifest })
    const headers = { 'content-type': 'application/json' }
    const { status } = await send(world.reference, { method: 'POST', path: '/bids', headers, body })
    if (status !== 200) throw new Error(`the peer answered ${status}`)
  }
  const count = ready.length / 3
  await drain(ready.slice(0, count / 2), product)
  await drain(ready.slice(0, count / 2), peer)
  const ours: Drained[] = []
  const theirs: Drained[] = []
  for (let from = count / 2; from + count <= ready.length; from += count) {
    ours.push(await drain(ready.slice(from, from + count), product))
    theirs.push(await drain(ready.slice(from, from + count), peer))
  }
  const perSecond = median(ours.map((one) => one.perSecond))
  const plain = median(theirs.map((one) => one.perSecond))
  const times = ours.flatMap((one) => one.times)
  return [
    {
      what: `sealed bids committed, ${AT_ONCE} at a time`,
      figures: `${perSecond.toFixed(0)}/s against ${plain.toFixed(0)}/s: ${(perSecond / plain).toFixed(2)}; p50 ${median(times).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`,
      target: '≥ 150/s, durable',
      holds: perSecond >= 150,
    },
  ]
}

interface Drained {
  perSecond: number
  /** ms */
  times: number[]
}

/** Does it for all of them, some at a time. */
async function drain(ready: readonly ReadyBid[], act: (one: ReadyBid) => Promise<unknown>): Promise<Drained> {
  const waiting = [...ready]
  const times: number[] = []
  const began = performance.now()
  const worker = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const sent = performance.now()
      await act(one)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { perSecond: (ready.length * 1000) / (performance.now() - began), times }
}

async function atFixedRate(world: BenchWorld): Promise<Line[]> {
  const tender = await publishedTender(world.product)
  const { cast, orderId } = tender
  const content: supplier.BidContent = {
    priceOf: supplier.atRatio('0.9'),
    marks: ['40', '36'],
    files: [
      { role: 'technical', name: '技术标文件.pdf', content: Buffer.from('%PDF-1.4 technical') },
      { role: 'business', name: '商务标文件.pdf', content: Buffer.from('%PDF-1.4 business') },
    ],
  }
  const prepared: supplier.PreparedBid[][] = await Promise.all(
    BIDDERS.map(async (account) => {
      const client = await cast.as(account)
      const key = demoKey(account, PLANS.his.suite)
      const list: supplier.PreparedBid[] = []
      for (let i = 0; i < (RATE * SECONDS) / BIDDERS.length; i++) {
        list.push(await supplier.prepareBid(client, orderId, { keyId: tender.keys.get(account)!, key, content }))
      }
      return list
    }),
  )
  // One bidder's commits follow one another; the rate is that of all bidders together.
  const last = new Map<number, Promise<string | null>>()
  const result = await openLoop(RATE, SECONDS, async (n) => {
    const who = n % BIDDERS.length
    const before = last.get(who) ?? Promise.resolve(null)
    const mine = before.then(async (replaces) => {
      const client = await cast.as(BIDDERS[who]!)
      return supplier.commitBid(client, orderId, { ...prepared[who]![Math.floor(n / BIDDERS.length)]!, replaces })
    })
    last.set(who, mine)
    await mine
  })
  return [
    {
      what: `commit of a sealed bid at ${RATE} a second`,
      figures: `p50 ${result.p50.toFixed(0)} ms, p95 ${result.p95.toFixed(0)} ms, ${result.failures} failed`,
      target: 'p95 ≤ 300 ms, durable',
      holds: result.p95 <= 300 && result.failures === 0,
    },
  ]
}
