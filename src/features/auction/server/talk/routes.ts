import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import * as c from '../../contract-talk.ts'
import { BIDDER, BUYER } from '../access.ts'
import { readOrder, supplierTalk, talksOf } from './access.ts'
import * as acts from './acts.ts'
import { recordOf } from './record.ts'
import { ownTalkView, talksView } from './view.ts'

const READER = { ...BUYER, right: [...BUYER.right, 'auditing'] } as const

export const talkRoutes: readonly Route[] = [
  implement(c.priceTalks, READER, (ctx, { params }) => talksView(ctx, params.orderId)),
  implement(c.startTalk, BUYER, (ctx, { params, body }) => acts.start(ctx, params.orderId, body.reason)),
  implement(c.askInTalk, BUYER, (ctx, { params, body }) => acts.ask(ctx, params, body)),
  implement(c.sayInTalk, BUYER, (ctx, { params, body }) => acts.say(ctx, params, body.text)),
  implement(c.concludeTalk, BUYER, (ctx, { params, body }) => acts.conclude(ctx, params, body)),
  implementFile(c.talkRecord, READER, async (ctx, { params, query }) => {
    const { order } = await readOrder(ctx, params.orderId)
    const talk = (await talksOf(ctx, params.orderId)).find((one) => one.id === params.talkId)
    if (!talk) throw new AppError('notFound')
    return recordOf(ctx, { order, talk }, query.format)
  }),
  implement(c.ownTalk, BIDDER, (ctx, { params }) => ownTalkView(ctx, params.orderId)),
  implement(c.offerInTalk, BIDDER, (ctx, { params, body }) => acts.offer(ctx, params.orderId, body)),
  implement(c.refuseInTalk, BIDDER, (ctx, { params, body }) => acts.refuse(ctx, params.orderId, body.reason)),
  implement(c.replyInTalk, BIDDER, (ctx, { params, body }) => acts.reply(ctx, params.orderId, body.text)),
  implementFile(c.ownTalkRecord, BIDDER, async (ctx, { params, query }) =>
    recordOf(ctx, await supplierTalk(ctx, params.orderId), query.format),
  ),
]
