import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Workflow, WorkflowTask } from '#server/database/tables.ts'
import type { Facts, Flow } from '../rules/definition.ts'
import type { Auto, State, Task } from '../rules/engine.ts'
import { ApprovalMode, type TaskStatus, type WorkflowStatus } from '../rules/enums.ts'
import { keptStops, routeOf, type Stop } from '../rules/route.ts'

type Any = Context<Actor | null>
export type WorkflowRow = Selectable<Workflow>
export type TaskRow = Selectable<WorkflowTask>

/** A workflow as it is stored, and as the engine sees it. */
export interface Loaded {
  row: WorkflowRow
  flow: Flow
  taken: readonly string[]
  rows: readonly TaskRow[]
  state: State
}

/** A workflow with its tasks, or `notFound`; `lock` holds it, which orders everything done to it. */
export async function load(ctx: Any, workflowId: string, lock?: 'update'): Promise<Loaded> {
  const row = await ctx.tx
    .selectFrom('workflow')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', workflowId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const rows = await ctx.many('workflow_task', { workflowId }, { orderBy: ['stop', 'lane', 'rank'] })
  const flow = await flowOf(ctx, definitionOf(row))
  const { stops, taken } = routeOf(flow, row.facts as Facts)
  const kept = await keptStopsOf(ctx, row)
  const state: State = {
    status: row.status as WorkflowStatus,
    stops: [...stops, ...kept],
    options: flow.options,
    initiatorId: row.initiatorId,
    at: row.atStop,
    entered: row.isEntered,
    tasks: rows.map(taskValue),
  }
  return { row, flow, taken, rows, state }
}

/** The definition that a workflow runs under at the company that asked; null where only the keeper of the step approves. */
export function definitionOf({ definitionId, version }: Pick<WorkflowRow, 'definitionId' | 'version'>): At | null {
  return definitionId === null || version === null ? null : { definitionId, version }
}

/** What another company, which kept the step to itself, has approved at the end. */
export async function keptStopsOf(
  ctx: Any,
  row: Pick<WorkflowRow, 'keeperCompanyId' | 'keeperDefinitionId' | 'keeperVersion' | 'facts'>,
): Promise<Stop[]> {
  const { keeperCompanyId, keeperDefinitionId: definitionId, keeperVersion: version, facts } = row
  if (keeperCompanyId === null) return []
  const own = await flowOf(ctx, definitionOf({ definitionId, version }))
  const stops = keptStops(own, facts as Facts, keeperCompanyId)
  // A flow that lets this case pass does not give up what was kept.
  if (stops.some(({ kind }) => kind === 'approver')) return stops
  return keptStops(KEEPERS_FLOW, {}, keeperCompanyId)
}

/** Of a keeper without a definition of its own: one of those who may buy. */
const KEEPERS_FLOW: Pick<Flow, 'nodes'> = {
  nodes: [
    {
      kind: 'approver',
      id: 'keeper',
      name: '采购人审批',
      approvers: { by: 'role', role: 'right:tendering' },
      mode: ApprovalMode.values.either,
    },
  ],
}
const NO_FLOW: Flow = {
  nodes: [{ kind: 'start', id: 'start', name: '发起' }],
  options: { ifInitiator: 'head', skipRepeated: false },
}

interface At {
  definitionId: string
  version: number
}

export async function flowOf(ctx: Any, at: At | null): Promise<Flow> {
  if (at === null) return NO_FLOW
  const { flow } = await ctx.expectOne(
    'workflow_version',
    { definitionId: at.definitionId, version: at.version },
    { columns: ['flow'] },
  )
  return flow as Flow
}

/** What is stored of a task beside what the engine knows, for the one a person acted on. */
export interface Acted {
  taskId: string
  by: string | null
  remark: string
}

/** Stores what changed between two states of a workflow. Tasks that became open arrive now. */
export async function saveTasks(
  ctx: Any,
  workflowId: string,
  { before, after, acted }: { before: State; after: State; acted: Acted | null },
): Promise<void> {
  const now = ctx.clock.now()
  const old = new Map(before.tasks.map((t) => [t.id, t]))
  const columns = (t: Task) => ({
    rank: t.rank,
    status: t.status,
    auto: t.auto ?? '',
    ...(isOpen(t) && !isOpen(old.get(t.id)) ? { arrivedAt: now } : {}),
    ...(t.auto && !old.has(t.id) ? { arrivedAt: now, actedAt: now } : {}),
    ...(acted?.taskId === t.id ? { actedAt: now, actedBy: acted.by, remark: acted.remark } : {}),
  })
  for (const task of after.tasks) {
    const was = old.get(task.id)
    if (was && was.rank === task.rank && was.status === task.status) continue
    if (was) {
      await ctx.update('workflow_task', { id: task.id }, columns(task))
      continue
    }
    const isCopy = after.stops[task.stop]?.kind === 'copy'
    await ctx.insert('workflow_task', {
      id: task.id,
      workflowId,
      stop: task.stop,
      lane: task.lane,
      employeeId: task.employeeId,
      isCopy,
      ...(isCopy ? { arrivedAt: now } : {}),
      ...columns(task),
    })
  }
}

function isOpen(task: Task | undefined): boolean {
  const open: TaskStatus = 1
  return task?.status === open
}

function taskValue(row: TaskRow): Task {
  return {
    id: row.id,
    stop: row.stop,
    lane: row.lane,
    rank: row.rank,
    employeeId: row.employeeId,
    status: row.status as TaskStatus,
    auto: row.auto === '' ? null : (row.auto as Auto),
  }
}
