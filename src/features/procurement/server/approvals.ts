import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import type { Approvals } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { addInvitees as addInviteesCall } from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as trade from '../contract/trade.ts'
import { biddingApprovals, type BiddingStep } from './approval-nodes.ts'
import type { publishCandidates } from './award.ts'
import { buyer } from './bind.ts'
import type { publishChange } from './changes.ts'
import { addInvitees, isListOfDraft } from './invitations.ts'
import { awaitChangeTexts, awaitOrderTexts } from './document-check.ts'

/**
 * The steps that a company may have approved: done at once where it has no definition for them, held otherwise. What
 * each does stands in its own file, and is done from here and after the last approval alike.
 */
export function approvalRoutes(approvals: Approvals): readonly Route[] {
  /** `Done`: what the step answers when it is done at once. */
  const step = async <Done extends object>(
    ctx: Context<Employee>,
    node: BiddingStep,
    { subjectId, body }: { subjectId: string; body: { approval: ApprovalInput } },
  ): Promise<Partial<Done> & { approval?: { workflowId: string } }> => {
    const { approval: input, ...payload } = body
    const answer = await approvals.submit(ctx, { business: biddingApprovals, node, subjectId, payload, input })
    return 'done' in answer ? (answer.done ?? {}) : (answer as { approval: { workflowId: string } } & Partial<Done>)
  }
  type Notice = { noticeId: string }
  return [
    buyer(
      order.publishOrder,
      (ctx, { params, body }) => step<Notice>(ctx, 'announcement', { subjectId: params.orderId, body }),
      { prepare: awaitOrderTexts },
    ),
    buyer(order.declareAbortive, (ctx, { params, body }) =>
      step<Notice>(ctx, 'abortive', { subjectId: params.orderId, body }),
    ),
    buyer(
      notice.publishChange,
      (ctx, { params, body }) =>
        step<Awaited<ReturnType<typeof publishChange>>>(ctx, 'change', { subjectId: params.orderId, body }),
      { prepare: awaitChangeTexts },
    ),
    buyer(notice.publishClarification, (ctx, { params, body }) =>
      step<Notice>(ctx, 'clarification', { subjectId: params.orderId, body }),
    ),
    buyer(notice.publishCandidates, (ctx, { params, body }) =>
      step<Awaited<ReturnType<typeof publishCandidates>>>(ctx, 'candidates', { subjectId: params.orderId, body }),
    ),
    buyer(notice.publishWinner, (ctx, { params, body }) =>
      step<Notice>(ctx, 'winner', { subjectId: params.orderId, body }),
    ),
    buyer(addInviteesCall, async (ctx, { params: { orderId }, body }) =>
      (await isListOfDraft(ctx, orderId))
        ? addInvitees(ctx, orderId, body)
        : step<object>(ctx, 'invitees', { subjectId: orderId, body }),
    ),
    buyer(trade.decideTrade, (ctx, { params, body }) =>
      step<object>(ctx, 'signUpResult', { subjectId: params.tradeId, body }),
    ),
  ]
}
