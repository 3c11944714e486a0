import { rightsIn } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Approvers, Flow } from '../rules/definition.ts'
import { allNodes, type FlowProblem } from '../rules/validate.ts'
import { businessOf, type Setup } from './business.ts'
import { inUse, namesOf } from './employees.ts'

type Ctx = Context<Actor>

/** So many people are named in one warning. */
const MOST_NAMES = 3

/**
 * What a company should know before it enables a flow, though nothing stands against it: who of a node has left, and who of
 * its approvers has no right to the business, so that they see nothing but what they approve. The platform's defaults (`companyId`
 * null) name no people.
 */
export async function warningsFor(
  ctx: Ctx,
  setup: Setup,
  { companyId, type, flow }: { companyId: string | null; type: string; flow: Flow },
): Promise<FlowProblem[]> {
  const { workbench } = ctx.actor
  if (companyId === null || workbench === null) return []
  const people = new Map((await inUse(ctx, companyId).execute()).map((one) => [one.id, one]))
  const opening = setup.rightsFor(workbench, businessOf(setup, type)?.menus ?? [])
  const mayOpen = (id: string) => {
    const one = people.get(id)!
    const own: readonly string[] = rightsIn([workbench], { ...one, isSigner: false })
    return opening === null || own.some((right) => opening.has(right))
  }
  const warnings: FlowProblem[] = []
  for (const node of allNodes(flow.nodes)) {
    if (node.kind !== 'approver' && node.kind !== 'copy') continue
    const ids = await peopleOf(ctx, setup, { companyId, who: node.approvers })
    const leavers = ids.filter((id) => !people.has(id))
    if (leavers.length > 0 && leavers.length < ids.length)
      warnings.push({ nodeId: node.id, message: `“${node.name}”的${await namesIn(ctx, leavers)}已停用或不在本单位` })
    const outsiders = node.kind === 'approver' ? ids.filter((id) => people.has(id) && !mayOpen(id)) : []
    if (outsiders.length > 0)
      warnings.push({
        nodeId: node.id,
        message: `“${node.name}”的${await namesIn(ctx, outsiders)}没有该业务的权限，审批时只能看到审批内容`,
      })
  }
  return warnings
}

/** Whoever a node names, or may let choose among; nobody where it depends on who starts. */
async function peopleOf(ctx: Ctx, setup: Setup, { companyId, who }: { companyId: string; who: Approvers }) {
  switch (who.by) {
    case 'person':
      return [...new Set(who.employeeIds)]
    case 'choice':
      return [...new Set(who.from)]
    case 'role': {
      const source = setup.roles.find(({ prefix }) => who.role.startsWith(`${prefix}:`))
      return source ? source.holders(ctx, companyId, who.role) : []
    }
    case 'head':
      return []
  }
}

async function namesIn(ctx: Ctx, ids: readonly string[]): Promise<string> {
  const names = [...(await namesOf(ctx, ids)).values()]
  const more = names.length > MOST_NAMES ? `等 ${names.length} 人` : ''
  return `${names.slice(0, MOST_NAMES).join('、')}${more}`
}
