import { AppError } from '#contract/errors.ts'
import type { Workbench } from '#contract/workbench.ts'
import { employeeActor } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { AuditFact, Context } from '#server/context.ts'
import { act, type Act, enter, openTasks, type State, stopToEnter } from '../rules/engine.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'
import { bodyOf, type BusinessNode, type Described, type RoleSource } from './business.ts'
import { accountsOf, namesOf } from './employees.ts'
import { recordSystem } from './records.ts'
import { peopleOf } from './resolve.ts'
import { type Acted, type Loaded, saveTasks, type WorkflowRow } from './store.ts'

const W = WorkflowStatus.values
const T = TaskStatus.values
type Any = Context<Actor | null>

/** What a workflow needs around it to move. */
export interface Env {
  node: BusinessNode
  roles: readonly RoleSource[]
}

export interface Moved {
  status: WorkflowStatus
  /** The last approval was given, and the step could no longer be done: why. */
  failure: string | null
}

/**
 * Moves a locked workflow by one act (null: just started) until it waits for people again or is over, and does what
 * follows: the step itself after the last approval, messages, history. `reason`: why it ended, for revocation and failure.
 */
export async function move(
  ctx: Any,
  loaded: Loaded,
  { env, action, acted = null, reason = '' }: { env: Env; action: Act | null; acted?: Acted | null; reason?: string },
): Promise<Moved> {
  const { row, state: before } = loaded
  const after = await advance(ctx, loaded, { env, from: action ? act(before, action) : before })
  await saveTasks(ctx, row.id, { before, after, acted })
  const described = await describe(ctx, row, env.node)
  await recordAutos(ctx, row, { before, after })
  const outcome = await settleEnd(ctx, row, { env, before, after, reason, described })
  await ctx.update(
    'workflow',
    { id: row.id },
    {
      status: outcome.status,
      atStop: after.at,
      isEntered: after.entered,
      result: outcome.result,
      endedAt: outcome.status === W.running ? null : ctx.clock.now(),
    },
  )
  await announce(ctx, row, { before, after, outcome, described })
  return { status: outcome.status, failure: outcome.failure }
}

/** Whose record a workflow is about, as it is now. */
export function describe(ctx: Any, row: WorkflowRow, node: BusinessNode): Promise<Described> {
  return node.describe(ctx, row.subjectId, { body: bodyOf(node, row.payload), workbench: row.workbench as Workbench })
}

/** A fact in the history of the record concerned. */
export function auditOf(
  row: WorkflowRow,
  described: Pick<Described, 'trail'>,
  fact: Pick<AuditFact, 'action' | 'summary' | 'data'>,
) {
  return { ...fact, ...described.trail, data: { workflowId: row.id, ...(fact.data as object | undefined) } }
}

/** Enters stop after stop while nobody has to act. */
async function advance(ctx: Any, { row }: Loaded, { env, from }: { env: Env; from: State }): Promise<State> {
  let state = from
  for (let stop = stopToEnter(state); stop; stop = stopToEnter(state)) {
    const people = await peopleOf(ctx, stop, {
      companyId: row.companyId,
      initiatorId: row.initiatorId,
      choices: row.choices as Record<string, string[]>,
      options: state.options,
      roles: env.roles,
    })
    state = enter(
      state,
      people.map((employeeId) => ({ id: ctx.newId(), employeeId })),
    )
  }
  return state
}

async function recordAutos(
  ctx: Any,
  row: WorkflowRow,
  { before, after }: { before: State; after: State },
): Promise<void> {
  const known = new Set(before.tasks.map((t) => t.id))
  const autos = after.tasks.filter((t) => t.auto && !known.has(t.id))
  const names = await namesOf(
    ctx,
    autos.map((t) => t.employeeId),
  )
  for (const task of autos) {
    const why = task.auto === 'initiator' ? '审批人为发起人本人' : '与上一节点审批人相同'
    const label = `${names.get(task.employeeId)}自动通过（${why}）`
    await recordSystem(ctx, row, { action: 'auto', label, nodeName: after.stops[task.stop]!.name })
  }
}

interface Outcome extends Moved {
  result: string
}

/** What a workflow that is over leaves: the record free again, and the step done when everybody agreed. */
async function settleEnd(
  ctx: Any,
  row: WorkflowRow,
  at: { env: Env; before: State; after: State; reason: string; described: Described },
): Promise<Outcome> {
  const { env, after, described } = at
  if (after.status === W.running) return { status: W.running, failure: null, result: '' }
  await release(ctx, row.id)
  if (after.status !== W.passed) {
    const stop = after.stops[after.at]
    const isEmpty = after.status === W.rejected && at.reason === ''
    const result = isEmpty ? `“${stop?.name}”没有可用的审批人` : at.reason
    if (isEmpty) await recordSystem(ctx, row, { action: 'fail', label: `驳回：${result}` })
    return { status: after.status, failure: null, result }
  }
  const failure = await applied(ctx, row, { env, state: after })
  const label = failure === null ? `审批通过，已执行“${env.node.label}”` : `审批通过但未能执行，已退回：${failure}`
  await recordSystem(ctx, row, { action: failure === null ? 'apply' : 'fail', label })
  ctx.audit(
    auditOf(row, described, {
      action: failure === null ? 'workflow.passed' : 'workflow.failed',
      summary: `${env.node.label}${label}`,
      data: { failure },
    }),
  )
  return { status: failure === null ? W.passed : W.rejected, failure, result: failure ?? '' }
}

/**
 * Does the step as the initiator, with all its checks, because the world has moved. Null when it was done; why not
 * otherwise, with nothing of it left behind.
 */
async function applied(ctx: Any, row: WorkflowRow, { env, state }: { env: Env; state: State }): Promise<string | null> {
  const initiator = await employeeActor(ctx, {
    employeeId: row.initiatorId,
    workbench: row.workbench as Workbench,
  })
  if (!initiator) return '发起人已停用或离开原工作台'
  const passed = state.tasks.filter((t) => t.status === T.passed)
  const names = await namesOf(
    ctx,
    passed.map((t) => t.employeeId),
  )
  const body = bodyOf(env.node, row.payload)
  if (body === null) return '提交的内容已不符合现行要求，请重新提交'
  const approval = { workflowId: row.id, approvers: passed.map((t) => names.get(t.employeeId)) }
  try {
    await ctx.part(initiator, (part) => {
      const named: typeof part = {
        ...part,
        audit: (fact) => part.audit({ ...fact, data: { ...dataOf(fact.data), approval } }),
      }
      return env.node.apply(named, row.subjectId, body)
    })
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function dataOf(data: unknown): object {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { of: data }
}

export async function release(ctx: Any, workflowId: string): Promise<void> {
  await ctx.remove('approval_hold', { workflowId })
}

/** Tells those it concerns, through events: who must act now, who got a copy, how it ended. */
async function announce(
  ctx: Any,
  row: WorkflowRow,
  { before, after, outcome, described }: { before: State; after: State; outcome: Outcome; described: Described },
): Promise<void> {
  const known = new Map(before.tasks.map((t) => [t.id, t.status]))
  const arrived = openTasks(after).filter((t) => known.get(t.id) !== T.open)
  const copied = after.tasks.filter((t) => after.stops[t.stop]?.kind === 'copy' && !known.has(t.id))
  const tell = (kind: string, payload: object) => ctx.emit({ kind, payload: { workflowId: row.id, ...payload } })
  if (arrived.length > 0) tell('workflow.arrived', { taskIds: arrived.map((t) => t.id) })
  if (copied.length > 0) tell('workflow.copied', { taskIds: copied.map((t) => t.id) })
  // Whoever had it before them when it was revoked, so that nobody looks for it.
  const dropped = before.tasks.filter((t) => t.status === T.open).map((t) => t.id)
  if (outcome.status !== W.running)
    tell('workflow.ended', { status: outcome.status, failed: outcome.failure !== null, dropped })
  const people = [row.initiatorId, ...before.tasks.concat(after.tasks).map((t) => t.employeeId)]
  const users = await accountsOf(ctx, [...new Set(people)])
  ctx.emit({
    kind: 'workflow.changed',
    payload: { workflowId: row.id, subjectId: row.subjectId },
    topics: [...users.map((id) => `user:${id}`), ...described.topics],
  })
}
