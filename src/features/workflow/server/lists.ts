import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { COUNT_LIMIT, type Page } from '#contract/page.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/lists.ts'
import type { TaskRow } from '../contract/shared.ts'
import type { Tables } from '#server/database/tables.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Facts, Flow } from '../rules/definition.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'
import { routeOf } from '../rules/route.ts'
import { principalsOf } from './access.ts'
import { labelled, type Setup } from './business.ts'

const T = TaskStatus.values
type Ctx = Context<Employee>
type Filter = z.output<typeof c.todoPage.query>
type Which = 'todo' | 'done' | 'received'

const TASK_TABS = {
  all: sql<boolean>`true`,
  unread: sql<boolean>`t.read_at is null`,
  read: sql<boolean>`t.read_at is not null`,
}
const READ_TABS = { true: 'read', false: 'unread' } as const

/** Tasks of one of the lists, newest first. */
export async function taskPage(
  ctx: Ctx,
  setup: Setup,
  { which, query }: { which: Which; query: Filter & { isRead?: 'true' | 'false' } },
): Promise<Page<z.input<typeof TaskRow>>> {
  const own = await ownTasks(ctx, which)
  const page = await listPage(ctx, {
    query,
    // Who has to act reads each task; only of copies it is told which are new.
    ...(which === 'received' && { tabs: TASK_TABS, tab: query.isRead ? READ_TABS[query.isRead] : 'all' }),
    list: { alias: 't', keys: ['id'], rows: () => own.where(matching(query)) },
    show: (rows) => withFacts(tasks(ctx)).innerJoin(rows, 'page.id', 't.id'),
  })
  return { ...page, rows: page.rows.map((row) => taskRow(ctx, setup, row)) }
}

export async function todoCount(ctx: Ctx): Promise<{ todo: number; unread: number }> {
  const [todo, received] = [await ownTasks(ctx, 'todo'), await ownTasks(ctx, 'received')]
  return { todo: await countOf(ctx, todo), unread: await countOf(ctx, received.where('t.readAt', 'is', null)) }
}

/** The oldest tasks that wait for this person, for the home page; none for somebody without a company. */
export async function openTodos(ctx: Context<Actor>, limit: number) {
  const { employeeId, companyId } = ctx.actor
  if (!employeeId || !companyId) return []
  const own = await ownTasks(ctx as Ctx, 'todo')
  return withFacts(own).orderBy('t.arrivedAt').orderBy('t.id').limit(limit).execute()
}

/** One own task as a row of the lists; `notFound` is the caller's matter. */
export async function taskRowOf(ctx: Ctx, setup: Setup, taskId: string): Promise<z.input<typeof TaskRow>> {
  const row = await withFacts(tasks(ctx)).where('t.id', '=', taskId).executeTakeFirstOrThrow()
  return taskRow(ctx, setup, row)
}

const LAUNCHED_TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(
    WorkflowStatus.options.map(({ value }) => [String(value), sql<boolean>`w.status = ${sql.lit(value)}`]),
  ),
}

export async function launched(ctx: Ctx, setup: Setup, query: Filter) {
  const { status, ...rest } = query
  const own = () =>
    ctx.tx
      .selectFrom('workflow as w')
      .where('w.tenantId', '=', ctx.tenantId)
      .where('w.initiatorId', '=', ctx.actor.employeeId)
  const page = await listPage(ctx, {
    query,
    tabs: LAUNCHED_TABS,
    tab: status === undefined ? 'all' : String(status),
    list: { alias: 'w', keys: ['id'], rows: () => own().where(matching(rest)) },
    show: (rows) =>
      own()
        .innerJoin(rows, 'page.id', 'w.id')
        .selectAll('w')
        .select((e) => waitsFor(e).as('waitsFor')),
  })
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...labelled(setup, { type: row.business, node: row.node, facts: row.facts }),
      workflowId: row.id,
      title: row.title,
      status: row.status,
      initiatorName: row.initiatorName,
      initiatorDepartment: row.initiatorDepartment,
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      waitsFor: row.waitsFor ?? [],
    })),
  }
}

/**
 * What of one step of a business a company waits for approvals of, whoever started it; newest first, at most 100. Whether
 * the caller may know of it is the business's matter.
 */
export async function waitingOf(ctx: Ctx, at: { business: string; node: string; companyId: string }) {
  const rows = await ctx.tx
    .selectFrom('workflow as w')
    .select(['w.id', 'w.title', 'w.facts', 'w.initiatorName', 'w.startedAt'])
    .select((e) => waitsFor(e).as('waitsFor'))
    .where('w.tenantId', '=', ctx.tenantId)
    .where('w.companyId', '=', at.companyId)
    .where('w.business', '=', at.business)
    .where('w.node', '=', at.node)
    .where('w.status', '=', WorkflowStatus.values.running)
    .orderBy('w.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    workflowId: row.id,
    title: row.title,
    facts: row.facts as Facts,
    initiatorName: row.initiatorName,
    startedAt: row.startedAt.toISOString(),
    waitsFor: row.waitsFor ?? [],
  }))
}

/** Tasks of one of the lists: open ones that wait for this person, own and delegated; done ones; copies. Nothing selected. */
export async function ownTasks(ctx: Ctx, which: Which) {
  const { employeeId } = ctx.actor
  switch (which) {
    case 'todo': {
      const principals = await principalsOf(ctx)
      return tasks(ctx)
        .where('t.status', '=', T.open)
        .where('t.isCopy', '=', false)
        .where((e) =>
          e.or([
            e('t.employeeId', '=', employeeId),
            ...(principals.length > 0
              ? [e.and([e('t.employeeId', 'in', principals), e('w.initiatorId', '!=', employeeId)])]
              : []),
          ]),
        )
    }
    case 'done':
      return tasks(ctx).where('t.actedBy', '=', employeeId)
    case 'received':
      return tasks(ctx).where('t.isCopy', '=', true).where('t.employeeId', '=', employeeId)
  }
}

function tasks(ctx: Ctx) {
  return ctx.tx
    .selectFrom('workflow_task as t')
    .innerJoin('workflow as w', (j) => j.onRef('w.tenantId', '=', 't.tenantId').onRef('w.id', '=', 't.workflowId'))
    .where('t.tenantId', '=', ctx.tenantId)
}

/** What a row of the lists shows of each task. */
function withFacts(own: ReturnType<typeof tasks>) {
  return own
    .leftJoin('workflow_version as v', (j) =>
      j
        .onRef('v.tenantId', '=', 'w.tenantId')
        .onRef('v.definitionId', '=', 'w.definitionId')
        .onRef('v.version', '=', 'w.version'),
    )
    .innerJoin('employee as p', (j) => j.onRef('p.tenantId', '=', 't.tenantId').onRef('p.id', '=', 't.employeeId'))
    .select(['t.id as taskId', 't.status as taskStatus', 't.employeeId', 't.arrivedAt', 't.actedAt', 't.readAt'])
    .select(['t.stop', 'v.flow', 'p.name as principal', 'w.facts', 'w.remindedAt'])
    .select(['w.id as workflowId', 'w.business', 'w.node', 'w.title', 'w.status', 'w.startedAt', 'w.endedAt'])
    .select(['w.initiatorName', 'w.initiatorDepartment'])
}

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>

function taskRow(ctx: Ctx, setup: Setup, row: Row): z.input<typeof TaskRow> {
  const stops = row.flow === null ? [] : routeOf(row.flow as Flow, row.facts as Facts).stops
  return {
    ...labelled(setup, { type: row.business, node: row.node, facts: row.facts }),
    workflowId: row.workflowId,
    taskId: row.taskId,
    title: row.title,
    status: row.status,
    initiatorName: row.initiatorName,
    initiatorDepartment: row.initiatorDepartment,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    // Behind the own stops stand those of whoever kept the step.
    nodeName: stops[row.stop]?.name ?? '采购人审批',
    taskStatus: row.taskStatus,
    behalfOf: row.employeeId === ctx.actor.employeeId ? null : row.principal,
    arrivedAt: (row.arrivedAt ?? row.startedAt).toISOString(),
    actedAt: row.actedAt?.toISOString() ?? null,
    readAt: row.readAt?.toISOString() ?? null,
    remindedAt: row.remindedAt?.toISOString() ?? null,
  }
}

/** Names of those who must act now, as an array in SQL. */
function waitsFor(e: ExpressionBuilder<WithWorkflow, 'w'>) {
  return e
    .selectFrom('workflow_task as t')
    .innerJoin('employee as p', (j) => j.onRef('p.tenantId', '=', 't.tenantId').onRef('p.id', '=', 't.employeeId'))
    .select(sql<string[]>`coalesce(array_agg(p.name order by t.lane, t.rank), '{}')`.as('names'))
    .whereRef('t.tenantId', '=', 'w.tenantId')
    .whereRef('t.workflowId', '=', 'w.id')
    .where('t.status', '=', T.open)
}

type WithWorkflow = Tables & { w: Tables['workflow'] }

/** The filters all lists share, as one condition on the workflow `w`. */
function matching({ type, node, status, from, to, keyword }: Partial<Filter>): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(type === undefined ? [] : [sql`w.business = ${type}`]),
    ...(node === undefined ? [] : [sql`w.node = ${node}`]),
    ...(status === undefined ? [] : [sql`w.status = ${status}`]),
    ...(from === undefined ? [] : [sql`w.started_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`w.started_at < ${new Date(to)}`]),
    ...(keyword ? [includes(keyword, ['w.title', 'w.initiatorName'])] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

async function countOf<D, TB extends keyof D, O>(ctx: Ctx, query: SelectQueryBuilder<D, TB, O>): Promise<number> {
  const rows = query.select(sql<number>`1`.as('one')).limit(COUNT_LIMIT)
  const { rows: found } = await sql<{ n: number }>`select count(*)::int as n from ${rows} as t`.execute(ctx.tx)
  return found[0]!.n
}
