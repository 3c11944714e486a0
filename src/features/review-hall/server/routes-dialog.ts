import { preparePasswordCheck } from '#features/passport/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, implementForPerson, type Route } from '#server/implement.ts'
import * as a from '../contract/asks.ts'
import * as l from '../contract/low-price.ts'
import * as o from '../contract/offers.ts'
import { askFileAnswer } from './ask-files.ts'
import { asksByBidder, askPage, ownAskPage } from './ask-views.ts'
import * as asks from './asks.ts'
import { bidderSeat } from './bidder-seat.ts'
import { AppError } from '#contract/errors.ts'
import { correctionList, ownCorrections } from './correction-views.ts'
import * as corrections from './corrections.ts'
import * as lowPrice from './low-price-asks.ts'
import * as views from './offer-views.ts'
import * as offers from './offers.ts'
import * as rounds from './rounds.ts'
import { expertSide, MEMBER, OWNER, purchaserSide, type Side } from './sides.ts'
import * as supplier from './supplier-views.ts'

/* What goes back and forth between committee and bidders: questions, corrections, offers. */

const BIDDER = { workbench: 'supplier', right: 'bidding' } as const
const SIGNED = { ...BIDDER, prepare: preparePasswordCheck } as const

export const dialogRoutes: readonly Route[] = [
  implementForPerson(a.createAsks, MEMBER, (ctx, { params, body }) => asks.create(ctx, params.projectId, body)),
  implementForPerson(a.sendAsk, MEMBER, (ctx, { params, body }) => asks.send(ctx, ask(params), body.minutes)),
  implementForPerson(a.withdrawAsk, MEMBER, (ctx, { params, body }) => asks.withdraw(ctx, ask(params), body.reason)),
  implementForPerson(a.extendAsk, MEMBER, (ctx, { params, body }) => asks.extend(ctx, ask(params), body)),
  implementForPerson(l.waiveLowPrice, MEMBER, (ctx, { params, body }) =>
    lowPrice.waive(ctx, params.projectId, { ...body, bidderId: params.bidderId }),
  ),
  implementForPerson(a.proposeCorrection, MEMBER, (ctx, { params, body }) =>
    corrections.propose(ctx, params.projectId, body),
  ),
  implementForPerson(a.sendCorrection, MEMBER, (ctx, { params, body }) =>
    corrections.send(ctx, correction(params), body.minutes),
  ),
  implementForPerson(a.withdrawCorrection, MEMBER, (ctx, { params, body }) =>
    corrections.withdraw(ctx, correction(params), body.reason),
  ),
  implementForPerson(o.createRound, MEMBER, (ctx, { params, body }) => rounds.create(ctx, params.projectId, body)),
  implementForPerson(o.startRound, MEMBER, (ctx, { params }) => rounds.start(ctx, round(params))),
  implementForPerson(o.closeRound, MEMBER, (ctx, { params }) => rounds.close(ctx, round(params))),
  implementForPerson(o.extendRound, MEMBER, (ctx, { params, body }) => rounds.extend(ctx, round(params), body)),
  implementForPerson(o.dropRound, MEMBER, (ctx, { params }) => rounds.drop(ctx, round(params))),

  implement(a.bidderAsks, OWNER, async (ctx, { params }) =>
    asksByBidder(ctx, await purchaserSide.seatOf(ctx, params.projectId)),
  ),
  ...reads({ ...a.purchaserAskReads, ...o.purchaserOfferReads, lowPrices: l.purchaserLowPrices }, purchaserSide),
  ...reads({ ...a.expertAskReads, ...o.expertOfferReads, lowPrices: l.expertLowPrices }, expertSide),

  implement(a.supplierAsks, BIDDER, (ctx, { params, query }) => ownAskPage(ctx, own(params), query)),
  implement(a.replyAsk, BIDDER, (ctx, { params, body }) => asks.reply(ctx, params.projectId, body)),
  implementFile(a.supplierAskFile, BIDDER, async (ctx, { params }) => {
    await ownAsk(ctx, params)
    return askFileAnswer(ctx, params.askId, params.fileId)
  }),
  implement(a.supplierCorrections, BIDDER, (ctx, { params }) => ownCorrections(ctx, own(params))),
  implement(a.decideCorrection, SIGNED, (ctx, { params, body, prepared }) =>
    corrections.decide(ctx, correction(params), { ...body, prepared }),
  ),
  implement(o.supplierProject, BIDDER, (ctx, { params }) => supplier.projectForBidder(ctx, params.projectId)),
  implement(o.supplierOffers, BIDDER, (ctx, { params }) => supplier.offersForBidder(ctx, params.projectId)),
  implement(o.supplierRounds, BIDDER, (ctx, { params }) =>
    supplier.roundsForBidder(ctx, { orderId: params.projectId, bidderId: params.offerId }),
  ),
  implement(o.ownOffer, BIDDER, (ctx, { params }) => supplier.offerView(ctx, ownRound(params))),
  implement(o.submitOffer, BIDDER, (ctx, { params, body }) => offers.submitOffer(ctx, ownRound(params), body)),
  implement(o.saveRoundOffer, BIDDER, (ctx, { params, body }) =>
    offers.saveOffer(ctx, ownRound({ ...params, ...body }), body),
  ),
  implement(o.saveSubOffer, BIDDER, (ctx, { params, body }) =>
    offers.saveSub(ctx, ownRound({ ...params, ...body }), body),
  ),
  implement(o.submitSignFile, SIGNED, (ctx, { params, body, prepared }) =>
    offers.signOffer(ctx, ownRound({ ...params, ...body }), { sha256: body.sha256, prepared }),
  ),
  implementFile(o.ownOfferFile, BIDDER, (ctx, { params }) => supplier.quotationFile(ctx, ownRound(params))),
  implementFile(o.subOfferItems, BIDDER, (ctx, { params, query }) =>
    supplier.itemSheet(ctx, { ...ownRound({ ...params, ...query }), subId: query.subId }),
  ),
]

/** The same reads for both sides; what differs is who gets in. */
function reads(
  c: typeof a.purchaserAskReads & typeof o.purchaserOfferReads & { lowPrices: typeof l.purchaserLowPrices },
  { options, seatOf }: Side,
): readonly Route[] {
  const { audience, ...common } = options
  const bind = audience === 'employee' ? implement : implementForPerson
  return [
    bind(c.asks, common, async (ctx, { params, query }) => askPage(ctx, await seatOf(ctx, params.projectId), query)),
    implementFile(c.askFile, options, async (ctx, { params }) => {
      const seat = await seatOf(ctx, params.projectId)
      const row = await asks.askRow(ctx, { orderId: seat.order.id, askId: params.askId })
      if (!seat.me && row.sentAt === null) throw new AppError('notFound')
      return askFileAnswer(ctx, row.id, params.fileId)
    }),
    bind(c.lowPrices, common, async (ctx, { params }) =>
      lowPrice.lowPriceViews(ctx, await seatOf(ctx, params.projectId)),
    ),
    bind(c.corrections, common, async (ctx, { params }) => correctionList(ctx, await seatOf(ctx, params.projectId))),
    bind(c.rounds, common, async (ctx, { params }) => views.roundViews(ctx, await seatOf(ctx, params.projectId))),
    bind(c.roundOffers, common, async (ctx, { params, query }) =>
      views.roundOffers(ctx, await seatOf(ctx, params.projectId), query),
    ),
    bind(c.bidderRates, common, async (ctx, { params }) => views.bidderRates(ctx, await seatOf(ctx, params.projectId))),
    bind(c.subSummary, common, async (ctx, { params, query }) =>
      views.subSummary(ctx, await seatOf(ctx, params.projectId), query.roundId),
    ),
    bind(c.subItems, common, async (ctx, { params, query }) =>
      views.subItems(ctx, await seatOf(ctx, params.projectId), query),
    ),
    implementFile(c.previewOfferFile, options, async (ctx, { params, query }) =>
      views.offerFile(ctx, await seatOf(ctx, params.projectId), { ...query, inline: true }),
    ),
    implementFile(c.downOfferFile, options, async (ctx, { params, query }) =>
      views.offerFile(ctx, await seatOf(ctx, params.projectId), { ...query, inline: false }),
    ),
  ]
}

async function ownAsk(ctx: Context<Employee>, params: { projectId: string; askId: string }): Promise<void> {
  const { bid } = await bidderSeat(ctx, params.projectId)
  const row = await asks.askRow(ctx, ask(params))
  if (row.tradeId !== bid.tradeId || row.sentAt === null) throw new AppError('notFound')
}

const ask = (p: { projectId: string; askId: string }) => ({ orderId: p.projectId, askId: p.askId })
const correction = (p: { projectId: string; correctionId: string }) => ({
  orderId: p.projectId,
  correctionId: p.correctionId,
})
const round = (p: { projectId: string; roundId: string }) => ({ orderId: p.projectId, roundId: p.roundId })
const own = (p: { projectId: string; bidderId: string }) => ({ orderId: p.projectId, bidderId: p.bidderId })
const ownRound = (p: { projectId: string; bidderId: string; roundId: string }) => ({ ...own(p), roundId: p.roundId })
