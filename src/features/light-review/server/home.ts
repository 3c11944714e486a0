import { sql } from 'kysely'
import type { Workbench } from '#contract/workbench.ts'
import { doesBuying, inState } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { answerPlace, reviewPlace } from '../rules/places.ts'
import { ASK_KINDS, type AskKind, OPEN_STATES, REVIEWABLE } from '../rules/review.ts'

type Ctx = Context<Actor>
type Side = Extract<Workbench, 'purchaser' | 'agency'>

/** Opinions to be given, reviews to be closed or summed up, and what a supplier is asked for. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    if (companyId === null) return []
    if (workbench === 'supplier') return rights.has('bidding') ? supplierTodos(ctx, limit) : []
    if (workbench !== 'purchaser' && workbench !== 'agency') return []
    const own = await memberTodos(ctx, workbench, limit)
    return doesBuying(ctx.actor) ? [...own, ...(await ownerTodos(ctx, workbench, limit))] : own
  },
}

async function memberTodos(ctx: Ctx, side: Side, limit: number): Promise<Todo[]> {
  const rows = await openReviews(ctx, side)
    .innerJoin('light_review_member as m', (j) =>
      j.onRef('m.tenantId', '=', 'r.tenantId').onRef('m.reviewId', '=', 'r.id'),
    )
    .leftJoin('light_opinion as p', (j) => j.onRef('p.tenantId', '=', 'm.tenantId').onRef('p.memberId', '=', 'm.id'))
    .select(['o.id', 'o.title', 'm.id as memberId', 'r.deadline'])
    .where('m.userId', '=', ctx.actor.userId)
    .where('m.employeeId', '=', ctx.actor.employeeId)
    .where('m.outAt', 'is', null)
    .where('r.status', '=', 'running')
    .where('p.handedInAt', 'is', null)
    .orderBy('r.deadline')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, memberId, deadline }) => ({
    key: `opinion:${memberId}`,
    kind: 'review',
    isMine: true,
    label: '提交评审意见',
    title,
    link: reviewPlace(id, 'file', side),
    dueAt: deadline,
  }))
}

async function ownerTodos(ctx: Ctx, side: Side, limit: number): Promise<Todo[]> {
  const rows = await openReviews(ctx, side)
    .select(['o.id', 'o.title', 'o.createdBy', 'r.status'])
    .where((e) =>
      e.or([
        e('r.status', '=', 'handed-in'),
        e.and([e('r.status', '=', 'running'), e('r.deadline', '<=', ctx.clock.now())]),
      ]),
    )
    .orderBy('r.deadline')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, createdBy, status }) => ({
    key: `${status === 'handed-in' ? 'conclude' : 'overdue'}:${id}`,
    kind: 'review',
    isMine: createdBy === ctx.actor.userId,
    label: status === 'handed-in' ? '汇总评审意见' : '处理逾期评审意见',
    title,
    link: reviewPlace(id, 'file', side),
    dueAt: null,
  }))
}

async function supplierTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { companyId, userId } = ctx.actor
  const rows = await ctx.tx
    .selectFrom('light_review_ask as a')
    .innerJoin('light_review as r', (j) => j.onRef('r.tenantId', '=', 'a.tenantId').onRef('r.id', '=', 'a.reviewId'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'a.tenantId').onRef('o.id', '=', 'a.orderId'))
    .select(['a.id as askId', 'a.kind', 'a.title as what', 'a.deadline', 'o.id', 'o.method', 'o.title', 't.createdBy'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', companyId)
    .where('r.status', 'in', OPEN_STATES)
    .where(inState('o.state', ...REVIEWABLE))
    .where('a.deadline', '>', ctx.clock.now())
    .where(
      sql<boolean>`not exists (select from light_review_answer n where n.tenant_id = a.tenant_id and n.ask_id = a.id)`,
    )
    .orderBy('a.deadline')
    .limit(limit)
    .execute()
  return rows.map(({ askId, kind, what, deadline, createdBy, ...order }) => ({
    key: `answer:${askId}`,
    kind: 'bid',
    isMine: createdBy === userId,
    label: ASK_KINDS[kind as AskKind],
    title: `${order.title}：${what}`,
    link: answerPlace(order),
    dueAt: deadline,
  }))
}

/** Reviews that go on in orders run by the own company, as one sees them from this workbench. */
function openReviews(ctx: Ctx, side: Side) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('light_review as r')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .where('r.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', companyId)
    .where(inState('o.state', ...REVIEWABLE))
}
