import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'
import { nodeOf, type Setup } from './business.ts'
import { namesOf } from './employees.ts'
import { type Loaded, load, type TaskRow, type WorkflowRow } from './store.ts'

const W = WorkflowStatus.values
const T = TaskStatus.values

/** Employees this person acts for now, by delegation. */
export async function principalsOf(ctx: Context<Employee>): Promise<string[]> {
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('workflow_delegation')
    .select('employeeId')
    .where('tenantId', '=', ctx.tenantId)
    .where('delegateId', '=', ctx.actor.employeeId)
    .where('startsAt', '<=', now)
    .where('endsAt', '>', now)
    .execute()
  return rows.map((row) => row.employeeId)
}

/**
 * A workflow this person may look at, or `notFound`: its initiator, whoever has a task or a copy, or acts for somebody
 * who has one, the company's administrators, and colleagues who may see the record it is about.
 */
export async function visibleWorkflow(
  ctx: Context<Employee>,
  setup: Setup,
  at: { workflowId: string; lock?: 'update' },
): Promise<Loaded> {
  const loaded = await load(ctx, at.workflowId)
  if (!(await maySee(ctx, setup, loaded))) throw new AppError('notFound')
  // Locked only now, so that strangers cannot hold it up; who may see it is not changed by others' acts.
  return at.lock ? load(ctx, at.workflowId, at.lock) : loaded
}

async function maySee(ctx: Context<Employee>, setup: Setup, { row, rows }: Loaded): Promise<boolean> {
  const { employeeId, companyId, isAdmin } = ctx.actor
  if (row.companyId !== companyId && row.keeperCompanyId !== companyId) return false
  if (isAdmin || row.initiatorId === employeeId) return true
  if (rows.some((t) => t.employeeId === employeeId || t.actedBy === employeeId)) return true
  const principals = await principalsOf(ctx)
  if (rows.some((t) => principals.includes(t.employeeId))) return true
  return mayOpen(ctx, setup, row)
}

/** Whether this person may see the record a workflow is about, from this workbench. */
export async function mayOpen(ctx: Context<Employee>, setup: Setup, row: WorkflowRow): Promise<boolean> {
  if (ctx.actor.workbench !== row.workbench) return false
  const node = nodeOf(setup, { type: row.business, node: row.node })
  if (!node) return false
  try {
    await node.open(ctx, row.subjectId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

export interface OwnTask {
  loaded: Loaded
  task: TaskRow
  /** The employee acted for; null on an own task. */
  behalfOf: string | null
}

/** An own task, or one of somebody this person acts for or acted for; `notFound` otherwise. */
export async function ownTask(ctx: Context<Employee>, taskId: string, lock?: 'update'): Promise<OwnTask> {
  const seen = await ctx.tx
    .selectFrom('workflow_task as t')
    .innerJoin('workflow as w', (j) => j.onRef('w.tenantId', '=', 't.tenantId').onRef('w.id', '=', 't.workflowId'))
    .select(['t.workflowId', 't.employeeId', 't.actedBy', 't.isCopy', 'w.initiatorId'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.id', '=', taskId)
    .executeTakeFirst()
  if (!seen) throw new AppError('notFound')
  const { employeeId } = ctx.actor
  const isOwn = seen.employeeId === employeeId
  if (!isOwn && seen.actedBy !== employeeId) {
    // One does not approve what one asked for, not for somebody else either.
    const acts = !seen.isCopy && seen.initiatorId !== employeeId
    if (!acts || !(await principalsOf(ctx)).includes(seen.employeeId)) throw new AppError('notFound')
  }
  const loaded = await load(ctx, seen.workflowId, lock)
  return {
    loaded,
    task: loaded.rows.find((t) => t.id === taskId)!,
    behalfOf: isOwn ? null : seen.employeeId,
  }
}

/** Why nothing can be done with a task, naming who did what; empty while it is open. */
export async function outcomeOf(
  ctx: Context<Actor | null>,
  { row, rows, state }: Loaded,
  task: TaskRow,
): Promise<string> {
  if (task.isCopy || task.status === T.open) return ''
  const names = await namesOf(
    ctx,
    rows.flatMap((t) => [t.employeeId, ...(t.actedBy ? [t.actedBy] : [])]),
  )
  const did = (t: TaskRow, verb: string) =>
    `${names.get(t.actedBy ?? t.employeeId)}已于 ${formatTime(t.actedAt ?? row.endedAt)} ${verb}`
  if (task.status === T.passed) return task.auto === '' ? did(task, '同意') : '已自动通过'
  if (task.status === T.rejected) return did(task, '驳回')
  if (task.status === T.transferred) {
    const next = rows.find((t) => t.stop === task.stop && t.lane === task.lane && t.rank === task.rank + 1)
    return `已转交给${(next && names.get(next.employeeId)) ?? '他人'}`
  }
  if (task.status === T.waiting) return '尚未轮到该审批人，请等待前面的审批人处理'
  if (row.status === W.revoked) return `该审批已于 ${formatTime(row.endedAt)} 撤回`
  const rejecting = rows.find((t) => t.status === T.rejected)
  if (rejecting) return did(rejecting, '驳回')
  const settled = rows.filter((t) => t.stop === task.stop && t.status === T.passed).at(-1)
  if (settled && (state.at > task.stop || row.status === W.passed)) return `${did(settled, '同意')}，无需再审批`
  return `该审批已于 ${formatTime(row.endedAt)} 结束：${row.result}`
}
