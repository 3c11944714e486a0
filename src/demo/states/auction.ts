import { HOUR, MINUTE } from '#contract/time.ts'
import * as auctions from '#features/auction/contract.ts'
import { AUCTION, INVITED_AUCTION, publishAuction } from '../auctions.ts'
import { type Account, PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import type { TenderPlan } from '../play/plan.ts'
import * as supplier from '../play/supplier.ts'
import type { Playing } from './playing.ts'

export const BIDDERS = ['supplier1', 'supplier2', 'supplier3'] as const satisfies readonly Account[]

export interface Auction {
  orderId: string
  startsAt: string
  /** As planned, without extensions. */
  endsAt: string
  trades: Record<(typeof BIDDERS)[number], string>
}

/** It has just begun, with all admitted and nobody's offer. */
export function running(on: Playing): Promise<Auction> {
  return begin(on, AUCTION)
}

/** Among three invited suppliers, whose price may be talked over: the second is the first of the ranking, and it is over. */
export async function invitedEnded(on: Playing): Promise<Auction> {
  return ended({ ...on, facts: await begin(on, INVITED_AUCTION) })
}

/** Two have offered, the second the lower price, and it is over; the winner is to be chosen. */
export async function ended({ cast, moveTo, facts }: Playing<Auction>): Promise<Auction> {
  for (const [i, account] of BIDDERS.slice(0, 2).entries()) {
    const client = await cast.as(account)
    const params = { orderId: facts.orderId }
    const { token } = await client.call(auctions.auctionTicket, { params })
    await client.call(auctions.makeOffer, { params, body: { token, price: ['90000', '88000'][i]! } })
  }
  await moveTo(new Date(new Date(facts.endsAt).getTime() + MINUTE))
  return facts
}

async function begin({ cast, now, moveTo }: Omit<Playing, 'facts'>, plan: TenderPlan): Promise<Auction> {
  const start = now().getTime() + 3 * HOUR
  const dates = { signUpEnd: start - HOUR, starts: start }
  const orderId = await publishAuction(cast, { plan, by: 'buyer' }, dates)
  const trades: [string, string][] = []
  for (const account of BIDDERS) {
    const { name: contact, mobile } = PEOPLE[account]
    const about = { contact, mobile, now: now() }
    trades.push([account, await supplier.signUp(await cast.as(account), orderId, about)])
  }
  await buyer.approveAll(await cast.as('buyer'), orderId)
  await moveTo(new Date(start))
  return {
    orderId,
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + 30 * MINUTE).toISOString(),
    trades: Object.fromEntries(trades) as Auction['trades'],
  }
}
