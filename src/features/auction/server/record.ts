import type { Updateable } from 'kysely'
import type { Auction } from '#server/database/tables.ts'
import type { AuctionFacts, AuctionStatus } from '../rules/status.ts'
import type { Any, AuctionRow } from './access.ts'

/** Changes the row of an auction, which the caller has locked. */
export async function change(ctx: Any, { orderId }: AuctionRow, values: Updateable<Auction>): Promise<void> {
  await ctx.update('auction', { orderId }, values)
}

interface Note {
  kind: 'start' | 'pause' | 'resume' | 'outage' | 'end' | 'abortive'
  at?: Date
  reason?: string
  oldEnd?: Date
  newEnd?: Date
  outageFrom?: Date
}

/** Keeps what happened beside the offers, for the closing record. */
export async function note(ctx: Any, auction: AuctionRow, entry: Note): Promise<void> {
  await ctx.insert('auction_event', {
    id: ctx.newId(),
    orderId: auction.orderId,
    kind: entry.kind,
    at: entry.at ?? ctx.clock.now(),
    reason: entry.reason ?? '',
    oldEnd: entry.oldEnd ?? null,
    newEnd: entry.newEnd ?? null,
    outageFrom: entry.outageFrom ?? null,
    byUserId: ctx.actor?.userId ?? null,
    byName: ctx.actor?.name ?? '平台',
  })
}

/** Tells the hall that something happened, never what or by whom: pages refetch, each as far as it may see. */
export function tell(ctx: Pick<Any, 'emit'>, kind: string, orderId: string): void {
  ctx.emit({ kind, payload: { orderId }, topics: [`auction:${orderId}`] })
}

/** What the status table looks at. */
export function factsOf(auction: AuctionRow): AuctionFacts {
  return {
    status: auction.status as AuctionStatus,
    startsAt: auction.startsAt.getTime(),
    endsAt: auction.endsAt.getTime(),
  }
}
