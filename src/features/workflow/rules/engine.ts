import { AppError } from '#contract/errors.ts'
import type { FlowOptions } from './definition.ts'
import { ApprovalMode, TaskStatus, WorkflowStatus } from './enums.ts'
import type { Stop } from './route.ts'
import type * as z from 'zod'

/*
 * How a workflow moves, as values: no database, no clock. A stop with approvers has lanes; the tasks of a lane are done
 * one after the other, the lanes side by side. In turn: one lane of n tasks. Countersign: n lanes, all must be finished.
 * Either-sign: n lanes, one must be. Adding a signer puts a task into the lane, transferring puts a new one behind the
 * old; so nothing else is needed for either.
 */

const W = WorkflowStatus.values
const T = TaskStatus.values

/** Why a task passed without anybody doing anything. */
export type Auto = 'initiator' | 'repeated'

export interface Task {
  readonly id: string
  /** Index of its stop. */
  readonly stop: number
  readonly lane: number
  /** Place within its lane, from 0. */
  readonly rank: number
  readonly employeeId: string
  readonly status: TaskStatus
  readonly auto: Auto | null
}

export interface State {
  readonly status: WorkflowStatus
  readonly stops: readonly Stop[]
  readonly options: z.output<typeof FlowOptions>
  readonly initiatorId: string
  /** The stop being worked on; its length once all are done. */
  readonly at: number
  /** Whether `at` has been entered: its people are known. */
  readonly entered: boolean
  /** In the order they came to be. */
  readonly tasks: readonly Task[]
}

export interface NewTask {
  id: string
  employeeId: string
}

export type Act =
  | { kind: 'pass'; taskId: string }
  | { kind: 'reject'; taskId: string }
  /** The task goes to somebody else; also what happens when an approver leaves. */
  | { kind: 'replace'; taskId: string; by: NewTask }
  | { kind: 'addSigners'; taskId: string; where: 'before' | 'after'; signers: readonly NewTask[] }
  /** Revoked by a person. */
  | { kind: 'revoke' }
  /** Ended by the system: nobody can approve, or the step can no longer be done. */
  | { kind: 'fail' }

/** A workflow that has not entered its first stop. */
export function begin(given: Pick<State, 'stops' | 'options' | 'initiatorId'>): State {
  return settle({ ...given, status: W.running, at: 0, entered: false, tasks: [] })
}

/** The stop whose people must be found now; null while one is being worked on or the workflow is over. */
export function stopToEnter(state: State): Stop | null {
  return state.status === W.running && !state.entered ? (state.stops[state.at] ?? null) : null
}

/**
 * Enters the next stop with its people. Copies are given and the workflow goes on; an approver stop without anybody
 * fails the workflow. Tasks that pass by themselves are passed here.
 */
export function enter(state: State, people: readonly NewTask[]): State {
  const stop = stopToEnter(state)
  if (!stop) throw new Error('no stop to enter')
  const stopAt = state.at
  if (stop.kind === 'copy') {
    const copies = people.map(({ id, employeeId }, lane): Task => {
      return { id, employeeId, stop: stopAt, lane, rank: 0, status: T.closed, auto: null }
    })
    return settle({ ...state, tasks: [...state.tasks, ...copies], at: stopAt + 1 })
  }
  if (people.length === 0) return end(state, W.rejected)
  const repeated = state.options.skipRepeated ? approversBefore(state) : new Set<string>()
  const alone = people.length === 1 && people[0]!.employeeId === state.initiatorId
  const inTurn = stop.mode === ApprovalMode.values.inTurn
  const tasks = people.map(({ id, employeeId }, i): Task => {
    const auto: Auto | null =
      alone && state.options.ifInitiator === 'pass' ? 'initiator' : repeated.has(employeeId) ? 'repeated' : null
    const place = inTurn ? { lane: 0, rank: i } : { lane: i, rank: 0 }
    return { id, employeeId, stop: stopAt, ...place, status: auto ? T.passed : T.waiting, auto }
  })
  return settle({ ...state, entered: true, tasks: [...state.tasks, ...tasks] })
}

/**
 * Does something to a running workflow. Throws `wrongState` when the workflow is over, or the task is not open (it
 * waits, was done, was handed on, or somebody else settled its node).
 */
export function act(state: State, action: Act): State {
  if (state.status !== W.running) throw new AppError('wrongState', '该审批已结束')
  if (action.kind === 'revoke') return end(state, W.revoked)
  if (action.kind === 'fail') return end(state, W.rejected)
  const task = state.tasks.find((t) => t.id === action.taskId)
  if (!task || task.stop !== state.at || !state.entered) throw new AppError('wrongState')
  // Who leaves may have a task that still waits for its turn; everything else needs an open one.
  const isLeft = action.kind === 'replace' && task.status === T.waiting
  if (task.status !== T.open && !isLeft) throw new AppError('wrongState')
  switch (action.kind) {
    case 'pass':
      return settle(mark(state, task, T.passed))
    case 'reject':
      return end(mark(state, task, T.rejected), W.rejected)
    case 'replace':
      return settle(insert(mark(state, task, T.transferred), [action.by], { lane: task.lane, rank: task.rank + 1 }))
    case 'addSigners': {
      const rank = action.where === 'before' ? task.rank : task.rank + 1
      return settle(insert(state, action.signers, { lane: task.lane, rank }))
    }
  }
}

/** Tasks that wait for a person now. */
export function openTasks(state: Pick<State, 'tasks'>): Task[] {
  return state.tasks.filter((t) => t.status === T.open)
}

/** Whether a stop's approvers have agreed, by its mode. */
export function isAgreed(mode: ApprovalMode, tasks: readonly Task[]): boolean {
  const lanes = [...Map.groupBy(tasks, (t) => t.lane).values()]
  const done = lanes.map((lane) => lane.every((t) => t.status === T.passed || t.status === T.transferred))
  if (done.length === 0) return false
  return mode === ApprovalMode.values.either ? done.some(Boolean) : done.every(Boolean)
}

/** Opens what is next in each lane, leaves a stop that is agreed, and ends a workflow that has no stop left. */
function settle(state: State): State {
  const stop = state.stops[state.at]
  if (!stop) return { ...state, status: W.passed, entered: false }
  if (!state.entered || stop.kind === 'copy') return { ...state, entered: false }
  const here = state.tasks.filter((t) => t.stop === state.at)
  if (isAgreed(stop.mode, here)) {
    const closed = closeRest(state)
    return settle({ ...closed, at: state.at + 1, entered: false })
  }
  const next = new Set<string>()
  for (const lane of Map.groupBy(here, (t) => t.lane).values()) {
    const first = lane.toSorted((a, b) => a.rank - b.rank).find((t) => t.status === T.waiting || t.status === T.open)
    if (first) next.add(first.id)
  }
  const tasks = state.tasks.map((t) =>
    t.stop === state.at && (t.status === T.waiting || t.status === T.open)
      ? { ...t, status: next.has(t.id) ? T.open : T.waiting }
      : t,
  )
  return { ...state, tasks }
}

function end(state: State, status: WorkflowStatus): State {
  return { ...closeRest(state), status, entered: false }
}

function closeRest(state: State): State {
  const isLeft = (t: Task) => t.status === T.waiting || t.status === T.open
  return { ...state, tasks: state.tasks.map((t) => (isLeft(t) ? { ...t, status: T.closed } : t)) }
}

function mark(state: State, task: Task, status: TaskStatus): State {
  return { ...state, tasks: state.tasks.map((t) => (t.id === task.id ? { ...t, status } : t)) }
}

/** Puts tasks into a lane of the current stop, moving those behind. */
function insert(state: State, added: readonly NewTask[], at: { lane: number; rank: number }): State {
  const moved = state.tasks.map((t) =>
    t.stop === state.at && t.lane === at.lane && t.rank >= at.rank ? { ...t, rank: t.rank + added.length } : t,
  )
  const tasks = added.map(({ id, employeeId }, i): Task => {
    return { id, employeeId, stop: state.at, lane: at.lane, rank: at.rank + i, status: T.waiting, auto: null }
  })
  return { ...state, tasks: [...moved, ...tasks] }
}

/** Who agreed at the approver stop before this one. */
function approversBefore(state: State): Set<string> {
  const before = state.stops.findLastIndex((s, i) => i < state.at && s.kind === 'approver')
  return new Set(state.tasks.filter((t) => t.stop === before && t.status === T.passed).map((t) => t.employeeId))
}
