import { offerOpening } from '#features/opening-hall/server/public.ts'
import { AppError } from '#contract/errors.ts'
import { drawFinding } from '#features/procurement/server/public.ts'
import { expertsToChoose, extractedExperts } from '#features/experts/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { bindRow } from '#server/bound-rows.ts'
import type { Context } from '#server/context.ts'
import { ItemKind, ProcessType } from '#features/evaluation/rules/enums.ts'
import {
  actingOwner,
  allReviewers,
  type Ctx,
  demandReviewing,
  lockReview,
  mayChoose,
  type Order,
  ownerSeat,
  record,
  type ReviewerRow,
  tell,
} from './access.ts'
import { LEADER_VOTES } from './bound.ts'
import { committeeOf } from './committee-view.ts'
import { demandImpartial } from './impartial.ts'
import { raiseBondMotions } from './bond-motions.ts'
import { raiseLowPriceVotes } from './low-price-votes.ts'
import { dropMotionsOf } from './motions.ts'
import { setProcess } from './processes.ts'
import { completeTasks, reopen } from './progress.ts'
import { isDoubleEnvelope, isSummarised, waysOf } from './ways.ts'

type OwnerCtx = Context<Employee>

export async function representativesOf(ctx: OwnerCtx, orderId: string) {
  const { order } = await ownerSeat(ctx, orderId)
  const rows = await employees(ctx, order)
  return rows.map((r) => ({ employeeId: r.id, name: r.name, departmentName: r.department ?? '' }))
}

/** Replaces the whole choice; members who stay keep their seats. Throws `wrongState` once the review has started. */
export async function chooseCommittee(
  ctx: OwnerCtx,
  orderId: string,
  choice: { expertIds: readonly string[]; employeeIds: readonly string[] },
) {
  const { order } = await actingOwner(ctx, orderId, 'update')
  if (!mayChoose(order)) throw new AppError('wrongState', '评审已开始，评标委员会不能变更')
  const before = await allReviewers(ctx, orderId)
  const wanted = await candidates(ctx, order, { ...choice, before })
  const gone = before.filter((b) => !wanted.some((w) => w.userId === b.userId))
  await demandDrawnStay(ctx, order, gone)
  if (gone.length > 0) {
    const ids = gone.map((g) => g.id)
    await ctx.remove('reviewer', { id: ids })
  }
  for (const [sort, member] of wanted.entries()) {
    await ctx.tx
      .insertInto('reviewer')
      .values({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        orderId,
        sort,
        chosenAt: ctx.clock.now(),
        ...member,
      })
      .onConflict((c) => c.columns(['tenantId', 'orderId', 'userId']).doUpdateSet({ sort, ...member }))
      .execute()
  }
  const added = wanted.filter((w) => !before.some((b) => b.userId === w.userId))
  for (const { userId } of [...gone, ...added]) ctx.actorChanged(userId)
  record(ctx, orderId, {
    action: 'committee',
    summary: `确定评标委员会成员 ${wanted.length} 名`,
    data: { members: wanted, removed: gone.map((g) => g.userId) },
  })
  tell(ctx, orderId, 'committee')
  return committeeOf(ctx, orderId)
}

/** Whoever was drawn stays: replaced only for a lawful reason, by the draw itself (实施条例第四十六条第二款). */
async function demandDrawnStay(ctx: OwnerCtx, order: Order, gone: readonly ReviewerRow[]): Promise<void> {
  const drawn = gone.filter((g) => g.isDrawn)
  if (drawn.length === 0 || !(await drawFinding(ctx, order, []))) return
  const names = drawn.map((g) => g.name).join('、')
  throw new AppError(
    'legalRule',
    `${names}由随机抽取确定，不得移出；确需更换的，请在专家抽取中更换（《招标投标法实施条例》第四十六条第二款）`,
  )
}

/** 招标投标法实施条例第四十八条: the new member reviews again what the old one had concluded. */
export async function replaceMember(
  ctx: OwnerCtx,
  orderId: string,
  body: { reviewerId: string; expertId?: string; employeeId?: string; reason: string },
) {
  await actingOwner(ctx, orderId)
  const review = await lockReview(ctx, orderId)
  const { order } = await actingOwner(ctx, orderId)
  demandReviewing(order)
  if (review.concludedAt) throw new AppError('wrongState', '评审已汇总，不能更换成员')
  const members = await allReviewers(ctx, orderId)
  const old = members.find((m) => m.id === body.reviewerId)
  if (!old) throw new AppError('notFound')
  if (members.some((m) => m.replaces === old.id)) throw new AppError('conflict', '该成员已被更换')
  const [next] = await candidates(ctx, order, {
    expertIds: body.expertId ? [body.expertId] : [],
    employeeIds: body.employeeId ? [body.employeeId] : [],
    before: [],
  })
  if (members.some((m) => m.userId === next!.userId))
    throw new AppError('invalid', '该人员已是或曾是本项目评标委员会成员')
  if (old.outAt === null) await takeOut(ctx, order, { member: old, reason: body.reason })
  const id = ctx.newId()
  await ctx.insert('reviewer', {
    id,
    orderId,
    sort: old.sort,
    replaces: old.id,
    chosenAt: ctx.clock.now(),
    ...next!,
  })
  await completeTasks(ctx, order)
  ctx.actorChanged(next!.userId)
  record(ctx, orderId, {
    action: 'replace',
    summary: `更换评标委员会成员：${old.name} → ${next!.name}（${body.reason}）`,
    data: { out: old.id, in: id, member: next },
  })
  tell(ctx, orderId, 'committee')
  return committeeOf(ctx, orderId)
}

/**
 * A member leaves: what they concluded is void, so every way they took part in and that is summed up is opened again,
 * motions they voted on are dropped, and without its leader the committee elects anew.
 */
export async function takeOut(ctx: Ctx, order: Order, { member, reason }: { member: ReviewerRow; reason: string }) {
  await ctx.update('reviewer', { id: member.id }, { outAt: ctx.clock.now(), outReason: reason, isLeader: false })
  await dropMotionsOf(ctx, order.id, member.id)
  await raiseBondMotions(ctx, order)
  await raiseLowPriceVotes(ctx, order)
  // With second envelopes open the first stage cannot be undone any more: who passed it is known, and prices are read out.
  const { startedAt } = isDoubleEnvelope(order) ? await offerOpening(ctx, order.id) : { startedAt: null }
  const summarised = (await waysOf(ctx, order.id)).filter(
    (w) => isSummarised(w) && !w.isAutomatic && (startedAt === null || w.stage === 2),
  )
  // Opening a pass-or-not way again takes every later way with it.
  const first = summarised.find((w) => w.itemKind === ItemKind.values.pass)
  const ways = first ? [first] : summarised
  for (const way of ways) await reopen(ctx, order, { way, reviewerIds: [] })
  const voted = await ctx.tx
    .deleteFrom('leader_vote')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .$if(!member.isLeader, (q) => q.where((e) => e.or([e('voterId', '=', member.id), e('choiceId', '=', member.id)])))
    .returning('voterId')
    .execute()
  for (const { voterId } of voted) bindRow(ctx, LEADER_VOTES, [order.id, voterId])
  if (member.isLeader) await setProcess(ctx, order.id, { type: ProcessType.values.leaderRecommend, status: 1 })
  ctx.actorChanged(member.userId)
  record(ctx, order.id, {
    action: 'out',
    summary: `评标委员会成员${member.name}退出：${reason}`,
    data: { reviewerId: member.id, reopened: ways.map((w) => w.id), votes: voted.length },
  })
  tell(ctx, order.id, 'committee')
}

/**
 * The chosen people as rows of the committee. Throws `invalid` when one may not be chosen or is named twice. `before`: who
 * has a seat already.
 */
async function candidates(
  ctx: OwnerCtx,
  order: Order,
  {
    expertIds,
    employeeIds,
    before,
  }: { expertIds: readonly string[]; employeeIds: readonly string[]; before: readonly ReviewerRow[] },
) {
  const { coming } = await extractedExperts(ctx, order.id)
  const experts = await expertsToChoose(ctx, { companyId: ctx.actor.companyId, ids: expertIds })
  const staff = employeeIds.length > 0 ? await employees(ctx, order) : []
  const chosen = employeeIds.flatMap((id) => staff.filter((s) => s.id === id))
  if (experts.length < expertIds.length || chosen.length < employeeIds.length)
    throw new AppError('invalid', '所选人员不存在或已停用，请刷新后重新选择')
  const members = [
    ...experts.map((e) => ({
      expertId: e.id as string | null,
      employeeId: null as string | null,
      userId: e.userId,
      name: e.name,
      role: e.kind as 'technical' | 'economic' | 'owner',
      employer: e.employer,
      employerCode: e.employerCode,
      isDrawn: coming.some((one) => one.userId === e.userId && one.isDrawn),
    })),
    ...chosen.map((s) => ({
      expertId: null,
      employeeId: s.id,
      userId: s.userId,
      name: s.name,
      role: 'owner' as const,
      employer: s.company,
      employerCode: s.creditCode,
      isDrawn: false,
    })),
  ]
  if (new Set(members.map((m) => m.userId)).size < members.length)
    throw new AppError('invalid', '同一人不得重复担任成员')
  const seated = new Map(before.map((b) => [b.userId, b.chosenAt]))
  await demandImpartial(
    ctx,
    order,
    members.map((m) => ({ ...m, chosenAt: seated.get(m.userId) ?? null })),
  )
  return members
}

/** The purchaser's employees in use, also where an agency runs the order: its own people may not review (87号令第四十八条). */
function employees(ctx: OwnerCtx, order: Order) {
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(['e.id', 'e.userId', 'e.name', 'c.name as company', 'c.creditCode', 'd.name as department'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', order.purchaserCompanyId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .orderBy('e.name')
    .limit(500)
    .execute()
}
