import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Flow, type Branch, type FlowNode } from './definition.ts'
import { asksAlways, branchFor, holds, routeOf } from './route.ts'
import { allNodes, flowProblems } from './validate.ts'

const FACTS = [
  { key: 'amount', label: '金额', type: 'amount' as const, options: [] },
  { key: 'method', label: '采购方式', type: 'choice' as const, options: [{ value: '1', label: '公开招标' }] },
]
const START: FlowNode = { kind: 'start', id: 'start', name: '发起' }
const person = (id: string, who = 'e1'): FlowNode => ({
  kind: 'approver',
  id,
  name: id,
  mode: 1,
  approvers: { by: 'person', employeeIds: who ? [who] : [] },
})
const when = (value: string): NonNullable<Branch['when']> => [{ op: 'gte', fact: 'amount', value }]
const condition = (...branches: Partial<Branch>[]): FlowNode => ({
  kind: 'condition',
  id: 'c',
  name: '金额',
  branches: branches.map((b, i) => ({ id: `b${i}`, name: `分支${i}`, when: null, nodes: [], ...b })),
})
const OPTIONS = { ifInitiator: 'head', skipRepeated: false } as const
const flow = (...nodes: FlowNode[]): Flow => ({ nodes: [START, ...nodes], options: OPTIONS })
const messages = (given: Flow) =>
  flowProblems(given, { facts: FACTS, employees: new Set(['e1']), roles: new Set(['r']) })

describe('a flow can be enabled only when', () => {
  test('nothing is missing', () => {
    expect(messages(flow(person('a'), condition({ when: when('100'), nodes: [person('b') as never] }, {})))).toEqual([])
  })
  test.each<[string, Flow, string | null]>([
    ['至少需要一个审批节点', flow(), null],
    ['未指定人员', flow(person('a', '')), 'a'],
    ['已停用或不在本单位', flow(person('a', 'gone')), 'a'],
    ['至少需要两个分支', flow(person('a'), condition({})), 'c'],
    ['最后一个分支须为', flow(person('a'), condition({ when: when('1') }, { when: when('2') })), 'b1'],
    ['须排在', flow(person('a'), condition({}, {})), 'b0'],
    ['未设置条件', flow(person('a'), condition({ when: [] }, {})), 'b0'],
    [
      '该业务没有的条件字段',
      flow(person('a'), condition({ when: [{ op: 'in', fact: 'x', values: ['1'] }] }, {})),
      'b0',
    ],
    ['不能这样比较', flow(person('a'), condition({ when: [{ op: 'in', fact: 'amount', values: ['1'] }] }, {})), 'b0'],
    ['没有选项', flow(person('a'), condition({ when: [{ op: 'in', fact: 'method', values: [] }] }, {})), 'b0'],
    ['已不存在的选项', flow(person('a'), condition({ when: [{ op: 'in', fact: 'method', values: ['9'] }] }, {})), 'b0'],
    ['节点编号重复', flow(person('a'), person('a')), 'a'],
    [
      '没有在用人员',
      flow({ kind: 'approver', id: 'a', name: 'a', mode: 1, approvers: { by: 'role', role: 'q' } }),
      'a',
    ],
  ])('%s', (message, given, nodeId) => {
    expect(messages(given)).toEqual([expect.objectContaining({ nodeId, message: expect.stringContaining(message) })])
  })
  test('conditions are not nested too deeply', () => {
    let inner: FlowNode[] = [person('a')]
    for (let i = 0; i < 6; i++)
      inner = [
        {
          kind: 'condition',
          id: `c${i}`,
          name: 'c',
          branches: [
            { id: `x${i}`, name: 'x', when: when('1'), nodes: inner as never },
            { id: `y${i}`, name: 'y', when: null, nodes: [] },
          ],
        },
      ]
    expect(flowProblems(flow(person('z'), ...inner)).map((p) => p.message)).toEqual(['条件嵌套不能超过 5 层'])
  })
  test('it starts with its start, and only there', () => {
    const odd = { nodes: [person('a'), START], options: OPTIONS }
    expect(flowProblems(odd).map((p) => p.message)).toEqual(['流程须从发起节点开始', '只能有一个发起节点'])
  })
})

test('a wrong node kind inside a branch is refused by the shape', () => {
  const bad = {
    nodes: [START, { ...condition({}), branches: [{ id: 'b', name: 'x', when: null, nodes: [START] }] }],
    options: {},
  }
  const branches = [{ id: 'b', name: 'x', when: null, nodes: [] }]
  expect(Flow.safeParse({ ...bad, nodes: [START, { ...condition({}), branches }] }).success).toBe(true)
  expect(Flow.safeParse(bad).success).toBe(false)
})

describe('the way through a flow', () => {
  const two = flow(
    condition({ when: when('5000000'), nodes: [person('big') as never] }, { nodes: [person('small') as never] }),
    person('after'),
  )
  test.each([
    ['5000000', ['big', 'after']],
    ['5000000.00', ['big', 'after']],
    ['4999999.99', ['small', 'after']],
    [null, ['small', 'after']],
  ])('amount %s', (amount, stops) => {
    expect(routeOf(two, { amount }).stops.map((s) => s.id)).toEqual(stops)
  })
  test('an unknown fact fails every test, the negative one too', () => {
    expect(holds({ op: 'notIn', fact: 'x', values: ['a'] }, {})).toBe(false)
    expect(holds({ op: 'notIn', fact: 'x', values: ['a'] }, { x: 'b' })).toBe(true)
  })
  test('who is in a department is in those above it', () => {
    const of = (op: 'in' | 'notIn', value: string) => holds({ op, fact: 'department', values: [value] }, IN_B)
    const IN_B = { department: 'a/b' }
    expect([of('in', 'a'), of('in', 'b'), of('in', 'c'), of('in', 'a/b')]).toEqual([true, true, false, false])
    expect([of('notIn', 'a'), of('notIn', 'b'), of('notIn', 'c')]).toEqual([false, false, true])
  })
  test('takes exactly one branch of every condition it meets, the first that fits', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 }), (amount, limits) => {
        const branches = limits.map((l, i) => ({ id: `b${i}`, name: 'b', when: when(String(l)), nodes: [] }))
        const all = [...branches, { id: 'else', name: '其他', when: null, nodes: [] }]
        const first = limits.findIndex((l) => amount >= l)
        expect(branchFor(all, { amount: String(amount) })!.id).toBe(first < 0 ? 'else' : `b${first}`)
      }),
    )
  })
  test('every stop is a node of the flow, in its order', () => {
    const order = allNodes(two.nodes).map((n) => n.id)
    const stops = routeOf(two, { amount: '9000000' }).stops.map((s) => order.indexOf(s.id))
    expect(stops).toEqual(stops.toSorted((a, b) => a - b))
  })
})

test('somebody is asked always where each way comes by an approver', () => {
  const b = person('b') as never
  expect(asksAlways(flow().nodes)).toBe(false)
  expect(asksAlways(flow(person('a'), condition({ when: when('1') }, {})).nodes)).toBe(true)
  expect(asksAlways(flow(condition({ when: when('1'), nodes: [b] }, {})).nodes)).toBe(false)
  expect(asksAlways(flow(condition({ when: when('1'), nodes: [b] }, { nodes: [b] })).nodes)).toBe(true)
  const inner = condition({ when: when('2'), nodes: [b] }, {}) as never
  expect(asksAlways(flow(condition({ when: when('1'), nodes: [inner] }, { nodes: [b] })).nodes)).toBe(false)
})
