import { Exact } from '#contract/money.ts'
import type { ApproverNode, Branch, CopyNode, Facts, Flow, FlowNode, Test } from './definition.ts'

/** A node that people take part in. */
export type Stop = (ApproverNode | CopyNode) & {
  /** Whose people, where not those of the company that asks. */
  companyId?: string
}

export interface Route {
  /** Approver and copy nodes in the order they are worked through. */
  stops: Stop[]
  /** Ids of the branches taken, in order. */
  taken: string[]
}

/** The way these facts take through a flow. Facts are fixed when a workflow starts, so its way is too. */
export function routeOf(flow: Pick<Flow, 'nodes'>, facts: Facts): Route {
  const stops: Stop[] = []
  const taken: string[] = []
  const walk = (nodes: readonly FlowNode[]): void => {
    for (const node of nodes) {
      switch (node.kind) {
        case 'start':
          break
        case 'approver':
        case 'copy':
          stops.push(node)
          break
        case 'condition': {
          const branch = branchFor(node.branches, facts)
          if (!branch) break
          taken.push(branch.id)
          walk(branch.nodes)
        }
      }
    }
  }
  walk(flow.nodes)
  return { stops, taken }
}

/** Whether somebody is asked whatever the facts; otherwise some ways go by no approver. */
export function asksAlways(nodes: readonly FlowNode[]): boolean {
  return nodes.some(
    (node) =>
      node.kind === 'approver' ||
      (node.kind === 'condition' && node.branches.every((branch) => asksAlways(branch.nodes))),
  )
}

/** The last stops of a step that another company has kept to itself: those of its own flow. */
export function keptStops(flow: Pick<Flow, 'nodes'>, facts: Facts, companyId: string): Stop[] {
  const { stops } = routeOf(flow, { ...facts, department: null })
  return stops.map((stop, i) => ({ ...stop, id: `kept-${i + 1}`, companyId }))
}

/** The first branch whose tests all hold, else the one that takes every other case. */
export function branchFor(branches: readonly Branch[], facts: Facts): Branch | undefined {
  return branches.find(({ when }) => when === null || (when.length > 0 && when.every((test) => holds(test, facts))))
}

/** Whether a test holds; a fact that is not known fails every test. */
export function holds(test: Test, facts: Facts): boolean {
  const fact = facts[test.fact] ?? null
  if (fact === null) return false
  switch (test.op) {
    case 'in':
      return isOneOf(fact, test.values)
    case 'notIn':
      return !isOneOf(fact, test.values)
    default:
      return new Exact(fact)[test.op](test.value)
  }
}

/** Who is in a department is in those above it, too. */
function isOneOf(fact: string, values: readonly string[]): boolean {
  return fact.split('/').some((part) => values.includes(part))
}
