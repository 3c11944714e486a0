import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type Page } from '#contract/page.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/lists.ts'
import type { TaskRow } from '../contract/shared.ts'
import type { Tables } from '#server/database/tables.ts'
import { includes } from '#server/search/includes.ts'
import type { Facts, Flow } from '../rules/definition.ts'
import { TaskStatus } from '../rules/enums.ts'
import { routeOf } from '../rules/route.ts'
import { principalsOf } from './access.ts'
import { labelled, type Setup } from './business.ts'

const T = TaskStatus.values
type Ctx = Context<Employee>
type Filter = z.output<typeof c.todoPage.query>
type Which = 'todo' | 'done' | 'received'

/** Tasks of one of the lists, newest first. */
export async function taskPage(
  ctx: Ctx,
  setup: Setup,
  { which, query }: { which: Which; query: Filter & { isRead?: 'true' | 'false' } },
): Promise<Page<z.input<typeof TaskRow>>> {
  const all = (await ownTasks(ctx, which)).where(matching(query))
  const found = all.$if(query.isRead !== undefined, (q) =>
    q.where('t.readAt', query.isRead === 'true' ? 'is not' : 'is', null),
  )
  const { rows, next } = await pageBy(found, { query, column: 't.id', key: (row) => row.taskId })
  const counts =
    which === 'received'
      ? { all: await countOf(ctx, all), unread: await countOf(ctx, all.where('t.readAt', 'is', null)) }
      : undefined
  return {
    rows: rows.map((row) => taskRow(ctx, setup, row)),
    total: await countOf(ctx, found),
    next,
    ...(counts ? { counts } : {}),
  }
}

export async function todoCount(ctx: Ctx): Promise<{ todo: number; unread: number }> {
  const unread = (await ownTasks(ctx, 'received')).where('t.readAt', 'is', null)
  return { todo: await countOf(ctx, await ownTasks(ctx, 'todo')), unread: await countOf(ctx, unread) }
}

/** The oldest tasks that wait for this person, for the home page; none for somebody without a company. */
export async function openTodos(ctx: Context<Actor>, limit: number) {
  const { employeeId, companyId } = ctx.actor
  if (!employeeId || !companyId) return []
  const own = await ownTasks(ctx as Ctx, 'todo')
  return own.orderBy('t.arrivedAt').orderBy('t.id').limit(limit).execute()
}

/** One own task as a row of the lists; `notFound` is the caller's matter. */
export async function taskRowOf(ctx: Ctx, setup: Setup, taskId: string): Promise<z.input<typeof TaskRow>> {
  const row = await taskRows(ctx).where('t.id', '=', taskId).executeTakeFirstOrThrow()
  return taskRow(ctx, setup, row)
}

export async function launched(ctx: Ctx, setup: Setup, query: Filter) {
  const { status, ...rest } = query
  const all = ctx.tx
    .selectFrom('workflow as w')
    .where('w.tenantId', '=', ctx.tenantId)
    .where('w.initiatorId', '=', ctx.actor.employeeId)
    .where(matching(rest))
  const found = all.$if(status !== undefined, (q) => q.where('w.status', '=', status!))
  const { rows, next } = await pageBy(
    found.selectAll('w').select((e) => waitsFor(e).as('waitsFor')),
    { query, column: 'w.id', key: (row) => row.id },
  )
  const perStatus = await all
    .select((e) => ['w.status', e.fn.countAll<number>().as('n')])
    .groupBy('w.status')
    .execute()
  const counts = Object.fromEntries(perStatus.map((row) => [String(row.status), row.n]))
  return {
    rows: rows.map((row) => ({
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
    total: await countOf(ctx, found.select('w.id')),
    next,
    counts: { ...counts, all: perStatus.reduce((n, row) => n + row.n, 0) },
  }
}

/** Open tasks that wait for this person, own and delegated, newest first. */
export async function ownTasks(ctx: Ctx, which: Which) {
  const { employeeId } = ctx.actor
  switch (which) {
    case 'todo': {
      const principals = await principalsOf(ctx)
      return taskRows(ctx)
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
      return taskRows(ctx).where('t.actedBy', '=', employeeId)
    case 'received':
      return taskRows(ctx).where('t.isCopy', '=', true).where('t.employeeId', '=', employeeId)
  }
}

function taskRows(ctx: Ctx) {
  return ctx.tx
    .selectFrom('workflow_task as t')
    .innerJoin('workflow as w', (j) => j.onRef('w.tenantId', '=', 't.tenantId').onRef('w.id', '=', 't.workflowId'))
    .innerJoin('workflow_version as v', (j) =>
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
    .where('t.tenantId', '=', ctx.tenantId)
}

type Row = Awaited<ReturnType<ReturnType<typeof taskRows>['executeTakeFirstOrThrow']>>

function taskRow(ctx: Ctx, setup: Setup, row: Row): z.input<typeof TaskRow> {
  const { stops } = routeOf(row.flow as Flow, row.facts as Facts)
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
    nodeName: stops[row.stop]?.name ?? '',
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

/** Newest first by an id, from the cursor (the last id of the page before) or by page number. */
async function pageBy<D, TB extends keyof D, O>(
  base: SelectQueryBuilder<D, TB, O>,
  { query, column, key }: { query: Filter; column: string; key: (row: O) => string },
): Promise<{ rows: O[]; next: string | null }> {
  const { pageNo, pageSize, cursor } = query
  let page = base.orderBy(sql.ref(column), 'desc').limit(pageSize + 1)
  if (cursor !== undefined) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor))
      throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
    page = page.where(sql<boolean>`${sql.ref(column)} < ${cursor}`)
  } else {
    if ((pageNo - 1) * pageSize >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
    page = page.offset((pageNo - 1) * pageSize)
  }
  const found = await page.execute()
  const rows = found.slice(0, pageSize)
  return { rows, next: found.length > pageSize ? key(rows.at(-1)!) : null }
}

async function countOf<D, TB extends keyof D, O>(ctx: Ctx, query: SelectQueryBuilder<D, TB, O>): Promise<number> {
  const rows = query
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
  const { rows: found } = await sql<{ n: number }>`select count(*)::int as n from ${rows} as t`.execute(ctx.tx)
  return found[0]!.n
}
