import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/businesses.ts'
import type * as d from '../contract/definitions.ts'
import type { Flow } from '../rules/definition.ts'
import { openTasks } from '../rules/engine.ts'
import { WorkflowStatus } from '../rules/enums.ts'
import { asksAlways } from '../rules/route.ts'
import { allNodes } from '../rules/validate.ts'
import { mayManage } from './acts.ts'
import { type BusinessNode, labelled, nodeOf, offeredBusinesses, type Setup } from './business.ts'
import { keeperOf } from './definitions.ts'
import { inUse, namesOf, personValue } from './employees.ts'
import { fieldsOf } from './fields.ts'
import { enabledDefinitions, inForce, type InForce, pick } from './in-force.ts'
import { flowOf, load } from './store.ts'

const W = WorkflowStatus.values

/** Every business with its nodes, and what is in force for each. */
export async function approvalTree(ctx: Context<Actor>, setup: Setup): Promise<z.input<typeof c.approvalTree.returns>> {
  const definitions = await enabledDefinitions(ctx, { companyId: keeperOf(ctx.actor) })
  const tree = []
  for (const { type, label, nodes } of await offeredBusinesses(ctx, setup)) {
    tree.push({
      type,
      label,
      facts: await fieldsOf(ctx, nodes, keeperOf(ctx.actor)),
      nodes: nodes.map(({ node, label: nodeLabel }) => ({
        node,
        label: nodeLabel,
        inForce: inForceValue(pick(definitions, { type, node })),
      })),
    })
  }
  return tree
}

export async function approvalNode(
  ctx: Context<Actor>,
  setup: Setup,
  at: { type: string; node: string },
): Promise<z.input<typeof c.approvalNode.returns>> {
  const node = knownNode(setup, at)
  const companyId = keeperOf(ctx.actor)
  const definition = await inForce(ctx, { companyId, type: at.type, node: at.node })
  const flow = definition && (await flowOf(ctx, definition))
  return {
    ...labelled(setup, at),
    facts: await fieldsOf(ctx, [node], companyId),
    inForce: inForceValue(definition),
    isAlways: flow === null || asksAlways(flow.nodes),
    choices: flow && companyId !== null ? await choicesOf(ctx, { companyId, flow }) : [],
  }
}

export async function subjectApproval(
  ctx: Context<Employee>,
  setup: Setup,
  at: { type: string; node: string; subjectId: string },
): Promise<z.input<typeof c.subjectApproval.returns>> {
  const node = knownNode(setup, at)
  await node.open(ctx, at.subjectId)
  const newest = await ctx.one(
    'workflow',
    {
      business: at.type,
      node: at.node,
      subjectKind: node.subjectKind,
      subjectId: at.subjectId,
      companyId: ctx.actor.companyId,
    },
    { columns: ['id', 'companyId'], orderBy: ['id desc'], limit: 1 },
  )
  if (!newest) return { pending: null, refused: null, last: null }
  const { row, rows, state } = await load(ctx, newest.id)
  const status = row.status as WorkflowStatus
  const names = await namesOf(
    ctx,
    rows.flatMap((t) => [t.employeeId, ...(t.actedBy ? [t.actedBy] : [])]),
  )
  const isRefused = status === W.rejected || status === W.revoked
  const rejections = rows.filter((t) => t.status === 3)
  return {
    pending:
      status === W.running
        ? {
            workflowId: row.id,
            title: row.title,
            startedAt: row.startedAt.toISOString(),
            initiatorName: row.initiatorName,
            waitsFor: openTasks(state).map((t) => names.get(t.employeeId) ?? ''),
            mayCancel: mayManage(ctx, row),
          }
        : null,
    refused: isRefused
      ? {
          workflowId: row.id,
          status,
          endedAt: row.endedAt!.toISOString(),
          reasons:
            rejections.length > 0
              ? rejections.map((t) => ({ name: names.get(t.actedBy ?? t.employeeId) ?? '', remark: t.remark }))
              : [{ name: status === W.revoked ? row.initiatorName : '系统', remark: row.result }],
          payload: row.payload as Record<string, unknown>,
        }
      : null,
    last: { workflowId: row.id, status },
  }
}

/** People, roles and departments that a flow may name. */
export async function definitionOptions(
  ctx: Context<Actor>,
  setup: Setup,
): Promise<z.input<typeof d.definitionOptions.returns>> {
  const companyId = keeperOf(ctx.actor)
  const roles = (await Promise.all(setup.roles.map((r) => r.list(ctx, companyId)))).flat()
  if (companyId === null) return { people: [], roles, departments: [] }
  const people = await inUse(ctx, companyId).execute()
  const departments = await ctx.many(
    'department',
    { companyId },
    { columns: ['id', 'name', 'parentId', 'headEmployeeId'], orderBy: ['sort', 'id'] },
  )
  return {
    people: people.map(personValue),
    roles,
    departments: departments.map((row) => ({
      departmentId: row.id,
      name: row.name,
      parentId: row.parentId,
      headName: people.find((p) => p.id === row.headEmployeeId)?.name ?? null,
    })),
  }
}

function knownNode(setup: Setup, at: { type: string; node: string }): BusinessNode {
  const node = nodeOf(setup, at)
  if (!node) throw new AppError('notFound')
  return node
}

function inForceValue(definition: InForce | null) {
  if (!definition) return null
  const { definitionId, name, version, scope, bindingType } = definition
  return { definitionId, name, version, scope, bindingType }
}

async function choicesOf(ctx: Context<Actor>, { companyId, flow }: { companyId: string; flow: Flow }) {
  const people = (await inUse(ctx, companyId).execute()).filter((p) => p.id !== ctx.actor.employeeId)
  return allNodes(flow.nodes).flatMap((node) => {
    if ((node.kind !== 'approver' && node.kind !== 'copy') || node.approvers.by !== 'choice') return []
    const { from, many } = node.approvers
    const offered = from.length === 0 ? people : people.filter((p) => from.includes(p.id))
    const isRequired = node.kind === 'approver' && flow.nodes.includes(node)
    return [{ nodeId: node.id, name: node.name, many, isRequired, people: offered.map(personValue) }]
  })
}
