import { randomUUID } from 'node:crypto'
import { newId } from '#contract/id.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { auctionTicket, makeOffer } from '#features/auction/contract.ts'
import { headersOf } from './list.ts'
import { median, quantile, send, type Shot } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const BIDDERS = ['supplier1', 'supplier2', 'supplier3'] as const
const ROUNDS = 3
const OFFERS = 100
/** Offers until the code of both is compiled; a server that runs auctions has made more. */
const WARM_UP = 1500
const START = 90_000_000

/**
 * Offers in a running auction, one after the other from each bidder in turn: until the answer, which comes behind the
 * commit. The plain peer checks and stores the same under the same lock.
 */
export async function offers(world: BenchWorld): Promise<Line[]> {
  const orderId = await runningAuction(world)
  const other = await runningAuction(world)
  const cast = new Cast(world.product)
  const bidders = await Promise.all(
    BIDDERS.map(async (account) => {
      const client = await cast.as(account)
      return { headers: headersOf(client), token: (await client.call(auctionTicket, { params: { orderId } })).token }
    }),
  )
  let [next, peerNext] = [START, START]
  const product = async (n: number) => {
    const { headers, token } = bidders[n % bidders.length]!
    await post(world.product, {
      path: `/api${makeOffer.path.replace('{orderId}', orderId)}`,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ token, price: String((next -= 1000)) }),
    })
  }
  const peer = async (n: number) => {
    const body = JSON.stringify({ orderId: other, company: companyOf(n), price: String((peerNext -= 1000)) })
    const headers = { 'content-type': 'application/json' }
    await post(world.reference, { path: '/offers', headers, body })
  }
  const ours: number[] = []
  const theirs: number[] = []
  await timed(product, WARM_UP)
  await timed(peer, WARM_UP)
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(...(await timed(product, OFFERS)))
    theirs.push(...(await timed(peer, OFFERS)))
  }
  const p50 = median(ours)
  return [
    {
      what: 'offer in an auction',
      figures: `p50 ${p50.toFixed(1)} ms, p95 ${quantile(ours, 0.95).toFixed(1)} ms; plain p50 ${median(theirs).toFixed(1)} ms`,
      target: 'p50 ≤ 3 ms, durable',
      holds: p50 <= 3,
    },
  ]
}

/** By the same client for both. */
async function post(base: string, shot: Omit<Shot, 'method'>): Promise<void> {
  const { status, body } = await send(base, { method: 'POST', ...shot })
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
}

async function timed(act: (n: number) => Promise<void>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    await act(n)
    times.push(performance.now() - began)
  }
  return times
}

/** An auction under way, laid into the database: how one is begun is measured elsewhere. */
async function runningAuction({ owner }: BenchWorld): Promise<string> {
  const orderId = newId()
  const { hospital } = COMPANIES
  await owner.query(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       estimated_price, control_price, open_at, published_at, settings, created_by, created_at, updated_at)
     values (1, $1, (select id from project where tenant_id = 1 and code = 'BENCH0'), $2, '竞价标段', 8, $3, $3, 'auction.running', $5, $5,
       now() - interval '1 minute', now() - interval '10 days', '{}', $4, now(), now())`,
    [orderId, `JJ${orderId}`, hospital.id, PEOPLE.buyer.id, START],
  )
  await owner.query(
    `insert into auction (tenant_id, order_id, status, start_price, terms, starts_at, planned_end, ends_at, head)
     select 1, $1, 1, $2, '{"step": "1000"}', t - interval '1 minute', t + interval '2 hours', t + interval '2 hours', '\\x00'
     from date_trunc('second', now()) t`,
    [orderId, START],
  )
  for (const [n] of BIDDERS.entries()) {
    const tradeId = newId()
    await owner.query(
      `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
       values (1, $1, $2, $3, 'sign-up', 1, '联系人', '', $4, now())`,
      [tradeId, orderId, companyOf(n), PEOPLE.buyer.id],
    )
    await owner.query('insert into auction_bidder (tenant_id, order_id, trade_id, mark) values (1, $1, $2, $3)', [
      orderId,
      tradeId,
      `A${'ABC'[n]}`,
    ])
  }
  return orderId
}

function companyOf(n: number): string {
  return COMPANIES[BIDDERS[n % BIDDERS.length]!].id
}
