import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { ProcessStatus, ProcessType } from '#features/evaluation/rules/enums.ts'
import { bindRow } from '#server/bound-rows.ts'
import {
  activeReviewers,
  actingMember,
  type Ctx,
  demandReviewing,
  lockReview,
  memberSeat,
  type Order,
  record,
  type ReviewerRow,
  tell,
} from './access.ts'
import { bidsOf } from './bids.ts'
import { LEADER_VOTES } from './bound.ts'
import { demandCommitment } from './commitment.ts'
import { takeOut } from './committee.ts'
import { avoidancesOf, committeeProblem } from './committee-check.ts'
import { afterRejections } from './motions.ts'
import { processRows, setProcess } from './processes.ts'

/** A member's statement about one bidder. A conflict takes the member out at once (招标投标法第三十七条第四款). */
export async function declare(
  ctx: Ctx,
  orderId: string,
  statement: {
    bidderId: string
    hasConflict: boolean
    reason: string
    commitment?: { versionId: string; textHash: string }
  },
): Promise<{ noConflict: boolean | null }> {
  const { bidderId, hasConflict, reason } = statement
  await memberSeat(ctx, orderId)
  const review = await lockReview(ctx, orderId)
  const { order, me } = await memberSeat(ctx, orderId)
  demandReviewing(order)
  if (review.concludedAt) throw new AppError('wrongState', '评审已汇总')
  const bids = await bidsOf(ctx, order)
  const bid = bids.find((b) => b.tradeId === bidderId)
  if (!bid) throw new AppError('notFound')
  // Whoever steps out promises nothing.
  if (!hasConflict) await demandCommitment(ctx, order, { me, accepted: statement.commitment ?? null })
  const values = { hasConflict, reason, at: ctx.clock.now() }
  const stated = await ctx.tx
    .insertInto('reviewer_avoidance')
    .values({ tenantId: ctx.tenantId, reviewerId: me.id, tradeId: bidderId, ...values })
    .onConflict((c) =>
      c
        .columns(['tenantId', 'reviewerId', 'tradeId'])
        .doUpdateSet(values)
        .where(({ eb, or }) =>
          or([eb('reviewer_avoidance.hasConflict', '!=', hasConflict), eb('reviewer_avoidance.reason', '!=', reason)]),
        ),
    )
    .returning('tradeId')
    .executeTakeFirst()
  // The same words again are no second statement.
  if (stated)
    record(ctx, orderId, {
      action: 'avoidance',
      summary: hasConflict ? '声明与投标人存在利害关系' : '声明与投标人无利害关系',
      data: { reviewerId: me.id, bidderId, hasConflict, reason },
    })
  const noConflict = hasConflict ? false : (await isComplete(ctx, me, bids.length)) ? true : null
  const declaredAt = noConflict === null ? null : (me.declaredAt ?? ctx.clock.now())
  await ctx.update('reviewer', { id: me.id }, { noConflict, declaredAt })
  if (hasConflict)
    await takeOut(ctx, order, { member: me, reason: `与投标人${bid.supplierName}存在利害关系：${reason}` })
  tell(ctx, orderId, 'avoidance')
  return { noConflict }
}

export interface Election {
  voted: number
  voters: number
  leaderId: string | null
  isTied: boolean
}

/**
 * A vote for the leader; it may be changed until everybody on a complete committee has voted. Then the member with most
 * votes leads; a tie deletes the votes and the committee votes again.
 */
export async function voteLeader(ctx: Ctx, orderId: string, choiceId: string): Promise<Election> {
  const { order, me } = await actingMember(ctx, orderId)
  const [recommend] = await processRows(ctx, orderId)
  if (recommend?.processStatus !== ProcessStatus.values.inProgress) throw new AppError('wrongState', '组长已推选产生')
  const reviewers = await activeReviewers(ctx, orderId)
  const choice = reviewers.find((r) => r.id === choiceId)
  if (!choice) throw new AppError('notFound')
  const values = { choiceId, at: ctx.clock.now(), salt: randomUUID() }
  await ctx.tx
    .insertInto('leader_vote')
    .values({ tenantId: ctx.tenantId, orderId, voterId: me.id, ...values })
    .onConflict((c) => c.columns(['tenantId', 'orderId', 'voterId']).doUpdateSet(values))
    .execute()
  bindRow(ctx, LEADER_VOTES, [orderId, me.id])
  // For whom is told with the election: until then nobody else knows.
  record(ctx, orderId, { action: 'leader-vote', summary: '推选组长投票', data: { voter: me.id } })
  tell(ctx, orderId, 'leader')
  const votes = await ctx.many('leader_vote', { orderId }, { columns: ['voterId', 'choiceId'] })
  const state = { voted: votes.length, voters: reviewers.length }
  if (votes.length < reviewers.length || (await committeeProblem(ctx, order, reviewers)))
    return { ...state, leaderId: null, isTied: false }
  const leader = mostVotes(votes.map((v) => v.choiceId))
  if (leader === null) {
    await ctx.remove('leader_vote', { orderId })
    for (const { voterId } of votes) bindRow(ctx, LEADER_VOTES, [orderId, voterId])
    record(ctx, orderId, { action: 'leader-tied', summary: '推选组长票数相同，重新投票', data: { votes } })
    return { ...state, leaderId: null, isTied: true }
  }
  await elect(ctx, order, { leader: reviewers.find((r) => r.id === leader)!, votes })
  return { ...state, leaderId: leader, isTied: false }
}

async function elect(ctx: Ctx, order: Order, { leader, votes }: { leader: ReviewerRow; votes: readonly object[] }) {
  await ctx.update('reviewer', { id: leader.id }, { isLeader: true })
  await setProcess(ctx, order.id, { type: ProcessType.values.leaderRecommend, status: 2 })
  record(ctx, order.id, { action: 'leader', summary: `推选${leader.name}为组长`, data: { leader: leader.id, votes } })
  const review = (await processRows(ctx, order.id)).find((p) => p.processType === ProcessType.values.review)!
  // A leader elected in place of one who left goes on where the review stands.
  if (review.processStatus !== ProcessStatus.values.notStarted) return
  await setProcess(ctx, order.id, { type: ProcessType.values.review, status: 1 })
  await afterRejections(ctx, order)
}

async function isComplete(ctx: Ctx, me: ReviewerRow, bidders: number): Promise<boolean> {
  const given = await avoidancesOf(ctx, [me.id])
  return given.filter((s) => !s.hasConflict).length === bidders
}

/** Null when two share the top. */
function mostVotes(choices: readonly string[]): string | null {
  const counts = [...Map.groupBy(choices, (c) => c)].map(([id, of]) => ({ id, n: of.length }))
  counts.sort((a, b) => b.n - a.n)
  return counts[0] && counts[0].n !== counts[1]?.n ? counts[0].id : null
}
