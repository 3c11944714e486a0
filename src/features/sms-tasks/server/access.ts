import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { TASK_STATUS, type TaskAction, type TaskState, type TaskWho } from '../rules/task.ts'

export type Ctx = Context<Employee>
export type Any = Context<Actor | null>
export type Task = Selectable<tables.SmsTask>
export type Template = Selectable<tables.SmsTemplate>
export type Recipient = Selectable<tables.SmsRecipient>

/** Who sends text messages of a purchaser, who looks on, and who gets them. */
export const WRITES = { workbench: 'purchaser', right: 'sms' } as const
export const READS = { workbench: 'purchaser', right: ['sms', 'auditing'] } as const
/** Who runs the platform: passes templates, sets price and hours. */
export const PLATFORM = { workbench: 'admin', right: 'platform' } as const
export const GETS = { workbench: 'supplier', right: 'bidding' } as const

/** Kind of record that approvals hold. */
export const TASK_SUBJECT = 'sms-task'
/** Under which `messages` tells what becomes of our texts. */
export const ORIGIN = 'sms-task'

export function todayOf({ clock }: Pick<Any, 'clock'>): string {
  return formatDate(clock.now())
}

/** A task of the own company, or `notFound`. */
export async function ownTask(ctx: Ctx, id: string, lock?: 'update'): Promise<Task> {
  const row = await ctx.one('sms_task', { id, ownerCompanyId: ctx.actor.companyId }, lock ? { lock } : {})
  if (!row) throw new AppError('notFound')
  return row
}

/** The locked task to which this may be done now, and where it leads; throws what its status table throws. */
export async function demanded(ctx: Ctx, id: string, action: TaskAction): Promise<{ row: Task; to: TaskState }> {
  const row = await ownTask(ctx, id, 'update')
  const hold = await ctx.one('approval_hold', { subjectKind: TASK_SUBJECT, subjectId: id })
  return { row, to: await nextOf(ctx, row, { action, pendingApproval: hold?.nodeLabel ?? null }) }
}

/** Where an action leads a task. `pendingApproval`: what holds it; null also where that very step is being done. */
export async function nextOf(
  ctx: Any,
  row: Task,
  {
    action,
    who = 'keeper',
    pendingApproval = null,
  }: { action: TaskAction; who?: TaskWho; pendingApproval?: string | null },
): Promise<TaskState> {
  const record = await factsOf(ctx, row, pendingApproval)
  return TASK_STATUS.next(action, { record, who, now: ctx.clock.now().getTime() })
}

/** What the status table looks at. */
export async function factsOf(ctx: Any, row: Pick<Task, 'id' | 'state'>, pendingApproval: string | null) {
  const { count } = await ctx.tx
    .selectFrom('sms_recipient')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenantId', '=', ctx.tenantId)
    .where('taskId', '=', row.id)
    .where('state', '=', 'failed')
    .where('tries', '=', 1)
    .executeTakeFirstOrThrow()
  return { state: row.state as TaskState, pendingApproval, retriable: count }
}

/** Between the hours in which a task's texts rest. */
export function quietOf({ quietFrom, quietTo }: Pick<Task, 'quietFrom' | 'quietTo'>) {
  return { quietFrom, quietTo }
}

/** A line in the audit trail of a task. */
export function record(
  ctx: Any,
  { id, title }: Pick<Task, 'id' | 'title'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `sms-task.${action}`,
    entity: 'sms-task',
    entityId: id,
    summary: `${summary}：${title}`,
    ...(data ? { data } : {}),
  })
}

/** A refusal that stands at a field. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
