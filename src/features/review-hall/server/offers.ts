import { toCapitals } from '#contract/money.ts'
import {
  ownQuotes,
  type OwnQuote,
  type QuotePlace,
  type RoundRow,
  roundRows,
  saveDraft,
  signQuote,
  submitQuote,
} from '#features/quotes/server/public.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type BidderSeat, bidderSeat } from './bidder-seat.ts'
import { pricedLines } from './priced-lines.ts'
import { HOST, overInWords } from './quote-host.ts'

type Ctx = Context<Employee>
export interface OfferPlace {
  orderId: string
  bidderId: string
  roundId: string
}
type Given = Parameters<typeof submitQuote>[2]['given']

/** Keeps the own offer as a draft; it replaces the draft before. */
export async function saveOffer(ctx: Ctx, place: OfferPlace, given: Given) {
  const { savedAt, total } = await saveDraft(ctx, (await own(ctx, place)).place, given)
  return { savedAt: savedAt.toISOString(), total }
}

/** Keeps the prices of one part of the bill; the other parts of the draft stay. */
export async function saveSub(ctx: Ctx, place: OfferPlace, given: { subId: number; lines: Given['lines'] }) {
  const { savedAt, subTotal, total } = await saveDraft(ctx, (await own(ctx, place)).place, given)
  return { savedAt: savedAt.toISOString(), subTotal: subTotal!, total }
}

/** Submits the offer, once. */
export async function submitOffer(ctx: Ctx, at: OfferPlace, given: Given) {
  const { place, seat } = await own(ctx, at)
  const { bid, order } = seat
  const previous = { total: bid.evaluatedPrice, lines: await pricedLines(ctx, order, { bid }) }
  const { submittedAt, total, sha256 } = await submitQuote(ctx, place, {
    given,
    previous,
    supplierName: bid.supplierName,
  })
  return {
    submittedAt: submittedAt.toISOString(),
    total,
    capitals: toCapitals(total),
    sha256: sha256.toString('hex'),
  }
}

export async function signOffer(ctx: Ctx, place: OfferPlace, given: { sha256: string; prepared: unknown }) {
  const signedAt = await signQuote(ctx, (await own(ctx, place)).place, given)
  return { signedAt: signedAt.toISOString() }
}

/** The own offer in a round the company is invited to, or `notFound`: a round that has not begun is nobody's yet. */
export async function ownOffer(
  ctx: Ctx,
  { orderId, bidderId, roundId }: OfferPlace,
): Promise<{ seat: BidderSeat; round: RoundRow; quote: OwnQuote }> {
  const seat = await bidderSeat(ctx, orderId, bidderId)
  const rounds = await roundRows(ctx, { orderId, kind: 'review', id: roundId })
  const [found] = await ownQuotes(ctx, { rounds, tradeId: bidderId })
  if (!found) throw new AppError('notFound')
  return { seat, ...found }
}

async function own(
  ctx: Ctx,
  { orderId, bidderId, roundId }: OfferPlace,
): Promise<{ seat: BidderSeat; place: QuotePlace }> {
  const seat = await bidderSeat(ctx, orderId, bidderId)
  const { order, review } = seat
  return { seat, place: { host: HOST, order, roundId, tradeId: bidderId, over: overInWords(order, review) } }
}
