import type * as z from 'zod'
import { certificateOf } from '#features/certificates/server/public.ts'
import { companyOpening, signersOf } from '#features/e-sign/server/public.ts'
import { keepFile } from '#server/files/keep-file.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { TaskInput } from '../contract.ts'
import { isDemo } from '../rules/demo.ts'
import type { Obstacle } from '../rules/obstacles.ts'
import type { SignerState, TaskState } from '../rules/status.ts'
import { type Any, type Ctx, record, signersIn, type Task, tellPages } from './access.ts'
import { type Base, createTask, USE } from './draft.ts'
import { end, send } from './send.ts'

/*
 * What other features may ask: have a document signed that they have made, and how far that is. It is found fit first, outside
 * of the transaction (`admitBase`). Event `sign-task.completed` tells the end: `taskId`, `subjectKind`, `subjectId`, `sha256`.
 */
export { admitBase, type Base } from './draft.ts'
export { COMPLETED_EVENT } from './sign.ts'

/** What a task is asked for, e.g. a version of a contract; told back with the event. */
export interface Subject {
  kind: string
  id: string
}

/** What is asked to be signed, by whom and until when; see the call that creates tasks. */
export type SigningRequest = Omit<z.output<typeof TaskInput>, 'file'> & {
  base: Base<Omit<StoredFile, 'fileId'>>
  subject: Subject
}

/**
 * Sends a document to be signed, as the caller, whose company pays for it. Of a subject one task runs or is completed: the
 * caller looks at `signingOf` under a lock of its own. Throws `wrongState` where the company is not opened (`details.reason`
 * as in `e-sign`), `serviceNotBought` where it has no copy left.
 */
export async function requestSigning(
  ctx: Ctx,
  { base, subject, ...input }: SigningRequest,
): Promise<{ taskId: string; code: string }> {
  const { fileId } = await keepFile(ctx, base.source, { name: base.source.name, use: USE })
  const task = await createTask(ctx, input, { base: { ...base, source: { ...base.source, fileId } }, subject })
  await send(ctx, task)
  tellPages(ctx, { task, signers: await signersIn(ctx, task.id) })
  return { taskId: task.id, code: task.code }
}

/**
 * Withdraws the task of a subject that runs: what it was asked for has ended. A signature that somebody is giving just now is
 * given up. Nothing happens where none runs.
 */
export async function withdrawSigning(ctx: Any, subject: Subject, reason: string): Promise<void> {
  const running = { subjectKind: subject.kind, subjectId: subject.id, state: 'signing' }
  const task = (await ctx.one('sign_task', running, { lock: 'update' })) as Task | undefined
  if (!task) return
  await end(ctx, task, { to: 'withdrawn', reason })
  record(ctx, task, { action: 'withdraw', summary: `签署任务随事项撤回（${reason}）` })
  tellPages(ctx, { task, signers: await signersIn(ctx, task.id) })
}

/** How far a task is. */
export interface Signing {
  taskId: string
  code: string
  /** Company that sent it. */
  senderName: string
  state: TaskState
  /** Why it was refused or given back. */
  reason: string
  deadline: Date
  endedAt: Date | null
  /** In their order. */
  signers: { companyName: string; userName: string; state: SignerState; signedAt: Date | null }[]
  /** A signature given so far rests on the demonstration's authority or on the own clock. */
  isDemo: boolean
}

/** The newest task of a subject; undefined where nobody asked for one. */
export async function signingOf(ctx: Any, subject: Subject): Promise<Signing | undefined> {
  const of = { subjectKind: subject.kind, subjectId: subject.id }
  const [task] = (await ctx.many('sign_task', of, { orderBy: ['createdAt desc', 'id desc'], limit: 1 })) as Task[]
  if (!task) return undefined
  const signers = await signersIn(ctx, task.id)
  const acts = await ctx.many('sign_act', { taskId: task.id }, { columns: ['verdict', 'isLocal'] })
  const { id: taskId, code, companyName: senderName, state, reason, deadline, endedAt } = task
  return {
    taskId,
    code,
    senderName,
    state,
    reason,
    deadline,
    endedAt,
    signers: signers.map(({ companyName, userName, state: own, endedAt: at }) => ({
      companyName,
      userName,
      state: own,
      signedAt: own === 'signed' ? at : null,
    })),
    isDemo: isDemo(acts),
  }
}

/** The first thing that keeps a company from signing now; null: it can. */
export async function signingObstacle(ctx: Any, companyId: string): Promise<Obstacle | null> {
  if (!(await companyOpening(ctx, companyId))) return 'companyNotOpened'
  const signers = await signersOf(ctx, companyId)
  if (signers.length === 0) return 'noSigner'
  const held = await certificateOf(ctx, { companyId, at: ctx.clock.now() })
  const isUsable = held.some(
    ({ suite, userId }) => suite === 'intl' && (userId === null || signers.some((one) => one.userId === userId)),
  )
  return isUsable ? null : 'noCertificate'
}
