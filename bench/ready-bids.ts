import type pg from 'pg'
import { HOUR } from '#contract/time.ts'
import { inspectBidFile } from '#features/sealed-bids/contract.ts'
import { Bidder, seedOrder, seedSuppliers } from '#features/sealed-bids/server/testing/test-bids.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { PASSWORD } from '#demo/people.ts'
import type { BenchWorld } from './world.ts'

/** A bid that only has to be committed. */
export interface ReadyBid {
  bidder: Bidder
  bid: Awaited<ReturnType<Bidder['uploadAll']>>
}

/**
 * Bids of `suppliers` companies in `orders` tenders, one each: sealed, uploaded and examined as a browser has it done, the
 * key rehearsed. Orders and companies are laid into the database: how they come about is measured elsewhere.
 */
export async function readyBids(
  { owner, product }: Pick<BenchWorld, 'owner' | 'product'>,
  count: { suppliers: number; orders: number },
): Promise<ReadyBid[]> {
  const people = await seedSuppliers(owner, count.suppliers)
  const clients = await Promise.all(people.map(({ account }) => enter(product, account)))
  const orders: string[] = []
  for (let n = 0; n < count.orders; n++) orders.push(await tender(owner, people))
  const ready: ReadyBid[] = []
  for (const orderId of orders)
    ready.push(
      ...(await Promise.all(
        people.map(async ({ companyId }, n) => {
          const bidder = await new Bidder(clients[n]!, { companyId, orderId }).prepare()
          const bid = await bidder.uploadAll('900000.00')
          for (const fileId of bid.fileIds) await bidder.client.call(inspectBidFile, { params: { orderId, fileId } })
          return { bidder, bid }
        }),
      )),
    )
  return ready
}

function tender(owner: pg.Pool, people: readonly { companyId: string }[]): Promise<string> {
  const bidEnd = new Date(Date.now() + HOUR)
  return seedOrder(owner, { bidEnd, companyIds: people.map((one) => one.companyId) })
}

async function enter(base: string, account: string): Promise<HttpClient> {
  const client = new HttpClient(base)
  await client.login(account, PASSWORD)
  client.workbench = 'supplier'
  return client
}
