import type { ClientRequest } from 'node:http'
import { newId } from '#contract/id.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { hostSend } from '#features/opening-hall/contract-talk.ts'
import { cookieOf, listen } from './hall.ts'
import { openLoop, quantile } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const HALLS = 50
const EACH = 20
/** Messages a second over all halls: each hall has one about every second. */
const RATE = 50
const SECONDS = 15

/**
 * Fifty openings at the same time, twenty participants in each: messages in all of them, time from sending to arrival at each
 * participant of that hall. None may arrive in another hall.
 */
export async function halls(world: BenchWorld): Promise<Line[]> {
  const orders = await openHalls(world, HALLS)
  const host = await new Cast(world.product).as('buyer')
  const before = world.memory()
  const sent = new Map<string, { at: number; hall: number }>()
  const delays: number[] = []
  let strays = 0
  const streams: ClientRequest[] = []
  // Standing up a thousand streams at once is another measure: here they come hall by hall.
  for (const [hall, orderId] of orders.entries())
    streams.push(
      ...(await Promise.all(
        Array.from({ length: EACH }, () =>
          listen(`${world.product}/api/live?topics=hall:${orderId}`, cookieOf(host), (content) => {
            const message = sent.get(content)
            if (!message) return
            if (message.hall !== hall) strays++
            delays.push(performance.now() - message.at)
          }),
        ),
      )),
    )
  await openLoop(RATE, SECONDS, async (n) => {
    const hall = n % HALLS
    const content = `第 ${hall} 个开标大厅的消息 ${n}`
    sent.set(content, { at: performance.now(), hall })
    await host.call(hostSend, { params: { projectId: orders[hall]! }, body: { content } })
  })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const memory = world.memory()
  for (const stream of streams) stream.destroy()
  const expected = RATE * SECONDS * EACH
  const p95 = quantile(delays, 0.95)
  return [
    {
      what: `${HALLS} halls × ${EACH} live, ${RATE} messages a second`,
      figures: `p50 ${quantile(delays, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${delays.length} of ${expected} arrived, ${(memory - before).toFixed(0)} MB more`,
      target: 'p95 ≤ 100 ms',
      holds: p95 <= 100 && delays.length === expected && strays === 0,
    },
  ]
}

/** Openings under way, laid into the database: how one is begun is measured elsewhere. */
export async function openHalls(world: BenchWorld, count: number): Promise<string[]> {
  const orders = Array.from({ length: count }, () => newId())
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    for (const [i, orderId] of orders.entries()) {
      await client.query(
        `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
           estimated_price, bid_end, open_at, published_at, settings, created_by, created_at, updated_at)
         values (1, $1, (select id from project where tenant_id = 1 and code = 'BENCH0'), $2, $3, 1, $4, $4, 'open.running', 1000000, now() - interval '1 hour',
           now() - interval '1 hour', now() - interval '30 days', '{"publicityDays": 3}', $5, now(), now())`,
        [orderId, `KB${orderId.slice(-8)}${i}`, `同时开标第${i + 1}标段`, COMPANIES.hospital.id, PEOPLE.buyer.id],
      )
      await client.query(
        `insert into opening (tenant_id, order_id, started_at, decrypt_end) values (1, $1, now(), now() + interval '1 hour')`,
        [orderId],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  return orders
}
