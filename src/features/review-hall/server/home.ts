import { METHODS } from '#features/procurement/rules/methods/all.ts'
import { sql } from 'kysely'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import type { BoardCell, Deadline, HomeSource, Todo } from '#server/feature.ts'
import { ProcessStatus, ProcessType, ReportStatus, ReviewerTaskStatus, WaySummaryStatus } from '../rules/enums.ts'
import type { Ctx } from './access.ts'

const S = OrderStatus.values
const REVIEWED = METHODS.filter((method) => method.hasReview).map((method) => method.code)
const W = WaySummaryStatus.values
/** No person sits on more committees at a time. */
const SEATS = 200

/** What a member of committees, or whoever runs the order, has to do next in its review. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    switch (ctx.actor.workbench) {
      case 'expert':
        return memberTodos(ctx, limit)
      case 'purchaser':
      case 'agency':
        return ownerTodos(ctx, limit)
      default:
        return []
    }
  },

  async deadlines(ctx, until, limit) {
    if (ctx.actor.workbench !== 'expert') return []
    const rows = await seats(ctx)
      .select(['o.id', 'o.title', 'o.open_at'])
      .where('o.status', '=', S.published)
      .where((e) => e.between('o.open_at', ctx.clock.now(), until))
      .orderBy('o.open_at')
      .limit(limit)
      .execute()
    return rows.map((row): Deadline => ({
      key: `review-open:${row.id}`,
      label: '开标，随后评标',
      title: row.title,
      link: '/review/tasks',
      at: row.open_at!,
    }))
  },

  async board(ctx) {
    if (ctx.actor.workbench !== 'expert') return []
    const rows = seats(ctx).select('o.status').orderBy('o.id', 'desc').limit(SEATS)
    const { rows: found } = await sql<{ open: number; done: number }>`
      select count(*) filter (where status <= ${S.summarised})::int as open,
        count(*) filter (where status > ${S.summarised})::int as done from ${rows} as t`.execute(ctx.tx)
    const cell = (label: string, tab: 'open' | 'done'): BoardCell => ({
      label,
      count: found[0]![tab],
      link: `/review/tasks?tab=${tab}`,
    })
    return [cell('进行中评审', 'open'), cell('已结束评审', 'done')]
  },
}

async function memberTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const rows = await seats(ctx)
    .innerJoin('review as v', (j) => j.onRef('v.tenant_id', '=', 'o.tenant_id').onRef('v.order_id', '=', 'o.id'))
    .select(['o.id', 'o.title', 'r.no_conflict', 'r.is_leader'])
    .select((e) => [
      e
        .exists(
          e
            .selectFrom('review_process as p')
            .select('p.id')
            .whereRef('p.tenant_id', '=', 'r.tenant_id')
            .whereRef('p.order_id', '=', 'r.order_id')
            .where('p.process_type', '=', ProcessType.values.leaderRecommend)
            .where('p.process_status', '=', ProcessStatus.values.inProgress),
        )
        .as('electing'),
      e
        .exists(
          e
            .selectFrom('leader_vote as l')
            .select('l.voter_id')
            .whereRef('l.tenant_id', '=', 'r.tenant_id')
            .whereRef('l.order_id', '=', 'r.order_id')
            .whereRef('l.voter_id', '=', 'r.id'),
        )
        .as('voted'),
      e
        .selectFrom('review_task as k')
        .innerJoin('review_way as w', (j) => j.onRef('w.tenant_id', '=', 'k.tenant_id').onRef('w.id', '=', 'k.way_id'))
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('k.tenant_id', '=', 'r.tenant_id')
        .whereRef('k.reviewer_id', '=', 'r.id')
        .where('k.status', '<>', ReviewerTaskStatus.values.submitted)
        .where('w.status', 'in', [W.reviewing, W.reReviewed])
        .as('tasks'),
      e
        .exists(
          e
            .selectFrom('review_report as q')
            .select('q.id')
            .whereRef('q.tenant_id', '=', 'r.tenant_id')
            .whereRef('q.order_id', '=', 'r.order_id')
            .where('q.state', '=', ReportStatus.values.success)
            .where('q.completed_at', 'is', null)
            .where((c) =>
              c.not(
                c.exists(
                  c
                    .selectFrom('review_signature as g')
                    .select('g.id')
                    .whereRef('g.tenant_id', '=', 'q.tenant_id')
                    .whereRef('g.report_id', '=', 'q.id')
                    .whereRef('g.reviewer_id', '=', 'r.id')
                    .where('g.revoked_at', 'is', null),
                ),
              ),
            ),
        )
        .as('unsigned'),
    ])
    .where('o.status', 'in', [S.reviewing, S.summarised])
    .orderBy('v.started_at')
    .limit(limit)
    .execute()
  return rows.flatMap((row): Todo[] => {
    const todo = (key: string, label: string, page: string): Todo[] => [
      { key: `${key}:${row.id}`, label, title: row.title, link: `/review/projects/${row.id}/${page}`, dueAt: null },
    ]
    if (row.unsigned) return todo('sign', '签署评审报告', 'review-report')
    // A statement comes before everything else (招标投标法第三十七条).
    if (row.no_conflict === null) return todo('declare', '作出回避声明', 'leader-recommend')
    if (row.electing && !row.voted) return todo('vote', '推选组长', 'leader-recommend')
    return Number(row.tasks) > 0 ? todo('score', '评审打分', 'review-session') : []
  })
}

async function ownerTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { actor } = ctx
  const side = actor.workbench
  if (!actor.companyId || !actor.rights.has(side === 'agency' ? 'agencyTendering' : 'tendering')) return []
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .leftJoin('review_report as q', (j) =>
      j
        .onRef('q.tenant_id', '=', 'o.tenant_id')
        .onRef('q.order_id', '=', 'o.id')
        .on('q.state', '=', ReportStatus.values.success)
        .on('q.completed_at', 'is', null),
    )
    .select(['o.id', 'o.title', 'o.status'])
    .where('o.tenant_id', '=', ctx.tenantId)
    .where('o.owner_company_id', '=', actor.companyId)
    .where('o.purchaser_company_id', side === 'purchaser' ? '=' : '<>', actor.companyId)
    .where((e) =>
      e.or([
        e.and([e('o.status', '=', S.openingEnded), e('o.method', 'in', REVIEWED)]),
        e.and([e('o.status', '=', S.summarised), e('q.id', 'is not', null), allSigned]),
      ]),
    )
    .orderBy('o.open_at')
    .limit(limit)
    .execute()
  return rows.map((row): Todo => {
    const isStart = row.status === S.openingEnded
    return {
      key: `review:${row.id}`,
      label: isStart ? '组建委员会并评标' : '确认评审报告',
      title: row.title,
      link: `/${side}/bidding/orders/${row.id}/kpb/review-hall/${isStart ? 'leader-recommend' : 'review-report'}`,
      dueAt: null,
    }
  })
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
    .innerJoin('purchase_order as o', (j) =>
      j.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.order_id'),
    )
    .where('r.tenant_id', '=', ctx.tenantId)
    .where('r.user_id', '=', ctx.actor.userId)
    .where('r.out_at', 'is', null)
}
