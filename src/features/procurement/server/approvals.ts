import type { Approvals } from '#features/workflow/server/public.ts'
import type { Route } from '#server/implement.ts'
import { addInvitees as addInviteesCall, changeMethod } from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as trade from '../contract/trade.ts'
import { buyer } from './bind.ts'
import { draftInstead } from './change-method.ts'
import { awaitChangeTexts, awaitOrderTexts } from './document-check.ts'
import { orderActs } from './order-acts.ts'

/** The calls of the steps that a company may have approved. */
export function approvalRoutes(approvals: Approvals): readonly Route[] {
  const acts = orderActs(approvals)
  return [
    buyer(order.publishOrder, (ctx, { params, body }) => acts.publish(ctx, params.orderId, body), {
      prepare: awaitOrderTexts,
    }),
    buyer(notice.publishChange, (ctx, { params, body }) => acts.change(ctx, params.orderId, body), {
      prepare: awaitChangeTexts,
    }),
    buyer(order.declareAbortive, (ctx, { params, body }) => acts.abort(ctx, params.orderId, body)),
    buyer(notice.publishClarification, (ctx, { params, body }) => acts.clarify(ctx, params.orderId, body)),
    buyer(notice.publishCandidates, (ctx, { params, body }) => acts.candidates(ctx, params.orderId, body)),
    buyer(notice.publishWinner, (ctx, { params, body }) => acts.winner(ctx, params.orderId, body)),
    buyer(addInviteesCall, (ctx, { params, body }) => acts.invite(ctx, params.orderId, body)),
    buyer(changeMethod, async (ctx, { params, body }) => {
      const { approval, acceptWarnings, ...about } = body
      const made = await draftInstead(ctx, params.orderId, about)
      return { ...made, ...(await acts.publish(ctx, made.orderId, { acceptWarnings, approval })) }
    }),
    buyer(trade.decideTrade, (ctx, { params, body }) => acts.decide(ctx, params.tradeId, body)),
  ]
}
