import { sql } from 'kysely'
import { Exact, formatAmount } from '#contract/money.ts'
import { MINUTE, formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { heldOrder, type HeldOrder, participants, setCandidates } from '#features/procurement/server/public.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { keptQuery } from '#server/database/kept-query.ts'
import { logRecord } from '#server/public-log.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { givenBack, ranking } from '../rules/offer.ts'
import { AUCTION_STATUS, AuctionStatus, isClosed } from '../rules/status.ts'
import { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import { type Any, type AuctionRow, auctionRow, CLOCK, type Order } from './access.ts'
import { genesis } from './chain.ts'
import { drawMarks } from './marks.ts'
import { change, factsOf, note, tell } from './record.ts'
import { reserveAtEnd } from './reserve.ts'

const A = AuctionStatus.values
/** No process has given a sign of life for so long: the platform is down, whatever still answers. */
const SILENCE_MS = MINUTE

/** Before a call about an auction: what is due by now is done first, as the platform's own act and in its own commit. */
export async function settleBefore(
  kernel: Kernel,
  { params }: { params: unknown },
  { tenantId }: { tenantId: number },
): Promise<void> {
  const { orderId } = params as { orderId: string }
  const due = await inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) => {
    const [row, outages] = await Promise.all([standOf(ctx, orderId), outagesOf(ctx, orderId)])
    return isDue({ ...row, outages: outages.length }, ctx.clock.now())
  })
  if (due) await settleNow(kernel, { tenantId, orderId })
}

/** `settle` in a commit of its own. */
export function settleNow(kernel: Kernel, { tenantId, orderId }: { tenantId: number; orderId: string }): Promise<void> {
  return inContext(kernel, { tenantId, actor: null }, (ctx) => settle(ctx, orderId))
}

/**
 * Does what is due in an auction by now, under the locks of order and auction: begins it, gives lost time back, ends it.
 * Safe to call at any time and any number of times; the clock of the caller decides.
 */
export async function settle(ctx: Context<null>, orderId: string): Promise<void> {
  const held = await heldOrder(ctx, orderId, { part: 'clock' })
  const { order } = held
  if (methodOf(order.method).offers !== 'live') return
  if (await isSilent(ctx)) return
  const now = ctx.clock.now()
  let auction = await auctionRow(ctx, orderId, 'update')
  if (!auction) {
    if (order.state !== 'publish.open' || order.openAt === null || now < order.openAt) return
    auction = await begin(ctx, held)
  }
  if (isClosed(auction.status as AuctionStatus)) return
  if (isOver(held.order)) {
    await close(ctx, auction, { status: A.abortive, reason: say(held.order, '{order}已宣布流标') })
    return
  }
  auction = await giveBack(ctx, auction)
  if (auction.status === A.running && now >= auction.endsAt) await finish(ctx, held, auction)
}

/** What tells whether something is due in an auction; `outages`: how many are not given back yet. */
interface Stand {
  order?: Pick<Order, 'method' | 'state' | 'openAt'> | undefined
  auction?: Pick<AuctionRow, 'status' | 'endsAt'> | undefined
  outages: number
}

export function isDue({ order, auction, outages }: Stand, now: Date): boolean {
  if (!order || methodOf(order.method).offers !== 'live') return false
  if (!auction) return order.state === 'publish.open' && order.openAt !== null && now >= order.openAt
  if (isClosed(auction.status as AuctionStatus)) return false
  if (isOver(order)) return true
  if (auction.status === A.paused) return false
  return now >= auction.endsAt || outages > 0
}

async function standOf(ctx: Any, orderId: string): Promise<Omit<Stand, 'outages'>> {
  const order = ctx.tx
    .selectFrom('purchase_order')
    .select(['method', 'state', 'openAt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', orderId)
  const [found, auction] = await Promise.all([order.executeTakeFirst(), auctionRow(ctx, orderId)])
  return { order: found, auction }
}

/** Who is admitted is fixed, each under a random mark; with too few of them the auction is over before it begins. */
async function begin(ctx: Context<null>, held: HeldOrder): Promise<AuctionRow> {
  const { order } = held
  const { auction: given } = OrderSettings.parse(order.settings)
  const terms = given ?? AuctionTerms.parse({})
  const startsAt = order.openAt!
  const end = new Date(startsAt.getTime() + terms.durationMinutes * MINUTE)
  const admitted = await participants(ctx, order.id)
  const minSuppliers = terms.minBidders ?? methodOf(order.method).minSuppliers
  const enough = admitted.length >= minSuppliers
  const facts = { status: A.waiting, startsAt: startsAt.getTime(), endsAt: end.getTime() }
  const status = AUCTION_STATUS.next(enough ? 'start' : 'fail', {
    record: facts,
    who: CLOCK,
    now: ctx.clock.now().getTime(),
  })
  // How many there were is not said: the order may be run again.
  const reason = enough ? '' : tooFew(order, terms)
  const auction = await ctx.tx
    .insertInto('auction')
    .values({
      tenantId: ctx.tenantId,
      orderId: order.id,
      status,
      startPrice: order.controlPrice ?? order.estimatedPrice,
      terms: JSON.stringify(terms),
      startsAt,
      plannedEnd: end,
      endsAt: end,
      head: genesis(ctx.tenantId, order.id),
      reason,
      closedAt: enough ? null : ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!enough) {
    await note(ctx, auction, { kind: 'abortive', reason })
    await held.advance({ action: 'failAuction', summary: `竞价未能开始：${reason}` })
    tell(ctx, 'auction.abortive', order.id)
    return auction
  }
  const marks = drawMarks(admitted.length)
  await ctx.insert(
    'auction_bidder',
    admitted.map(({ tradeId }, i) => ({
      orderId: order.id,
      tradeId,
      mark: marks[i]!,
    })),
  )
  await note(ctx, auction, { kind: 'start', at: startsAt })
  await held.advance({ action: 'startAuction', summary: '竞价开始' })
  await setEndTimer(ctx, order.id, end)
  tell(ctx, 'auction.started', order.id)
  return auction
}

async function finish(ctx: Context<null>, held: HeldOrder, auction: AuctionRow): Promise<void> {
  const offers = await ctx.tx
    .selectFrom('auction_offer')
    .select(['tradeId as tradeId', 'price', 'at'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', held.order.id)
    .execute()
  if (offers.length === 0) {
    const reason = '竞价时间内没有有效报价'
    await close(ctx, auction, { status: A.abortive, reason })
    await held.advance({ action: 'failAuction', summary: `竞价结束：${reason}` })
    return
  }
  const terms = AuctionTerms.parse(auction.terms)
  const ranked = ranking(
    offers.map((offer) => ({ ...offer, at: offer.at.getTime() })),
    terms,
  )
  const missed = await missedReserve(ctx, auction, ranked[0]!.price)
  if (missed) {
    await close(ctx, auction, { status: A.abortive, reason: missed })
    await held.advance({ action: 'failAuction', summary: `竞价结束：${missed}` })
    return
  }
  await close(ctx, auction, { status: A.ended, reason: '' })
  const ended = await held.advance({ action: 'endAuction', summary: '竞价结束' })
  await setCandidates(
    ctx,
    ended,
    ranked.slice(0, 3).map(({ tradeId, price }, i) => ({ rank: i + 1, tradeId, price, score: null })),
  )
}

/** The standard demands a number where the terms of the order may not choose one. */
function tooFew(order: Order, { minBidders }: AuctionTerms): string {
  const words = `${say(order, '报名通过的{bidder}不足')} ${minBidders ?? methodOf(order.method).minSuppliers} 家`
  return minBidders === undefined ? `${words}（GB/T 43711-2024）` : words
}

/** Why the best offer is no sale, in Chinese; null: it is one. A secret reserve is revealed here, and held against its fingerprint. */
async function missedReserve(ctx: Context<null>, auction: AuctionRow, best: string): Promise<string | null> {
  const reserve = await reserveAtEnd(ctx, auction.orderId, AuctionTerms.parse(auction.terms))
  if (!reserve) return null
  if (!reserve.isWhole) return '保留价与公布的指纹不一致'
  return new Exact(best).lt(reserve.price) ? `最高报价未达到保留价 ${formatAmount(reserve.price)} 元` : null
}

/** Ends an auction for good: by its time or failed; an end by the host goes the same way. */
export async function close(
  ctx: Any,
  auction: AuctionRow,
  { status, reason }: { status: typeof A.ended | typeof A.abortive; reason: string },
): Promise<void> {
  const now = ctx.clock.now()
  // An order given up elsewhere takes its auction with it, in whatever state.
  if (status === A.ended) AUCTION_STATUS.next('end', { record: factsOf(auction), who: CLOCK, now: now.getTime() })
  // What ended by its time ended then, however late that is noticed.
  const at = status === A.ended ? auction.endsAt : now
  await change(ctx, auction, { status, reason, closedAt: at, pausedAt: null })
  await note(ctx, auction, { kind: status === A.ended ? 'end' : 'abortive', at, reason })
  await ctx.schedule(timerOf(auction.orderId), null, { kind: END_DUE, payload: {} })
  logRecord(ctx, {
    type: 'auction',
    subject: auction.orderId,
    text: canonicalJson({
      type: 'kaibiao.auction-end/1',
      tenantId: String(ctx.tenantId),
      orderId: auction.orderId,
      offers: auction.seq,
      head: auction.head.toString('hex'),
      endedAt: at.toISOString(),
    }),
  })
  tell(ctx, status === A.ended ? 'auction.ended' : 'auction.abortive', auction.orderId)
}

/** Everybody gets back what outages of the platform took, once each. A pause gives its own time back when it ends. */
async function giveBack(ctx: Context<null>, auction: AuctionRow): Promise<AuctionRow> {
  if (auction.status !== A.running) return auction
  let end = auction.endsAt
  for (const outage of await outagesOf(ctx, auction.orderId)) {
    const lost = { startsAt: auction.startsAt.getTime(), endsAt: end.getTime() }
    const next = new Date(givenBack(lost, outage.fromAt.getTime(), outage.toAt.getTime()))
    const reason = `平台自 ${formatTime(outage.fromAt, true)} 至 ${formatTime(outage.toAt, true)} 中断，竞价时间对全体竞价人顺延`
    await note(ctx, auction, { kind: 'outage', reason, oldEnd: end, newEnd: next, outageFrom: outage.beatAt })
    ctx.audit({ action: 'auction.outage', entity: 'order', entityId: auction.orderId, summary: reason })
    end = next
  }
  if (end.getTime() === auction.endsAt.getTime()) return auction
  await change(ctx, auction, { endsAt: end })
  await setEndTimer(ctx, auction.orderId, end)
  tell(ctx, 'auction.outage', auction.orderId)
  return { ...auction, endsAt: end }
}

/** Outages since the start of an auction that are not given back yet. */
export async function outagesOf(ctx: Any, orderId: string) {
  const query = keptQuery('outages of an auction', { tenantId: ctx.tenantId, orderId }, (slots) =>
    ctx.tx
      .selectFrom('platform_outage as p')
      .innerJoin('auction as a', (j) => j.onRef('p.toAt', '>', 'a.startsAt'))
      .selectAll('p')
      .where('a.tenantId', '=', slots.tenantId)
      .where('a.orderId', '=', slots.orderId)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('auction_event as v')
              .select('v.id')
              .where('v.tenantId', '=', slots.tenantId)
              .where('v.orderId', '=', slots.orderId)
              .whereRef('v.outageFrom', '=', 'p.beatAt'),
          ),
        ),
      )
      .orderBy('p.fromAt'),
  )
  return (await ctx.tx.executeQuery(query)).rows
}

/** The platform was down until this moment and has not said so yet: nothing begins or ends before it has. */
async function isSilent(ctx: Any): Promise<boolean> {
  const { rows } = await sql<{ gap: number }>`
    select (extract(epoch from clock_timestamp() - at) * 1000)::float8 as gap from platform_beat`.execute(ctx.tx)
  return (rows[0]?.gap ?? 0) >= SILENCE_MS
}

export const END_DUE = 'auction.end-due'

/** The end falls due at an instant; again moves it. */
export function setEndTimer(ctx: Any, orderId: string, at: Date): Promise<void> {
  return ctx.schedule(timerOf(orderId), at, { kind: END_DUE, payload: { orderId } })
}

/** The same with the commit. */
export function moveEndTimer(ctx: Any, orderId: string, at: Date): void {
  ctx.scheduleWithCommit(timerOf(orderId), at, { kind: END_DUE, payload: { orderId } })
}

function timerOf(orderId: string): string {
  return `auction:${orderId}:end`
}
