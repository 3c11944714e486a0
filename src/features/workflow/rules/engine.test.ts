import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { act, type Act, begin, enter, isAgreed, openTasks, type State, stopToEnter } from './engine.ts'
import { ApprovalMode, TaskStatus, WorkflowStatus } from './enums.ts'
import type { Stop } from './route.ts'

const M = ApprovalMode.values
const T = TaskStatus.values
const W = WorkflowStatus.values

const approver = (id: string, mode: 1 | 2 | 3): Stop => ({
  kind: 'approver',
  id,
  name: id,
  mode,
  approvers: { by: 'person', employeeIds: [] },
})
const copy = (id: string): Stop => ({ kind: 'copy', id, name: id, approvers: { by: 'person', employeeIds: [] } })
const OPTIONS = { ifInitiator: 'head', skipRepeated: false } as const

/** A workflow whose stops are entered as soon as they can be, with the people given per stop. */
function machine(stops: readonly Stop[], people: readonly (readonly string[])[], options: State['options'] = OPTIONS) {
  let n = 0
  const newTask = (employeeId: string) => ({ id: `t${n++}`, employeeId })
  const run = (state: State): State => {
    let now = state
    for (let stop = stopToEnter(now); stop; stop = stopToEnter(now)) now = enter(now, people[now.at]!.map(newTask))
    return now
  }
  return {
    newTask,
    start: () => run(begin({ stops, options, initiatorId: 'me' })),
    act: (state: State, action: Act) => run(act(state, action)),
  }
}
const names = (state: State) => openTasks(state).map((t) => t.employeeId)
const taskOf = (state: State, employeeId: string) => state.tasks.findLast((t) => t.employeeId === employeeId)!.id

describe('a node', () => {
  test('in turn: one after the other', () => {
    const m = machine([approver('n', M.inTurn)], [['a', 'b']])
    let s = m.start()
    expect(names(s)).toEqual(['a'])
    expect(() => act(s, { kind: 'pass', taskId: taskOf(s, 'b') })).toThrow('当前状态不允许')
    s = m.act(s, { kind: 'pass', taskId: taskOf(s, 'a') })
    expect([s.status, names(s)]).toEqual([W.running, ['b']])
    s = m.act(s, { kind: 'pass', taskId: taskOf(s, 'b') })
    expect([s.status, names(s)]).toEqual([W.passed, []])
  })

  test('countersign: all, in any order; either-sign: one, the others have nothing left to do', () => {
    const all = machine([approver('n', M.countersign)], [['a', 'b']])
    let s = all.act(all.start(), { kind: 'pass', taskId: 't1' })
    expect([s.status, names(s)]).toEqual([W.running, ['a']])
    s = all.act(s, { kind: 'pass', taskId: 't0' })
    expect(s.status).toBe(W.passed)
    const one = machine([approver('n', M.either)], [['a', 'b']])
    const e = one.act(one.start(), { kind: 'pass', taskId: 't1' })
    expect([e.status, e.tasks.map((t) => t.status)]).toEqual([W.passed, [T.closed, T.passed]])
  })

  test('one rejection ends it, whatever the mode', () => {
    for (const mode of [1, 2, 3] as const) {
      const m = machine([approver('n', mode), approver('m', mode)], [['a', 'b'], ['c']])
      const s = m.act(m.start(), { kind: 'reject', taskId: 't0' })
      expect([s.status, openTasks(s)]).toEqual([W.rejected, []])
      expect(() => act(s, { kind: 'pass', taskId: 't1' })).toThrow('该审批已结束')
    }
  })

  test('signers before and after, and a transfer, keep their place in turn', () => {
    const m = machine([approver('n', M.inTurn)], [['a', 'b']])
    let s = m.start()
    s = m.act(s, {
      kind: 'addSigners',
      taskId: taskOf(s, 'a'),
      where: 'before',
      signers: [m.newTask('x'), m.newTask('y')],
    })
    expect(names(s)).toEqual(['x'])
    s = m.act(s, { kind: 'pass', taskId: taskOf(s, 'x') })
    s = m.act(s, { kind: 'pass', taskId: taskOf(s, 'y') })
    expect(names(s)).toEqual(['a'])
    s = m.act(s, { kind: 'addSigners', taskId: taskOf(s, 'a'), where: 'after', signers: [m.newTask('z')] })
    expect(names(s)).toEqual(['a'])
    s = m.act(s, { kind: 'replace', taskId: taskOf(s, 'a'), by: m.newTask('c') })
    expect(names(s)).toEqual(['c'])
    expect(() => act(s, { kind: 'pass', taskId: 't0' })).toThrow('当前状态不允许')
    for (const who of ['c', 'z', 'b']) {
      expect(names(s)).toEqual([who])
      s = m.act(s, { kind: 'pass', taskId: taskOf(s, who) })
    }
    expect(s.status).toBe(W.passed)
  })

  test('an added signer must have signed before an either-sign lane counts', () => {
    const m = machine([approver('n', M.either)], [['a', 'b']])
    let s = m.start()
    s = m.act(s, { kind: 'addSigners', taskId: 't0', where: 'after', signers: [m.newTask('x')] })
    s = m.act(s, { kind: 'pass', taskId: 't0' })
    expect([s.status, names(s)]).toEqual([W.running, ['b', 'x']])
    s = m.act(s, { kind: 'pass', taskId: taskOf(s, 'x') })
    expect(s.status).toBe(W.passed)
  })
})

describe('what passes by itself', () => {
  test('nothing to approve: passed at once, copies given', () => {
    const m = machine([copy('c')], [['k', 'l']])
    const s = m.start()
    expect([s.status, s.tasks.length]).toEqual([W.passed, 2])
    expect(machine([], []).start().status).toBe(W.passed)
  })

  test('the initiator alone, when so set; never silently otherwise', () => {
    const pass = machine([approver('n', 1)], [['me']], { ifInitiator: 'pass', skipRepeated: false }).start()
    expect([pass.status, pass.tasks[0]!.auto]).toEqual([W.passed, 'initiator'])
    expect(machine([approver('n', 1)], [['me']]).start().status).toBe(W.running)
    const two = machine([approver('n', 1)], [['me', 'a']], { ifInitiator: 'pass', skipRepeated: false }).start()
    expect(names(two)).toEqual(['me'])
  })

  test('who approved just before, when so set, across a copy', () => {
    const people = [['a'], ['k'], ['a', 'b'], ['a']]
    const stops = [approver('n', 1), copy('c'), approver('m', 1), approver('o', 1)]
    const m = machine(stops, people, { ifInitiator: 'head', skipRepeated: true })
    let s = m.act(m.start(), { kind: 'pass', taskId: 't0' })
    expect([s.at, names(s)]).toEqual([2, ['b']])
    s = m.act(s, { kind: 'pass', taskId: taskOf(s, 'b') })
    // It passed the node before by itself, which counts.
    expect(s.status).toBe(W.passed)
    const off = machine(stops, people)
    expect(names(off.act(off.start(), { kind: 'pass', taskId: 't0' }))).toEqual(['a'])
  })

  test('a node without anybody fails the workflow', () => {
    expect(machine([approver('n', 1)], [[]]).start().status).toBe(W.rejected)
  })
})

// ---------------------------------------------------------------- properties

const mode = fc.constantFrom(1 as const, 2 as const, 3 as const)
const who = fc.constantFrom('a', 'b', 'c', 'd', 'me')
const node = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('approver' as const),
      mode,
      people: fc.uniqueArray(who, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('copy' as const), mode, people: fc.uniqueArray(who, { maxLength: 3 }) }),
  },
)
const step = fc.record({
  kind: fc.constantFrom('pass', 'pass', 'pass', 'pass', 'replace', 'before', 'after', 'reject', 'revoke', 'again'),
  pick: fc.nat(40),
  by: who,
})

test('no order of actions completes twice, skips a node, or moves what is over', () => {
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 60 }),
      fc.record({ ifInitiator: fc.constantFrom('pass' as const, 'head' as const), skipRepeated: fc.boolean() }),
      (nodes, steps, options) => {
        const stops = nodes.map((n, i) => (n.kind === 'copy' ? copy(`n${i}`) : approver(`n${i}`, n.mode)))
        const m = machine(
          stops,
          nodes.map((n) => n.people),
          options,
        )
        let s = m.start()
        let completions = s.status === W.passed ? 1 : 0
        check(s)
        for (const { kind, pick, by } of steps) {
          const before = s
          // Any task at all, so that waiting, done and foreign ones are tried too.
          const taskId = s.tasks[pick % Math.max(1, s.tasks.length)]?.id ?? 'none'
          const target = s.tasks.find((t) => t.id === taskId)
          let refused = false
          try {
            s = m.act(s, actionOf(kind, taskId, m.newTask(by), m.newTask('e')))
          } catch {
            refused = true
          }
          const mayAct = target?.status === T.open || (kind === 'replace' && target?.status === T.waiting)
          const isRefused = before.status !== W.running || (kind !== 'revoke' && !mayAct)
          expect(refused).toBe(isRefused)
          expect(s === before).toBe(isRefused)
          if (before.status !== W.passed && s.status === W.passed) completions++
          expect(s.at).toBeGreaterThanOrEqual(before.at)
          check(s)
        }
        expect(completions).toBe(s.status === W.passed ? 1 : 0)
      },
    ),
    { numRuns: 400 },
  )
})

test('whoever acts, in whatever order, everybody agreeing ends it passed', () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat(10)), (nodes, picks) => {
      const stops = nodes.map((n, i) => (n.kind === 'copy' ? copy(`n${i}`) : approver(`n${i}`, n.mode)))
      const m = machine(
        stops,
        nodes.map((n) => n.people),
      )
      let s = m.start()
      for (let i = 0; s.status === W.running; i++) {
        const open = openTasks(s)
        // It never waits for nobody.
        expect(open.length).toBeGreaterThan(0)
        expect(i).toBeLessThan(50)
        s = m.act(s, { kind: 'pass', taskId: open[picks.next().value! % open.length]!.id })
      }
      expect(s.status).toBe(W.passed)
    }),
  )
})

function actionOf(kind: string, taskId: string, by: { id: string; employeeId: string }, more: typeof by): Act {
  switch (kind) {
    case 'pass':
    case 'again':
      return { kind: 'pass', taskId }
    case 'reject':
      return { kind: 'reject', taskId }
    case 'revoke':
      return { kind: 'revoke' }
    case 'replace':
      return { kind: 'replace', taskId, by }
    default:
      return { kind: 'addSigners', taskId, where: kind as 'before', signers: [by, more] }
  }
}

/** What holds of every state that can be reached. */
function check(s: State): void {
  const isLeft = (t: State['tasks'][number]) => t.status === T.open || t.status === T.waiting
  const left = s.tasks.filter(isLeft)
  // Somebody must act exactly while it runs, and only at the stop it is at.
  expect(openTasks(s).length > 0).toBe(s.status === W.running)
  expect(left.length > 0).toBe(s.status === W.running)
  expect(left.filter((t) => t.stop !== s.at)).toEqual([])
  expect(s.status !== W.passed || s.at === s.stops.length).toBe(true)
  for (const [i, stop] of s.stops.entries()) {
    const here = s.tasks.filter((t) => t.stop === i)
    // What lies behind was agreed by its own mode; what lies ahead has not begun.
    expect(i >= s.at || stop.kind === 'copy' || isAgreed(stop.mode, here)).toBe(true)
    expect(i <= s.at || here.length === 0).toBe(true)
    for (const lane of Map.groupBy(here, (t) => t.lane).values()) {
      const ordered = lane.toSorted((a, b) => a.rank - b.rank)
      expect(new Set(ordered.map((t) => t.rank)).size).toBe(ordered.length)
      // Nothing in a lane is open, or passed by a person, before what stands in front of it.
      const behind = ordered.slice(ordered.findIndex(isLeft) + 1)
      const early = behind.filter((t) => t.status === T.open || (t.status === T.passed && !t.auto))
      expect(ordered.some(isLeft) ? early : []).toEqual([])
    }
  }
}
