import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Flow } from '../../rules/definition.ts'
import { allNodes, flowProblems } from '../../rules/validate.ts'
import type { ConditionNode, FlowNode } from '../../rules/definition.ts'
import type { Place } from '../flow/flow-view.tsx'
import type { NewKind } from './edit.ts'
import { addBranch, changeBranch, changeNode, find, insertAt, moveBranch, newFlow, newNode, remove } from './edit.ts'

function withCondition() {
  const condition = newNode('condition') as ConditionNode
  const flow = insertAt(newFlow(), { branchId: null, index: 1 }, condition)
  return { flow, condition }
}

test('a node goes where the plus was pressed, in a branch too', () => {
  const { flow, condition } = withCondition()
  const [first, rest] = condition.branches
  const inside = insertAt(flow, { branchId: first!.id, index: 0 }, newNode('approver'))
  const before = insertAt(inside, { branchId: null, index: 1 }, newNode('copy'))
  expect(before.nodes.map((node) => node.kind)).toEqual(['start', 'copy', 'condition'])
  const branch = find(before, first!.id)
  expect(branch?.kind === 'branch' && branch.branch.nodes.map((node) => node.kind)).toEqual(['approver'])
  const other = find(before, rest!.id)
  expect(other?.kind === 'branch' && other.branch.nodes).toEqual([])
})

test('the start node stays; a condition with one branch left becomes what that branch held', () => {
  const { flow, condition } = withCondition()
  const [first, rest] = condition.branches
  expect(remove(flow, flow.nodes[0]!.id)).toEqual(flow)
  const filled = insertAt(flow, { branchId: rest!.id, index: 0 }, newNode('approver'))
  expect(remove(filled, first!.id).nodes.map((node) => node.kind)).toEqual(['start', 'approver'])
  expect(remove(filled, condition.id).nodes.map((node) => node.kind)).toEqual(['start'])
})

test('taking out the else branch makes the last case take the rest', () => {
  const { flow, condition } = withCondition()
  const three = addBranch(flow, condition).flow
  const gone = remove(three, condition.branches[1]!.id)
  const left = gone.nodes[1] as ConditionNode
  expect(left.branches).toHaveLength(2)
  expect(left.branches.map(({ when }) => when === null)).toEqual([false, true])
})

test('a new case comes before the else branch, which no move can leave behind', () => {
  const { flow, condition } = withCondition()
  const added = addBranch(flow, condition)
  const node = added.flow.nodes[1] as ConditionNode
  expect(node.branches.map((branch) => branch.id)).toEqual([
    condition.branches[0]!.id,
    added.branch.id,
    condition.branches[1]!.id,
  ])
  const earlier = moveBranch(added.flow, node, { index: 1, by: -1 }).nodes[1] as ConditionNode
  expect(earlier.branches[0]!.id).toBe(added.branch.id)
  expect(moveBranch(added.flow, node, { index: 1, by: 1 })).toBe(added.flow)
  expect(moveBranch(added.flow, node, { index: 2, by: -1 })).toBe(added.flow)
})

test('a change reaches the node or branch it is for, however deep, and no other', () => {
  const { flow, condition } = withCondition()
  const deep = newNode('approver')
  const filled = insertAt(flow, { branchId: condition.branches[0]!.id, index: 0 }, deep)
  const renamed = changeNode(filled, deep, { name: '总会计师' })
  const found = find(renamed, deep.id)
  expect(found?.kind === 'node' && found.node.name).toBe('总会计师')
  expect(found?.kind === 'node' && found.place).toEqual({ branchId: condition.branches[0]!.id, index: 0 })
  const tested = changeBranch(renamed, condition.branches[0]!.id, { name: '大额' })
  expect(allNodes(tested.nodes)).toHaveLength(3)
  expect(find(filled, deep.id)).toMatchObject({ node: { name: '审批人' } })
})

const EDITS = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('insert' as const),
      at: fc.nat(),
      kind: fc.constantFrom<NewKind>('approver', 'copy', 'condition'),
    }),
    fc.record({ act: fc.constant('remove' as const), at: fc.nat(), kind: fc.constant<NewKind>('copy') }),
  ),
  { maxLength: 25 },
)

test('whatever is inserted and removed, the flow stays one: a start first, an else last, unique ids', () => {
  fc.assert(
    fc.property(EDITS, (edits) => {
      let flow = newFlow()
      for (const { act, at, kind } of edits) {
        const places = placesOf(flow)
        const ids = idsOf(flow.nodes)
        flow =
          act === 'insert'
            ? insertAt(flow, places[at % places.length]!, newNode(kind))
            : remove(flow, ids[at % ids.length]!)
      }
      const ids = idsOf(flow.nodes)
      expect(new Set(ids).size).toBe(ids.length)
      expect(flow.nodes[0]?.kind).toBe('start')
      for (const node of allNodes(flow.nodes)) {
        if (node.kind !== 'condition') continue
        expect(node.branches.length).toBeGreaterThan(1)
        expect(node.branches.map(({ when }) => when === null).indexOf(true)).toBe(node.branches.length - 1)
      }
      const structural = flowProblems(flow).filter(({ message }) => /编号|发起节点|其他情况|两个分支/.test(message))
      expect(structural).toEqual([])
      expect(Flow.safeParse(flow).success).toBe(true)
    }),
    { numRuns: 200 },
  )
})

function idsOf(nodes: readonly FlowNode[]): string[] {
  return nodes.flatMap((node) => [
    node.id,
    ...(node.kind === 'condition' ? node.branches.flatMap((branch) => [branch.id, ...idsOf(branch.nodes)]) : []),
  ])
}

/** Every place with a plus: not before the start node. */
function placesOf(flow: { nodes: FlowNode[] }): Place[] {
  const below = (nodes: readonly FlowNode[]): Place[] =>
    nodes.flatMap((node) =>
      node.kind === 'condition'
        ? node.branches.flatMap((branch) => [
            ...Array.from({ length: branch.nodes.length + 1 }, (_, index) => ({ branchId: branch.id, index })),
            ...below(branch.nodes),
          ])
        : [],
    )
  return [...flow.nodes.map((_, i) => ({ branchId: null, index: i + 1 })), ...below(flow.nodes)]
}
