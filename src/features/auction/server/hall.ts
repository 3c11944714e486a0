import { MINUTE } from '#contract/time.ts'
import { Exact } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { auctionDoor, AuctionHall } from '../contract.ts'
import { nextLimit, ranking } from '../rules/offer.ts'
import { AUCTION_STATUS, AuctionStatus, DOOR_MINUTES, isClosed } from '../rules/status.ts'
import { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import { stepOf } from '#features/procurement/rules/auction-terms-meaning.ts'
import { type AuctionRow, auctionRow, HOST, type Order, type Standing } from './access.ts'
import { factsOf } from './record.ts'
import { shownReserve } from './reserve.ts'

type Ctx = Context<Actor>

const A = AuctionStatus.values

/** The door as anybody with a part in the auction sees it. */
export async function doorOf(ctx: Ctx, at: Standing): Promise<OutputOf<typeof auctionDoor>> {
  const auction = await auctionRow(ctx, at.order.id)
  return { ...(await headOf(ctx, at, auction)), isOpen: isDoorOpen(at.order, auction, ctx.clock.now()) }
}

export function isDoorOpen(order: Order, auction: AuctionRow | undefined, now: Date): boolean {
  if (auction) return true
  if (order.state !== 'publish.open' || order.openAt === null) return false
  return now.getTime() >= order.openAt.getTime() - DOOR_MINUTES * MINUTE
}

/**
 * The hall. Until the end a bidder sees prices and times and which are its own; the buyer's side and witnesses see marks.
 * Names are put to them after the end, for the buyer's side alone.
 */
export async function hallOf(ctx: Ctx, at: Standing): Promise<AuctionHall> {
  const auction = await auctionRow(ctx, at.order.id)
  const head = await headOf(ctx, at, auction)
  if (!auction) return { ...head, ...EMPTY }
  const isEnded = auction.status === A.ended
  const seesNames = isClosed(auction.status as AuctionStatus) && (at.part === 'host' || at.part === 'observer')
  const rows = await offersOf(ctx, at.order.id)
  const { terms, startPrice } = head
  const ranked = ranking(
    rows.map((row) => ({ ...row, tradeId: row.tradeId, at: row.at.getTime() })),
    terms,
  )
  const next = nextLimit({ terms, startPrice, best: auction.best })
  const isRunning = auction.status === A.running
  const rank = at.part === 'bidder' && terms.showRank ? ranked.findIndex((o) => o.tradeId === at.tradeId) : -1
  return {
    ...head,
    plannedEnd: auction.plannedEnd.toISOString(),
    pausedAt: auction.pausedAt?.toISOString() ?? null,
    extensions: auction.extensions,
    best: auction.best,
    nextLimit: isRunning && next.gt(0) ? next.toFixed(2) : null,
    isMineBest: at.part === 'bidder' && ranked[0]?.tradeId === at.tradeId,
    ownRank: rank < 0 ? null : rank + 1,
    mayOffer: at.part === 'bidder' && isRunning && (await isAdmitted(ctx, at)),
    offers: rows.map((row) => ({
      seq: row.seq,
      at: row.at.toISOString(),
      price: row.price,
      mark: at.part === 'bidder' ? null : row.mark,
      supplierName: seesNames ? row.name : null,
      isMine: at.part === 'bidder' && row.tradeId === at.tradeId,
      isExtended: row.isExtended,
    })),
    events: await eventsOf(ctx, at.order.id),
    ranking:
      isEnded && seesNames
        ? ranked.map(({ mark, name, price }, i) => ({ rank: i + 1, mark, supplierName: name, price }))
        : [],
    head: isEnded ? auction.head.toString('hex') : null,
    actions:
      at.part === 'host' && !isOver(at.order)
        ? AUCTION_STATUS.allowed(factsOf(auction), HOST, ctx.clock.now().getTime())
        : [],
  }
}

/** All offers in their order, with mark and name. For whoever may see both. */
export async function offersOf(ctx: Context<Actor | null>, orderId: string) {
  return ctx.tx
    .selectFrom('auction_offer as f')
    .innerJoin('auction_bidder as b', (j) =>
      j
        .onRef('b.tenantId', '=', 'f.tenantId')
        .onRef('b.orderId', '=', 'f.orderId')
        .onRef('b.tradeId', '=', 'f.tradeId'),
    )
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'f.tenantId').onRef('t.id', '=', 'f.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['f.seq', 'f.at', 'f.price', 'f.tradeId', 'f.isExtended', 'f.hash', 'f.receipt', 'b.mark', 'c.name'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.orderId', '=', orderId)
    .orderBy('f.seq')
    .execute()
}

export async function eventsOf(ctx: Context<Actor | null>, orderId: string) {
  const rows = await ctx.many(
    'auction_event',
    { orderId },
    { columns: ['kind', 'at', 'reason', 'newEnd'], orderBy: ['at', 'id'] },
  )
  return rows.map((row) => ({
    kind: row.kind as 'start',
    at: row.at.toISOString(),
    reason: row.reason,
    newEnd: row.newEnd?.toISOString() ?? null,
  }))
}

async function headOf(ctx: Ctx, { part, order }: Standing, auction: AuctionRow | undefined) {
  const terms = auction ? AuctionTerms.parse(auction.terms) : (OrderSettings.parse(order.settings).auction ?? NO_TERMS)
  const startPrice = auction?.startPrice ?? order.controlPrice ?? order.estimatedPrice
  const startsAt = auction?.startsAt ?? order.openAt
  const end = auction?.endsAt ?? (startsAt && new Date(startsAt.getTime() + terms.durationMinutes * MINUTE))
  const purchaser = await ctx.one('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  // An order that was given up before its auction began never had one.
  const waiting = isOver(order) ? A.abortive : A.waiting
  return {
    orderId: order.id,
    code: order.code,
    title: order.title,
    purchaserName: purchaser?.name ?? '',
    part,
    status: (auction?.status as AuctionStatus | undefined) ?? waiting,
    now: ctx.clock.now().toISOString(),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: end?.toISOString() ?? null,
    startPrice: new Exact(startPrice).toFixed(2),
    step: stepOf(terms, startPrice).toFixed(2),
    terms,
    minSuppliers: terms.minBidders ?? methodOf(order.method).minSuppliers,
    reserve: await shownReserve(ctx, order.id, terms),
    reason: auction?.reason ?? '',
  }
}

async function isAdmitted(ctx: Ctx, { order, tradeId }: Extract<Standing, { part: 'bidder' }>): Promise<boolean> {
  const row = await ctx.one('auction_bidder', { orderId: order.id, tradeId }, { columns: ['mark'] })
  return row !== undefined
}

const NO_TERMS = AuctionTerms.parse({})

const EMPTY = {
  plannedEnd: null,
  pausedAt: null,
  extensions: 0,
  best: null,
  nextLimit: null,
  isMineBest: false,
  ownRank: null,
  mayOffer: false,
  offers: [],
  events: [],
  ranking: [],
  head: null,
  actions: [],
}
