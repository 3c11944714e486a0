import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import type { Approvals, BusinessNode } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { addInvitees as addInviteesCall } from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as trade from '../contract/trade.ts'
import * as nodes from './approval-nodes.ts'
import { buyer } from './bind.ts'
import { addInvitees, isListOfDraft } from './invitations.ts'
import { awaitChangeTexts, awaitOrderTexts } from './document-check.ts'

/**
 * The steps that a company may have approved: done at once where it has no definition for them, held otherwise. What
 * each does stands in its own file, and is done from here and after the last approval alike.
 */
export function approvalRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends { approval: ApprovalInput }, Done extends object>(
    ctx: Context<Employee>,
    node: BusinessNode<Body, Done>,
    { subjectId, body }: { subjectId: string; body: Body },
  ): Promise<Done | { approval: { workflowId: string } }> => {
    const answer = await approvals.submit(ctx, { business: nodes.biddingApprovals, node, subjectId, body })
    return 'done' in answer ? answer.done : answer
  }
  return [
    buyer(
      order.publishOrder,
      (ctx, { params, body }) => submit(ctx, nodes.announcement, { subjectId: params.orderId, body }),
      { prepare: awaitOrderTexts },
    ),
    buyer(
      notice.publishChange,
      (ctx, { params, body }) => submit(ctx, nodes.change, { subjectId: params.orderId, body }),
      { prepare: awaitChangeTexts },
    ),
    buyer(order.declareAbortive, (ctx, { params, body }) =>
      submit(ctx, nodes.abortive, { subjectId: params.orderId, body }),
    ),
    buyer(notice.publishClarification, (ctx, { params, body }) =>
      submit(ctx, nodes.clarification, { subjectId: params.orderId, body }),
    ),
    buyer(notice.publishCandidates, (ctx, { params, body }) =>
      submit(ctx, nodes.candidates, { subjectId: params.orderId, body }),
    ),
    buyer(notice.publishWinner, (ctx, { params, body }) =>
      submit(ctx, nodes.winner, { subjectId: params.orderId, body }),
    ),
    buyer(addInviteesCall, async (ctx, { params: { orderId }, body }) =>
      (await isListOfDraft(ctx, orderId))
        ? addInvitees(ctx, orderId, body)
        : submit(ctx, nodes.invitees, { subjectId: orderId, body }),
    ),
    buyer(trade.decideTrade, (ctx, { params, body }) =>
      submit(ctx, nodes.signUpResult, { subjectId: params.tradeId, body }),
    ),
  ]
}
