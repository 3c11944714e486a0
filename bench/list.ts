import { HttpClient } from '#server/testing/http-client.ts'
import { PASSWORD } from '#demo/people.ts'
import { closedLoop, median } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

export const ROUNDS = 3
export const SECONDS = 6
export const CONNECTIONS = 16

/** Headers of a logged-in buyer. */
export async function buyerHeaders(base: string): Promise<Record<string, string>> {
  const client = new HttpClient(base)
  await client.login('buyer', PASSWORD)
  client.workbench = 'purchaser'
  return headersOf(client)
}

/** What somebody who is logged in sends along, for requests that are measured. */
export function headersOf({ cookies, workbench }: HttpClient): Record<string, string> {
  return {
    cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; '),
    'x-xsrf-token': cookies.get('kb_xsrf') ?? '',
    'x-workbench': workbench,
    'content-type': 'application/json',
  }
}

/** Twenty of a million orders with a keyword and a method, product and peer in turn. */
export async function listOrders(world: BenchWorld): Promise<Line[]> {
  const headers = await buyerHeaders(world.product)
  const keyword = encodeURIComponent('标段')
  const product = () => [
    () => ({
      method: 'GET',
      path: `/api/workbench/buyer/orders/page?pageSize=20&method=1&keyword=${keyword}`,
      headers,
    }),
  ]
  const peer = () => [() => ({ method: 'GET', path: `/orders?keyword=${keyword}`, headers: {} })]
  return compare(world, { what: 'list 20 of the orders, filtered', product, peer, least: 0.8 })
}

/** Runs product and peer in alternation; the ratio of medians is what counts. */
export async function compare(
  world: BenchWorld,
  {
    what,
    product,
    peer,
    least,
  }: { what: string; product: Parameters<typeof closedLoop>[1]; peer: Parameters<typeof closedLoop>[1]; least: number },
): Promise<Line[]> {
  const options = { connections: CONNECTIONS, seconds: SECONDS }
  const ours: number[] = []
  const theirs: number[] = []
  let failures = 0
  await closedLoop(world.product, product, { ...options, seconds: 2 })
  await closedLoop(world.reference, peer, { ...options, seconds: 2 })
  for (let round = 0; round < ROUNDS; round++) {
    const a = await closedLoop(world.product, product, options)
    const b = await closedLoop(world.reference, peer, options)
    ours.push(a.perSecond)
    theirs.push(b.perSecond)
    failures += a.failures + b.failures
  }
  const ratio = median(ours) / median(theirs)
  return [
    {
      what,
      figures: `${median(ours).toFixed(0)}/s against ${median(theirs).toFixed(0)}/s: ${ratio.toFixed(2)}${failures > 0 ? `, ${failures} FAILED` : ''}`,
      target: `≥ ${least}`,
      holds: ratio >= least && failures === 0,
    },
  ]
}
