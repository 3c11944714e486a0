import type { OutputOf } from '#contract/endpoint.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { auditTrail } from '#features/audit-trail/server/routes.ts'
import { draft, join, tenderWorld, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../../contract.ts'
import { auction } from '../routes.ts'
import { auctionArchive } from '../sheet.ts'
import { priceTalkArchive } from '../talk/record.ts'

/** A system with what an auction stands on; people as in the demonstration world. */
export const auctionWorld = (): Promise<TenderWorld> =>
  tenderWorld({ archiveParts: [auctionArchive, priceTalkArchive], features: [auction, auditTrail] })

export const TERMS = {
  stepKind: 'amount' as const,
  step: '1000',
  durationMinutes: 30,
  windowMinutes: 3,
  maxExtensions: 2 as number | null,
  showRank: true,
  priceTalk: false,
}

export interface Running {
  orderId: string
  startsAt: Date
  endsAt: Date
  trades: string[]
  /** Tickets of the suppliers, by position. */
  tokens: string[]
}

/** A draft with these terms that starts in three hours. */
export async function draftAuction(
  world: TenderWorld,
  change: Partial<typeof TERMS> = {},
  more: Parameters<typeof draft>[1] = {},
) {
  const now = world.t.kernel.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
  const made = await draft(world, {
    method: 8,
    title: '办公电脑竞价采购',
    controlPrice: '900000',
    bond: '0',
    schedule: {
      saleStart: null,
      saleEnd: null,
      signUpEnd: at(2),
      questionEnd: at(1),
      bidEnd: null,
      openAt: at(3),
    },
    settings: { qualifications: [{ name: '营业执照', required: true }], auction: { ...TERMS, ...change } },
    files: [],
    ...more,
  })
  return { ...made, startsAt: new Date(now + 3 * HOUR) }
}

/** Published, with so many admitted; the clock has not moved. */
export async function prepare(
  world: TenderWorld,
  {
    admitted = 3,
    terms = {},
    more = {},
  }: { admitted?: number; terms?: Partial<typeof TERMS>; more?: Parameters<typeof draft>[1] } = {},
): Promise<Omit<Running, 'tokens'>> {
  const { orderId, startsAt } = await draftAuction(world, terms, more)
  done(await world.buyer.call(publishOrder, { params: { orderId }, body: {} }))
  const trades: string[] = []
  for (const supplier of world.suppliers.slice(0, admitted))
    trades.push((await join(world, orderId, { supplier })).tradeId)
  const minutes = terms.durationMinutes ?? TERMS.durationMinutes
  return { orderId, startsAt, trades, endsAt: new Date(startsAt.getTime() + minutes * MINUTE) }
}

/** Running, with tickets. */
export async function run(world: TenderWorld, plan: Parameters<typeof prepare>[1] = {}): Promise<Running> {
  const made = await prepare(world, plan)
  await world.t.advanceTo(made.startsAt)
  const tokens = await Promise.all(
    world.suppliers.slice(0, made.trades.length).map((client) => ticket(client, made.orderId)),
  )
  return { ...made, tokens }
}

export async function ticket(client: HttpClient, orderId: string): Promise<string> {
  return (await client.call(c.auctionTicket, { params: { orderId } })).token
}

export async function hallAs(client: HttpClient, orderId: string): Promise<OutputOf<typeof c.auctionHall>> {
  return client.call(c.auctionHall, { params: { orderId }, query: { token: await ticket(client, orderId) } })
}
