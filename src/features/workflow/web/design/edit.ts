import { newId } from '#contract/id.ts'
import type { Approvers, Branch, ConditionNode, Flow, FlowNode, InnerNode } from '../../rules/definition.ts'
import { ApprovalMode } from '../../rules/enums.ts'
import type { Place } from '../flow/flow-view.tsx'

export type NewKind = InnerNode['kind']

/** A node with its branch, or a branch with its condition: what an id stands for. */
export type Found =
  | { kind: 'node'; node: FlowNode; place: Place }
  | { kind: 'branch'; branch: Branch; of: ConditionNode; index: number }

/** An empty flow: somebody starts it, nobody has approved yet. */
export function newFlow(): Flow {
  return {
    nodes: [{ kind: 'start', id: newId(), name: '发起' }],
    options: { ifInitiator: 'head', skipRepeated: false },
  }
}

/** A node that says nothing yet; `approvers` is the kind of people it begins with. */
export function newNode(kind: NewKind, approvers: Approvers = { by: 'person', employeeIds: [] }): InnerNode {
  const id = newId()
  switch (kind) {
    case 'approver':
      return {
        kind,
        id,
        name: '审批人',
        approvers,
        mode: ApprovalMode.values.inTurn,
      }
    case 'copy':
      return { kind, id, name: '抄送人', approvers }
    case 'condition':
      return { kind, id, name: '条件分支', branches: [newBranch('条件 1'), { ...newBranch('其他情况'), when: null }] }
  }
}

export function newBranch(name: string): Branch {
  return { id: newId(), name, when: [], nodes: [] }
}

/** Puts a node at a place. */
export function insertAt(flow: Flow, place: Place, node: InnerNode): Flow {
  const put = <N extends FlowNode>(nodes: readonly N[]): (N | InnerNode)[] => nodes.toSpliced(place.index, 0, node as N)
  if (place.branchId === null) return { ...flow, nodes: put(flow.nodes) }
  return mapBranches(flow, (branch) =>
    branch.id === place.branchId ? { ...branch, nodes: put(branch.nodes) } : branch,
  )
}

/** Takes out a node, or a branch. With one branch left there is no condition any more: its nodes take its place. */
export function remove(flow: Flow, id: string): Flow {
  const drop = (nodes: readonly FlowNode[]): FlowNode[] =>
    nodes.flatMap((node): FlowNode[] => {
      if (node.id === id && node.kind !== 'start') return []
      if (node.kind !== 'condition') return [node]
      const kept = node.branches.filter((branch) => branch.id !== id)
      if (kept.length === 1 && kept.length < node.branches.length) return kept[0]!.nodes
      // A condition without else would leave cases open: the last one takes the rest.
      const last = kept.at(-1)
      const closed = last && last.when !== null ? [...kept.slice(0, -1), { ...last, when: null }] : kept
      return [{ ...node, branches: closed.map((branch) => ({ ...branch, nodes: drop(branch.nodes) as InnerNode[] })) }]
    })
  return { ...flow, nodes: drop(flow.nodes) }
}

/** Replaces one node by what `change` makes of it. */
export function changeNode<N extends FlowNode>(flow: Flow, node: N, change: Partial<N>): Flow {
  const walk = (nodes: readonly FlowNode[]): FlowNode[] =>
    nodes.map((one): FlowNode => {
      if (one.id === node.id) return { ...one, ...change }
      if (one.kind !== 'condition') return one
      const branches = one.branches.map((branch) => ({ ...branch, nodes: walk(branch.nodes) as InnerNode[] }))
      return { ...one, branches }
    })
  return { ...flow, nodes: walk(flow.nodes) }
}

export function changeBranch(flow: Flow, id: string, change: Partial<Branch>): Flow {
  return mapBranches(flow, (branch) => (branch.id === id ? { ...branch, ...change } : branch))
}

/** One more case, before the else branch. */
export function addBranch(flow: Flow, of: ConditionNode): { flow: Flow; branch: Branch } {
  const branch = newBranch(`条件 ${of.branches.length}`)
  return { branch, flow: changeNode(flow, of, { branches: of.branches.toSpliced(-1, 0, branch) }) }
}

/** Asks this case earlier (-1) or later (1); the else branch stays last. */
export function moveBranch(flow: Flow, of: ConditionNode, { index, by }: { index: number; by: -1 | 1 }): Flow {
  const to = index + by
  const last = of.branches.length - 1
  if (to < 0 || to >= last || index >= last) return flow
  const branches = [...of.branches]
  ;[branches[index], branches[to]] = [branches[to]!, branches[index]!]
  return changeNode(flow, of, { branches })
}

export function find(flow: Flow, id: string): Found | null {
  return findIn(flow.nodes, { id, branchId: null })
}

function findIn(nodes: readonly FlowNode[], at: { id: string; branchId: string | null }): Found | null {
  for (const [index, node] of nodes.entries()) {
    if (node.id === at.id) return { kind: 'node', node, place: { branchId: at.branchId, index } }
    if (node.kind !== 'condition') continue
    for (const [i, branch] of node.branches.entries()) {
      if (branch.id === at.id) return { kind: 'branch', branch, of: node, index: i }
      const below = findIn(branch.nodes, { id: at.id, branchId: branch.id })
      if (below) return below
    }
  }
  return null
}

function mapBranches(flow: Flow, change: (branch: Branch) => Branch): Flow {
  const walk = <N extends FlowNode>(nodes: readonly N[]): N[] =>
    nodes.map((node) =>
      node.kind === 'condition'
        ? {
            ...node,
            branches: node.branches.map((branch) => {
              const changed = change(branch)
              return { ...changed, nodes: walk(changed.nodes) }
            }),
          }
        : node,
    )
  return { ...flow, nodes: walk(flow.nodes) }
}
