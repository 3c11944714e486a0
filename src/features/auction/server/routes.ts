import { AppError } from '#contract/errors.ts'
import { buyer } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { Feature } from '#server/feature.ts'
import { type FileAnswer, implement, implementFile, implementForPerson, implementInLane } from '#server/implement.ts'
import * as c from '../contract.ts'
import * as r from '../contract-reserve.ts'
import { auctionRow, BIDDER, BUYER, entered, issueTicket, standing } from './access.ts'
import { checkAuctions } from './check.ts'
import { doorOf, hallOf, isDoorOpen } from './hall.ts'
import { home } from './home.ts'
import * as host from './host.ts'
import { messageKinds, messages } from './messages.ts'
import { decideOffer, offers } from './offer.ts'
import { placeOf } from './place.ts'
import { END_DUE, settle, settleBefore } from './settle.ts'
import { closingRecord } from './sheet.ts'
import { reserveOf, setReserve } from './reserve.ts'
import { talkMessageKinds, talkMessages } from './talk/messages.ts'
import { checkTalks } from './talk/record.ts'
import { talkRoutes } from './talk/routes.ts'
import { topics } from './topics.ts'
import { addWitness, removeWitness, witnessesOf } from './witnesses.ts'
import { DOOR_MINUTES } from '../rules/status.ts'

const PERSON = { prepare: settleBefore }
const HOST = { ...BUYER, prepare: settleBefore }

const orderOf = ({ params }: { params: { orderId: string } }) => params.orderId

/** Start and end are done when they are due; what a late job missed is done by the next request. */
const due = (name: string, kind: string): Subscriber => ({
  name,
  kind,
  handle: (ctx, event) => settle(ctx, String(event.payload.orderId)),
})

/** An order that is given up takes its auction with it. */
const onStatus: Subscriber = {
  name: 'auction: order ended',
  kind: 'order.status',
  async handle(ctx, event) {
    if (event.payload.to === 'abortive.declared') await settle(ctx, String(event.payload.orderId))
  },
}

export const auction: Feature = {
  name: 'auction',
  home,
  topics,
  messageKinds: [...messageKinds, ...talkMessageKinds],
  subscribers: [
    due('auction: start', 'order.open-time'),
    due('auction: end', END_DUE),
    onStatus,
    ...messages,
    ...talkMessages,
  ],
  check: async (kernel, tenantId) => [
    ...(await checkAuctions(kernel, tenantId)),
    ...(await checkTalks(kernel, tenantId)),
  ],
  routes: [
    implementForPerson(c.auctionPlace, {}, (ctx, { params }) => placeOf(ctx, params.orderId)),
    implementForPerson(c.auctionDoor, PERSON, async (ctx, { params }) =>
      doorOf(ctx, await standing(ctx, params.orderId)),
    ),
    implementForPerson(c.auctionTicket, PERSON, async (ctx, { params }) => {
      const { order } = await standing(ctx, params.orderId)
      if (!isDoorOpen(order, await auctionRow(ctx, order.id), ctx.clock.now()))
        throw new AppError('tooEarly', `大厅于竞价开始前 ${DOOR_MINUTES} 分钟开放`)
      return issueTicket(ctx, order.id)
    }),
    implementForPerson(c.auctionHall, PERSON, async (ctx, { params, query }) =>
      hallOf(ctx, await entered(ctx, params.orderId, query.token)),
    ),
    implementInLane(c.makeOffer, { ...BIDDER, lane: offers, queueOf: orderOf, rivalOf: orderOf }, decideOffer),
    implementFile(c.offerReceipt, BIDDER, (ctx, { params }) => receipt(ctx, params)),
    implement(c.pauseAuction, HOST, (ctx, { params, body }) => host.pause(ctx, params.orderId, body.reason)),
    implement(c.resumeAuction, HOST, (ctx, { params, body }) => host.resume(ctx, params.orderId, body.reason)),
    implement(c.abortAuction, HOST, (ctx, { params, body }) => host.abort(ctx, params.orderId, body.reason)),
    implementFile(
      c.auctionRecord,
      { workbench: BUYER.workbench, right: [...BUYER.right, 'auditing'], prepare: settleBefore },
      async (ctx, { params, query }) => closingRecord(ctx, await standing(ctx, params.orderId), query.format),
    ),
    implement(c.auctionWitnesses, BUYER, (ctx, { params }) => witnessesOf(ctx, params.orderId)),
    implement(c.addWitness, BUYER, (ctx, { params, body }) => addWitness(ctx, params.orderId, body)),
    buyer(r.auctionReserve, (ctx, { params }) => reserveOf(ctx, params.orderId)),
    buyer(r.setAuctionReserve, (ctx, { params, body }) => setReserve(ctx, params.orderId, body.price)),
    ...talkRoutes,
    implement(c.removeWitness, BUYER, (ctx, { params }) => removeWitness(ctx, params)),
  ],
}

/** The own company's receipt of one offer; another's does not exist. */
async function receipt(ctx: Context<Employee>, params: { orderId: string; seq: number }): Promise<FileAnswer> {
  const { order, tradeId } = await standing(ctx, params.orderId)
  const row = await ctx.one(
    'auction_offer',
    { orderId: order.id, seq: params.seq, tradeId: tradeId ?? order.id },
    { columns: ['receipt'] },
  )
  if (!row) throw new AppError('notFound')
  const content = Buffer.from(`${JSON.stringify(row.receipt, null, 2)}\n`)
  return {
    name: `报价回执-${order.code}-${params.seq}.json`,
    mime: 'application/json',
    content,
    size: content.length,
  }
}
