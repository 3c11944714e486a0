import { sql } from 'kysely'
import type { HomeSource, Todo } from '#server/feature.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandPlaces, supplierPlaces } from '../rules/places.ts'
import { sideOf } from '../rules/profiles.ts'
import { handles } from './access.ts'

type Ctx = Context<Actor>

/** What waits: sign-ups to be checked, surveys to be concluded, opinions to be given, answers to be handed in. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    if (!ctx.actor.companyId) return []
    switch (ctx.actor.workbench) {
      case 'supplier':
        return ctx.actor.rights.has('bidding') ? supplierTodos(ctx, limit) : []
      case 'purchaser':
      case 'agency':
        return (
          await Promise.all([
            reviewTodos(ctx, limit),
            markTodos(ctx, limit),
            handles(ctx.actor) ? ownerTodos(ctx, limit) : [],
          ])
        )
          .flat()
          .slice(0, limit)
      default:
        return []
    }
  },

  async deadlines(ctx, until, limit) {
    const { actor } = ctx
    if (actor.workbench === 'supplier' || !handles(actor) || !actor.companyId) return []
    const rows = await owned(ctx)
      .innerJoin('demand_round as r', (j) => j.onRef('r.tenantId', '=', 'd.tenantId').onRef('r.demandId', '=', 'd.id'))
      .select(['d.id', 'd.title', 'd.profile', 'r.endsAt'])
      .where('d.state', '=', 'surveying')
      .where('r.endedAt', 'is', null)
      .where('r.endsAt', '>', ctx.clock.now())
      .where('r.endsAt', '<=', until)
      .orderBy('r.endsAt')
      .limit(limit)
      .execute()
    return rows.map(({ id, title, profile, endsAt }) => ({
      key: `demand:${id}`,
      label: '调研截止',
      title,
      link: demandPlaces({ side: sideOf(actor.workbench), profile }).survey(id),
      at: endsAt,
    }))
  },
}

function owned(ctx: Ctx) {
  const { companyId, workbench } = ctx.actor
  return ctx.tx
    .selectFrom('demand as d')
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.companyId', '=', companyId!)
    .where((e) =>
      workbench === 'agency' ? e('d.purchaserCompanyId', '<>', companyId!) : e('d.purchaserCompanyId', '=', companyId!),
    )
}

async function ownerTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const side = sideOf(ctx.actor.workbench)
  const rows = await owned(ctx)
    .leftJoin('demand_round as r', (j) =>
      j.onRef('r.tenantId', '=', 'd.tenantId').onRef('r.demandId', '=', 'd.id').on('r.endedAt', 'is', null),
    )
    .select(['d.id', 'd.title', 'd.profile', 'd.state', 'd.createdBy', 'r.endsAt'])
    .select(
      sql<boolean>`exists (select from demand_trade t
        where t.tenant_id = d.tenant_id and t.demand_id = d.id and t.status = 'waiting')`.as('hasWaiting'),
    )
    .where('d.state', 'in', ['surveying', 'ended'])
    .orderBy('r.endsAt')
    .limit(limit)
    .execute()
  const now = ctx.clock.now()
  return rows.flatMap((row): Todo[] => {
    const at = demandPlaces({ side, profile: row.profile })
    const isOver = row.state === 'ended' || (row.endsAt !== null && row.endsAt <= now)
    const base = { isMine: row.createdBy === ctx.actor.userId, title: row.title }
    if (isOver)
      return [
        {
          ...base,
          key: `demand-conclude:${row.id}`,
          kind: 'result',
          label: '形成调研结论',
          link: at.survey(row.id),
          dueAt: null,
        },
      ]
    if (!row.hasWaiting) return []
    return [
      {
        ...base,
        key: `demand-check:${row.id}`,
        kind: 'signUp',
        label: '审核调研报名',
        link: at.trades(row.id),
        dueAt: row.endsAt,
      },
    ]
  })
}

async function reviewTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { employeeId, workbench } = ctx.actor
  if (!employeeId) return []
  const rows = await ctx.tx
    .selectFrom('demand_reviewer as p')
    .innerJoin('demand_review as v', (j) => j.onRef('v.tenantId', '=', 'p.tenantId').onRef('v.id', '=', 'p.reviewId'))
    .innerJoin('demand as d', (j) => j.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.id', '=', 'v.demandId'))
    .select(['v.id', 'v.planId', 'd.title', 'd.profile'])
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.employeeId', '=', employeeId)
    .where('p.opinion', '=', '')
    .where('v.endedAt', 'is', null)
    .where('d.state', '<>', 'withdrawn')
    .orderBy('v.openedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id, planId, title, profile }) => ({
    key: `demand-review:${id}`,
    kind: 'review' as const,
    isMine: true,
    label: '审查需求与计划',
    title,
    link: demandPlaces({ side: sideOf(workbench), profile }).plan(planId, 'review'),
    dueAt: null,
  }))
}

async function markTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { employeeId, workbench } = ctx.actor
  if (!employeeId) return []
  const rows = await ctx.tx
    .selectFrom('demand_marker as m')
    .innerJoin('demand as d', (j) => j.onRef('d.tenantId', '=', 'm.tenantId').onRef('d.id', '=', 'm.demandId'))
    .select(['d.id', 'd.title', 'd.profile', 'm.roundNo'])
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.employeeId', '=', employeeId)
    .where('m.markedAt', 'is', null)
    .where('d.state', '=', 'ended')
    .orderBy('m.askedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, profile, roundNo }) => ({
    key: `demand-mark:${id}:${roundNo}`,
    kind: 'review' as const,
    isMine: true,
    label: '标注需求参数',
    title,
    link: demandPlaces({ side: sideOf(workbench), profile }).rounds(id),
    dueAt: null,
  }))
}

async function supplierTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('demand_trade as t')
    .innerJoin('demand as d', (j) => j.onRef('d.tenantId', '=', 't.tenantId').onRef('d.id', '=', 't.demandId'))
    .innerJoin('demand_round as r', (j) =>
      j.onRef('r.tenantId', '=', 'd.tenantId').onRef('r.demandId', '=', 'd.id').on('r.endedAt', 'is', null),
    )
    .select(['t.id', 't.status', 'd.id as demandId', 'd.title', 'd.profile', 'r.endsAt'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.companyId', '=', ctx.actor.companyId!)
    .where('t.status', 'in', ['invited', 'passed'])
    .where('d.state', '=', 'surveying')
    .where('r.endsAt', '>', ctx.clock.now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('demand_answer as a')
            .select('a.revision')
            .whereRef('a.tenantId', '=', 't.tenantId')
            .whereRef('a.tradeId', '=', 't.id')
            .whereRef('a.roundNo', '=', 'r.roundNo'),
        ),
      ),
    )
    .orderBy('r.endsAt')
    .limit(limit)
    .execute()
  return rows.map(({ id, status, demandId, title, profile, endsAt }) => {
    const at = supplierPlaces(profile)
    const isInvited = status === 'invited'
    return {
      key: `demand-answer:${id}`,
      kind: isInvited ? ('signUp' as const) : ('bid' as const),
      isMine: false,
      label: isInvited ? '答复调研邀请' : '提交调研应答',
      title,
      link: isInvited ? at.letter(demandId, id) : at.answer(demandId, id),
      dueAt: endsAt,
    }
  })
}
