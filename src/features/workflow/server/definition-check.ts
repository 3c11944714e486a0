import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Flow } from '../rules/definition.ts'
import { allNodes, type FlowProblem, flowProblems } from '../rules/validate.ts'
import { type BusinessNode, businessOf, nodeOf, type Setup } from './business.ts'
import { inUse } from './employees.ts'
import { fieldsOf } from './fields.ts'

type Any = Context<Actor | null>

/** The nodes a definition is for: one, or all of its business. Throws `invalid` when there is no such thing. */
export function nodesFor(setup: Setup, at: { type: string; node: string }): readonly BusinessNode[] {
  const nodes = at.node === '' ? businessOf(setup, at.type)?.nodes : [nodeOf(setup, at)].filter((n) => n !== undefined)
  if (!nodes || nodes.length === 0)
    throw new AppError('invalid', '没有该业务或业务节点', [{ path: 'node', message: '没有该业务或业务节点' }])
  return nodes
}

/** What stands against enabling a flow for a company, or as the platform's default (`companyId` null). */
export async function problemsFor(
  ctx: Any,
  setup: Setup,
  at: { companyId: string | null; type: string; node: string; flow: Flow },
): Promise<FlowProblem[]> {
  const { companyId, flow } = at
  const facts = await fieldsOf(ctx, nodesFor(setup, at), companyId)
  if (companyId === null) {
    const named = allNodes(flow.nodes).filter(
      (n) =>
        (n.kind === 'approver' || n.kind === 'copy') &&
        (n.approvers.by === 'person' || (n.approvers.by === 'choice' && n.approvers.from.length > 0)),
    )
    const problems = named.map(({ id, name }) => ({ nodeId: id, message: `“${name}”：平台默认流程不能指定具体人员` }))
    return [...flowProblems(flow, { facts }), ...problems]
  }
  const people = await inUse(ctx, companyId).execute()
  const roles = (await Promise.all(setup.roles.map((r) => r.list(ctx, companyId)))).flat()
  return flowProblems(flow, {
    facts,
    employees: new Set(people.map((p) => p.id)),
    roles: new Set(roles.filter((r) => r.holders > 0).map((r) => r.role)),
  })
}

/** Throws `invalid` with every problem, unless there is none. */
export function demandSound(problems: readonly FlowProblem[]): void {
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
}
