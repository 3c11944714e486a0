import type { BodyOf } from '#contract/endpoint.ts'
import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import type { Approvals, BusinessNode } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { addInvitees as addInviteesCall } from '../contract/follow-up.ts'
import type * as notice from '../contract/notice.ts'
import type * as order from '../contract/order.ts'
import * as nodes from './approval-nodes.ts'
import { addInvitees, isListOfDraft } from './invitations.ts'

type Ctx = Context<Employee>

/** What a step answers: its effect, or the approval that it waits for. */
export type Held<Done> = Partial<Done> & { approval?: { workflowId: string } }

/**
 * The steps that a company may have approved, each as its call does it: done at once where it has no definition for them,
 * held otherwise. What each does stands in its own file, and is done from here and after the last approval alike.
 */
export function orderActs(approvals: Approvals) {
  const act =
    <Body extends { approval: ApprovalInput }, Done extends object>(node: BusinessNode<Body, Done>) =>
    async (ctx: Ctx, subjectId: string, body: Body): Promise<Held<Done>> => {
      const answer = await approvals.submit(ctx, { business: nodes.biddingApprovals, node, subjectId, body })
      return 'done' in answer ? answer.done : (answer as Held<Done>)
    }
  const invite = act(nodes.invitees)
  return {
    publish: act<BodyOf<typeof order.publishOrder>, { noticeId: string }>(nodes.announcement),
    change: act<BodyOf<typeof notice.publishChange>, object>(nodes.change),
    abort: act<BodyOf<typeof order.declareAbortive>, object>(nodes.abortive),
    clarify: act<BodyOf<typeof notice.publishClarification>, object>(nodes.clarification),
    candidates: act<BodyOf<typeof notice.publishCandidates>, object>(nodes.candidates),
    winner: act<BodyOf<typeof notice.publishWinner>, object>(nodes.winner),
    decide: act(nodes.signUpResult),
    async invite(ctx: Ctx, orderId: string, body: BodyOf<typeof addInviteesCall>): Promise<Held<object>> {
      return (await isListOfDraft(ctx, orderId)) ? addInvitees(ctx, orderId, body) : invite(ctx, orderId, body)
    },
  }
}
