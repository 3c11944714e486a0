import type { Approvers, Branch, FactField, Flow, FlowNode, Test } from './definition.ts'

/** What is wrong with a flow, and where: `nodeId` of the node or branch, null for the whole. */
export interface FlowProblem {
  nodeId: string | null
  message: string
}

/** What a flow may refer to. Left out: not checked (the designer checks the shape while people are being loaded). */
export interface Known {
  facts?: readonly FactField[]
  /** Employees in use. */
  employees?: ReadonlySet<string>
  /** Roles that somebody in use holds, by key. */
  roles?: ReadonlySet<string>
}

const MAX_DEPTH = 5
const MAX_NODES = 100

/** Everything that stands against enabling a flow; empty: it can be enabled. */
export function flowProblems(flow: Flow, known: Known = {}): FlowProblem[] {
  const problems: FlowProblem[] = []
  const report = (nodeId: string | null, message: string) => void problems.push({ nodeId, message })
  const seen = new Set<string>()
  let approvers = 0

  const visit = (nodes: readonly FlowNode[], depth: number): void => {
    for (const node of nodes) {
      unique(node.id)
      switch (node.kind) {
        case 'start':
          break
        case 'approver':
          approvers++
          for (const message of peopleProblems(node.approvers, known)) report(node.id, `“${node.name}”${message}`)
          break
        case 'copy':
          for (const message of peopleProblems(node.approvers, known)) report(node.id, `“${node.name}”${message}`)
          break
        case 'condition':
          branches(node.branches, { id: node.id, name: node.name, depth })
      }
    }
  }
  const branches = (list: readonly Branch[], at: { id: string; name: string; depth: number }): void => {
    if (at.depth >= MAX_DEPTH) return report(at.id, `条件嵌套不能超过 ${MAX_DEPTH} 层`)
    if (list.length < 2) report(at.id, `“${at.name}”至少需要两个分支`)
    const last = list.at(-1)
    if (last && last.when !== null) report(last.id, `“${at.name}”的最后一个分支须为“其他情况”`)
    for (const branch of list) {
      unique(branch.id)
      if (branch.when === null && branch !== last) report(branch.id, `“其他情况”须排在“${at.name}”的最后`)
      if (branch.when?.length === 0) report(branch.id, `分支“${branch.name}”未设置条件`)
      for (const test of branch.when ?? [])
        for (const message of testProblems(test, known.facts)) report(branch.id, `分支“${branch.name}”${message}`)
      visit(branch.nodes, at.depth + 1)
    }
  }
  const unique = (id: string): void => {
    if (seen.has(id)) report(id, '节点编号重复')
    seen.add(id)
  }

  if (flow.nodes[0]?.kind !== 'start') report(null, '流程须从发起节点开始')
  if (flow.nodes.slice(1).some((n) => n.kind === 'start')) report(null, '只能有一个发起节点')
  visit(flow.nodes, 0)
  if (seen.size > MAX_NODES) report(null, `节点与分支合计不能超过 ${MAX_NODES} 个`)
  if (approvers === 0) report(null, '至少需要一个审批节点')
  return problems
}

function peopleProblems(who: Approvers, known: Known): string[] {
  switch (who.by) {
    case 'person': {
      if (who.employeeIds.length === 0) return ['未指定人员']
      if (new Set(who.employeeIds).size < who.employeeIds.length) return ['人员重复']
      return areAllGone(who.employeeIds, known) ? ['指定的人员均已停用或不在本单位'] : []
    }
    case 'role':
      if (who.role === '') return ['未指定角色']
      return known.roles && !known.roles.has(who.role) ? ['所选角色没有在用人员'] : []
    case 'choice': {
      return areAllGone(who.from, known) ? ['可选范围中的人员均已停用或不在本单位'] : []
    }
    case 'head':
      // A department without a head is no fault of the flow: the company's administrator stands in (README).
      return []
  }
}

/** Some who left are a warning (`server/definition-warnings.ts`): the others go on. Where nobody is left, nobody could approve. */
function areAllGone(ids: readonly string[], { employees }: Known): boolean {
  return employees !== undefined && ids.length > 0 && !ids.some((id) => employees.has(id))
}

function testProblems(test: Test, facts: readonly FactField[] | undefined): string[] {
  if ('values' in test && test.values.length === 0) return ['的条件没有选项']
  if (!facts) return []
  const field = facts.find((f) => f.key === test.fact)
  if (!field) return ['用到了该业务没有的条件字段']
  if ((field.type === 'amount') === 'values' in test) return [`的“${field.label}”不能这样比较`]
  if ('values' in test && test.values.some((v) => !field.options.some((o) => o.value === v)))
    return [`的“${field.label}”有已不存在的选项`]
  return []
}

/** Every node of a flow, those in branches too, in drawing order. */
export function allNodes(nodes: readonly FlowNode[]): FlowNode[] {
  return nodes.flatMap((node): FlowNode[] =>
    node.kind === 'condition' ? [node, ...node.branches.flatMap((b) => allNodes(b.nodes))] : [node],
  )
}
