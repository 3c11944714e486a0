import { AppError } from '#contract/errors.ts'
import { REFUSALS } from '#features/e-sign/rules/refusals.ts'
import { companyOpening, holdCopies, releaseCopies } from '#features/e-sign/server/public.ts'
import type { TaskState } from '../rules/status.ts'
import { type Any, record, type Task } from './access.ts'

/** Event that the deadline of a task has come. */
export const DUE_EVENT = 'sign-task.due'
/** Event that a signature was begun and not given. */
export const UNLOCK_EVENT = 'sign-task.unlock'
/** Event that somebody's turn has come: `taskId`. */
export const ASKED_EVENT = 'sign-task.asked'
/** Event that a task ended without being signed by all: `taskId`, `state`. */
export const ENDED_EVENT = 'sign-task.ended'

/** Sends a locked draft: its first revision is fixed, a copy set apart, the clock set. */
export async function send(ctx: Any, task: Task): Promise<void> {
  const { id, companyId, userId, deadline } = task
  if (!(await companyOpening(ctx, companyId)))
    throw new AppError('wrongState', REFUSALS.companyNotOpened, { reason: 'companyNotOpened' })
  await holdCopies(ctx, { companyId, taskId: id, userId: ctx.actor?.userId ?? userId })
  const now = ctx.clock.now()
  await ctx.update('sign_task', { id }, { state: 'signing', sentAt: now })
  await ctx.insert('sign_revision', {
    taskId: id,
    number: 0,
    sha256: task.baseSha256,
    size: task.baseSize,
    createdAt: now,
  })
  await ctx.schedule(`${DUE_EVENT}:${id}`, deadline, { kind: DUE_EVENT, payload: { taskId: id } })
  record(ctx, task, {
    action: 'send',
    summary: '发起签署',
    data: { sha256: task.baseSha256.toString('hex'), pages: task.pages, deadline: deadline.toISOString() },
  })
  ctx.emit({ kind: ASKED_EVENT, payload: { taskId: id } })
}

/** Ends a locked task that not all have signed: locks are gone, its copy is free again. */
export async function end(ctx: Any, task: Task, { to, reason }: { to: TaskState; reason: string }): Promise<void> {
  const { id, companyId } = task
  await ctx.update('sign_task', { id }, { state: to, reason, endedAt: ctx.clock.now() })

  await ctx.update('sign_task_signer', { taskId: id, state: 'locked' }, UNLOCKED)
  await ctx.schedule(`${DUE_EVENT}:${id}`, null, { kind: DUE_EVENT, payload: {} })
  await ctx.schedule(`${UNLOCK_EVENT}:${id}`, null, { kind: UNLOCK_EVENT, payload: {} })
  await releaseCopies(ctx, { companyId, taskId: id, reason: '签署任务未完成' })
  ctx.emit({ kind: ENDED_EVENT, payload: { taskId: id, state: to } })
}

/** What a signer's row is when nobody signs. */
export const UNLOCKED = {
  state: 'waiting',
  lockedBy: null,
  lockedByName: '',
  lockedAt: null,
  pending: null,
} as const
