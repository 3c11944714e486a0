import { demoKey } from '#demo/keys.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { openLoop } from './load.ts'
import type { Line } from './line.ts'
import { BIDDERS, publishedTender } from './tender.ts'
import type { BenchWorld } from './world.ts'

const RATE = 20
const SECONDS = 15

/** Commits of sealed bids at a fixed rate: files are sealed and uploaded before; the commit is what is timed. */
export async function commit(world: BenchWorld): Promise<Line[]> {
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
