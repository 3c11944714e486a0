import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import type { Place } from '../rules/places.ts'
import { READ_RIGHTS, SIGN_RIGHTS } from '../rules/rights.ts'
import {
  type SignerState,
  TASK,
  TASK_STATES,
  type TaskAction,
  type TaskFacts,
  type TaskState,
} from '../rules/status.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Task = Omit<Selectable<tables.SignTask>, 'state'> & { state: TaskState }
export type Signer = Omit<Selectable<tables.SignTaskSigner>, 'state' | 'seal' | 'pending'> & {
  state: SignerState
  seal: Place | null
  pending: Pending | null
}

/** What was given out to be signed: enough to write the same revision again. */
export interface Pending {
  actId: string
  /** Of the revision that was read. */
  revision: number
  seenSha256: string
  field: string
  /** ISO. */
  at: string
  /** SHA-256 of the signed attributes, hex. */
  attributes: string
  /** DER, base64: the certificate, and those above it. */
  certificate: string
  chain: string[]
  sealCode: string
}

/** Everybody who signs or has documents signed; auditors look on. */
export const SIGNS = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: SIGN_RIGHTS,
} as const
export const READS = { ...SIGNS, right: READ_RIGHTS } as const

/** Tasks that the own company may know of, as `t`: a draft is its maker's alone. */
export function ownTasks(ctx: Context<Actor>) {
  const companyId = ctx.actor.companyId!
  const isAsked = sql<boolean>`(t.state <> 'draft' and exists (select from sign_task_signer s
    where s.tenant_id = t.tenant_id and s.task_id = t.id and s.company_id = ${companyId}))`
  return ctx.tx
    .selectFrom('sign_task as t')
    .where('t.tenantId', '=', ctx.tenantId)
    .where((e) => e.or([e('t.companyId', '=', companyId), isAsked]))
}

/** A task with its signers. */
export interface Whole {
  task: Task
  signers: Signer[]
}

/** A task of the own company or one that asks it, or `notFound`. A lock on it orders everything that happens to it. */
export async function ownTask(ctx: Context<Actor>, id: string, lock?: 'update'): Promise<Whole> {
  const row = await ownTasks(ctx)
    .selectAll('t')
    .where('t.id', '=', id)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return { task: row as Task, signers: await signersIn(ctx, id) }
}

/** Signers of a task, in their order. */
export async function signersIn(ctx: Any, taskId: string): Promise<Signer[]> {
  return (await ctx.many('sign_task_signer', { taskId }, { orderBy: ['place'] })) as unknown as Signer[]
}

/** Those whose turn it is: all who have not signed, or the first of them. */
export function nextOf({ task, signers }: Whole): Signer[] {
  if (task.state !== 'signing') return []
  const open = signers.filter(({ state }) => state === 'waiting' || state === 'locked')
  return task.orderKind === 'sequential' ? open.slice(0, 1) : open
}

/** The signature that this person has to give now: an own one before that of the company. */
export function turnOf(actor: Actor, whole: Whole): Signer | undefined {
  const own = nextOf(whole).filter(({ companyId }) => companyId === actor.companyId)
  return own.find(({ userId }) => userId === actor.userId) ?? own.find(({ userId }) => userId === null)
}

export function factsOf(actor: Actor, { task, signers }: Whole): TaskFacts {
  const locked = signers.find(({ state }) => state === 'locked')
  const isLocked = locked?.lockedBy === actor.userId
  return {
    state: task.state,
    deadline: task.deadline.getTime(),
    otherLock: locked && !isLocked ? locked.lockedByName : null,
    isLocked,
    hasSubject: task.subjectId !== null,
  }
}

export function partOf(actor: Actor, whole: Whole) {
  const acts = SIGN_RIGHTS.some((right) => actor.rights.has(right))
  return {
    isSender: acts && whole.task.companyId === actor.companyId,
    isNext: acts && turnOf(actor, whole) !== undefined,
  }
}

/** What the caller may do with it now; the state that an action leads to, or why it cannot be done. */
export function demand(ctx: Context<Actor>, whole: Whole, action: TaskAction): TaskState {
  const { actor, clock } = ctx
  demandRunning(whole, action)
  return TASK.next(action, { record: factsOf(actor, whole), who: partOf(actor, whole), now: clock.now().getTime() })
}

/** It is nobody's turn in a task that has ended: whoever had it reads how it did. */
function demandRunning({ task: { state, reason } }: Whole, action: TaskAction): void {
  const row = TASK.rows.find((one) => one.action === action && one.from.includes('signing'))
  if (!row || state === 'signing' || state === 'draft') return
  throw new AppError('wrongState', `签署任务${TASK_STATES[state]}${reason ? `（${reason}）` : ''}，不能${row.label}`)
}

/** Records a fact of a task. */
export function record(
  ctx: Any,
  { id, code, title }: Pick<Task, 'id' | 'code' | 'title'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `sign-task.${action}`,
    entity: 'sign-task',
    entityId: id,
    summary: `${summary}：${title}（${code}）`,
    ...(data && { data }),
  })
}

/** Tells open pages of all companies concerned that a task has changed. */
export function tellPages(ctx: Any, { task, signers }: Whole): void {
  const companies = new Set([task.companyId, ...signers.map(({ companyId }) => companyId)])
  ctx.emit({
    kind: 'sign-task.changed',
    payload: { taskId: task.id },
    topics: [...companies].map((companyId) => `sign-tasks:${companyId}`),
  })
}

/** The stored bytes of a hash (hex). */
export async function bytesOf({ files }: Pick<Kernel, 'files'>, sha256: string): Promise<Bytes> {
  return new Uint8Array(await buffer(await files.read(sha256)))
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
