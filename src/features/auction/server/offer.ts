import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { lockOwnTrade } from '#features/procurement/server/public.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { serviceSigner } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import { keptQuery } from '#server/database/kept-query.ts'
import { type Attempt, DoFirst, Lane } from '#server/lane.ts'
import type { makeOffer } from '../contract.ts'
import { isBigJump, judgeOffer } from '../rules/offer.ts'
import { AuctionStatus } from '../rules/status.ts'
import { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import { type AuctionRow, demandTicket, lockWithTicket } from './access.ts'
import type { OfferBody } from '#features/sealing/core/auction-offer.ts'
import { offerHash } from './chain.ts'
import { tell } from './record.ts'
import { isDue, moveEndTimer, outagesOf, settleNow } from './settle.ts'

type Ctx = Context<Employee>

const A = AuctionStatus.values

/** An offer that may be taken, by the row of its auction, which is locked. */
interface Offer {
  auction: AuctionRow
  tradeId: string
  price: string
  at: Date
  endsAt: number
  isExtended: boolean
  sign: Awaited<ReturnType<typeof serviceSigner>>
}

/** One offer after the other in each auction: the next is decided behind the one before. */
export const offers = new Lane<Offer, OutputOf<typeof makeOffer>>((all) =>
  Promise.all(all.map(async ({ ctx, decided }) => accept(ctx as Ctx, decided))),
)

/**
 * Decides an offer under the lock of the auction, in one round trip: the clock is read behind the lock, and that instant is
 * compared with the end, stored, hashed and signed. What is due by then is done first. Its record is kept from everybody
 * until the end, the buyer's auditors included.
 */
export async function decideOffer(
  ctx: Ctx,
  { params: { orderId }, body: given }: { params: { orderId: string }; body: BodyOf<typeof makeOffer> },
  { isReady }: Attempt,
): Promise<Offer> {
  // An order that is given up waits for us, or is seen.
  const [, { order, trade }, auction, isAdmitted, outages, sign] = await Promise.all([
    demandTicket(ctx, orderId, given.token),
    lockOwnTrade(ctx, orderId, { locking: 'wait' }),
    lockWithTicket(ctx, orderId, given.token),
    wasAdmitted(ctx, orderId),
    outagesOf(ctx, orderId),
    serviceSigner(ctx),
  ])
  if (methodOf(order.method).offers !== 'live') throw new AppError('notFound')
  const now = ctx.clock.now()
  if (!isReady && isDue({ order, auction, outages: outages.length }, now))
    throw new DoFirst((kernel) => settleNow(kernel, { tenantId: ctx.tenantId, orderId }))
  if (!auction) throw new AppError('auctionNotRunning', `竞价尚未开始，开始时间 ${formatTime(order.openAt, true)}`)
  if (!isAdmitted) throw new AppError('auctionNotRunning', '贵单位未获准参加本次竞价')
  if (auction.status === A.abortive || isOver(order))
    throw new AppError('auctionNotRunning', '竞价已终止，不再接受报价')
  if (auction.status === A.paused) throw new AppError('auctionNotRunning', `竞价已暂停：${auction.reason}`)
  const terms = AuctionTerms.parse(auction.terms)
  const running = {
    terms,
    startPrice: auction.startPrice,
    best: auction.best,
    endsAt: auction.endsAt.getTime(),
    extensions: auction.extensions,
  }
  const price = new Exact(given.price).toFixed(2)
  const verdict = judgeOffer(running, price, now.getTime())
  if (!verdict.ok) {
    if (verdict.refusal !== 'tooLate') throw new AppError(verdict.refusal, verdict.message, { limit: verdict.limit })
    ctx.audit({
      action: 'auction.late',
      entity: 'auction-offer',
      entityId: orderId,
      summary: `逾时报价未受理：${formatAmount(price)} 元`,
      data: { tradeId: trade.id, price, at: now, endsAt: auction.endsAt },
    })
    throw new KeptRefusal(new AppError('tooLate', verdict.message, { serverTime: now.toISOString() }))
  }
  const reference = auction.best ?? auction.startPrice
  if (!given.confirm && isBigJump(price, reference, terms)) {
    const beyond = terms.direction === 'rising' ? '高' : '低'
    const message = `报价 ${formatAmount(price)} 元（${toCapitals(price)}）比当前价 ${formatAmount(reference)} 元${beyond} 10% 以上，请确认`
    throw new AppError('confirm', message)
  }
  const { endsAt, isExtended } = verdict
  return { auction, tradeId: trade.id, price, at: now, endsAt, isExtended, sign }
}

/** What is stored goes with the commit: the auction is locked, and everybody else who offers waits. */
function accept(ctx: Ctx, { auction, tradeId, price, at, endsAt, isExtended, sign }: Offer) {
  const orderId = auction.orderId
  const seq = auction.seq + 1
  const end = new Date(endsAt)
  const body: OfferBody = {
    type: 'kaibiao/auction-offer/1',
    tenantId: String(ctx.tenantId),
    orderId,
    seq,
    tradeId,
    price,
    at: at.toISOString(),
    prev: auction.head.toString('hex'),
  }
  const hash = offerHash(body)
  const receipt = { body, hash: hash.toString('hex'), ...sign('auction/offer', hash) }
  const extensions = auction.extensions + (isExtended ? 1 : 0)
  const offer = {
    tenantId: ctx.tenantId,
    orderId,
    seq,
    tradeId,
    price,
    at,
    endsAt: end,
    isExtended,
    hash,
    receipt: JSON.stringify(receipt),
    createdBy: ctx.actor.userId,
  }
  const stored = keptQuery('auction offer', offer, (slots) => ctx.tx.insertInto('auction_offer').values(slots))
  const stand = { tenantId: ctx.tenantId, orderId, seq, best: price, head: hash, endsAt: end, extensions }
  const changed = keptQuery('auction after an offer', stand, ({ tenantId, orderId: id, ...slots }) =>
    ctx.tx.updateTable('auction').set(slots).where('tenantId', '=', tenantId).where('orderId', '=', id),
  )
  for (const { sql, parameters } of [stored, changed]) ctx.withCommit({ text: sql, values: parameters })
  if (isExtended) moveEndTimer(ctx, orderId, end)
  ctx.audit({
    action: 'auction.offer',
    entity: 'auction-offer',
    entityId: orderId,
    summary: `报价 ${formatAmount(price)} 元`,
    data: { seq, tradeId, price, at, hash: receipt.hash, endsAt: end },
  })
  tell(ctx, 'auction.offer', orderId)
  return { seq, at: at.toISOString(), price, endsAt: end.toISOString(), hash: receipt.hash }
}

/** Who was admitted is fixed at the start. */
async function wasAdmitted(ctx: Ctx, orderId: string): Promise<boolean> {
  const values = { tenantId: ctx.tenantId, orderId, companyId: ctx.actor.companyId }
  const admitted = keptQuery('admitted to auction', values, (slots) =>
    ctx.tx
      .selectFrom('auction_bidder as b')
      .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
      .select('b.mark')
      .where('b.tenantId', '=', slots.tenantId)
      .where('b.orderId', '=', slots.orderId)
      .where('t.supplierCompanyId', '=', slots.companyId),
  )
  return (await ctx.tx.executeQuery(admitted)).rows.length > 0
}
