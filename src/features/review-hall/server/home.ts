import type { Page } from '#features/procurement/methods/pages.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { codesWith } from '#features/procurement/methods/all.ts'
import { DAY } from '#contract/time.ts'
import { ordersWithExtraction } from '#features/experts/server/public.ts'
import { sql } from 'kysely'
import { inState } from '#features/procurement/server/public.ts'
import { statesReached } from '#features/procurement/engine/states.ts'
import { isFree } from '#features/workflow/server/public.ts'
import type { BoardCell, Deadline, HomeSource, Todo } from '#server/feature.ts'
import {
  ProcessStatus,
  ProcessType,
  ReportStatus,
  ReviewerTaskStatus,
  WaySummaryStatus,
} from '#features/evaluation/rules/enums.ts'
import type { Ctx } from './access.ts'
import { bidderTodos } from './home-bidder.ts'

const REVIEWED = codesWith((method) => method.review === 'hall')
const W = WaySummaryStatus.values
/** How long before the opening a committee is asked for. */
const COMMITTEE_AHEAD = 3 * DAY
/** No person sits on more committees at a time. */
const SEATS = 200
const REPORT = ProcessType.values
/** What whoever runs the order does next: before the review, or with the report of this kind that all have signed. */
const NEXT: Record<number, { key: string; label: string; page: Page }> = {
  0: { key: 'review', label: '组建委员会并评标', page: 'review.committee' },
  [REPORT.report]: { key: 'review', label: '确认评审报告', page: 'review.report' },
  [REPORT.firstStageReport]: { key: 'first-stage', label: '确认第一阶段评审报告', page: 'review.firstStageReport' },
}

/** What a member of committees, whoever runs the order, or a bidder has to do next in its review. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    switch (ctx.actor.workbench) {
      case 'expert':
        return memberTodos(ctx, limit)
      case 'purchaser':
      case 'agency':
        return ownerTodos(ctx, limit)
      case 'supplier':
        return bidderTodos(ctx, limit)
      default:
        return []
    }
  },

  async deadlines(ctx, until, limit) {
    if (ctx.actor.workbench !== 'expert') return []
    const rows = await seats(ctx)
      .select(['o.id', 'o.title', 'o.openAt'])
      .where('o.state', '=', 'publish.open')
      .where((e) => e.between('o.openAt', ctx.clock.now(), until))
      .orderBy('o.openAt')
      .limit(limit)
      .execute()
    return rows.map((row): Deadline => ({
      key: `review-open:${row.id}`,
      label: '开标，随后评标',
      title: row.title,
      link: '/review/tasks',
      at: row.openAt!,
    }))
  },

  async board(ctx) {
    if (ctx.actor.workbench !== 'expert') return []
    const rows = seats(ctx)
      .select(inState('o.state', ...statesReached('draft', 'ranked')).as('open'))
      .orderBy('o.id', 'desc')
      .limit(SEATS)
    const { rows: found } = await sql<{ open: number; done: number }>`
      select count(*) filter (where t.open)::int as open,
        count(*) filter (where not t.open)::int as done from ${rows} as t`.execute(ctx.tx)
    const cell = (label: string, tab: 'open' | 'done'): BoardCell => ({
      label,
      count: found[0]![tab],
      mine: found[0]![tab],
      link: `/review/tasks?tab=${tab}`,
      mineLink: `/review/tasks?tab=${tab}`,
    })
    return [cell('进行中评审', 'open'), cell('已结束评审', 'done')]
  },
}

async function memberTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const rows = await seats(ctx)
    .innerJoin('review as v', (j) => j.onRef('v.tenantId', '=', 'o.tenantId').onRef('v.orderId', '=', 'o.id'))
    .select(['o.id', 'o.title', 'r.noConflict', 'r.isLeader'])
    .select((e) => [
      e
        .exists(
          e
            .selectFrom('review_process as p')
            .select('p.id')
            .whereRef('p.tenantId', '=', 'r.tenantId')
            .whereRef('p.orderId', '=', 'r.orderId')
            .where('p.processType', '=', ProcessType.values.leaderRecommend)
            .where('p.processStatus', '=', ProcessStatus.values.inProgress),
        )
        .as('electing'),
      e
        .exists(
          e
            .selectFrom('leader_vote as l')
            .select('l.voterId')
            .whereRef('l.tenantId', '=', 'r.tenantId')
            .whereRef('l.orderId', '=', 'r.orderId')
            .whereRef('l.voterId', '=', 'r.id'),
        )
        .as('voted'),
      e
        .selectFrom('review_task as k')
        .innerJoin('review_way as w', (j) => j.onRef('w.tenantId', '=', 'k.tenantId').onRef('w.id', '=', 'k.wayId'))
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('k.tenantId', '=', 'r.tenantId')
        .whereRef('k.reviewerId', '=', 'r.id')
        .where('k.status', '<>', ReviewerTaskStatus.values.submitted)
        .where('w.status', 'in', [W.reviewing, W.reReviewed])
        .as('tasks'),
      e
        .selectFrom('review_report as q')
        .select('q.processType')
        .whereRef('q.tenantId', '=', 'r.tenantId')
        .whereRef('q.orderId', '=', 'r.orderId')
        .where('q.state', '=', ReportStatus.values.success)
        .where('q.completedAt', 'is', null)
        .where((c) =>
          c.not(
            c.exists(
              c
                .selectFrom('review_signature as g')
                .select('g.id')
                .whereRef('g.tenantId', '=', 'q.tenantId')
                .whereRef('g.reportId', '=', 'q.id')
                .whereRef('g.reviewerId', '=', 'r.id')
                .where('g.revokedAt', 'is', null),
            ),
          ),
        )
        .orderBy('q.id')
        .limit(1)
        .as('unsigned'),
      asked.as('asked'),
      toSumUp.as('toSumUp'),
      toWrite.as('toWrite'),
    ])
    .where('o.state', 'in', ['review.running', 'review.summarised'])
    .orderBy('v.startedAt')
    .limit(limit)
    .execute()
  return rows.flatMap((row): Todo[] => {
    const todo = (key: string, label: string, page: string): Todo[] => [
      {
        key: `${key}:${row.id}`,
        kind: 'review',
        isMine: true,
        label,
        title: row.title,
        link: `/review/projects/${row.id}/${page}`,
        dueAt: null,
      },
    ]
    if (row.unsigned === ProcessType.values.firstStageReport)
      return todo('sign', '签署第一阶段评审报告', 'review-report/first-stage')
    if (row.unsigned !== null) return todo('sign', '签署评审报告', 'review-report')
    // A statement comes before everything else (招标投标法第三十七条).
    if (row.noConflict === null) return todo('declare', '作出回避声明', 'leader-recommend')
    if (row.electing && !row.voted) return todo('vote', '推选组长', 'leader-recommend')
    if (row.asked) return todo('motion', '表决', 'review-session')
    if (Number(row.tasks) > 0) return todo('score', '评审打分', 'review-session')
    if (!row.isLeader) return []
    // Before the second stage ends, and the whole review with it.
    if (row.toWrite === REPORT.firstStageReport)
      return todo('write', '生成第一阶段评审报告', 'review-report/first-stage')
    if (row.toSumUp) return todo('sum-up', '汇总评审', 'review-session')
    return row.toWrite === null ? [] : todo('write', '生成评审报告', 'review-report')
  })
}

/** A motion is open on which the member has not voted. */
const asked = sql<boolean>`exists (
  select 1 from review_motion m where m.tenant_id = r.tenant_id and m.order_id = r.order_id and m.state = 0
    and not exists (
      select 1 from review_motion_vote b
      where b.tenant_id = m.tenant_id and b.motion_id = m.id and b.reviewer_id = r.id))`

/** All have submitted in a way that is open: the leader sums it up. */
const toSumUp = sql<boolean>`exists (
  select 1 from review_way w where w.tenant_id = r.tenant_id and w.order_id = r.order_id
    and w.status in (${W.reviewing}, ${W.reReviewed})
    and not exists (
      select 1 from review_task k join reviewer m on m.tenant_id = k.tenant_id and m.id = k.reviewer_id
      where k.tenant_id = w.tenant_id and k.way_id = w.id and m.out_at is null
        and k.status <> ${ReviewerTaskStatus.values.submitted}))`

/** Kind of the report that is due and not being made: the leader has it written. */
const toWrite = sql<number | null>`(
  select min(p.process_type) from review_process p where p.tenant_id = r.tenant_id and p.order_id = r.order_id
    and p.process_type in (${REPORT.report}, ${REPORT.firstStageReport})
    and p.process_status = ${ProcessStatus.values.inProgress}
    and not exists (
      select 1 from review_report q
      where q.tenant_id = p.tenant_id and q.order_id = p.order_id and q.process_type = p.process_type
        and q.state in (${ReportStatus.values.pending}, ${ReportStatus.values.generating}, ${ReportStatus.values.success})))`

async function ownerTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { actor } = ctx
  const side = actor.workbench
  if (!actor.companyId || !actor.rights.has(side === 'agency' ? 'agencyTendering' : 'tendering')) return []
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .leftJoin('review_report as q', (j) =>
      j
        .onRef('q.tenantId', '=', 'o.tenantId')
        .onRef('q.orderId', '=', 'o.id')
        .on('q.state', '=', ReportStatus.values.success)
        .on('q.completedAt', 'is', null),
    )
    .select(['o.id', 'o.method', 'o.title', 'o.state', 'o.createdBy', 'q.processType'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', actor.companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', actor.companyId)
    .where(isFree(ctx, 'order', 'o.id'))
    .where((e) =>
      e.or([
        e.and([e('o.state', '=', 'open.ended'), e('o.method', 'in', REVIEWED)]),
        e.and([e('o.state', '=', 'review.summarised'), e('q.processType', '=', REPORT.report), allSigned]),
        e.and([
          e('o.state', 'in', ['review.running', 'review.summarised']),
          e('q.processType', '=', REPORT.firstStageReport),
          allSigned,
        ]),
      ]),
    )
    .orderBy('o.openAt')
    .limit(limit)
    .execute()
  const todos = rows.map((row): Todo => {
    const { key, label, page } = NEXT[row.state === 'open.ended' ? 0 : row.processType!]!
    const link = placeOf(row, page, side!)
    const isMine = row.createdBy === actor.userId
    return { key: `${key}:${row.id}`, kind: 'review', isMine, label, title: row.title, link, dueAt: null }
  })
  return [...todos, ...(await committeeTodos(ctx, limit))].slice(0, limit)
}

/** Orders that open within days and for which nobody has been drawn or chosen yet. */
async function committeeTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { companyId, userId, workbench: side } = ctx.actor
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .select(['o.id', 'o.method', 'o.title', 'o.openAt', 'o.createdBy'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', companyId)
    .where('o.state', '=', 'publish.open')
    .where('o.method', 'in', REVIEWED)
    .where((e) => e.between('o.openAt', now, new Date(now.getTime() + COMMITTEE_AHEAD)))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('reviewer as r')
            .select('r.id')
            .whereRef('r.tenantId', '=', 'o.tenantId')
            .whereRef('r.orderId', '=', 'o.id'),
        ),
      ),
    )
    .orderBy('o.openAt')
    .limit(limit)
    .execute()
  const drawn = await ordersWithExtraction(
    ctx,
    rows.map((row) => row.id),
  )
  return rows
    .filter((row) => !drawn.has(row.id))
    .map((row) => ({
      key: `committee:${row.id}`,
      kind: 'review' as const,
      isMine: row.createdBy === userId,
      label: '组建评标委员会',
      title: row.title,
      link: placeOf(row, 'review.committee', side!),
      dueAt: row.openAt,
    }))
}

/** Every member who has not left has a valid signature on the report. */
const allSigned = sql<boolean>`not exists (
  select 1 from reviewer m where m.tenant_id = o.tenant_id and m.order_id = o.id and m.out_at is null and not exists (
    select 1 from review_signature g
    where g.tenant_id = m.tenant_id and g.report_id = q.id and g.reviewer_id = m.id and g.revoked_at is null))`

/** Committees that the person sits on. */
function seats(ctx: Ctx) {
  return ctx.tx
    .selectFrom('reviewer as r')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.userId', '=', ctx.actor.userId)
    .where('r.outAt', 'is', null)
}
