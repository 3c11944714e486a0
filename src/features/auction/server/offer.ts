import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { isOver } from '#features/procurement/rules/order-status.ts'
import { serviceSigner } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { makeOffer } from '../contract.ts'
import { isBigJump, judgeOffer } from '../rules/offer.ts'
import { AuctionStatus } from '../rules/status.ts'
import { AuctionTerms } from '../rules/terms.ts'
import { type AuctionRow, auctionRow, entered } from './access.ts'
import { type OfferBody, offerHash } from './chain.ts'
import { changing, tell } from './record.ts'
import { setEndTimer } from './settle.ts'

type Ctx = Context<Employee>

const A = AuctionStatus.values

/**
 * Decides an offer under the lock of the auction: the clock is read behind the lock, and that instant is compared with
 * the end, stored, hashed and signed. Its record is kept from everybody until the end, the buyer's auditors included.
 */
export async function offer(ctx: Ctx, orderId: string, given: BodyOf<typeof makeOffer>) {
  const { part, tradeId } = await entered(ctx, orderId, given.token)
  if (part !== 'bidder') throw new AppError('notFound')
  // In one round trip. Shared: an order that is given up waits for us, or is seen.
  const [order, auction, isAdmitted, sign] = await Promise.all([
    orderRow(ctx, orderId, 'share'),
    auctionRow(ctx, orderId, 'update'),
    wasAdmitted(ctx, orderId, tradeId),
    serviceSigner(ctx),
  ])
  const now = ctx.clock.now()
  if (!auction) throw new AppError('auctionNotRunning', `竞价尚未开始，开始时间 ${formatTime(order.open_at, true)}`)
  if (!isAdmitted) throw new AppError('auctionNotRunning', '贵单位未获准参加本次竞价')
  if (auction.status === A.abortive || isOver(order))
    throw new AppError('auctionNotRunning', '竞价已终止，不再接受报价')
  if (auction.status === A.paused) throw new AppError('auctionNotRunning', `竞价已暂停：${auction.reason}`)
  const terms = AuctionTerms.parse(auction.terms)
  const running = {
    terms,
    startPrice: auction.start_price,
    lowest: auction.lowest,
    endsAt: auction.ends_at.getTime(),
    extensions: auction.extensions,
  }
  const price = new Exact(given.price).toFixed(2)
  const verdict = judgeOffer(running, price, now.getTime())
  if (!verdict.ok) {
    if (verdict.refusal !== 'tooLate')
      throw new AppError(verdict.refusal, verdict.message, { highest: verdict.highest })
    ctx.audit({
      action: 'auction.late',
      entity: 'auction-offer',
      entityId: orderId,
      summary: `逾时报价未受理：${formatAmount(price)} 元`,
      data: { tradeId, price, at: now, endsAt: auction.ends_at },
    })
    throw new KeptRefusal(new AppError('tooLate', verdict.message, { serverTime: now.toISOString() }))
  }
  const reference = auction.lowest ?? auction.start_price
  if (!given.confirm && isBigJump(price, reference)) {
    const message = `报价 ${formatAmount(price)} 元（${toCapitals(price)}）比当前价 ${formatAmount(reference)} 元低 10% 以上，请确认`
    throw new AppError('confirm', message)
  }
  return accept(ctx, auction, { tradeId, price, at: now, sign, ...verdict })
}

interface Decided {
  tradeId: string
  price: string
  at: Date
  endsAt: number
  isExtended: boolean
  sign: Awaited<ReturnType<typeof serviceSigner>>
}

/** What is stored goes with the commit: the auction is locked, and everybody else who offers waits. */
async function accept(ctx: Ctx, auction: AuctionRow, { tradeId, price, at, endsAt, isExtended, sign }: Decided) {
  const orderId = auction.order_id
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
  const stored = ctx.tx
    .insertInto('auction_offer')
    .values({
      tenant_id: ctx.tenantId,
      order_id: orderId,
      seq,
      trade_id: tradeId,
      price,
      at,
      ends_at: end,
      is_extended: isExtended,
      hash,
      receipt: JSON.stringify(receipt),
      created_by: ctx.actor.userId,
    })
    .compile()
  const changed = changing(ctx, auction, { seq, lowest: price, head: hash, ends_at: end, extensions }).compile()
  for (const { sql, parameters } of [stored, changed]) ctx.withCommit({ text: sql, values: parameters })
  if (isExtended) await setEndTimer(ctx, orderId, end)
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
async function wasAdmitted(ctx: Ctx, orderId: string, tradeId: string): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('auction_bidder')
    .select('mark')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('trade_id', '=', tradeId)
    .executeTakeFirst()
  return row !== undefined
}
