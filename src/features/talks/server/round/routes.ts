import { buyer, buyerFile, supplier, supplierFile } from '#features/procurement/server/public.ts'
import type { Route } from '#server/implement.ts'
import * as c from '../../contract-round.ts'
import { calledTrade, readOrder, talksOf } from './access.ts'
import * as acts from './acts.ts'
import { minutesFile } from './minutes.ts'
import { ownTalksView, talksView } from './view.ts'

export const roundTalkRoutes: readonly Route[] = [
  buyer(c.roundTalks, (ctx, { params }) => talksView(ctx, params.orderId)),
  buyer(c.planRoundTalk, (ctx, { params, body }) => acts.plan(ctx, params.orderId, body)),
  buyer(c.callToTalk, (ctx, { params }) => acts.call(ctx, params)),
  buyer(c.beginRoundTalk, (ctx, { params }) => acts.begin(ctx, params)),
  buyer(c.writeRoundTalk, (ctx, { params, body }) => acts.write(ctx, params, body)),
  buyer(c.dropRoundTalk, (ctx, { params, body }) => acts.drop(ctx, params, body.reason)),
  buyerFile(c.roundTalkMinutes, async (ctx, { params }) => {
    const { order } = await readOrder(ctx, params.orderId)
    const talk = (await talksOf(ctx, { orderId: order.id })).find(({ id }) => id === params.talkId)
    return minutesFile(ctx, order, { talk, version: params.version })
  }),
  supplier(c.ownRoundTalks, (ctx, { params }) => ownTalksView(ctx, params.orderId)),
  supplier(c.signRoundTalk, (ctx, { params, body }) =>
    acts.reply(ctx, params, { version: body.version, reason: null }),
  ),
  supplier(c.refuseRoundTalk, (ctx, { params, body }) => acts.reply(ctx, params, body)),
  supplierFile(c.ownRoundTalkMinutes, async (ctx, { params }) => {
    const { order, trade } = await calledTrade(ctx, params.orderId)
    const talks = await talksOf(ctx, { orderId: order.id, tradeId: trade.id })
    return minutesFile(ctx, order, { talk: talks.find(({ id }) => id === params.talkId), version: params.version })
  }),
]
