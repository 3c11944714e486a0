import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { BOND_FAULT_RULE } from '#features/procurement/rules/bond-terms.ts'
import { bindRow } from '#server/bound-rows.ts'
import type { ReviewMotion } from '#server/database/tables.ts'
import type { Motion } from '../contract/shared.ts'
import {
  activeReviewers,
  actingMember,
  allReviewers,
  type Any,
  type Ctx,
  type Order,
  record,
  type ReviewerRow,
  type Seat,
  tell,
} from './access.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { MOTIONS, VOTES } from './bound.ts'
import { committeeProblem } from './committee-check.ts'
import { concludeRejected, moveOn } from './conclude.ts'
import { completeTasks } from './progress.ts'
import { endMotions, insertRejections, liftRejections } from './verdicts.ts'

const OPEN = 0
const CARRIED = 1
const REFUSED = 2
const DROPPED = 3
type Row = Selectable<ReviewMotion>

/** Fewer valid bids than this and the committee decides whether there is still competition. */
const MIN_VALID = 3
export const FEW_BIDS_RULE =
  '《评标委员会和评标方法暂行规定》第二十七条：有效投标不足三个使得投标明显缺乏竞争的，评标委员会可以否决全部投标'

/** Proposes to reject a bid; the proposer's own vote is cast with it. Throws `conflict` while one is open. */
export async function propose(
  ctx: Ctx,
  orderId: string,
  { bidderId, reason, rule }: { bidderId: string; reason: string; rule: string },
): Promise<{ motionId: string }> {
  const { order, me, review } = await actingMember(ctx, orderId)
  if (review.concludedAt) throw new AppError('wrongState', '评审已汇总')
  const bid = (await bidsOf(ctx, order)).find((b) => b.tradeId === bidderId)
  if (!bid) throw new AppError('notFound')
  if (!isValid(bid)) throw new AppError('wrongState', '该投标已被否决')
  const motionId = ctx.newId()
  const added = await ctx.tx
    .insertInto('review_motion')
    .values({
      tenantId: ctx.tenantId,
      id: motionId,
      orderId,
      kind: 'reject-bid',
      tradeId: bidderId,
      reason,
      rule,
      proposedBy: me.id,
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', '该投标已有未表决完毕的否决提议')
  bindRow(ctx, MOTIONS, [motionId])
  record(ctx, orderId, {
    action: 'propose',
    summary: '提出否决投标的提议',
    data: { motionId, bidderId, reason, rule },
  })
  await castVote(ctx, { order, me }, { motion: added, agree: true, opinion: '' })
  return { motionId }
}

/**
 * Puts the rejection of a bid to the vote because the rules ask for it: nobody proposes it, nobody has voted. Nothing
 * when such a motion is open already, or the bid is rejected. `askId`: the explanation that is voted on.
 */
export async function raiseRejection(
  ctx: Any,
  order: Pick<Order, 'id'>,
  { bidderId, reason, rule, askId }: { bidderId: string; reason: string; rule: string; askId?: string },
): Promise<void> {
  if (await isRejected(ctx, order.id, bidderId)) return
  const motionId = ctx.newId()
  const added = await ctx.tx
    .insertInto('review_motion')
    .values({
      tenantId: ctx.tenantId,
      id: motionId,
      orderId: order.id,
      kind: 'reject-bid',
      tradeId: bidderId,
      reason,
      rule,
      ...(askId === undefined ? {} : { askId }),
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  bindRow(ctx, MOTIONS, [motionId])
  record(ctx, order.id, {
    action: 'propose',
    summary: '提请评标委员会表决',
    data: { motionId, bidderId, reason, rule },
  })
  tell(ctx, order.id, 'motion')
}

/** Votes on an open motion. A vote may be changed until the motion is decided. Returns the motion's state. */
export async function vote(
  ctx: Ctx,
  orderId: string,
  ballot: { motionId: string; agree: boolean; opinion: string },
): Promise<{ state: number }> {
  const seat = await actingMember(ctx, orderId)
  const motion = await ctx.one('review_motion', { orderId, id: ballot.motionId })
  if (!motion) throw new AppError('notFound')
  if (motion.state !== OPEN) throw new AppError('wrongState', '该提议已表决完毕')
  // Going on without the bond that the documents demand needs its reason on record.
  if (motion.rule === BOND_FAULT_RULE && !ballot.agree && ballot.opinion.trim().length < 2)
    throw new AppError('invalid', '接受该投标须说明理由', [{ path: 'opinion', message: '请说明理由' }])
  // Why an explanation of a low price holds or does not is what goes on record.
  if (motion.askId !== null && ballot.opinion.trim().length < 2)
    throw new AppError('invalid', '请填写对说明的评审意见', [{ path: 'opinion', message: '请填写评审意见' }])
  return { state: await castVote(ctx, seat, { motion, agree: ballot.agree, opinion: ballot.opinion }) }
}

/**
 * After bids were rejected: none left ends the review; fewer than three put the question of going on, unless the
 * committee has answered it for as many bids; otherwise the next ways open.
 */
export async function afterRejections(ctx: Any, order: Order): Promise<void> {
  const valid = (await bidsOf(ctx, order)).filter(isValid).length
  if (valid === 0) return concludeRejected(ctx, order, '全部投标均被否决')
  const asked = await ctx.many('review_motion', { orderId: order.id, kind: 'go-on', state: [OPEN, CARRIED] })
  const mustAsk = valid < MIN_VALID && !asked.some((m) => m.state === CARRIED && (m.validBids ?? 0) <= valid)
  if (!mustAsk) return moveOn(ctx, order)
  if (asked.some((m) => m.state === OPEN)) return
  const motionId = ctx.newId()
  const reason = `有效投标仅 ${valid} 个，请评标委员会认定是否仍具有竞争性并继续评审`
  await ctx.insert('review_motion', {
    id: motionId,
    orderId: order.id,
    kind: 'go-on',
    validBids: valid,
    reason,
    rule: FEW_BIDS_RULE,
    createdAt: ctx.clock.now(),
  })
  bindRow(ctx, MOTIONS, [motionId])
  record(ctx, order.id, { action: 'few-bids', summary: reason, data: { motionId, valid } })
  tell(ctx, order.id, 'motion')
}

/** Votes of a member who left are void: what they voted on is dropped, rejections that came of it are undone. */
export async function dropMotionsOf(ctx: Any, orderId: string, reviewerId: string): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('review_motion as m')
    .innerJoin('review_motion_vote as v', (j) =>
      j.onRef('v.tenantId', '=', 'm.tenantId').onRef('v.motionId', '=', 'm.id'),
    )
    .select('m.id')
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.orderId', '=', orderId)
    .where('v.reviewerId', '=', reviewerId)
    .execute()
  const ids = rows.map((r) => r.id)
  if (ids.length === 0) return
  await liftRejections(ctx, orderId, ['motionId', ids])
  await endMotions(ctx, orderId, { to: DROPPED, id: ids })
}

/** What is still voted on about a bid, or about an explanation, is voted on no more. */
export async function dropOpenOn(
  ctx: Any,
  orderId: string,
  about: { tradeId: string } | { askId: string },
): Promise<void> {
  await endMotions(ctx, orderId, { to: DROPPED, from: [OPEN], ...about })
}

/** Motions as a person may see them: votes once decided; the purchaser's side hears of a proposal when it is decided. */
export async function motionViews(
  ctx: Any,
  orderId: string,
  { bids, me }: { bids: readonly Bid[]; me: ReviewerRow | null },
): Promise<z.output<typeof Motion>[]> {
  const motions = await ctx.tx
    .selectFrom('review_motion')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .$if(me === null, (q) => q.where((e) => e.or([e('state', '<>', OPEN), e('kind', '=', 'go-on')])))
    .orderBy('id')
    .execute()
  if (motions.length === 0) return []
  const votes = await votesOn(
    ctx,
    motions.map((m) => m.id),
  )
  const members = await allReviewers(ctx, orderId)
  const names = new Map(members.map((m) => [m.id, m.name]))
  const active = members.filter((m) => m.outAt === null)
  return motions.map((m) => {
    const cast = votes.filter((v) => v.motionId === m.id)
    return {
      motionId: m.id,
      kind: m.kind as 'reject-bid' | 'go-on',
      bidderId: m.tradeId,
      supplierName: bids.find((b) => b.tradeId === m.tradeId)?.supplierName ?? null,
      reason: m.reason,
      rule: m.rule,
      askId: m.askId,
      state: m.state,
      proposedBy: m.proposedBy && (names.get(m.proposedBy) ?? null),
      createdAt: m.createdAt.toISOString(),
      decidedAt: m.decidedAt?.toISOString() ?? null,
      voted: cast.length,
      voters: active.length,
      ownVote: cast.find((v) => v.reviewerId === me?.id)?.agree ?? null,
      votes:
        m.state === OPEN
          ? null
          : cast.map((v) => ({ name: names.get(v.reviewerId) ?? '', agree: v.agree, opinion: v.opinion })),
    }
  })
}

async function castVote(
  ctx: Ctx,
  { order, me }: Pick<Seat, 'order'> & { me: ReviewerRow },
  ballot: { motion: Row; agree: boolean; opinion: string },
): Promise<number> {
  const { motion, agree, opinion } = ballot
  const reviewers = await activeReviewers(ctx, order.id)
  const problem = await committeeProblem(ctx, order, reviewers)
  if (problem) throw new AppError('legalRule', problem)
  const cast = { agree, opinion, at: ctx.clock.now(), salt: randomUUID() }
  await ctx.tx
    .insertInto('review_motion_vote')
    .values({ tenantId: ctx.tenantId, motionId: motion.id, reviewerId: me.id, ...cast })
    .onConflict((c) => c.columns(['tenantId', 'motionId', 'reviewerId']).doUpdateSet(cast))
    .execute()
  bindRow(ctx, VOTES, [motion.id, me.id])
  record(ctx, order.id, { action: 'vote', summary: '对提议投票', data: { motionId: motion.id } })
  tell(ctx, order.id, 'motion')
  const votes = (await votesOn(ctx, [motion.id])).filter((v) => reviewers.some((r) => r.id === v.reviewerId))
  const agreed = votes.filter((v) => v.agree).length
  const against = votes.length - agreed
  if (agreed * 2 > reviewers.length) return decide(ctx, order, { motion, state: CARRIED, votes })
  if (against * 2 > reviewers.length) return decide(ctx, order, { motion, state: REFUSED, votes })
  return OPEN
}

async function decide(
  ctx: Ctx,
  order: Order,
  { motion, state, votes }: { motion: Row; state: number; votes: readonly object[] },
): Promise<number> {
  const now = ctx.clock.now()
  await endMotions(ctx, order.id, { to: state, id: [motion.id] })
  const question = motion.kind === 'go-on' ? '有效投标不足三个，继续评审' : '否决投标'
  record(ctx, order.id, {
    action: 'decide',
    summary: `评标委员会表决（${question}）：${state === CARRIED ? '通过' : '未通过'}`,
    data: { motionId: motion.id, bidderId: motion.tradeId, reason: motion.reason, rule: motion.rule, votes },
  })
  if (motion.kind === 'reject-bid') {
    if (state !== CARRIED) return state
    await dropOpenOn(ctx, order.id, { tradeId: motion.tradeId! })
    await insertRejections(ctx, [
      {
        orderId: order.id,
        tradeId: motion.tradeId!,
        reason: motion.askId === null ? motion.reason : `${motion.reason}，不能证明报价合理`,
        rule: motion.rule,
        motionId: motion.id,
        at: now,
      },
    ])
    await afterRejections(ctx, order)
  } else if (state === CARRIED) {
    await moveOn(ctx, order)
  } else {
    await concludeRejected(ctx, order, '有效投标不足三个，明显缺乏竞争，评标委员会否决全部投标')
  }
  await completeTasks(ctx, order)
  return state
}

async function isRejected(ctx: Any, orderId: string, tradeId: string): Promise<boolean> {
  const row = await ctx.one('review_rejection', { orderId, tradeId }, { columns: ['tradeId'] })
  return row !== undefined
}

function votesOn(ctx: Any, motionIds: readonly string[]) {
  return ctx.many(
    'review_motion_vote',
    { motionId: [...motionIds] },
    { columns: ['motionId', 'reviewerId', 'agree', 'opinion'], orderBy: ['at'] },
  )
}
