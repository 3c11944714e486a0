import { offerOpening } from '#features/opening-hall/server/public.ts'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { EXPERT_KINDS } from '#features/experts/contract.ts'
import { expertsToChoose } from '#features/experts/server/public.ts'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Committee } from '../contract/purchaser.ts'
import type { Reviewer } from '../contract/shared.ts'
import { ItemKind, ProcessType } from '../rules/enums.ts'
import {
  activeReviewers,
  actingOwner,
  allReviewers,
  type Ctx,
  demandReviewing,
  lockReview,
  type Order,
  ownerSeat,
  record,
  reviewRow,
  type ReviewerRow,
  tell,
} from './access.ts'
import { committeeFindings, committeeSize } from './committee-check.ts'
import { demandImpartial } from './impartial.ts'
import { raiseBondMotions } from './bond-motions.ts'
import { dropMotionsOf } from './motions.ts'
import { setProcess } from './processes.ts'
import { completeTasks, reopen } from './progress.ts'
import { isDoubleEnvelope, isSummarised, waysOf } from './ways.ts'

type OwnerCtx = Context<Employee>

const ROLE_LABELS = { ...EXPERT_KINDS, owner: '采购人代表' } as const

/** The committee as the purchaser's side sees it. */
export async function committeeOf(ctx: OwnerCtx, orderId: string): Promise<z.output<typeof Committee>> {
  const { order, who } = await ownerSeat(ctx, orderId)
  const review = await reviewRow(ctx, orderId)
  const members = await allReviewers(ctx, orderId)
  const voters = await votersOf(ctx, orderId)
  return {
    members: members.map((m) => ({
      ...reviewerView(m, { userId: ctx.actor.userId, voters }),
      expertId: m.expert_id,
      employeeId: m.employee_id,
    })),
    findings: await committeeFindings(
      ctx,
      order,
      members.filter((m) => m.out_at === null),
    ),
    planned: committeeSize(order),
    isOpen: who.part === 'owner' && mayChoose(order),
    canReplace:
      who.part === 'owner' &&
      order.status === OrderStatus.values.reviewing &&
      review !== null &&
      review.concluded_at === null,
  }
}

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
  const wanted = await candidates(ctx, order, choice)
  const before = await allReviewers(ctx, orderId)
  const gone = before.filter((b) => !wanted.some((w) => w.user_id === b.user_id))
  if (gone.length > 0) {
    const ids = gone.map((g) => g.id)
    await ctx.tx.deleteFrom('reviewer').where('tenant_id', '=', ctx.tenantId).where('id', 'in', ids).execute()
  }
  for (const [sort, member] of wanted.entries()) {
    await ctx.tx
      .insertInto('reviewer')
      .values({ tenant_id: ctx.tenantId, id: ctx.newId(), order_id: orderId, sort, ...member })
      .onConflict((c) => c.columns(['tenant_id', 'order_id', 'user_id']).doUpdateSet({ sort, ...member }))
      .execute()
  }
  const added = wanted.filter((w) => !before.some((b) => b.user_id === w.user_id))
  for (const { user_id } of [...gone, ...added]) ctx.actorChanged(user_id)
  record(ctx, orderId, {
    action: 'committee',
    summary: `确定评标委员会成员 ${wanted.length} 名`,
    data: { members: wanted, removed: gone.map((g) => g.user_id) },
  })
  tell(ctx, orderId, 'committee')
  return committeeOf(ctx, orderId)
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
  if (review.concluded_at) throw new AppError('wrongState', '评审已汇总，不能更换成员')
  const members = await allReviewers(ctx, orderId)
  const old = members.find((m) => m.id === body.reviewerId)
  if (!old) throw new AppError('notFound')
  if (members.some((m) => m.replaces === old.id)) throw new AppError('conflict', '该成员已被更换')
  const [next] = await candidates(ctx, order, {
    expertIds: body.expertId ? [body.expertId] : [],
    employeeIds: body.employeeId ? [body.employeeId] : [],
  })
  if (members.some((m) => m.user_id === next!.user_id))
    throw new AppError('invalid', '该人员已是或曾是本项目评标委员会成员')
  if (old.out_at === null) await takeOut(ctx, order, { member: old, reason: body.reason })
  const id = ctx.newId()
  await ctx.tx
    .insertInto('reviewer')
    .values({ tenant_id: ctx.tenantId, id, order_id: orderId, sort: old.sort, replaces: old.id, ...next! })
    .execute()
  await completeTasks(ctx, order)
  ctx.actorChanged(next!.user_id)
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
  await ctx.tx
    .updateTable('reviewer')
    .set({ out_at: ctx.clock.now(), out_reason: reason, is_leader: false })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', member.id)
    .execute()
  await dropMotionsOf(ctx, order.id, member.id)
  await raiseBondMotions(ctx, order)
  // With second envelopes open the first stage cannot be undone any more: who passed it is known, and prices are read out.
  const { startedAt } = isDoubleEnvelope(order) ? await offerOpening(ctx, order.id) : { startedAt: null }
  const summarised = (await waysOf(ctx, order.id)).filter(
    (w) => isSummarised(w) && !w.is_automatic && (startedAt === null || w.stage === 2),
  )
  // Opening a pass-or-not way again takes every later way with it.
  const first = summarised.find((w) => w.item_kind === ItemKind.values.pass)
  const ways = first ? [first] : summarised
  for (const way of ways) await reopen(ctx, order, { way, reviewerIds: [] })
  const voted = await ctx.tx
    .deleteFrom('leader_vote')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .$if(!member.is_leader, (q) =>
      q.where((e) => e.or([e('voter_id', '=', member.id), e('choice_id', '=', member.id)])),
    )
    .execute()
  if (member.is_leader) await setProcess(ctx, order.id, { type: ProcessType.values.leaderRecommend, status: 1 })
  ctx.actorChanged(member.user_id)
  record(ctx, order.id, {
    action: 'out',
    summary: `评标委员会成员${member.name}退出：${reason}`,
    data: { reviewerId: member.id, reopened: ways.map((w) => w.id), votes: voted.length },
  })
  tell(ctx, order.id, 'committee')
}

export async function votersOf(ctx: Ctx, orderId: string): Promise<Set<string>> {
  const votes = await ctx.tx
    .selectFrom('leader_vote')
    .select('voter_id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .execute()
  return new Set(votes.map((v) => v.voter_id))
}

export async function reviewerViews(ctx: Ctx, orderId: string): Promise<Reviewer[]> {
  const [members, voters] = await Promise.all([activeReviewers(ctx, orderId), votersOf(ctx, orderId)])
  return members.map((m) => reviewerView(m, { userId: ctx.actor.userId, voters }))
}

function reviewerView(m: ReviewerRow, reader: { userId: string; voters: ReadonlySet<string> }): Reviewer {
  const role = m.role as keyof typeof ROLE_LABELS
  return {
    reviewerId: m.id,
    name: m.name,
    role,
    roleLabel: ROLE_LABELS[role],
    employer: m.employer,
    isLeader: m.is_leader,
    isOwn: m.user_id === reader.userId,
    noConflict: m.no_conflict,
    declaredAt: m.declared_at?.toISOString() ?? null,
    hasVoted: reader.voters.has(m.id),
    outAt: m.out_at?.toISOString() ?? null,
    outReason: m.out_reason,
  }
}

function mayChoose(order: Order): boolean {
  return order.status >= OrderStatus.values.published && order.status <= OrderStatus.values.openingEnded
}

/** The chosen people as rows of the committee. Throws `invalid` when one may not be chosen or is named twice. */
async function candidates(
  ctx: OwnerCtx,
  order: Order,
  { expertIds, employeeIds }: { expertIds: readonly string[]; employeeIds: readonly string[] },
) {
  const experts = await expertsToChoose(ctx, { companyId: ctx.actor.companyId, ids: expertIds })
  const staff = employeeIds.length > 0 ? await employees(ctx, order) : []
  const chosen = employeeIds.flatMap((id) => staff.filter((s) => s.id === id))
  if (experts.length < expertIds.length || chosen.length < employeeIds.length)
    throw new AppError('invalid', '所选人员不存在或已停用，请刷新后重新选择')
  const members = [
    ...experts.map((e) => ({
      expert_id: e.id as string | null,
      employee_id: null as string | null,
      user_id: e.userId,
      name: e.name,
      role: e.kind as 'technical' | 'economic' | 'owner',
      employer: e.employer,
      employer_code: e.employerCode,
    })),
    ...chosen.map((s) => ({
      expert_id: null,
      employee_id: s.id,
      user_id: s.user_id,
      name: s.name,
      role: 'owner' as const,
      employer: s.company,
      employer_code: s.credit_code,
    })),
  ]
  if (new Set(members.map((m) => m.user_id)).size < members.length)
    throw new AppError('invalid', '同一人不得重复担任成员')
  await demandImpartial(ctx, order, members)
  return members
}

/** The purchaser's employees in use, also where an agency runs the order: its own people may not review (87号令第四十八条). */
function employees(ctx: OwnerCtx, order: Order) {
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.company_id')
    .leftJoin('department as d', (j) =>
      j.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.id', '=', 'e.department_id'),
    )
    .select(['e.id', 'e.user_id', 'e.name', 'c.name as company', 'c.credit_code', 'd.name as department'])
    .where('e.tenant_id', '=', ctx.tenantId)
    .where('e.company_id', '=', order.purchaser_company_id)
    .where('e.status', '=', 1)
    .where('e.deleted_at', 'is', null)
    .orderBy('e.name')
    .limit(500)
    .execute()
}
