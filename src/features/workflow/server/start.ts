import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ApprovalInput } from '../contract/businesses.ts'
import type { Facts } from '../rules/definition.ts'
import { begin } from '../rules/engine.ts'
import { WorkflowStatus } from '../rules/enums.ts'
import { routeOf, type Stop } from '../rules/route.ts'
import { type Business, type BusinessNode, named, type RoleSource } from './business.ts'
import { stillInUse } from './employees.ts'
import { departmentsOf } from './fields.ts'
import { inForce } from './in-force.ts'
import { record } from './records.ts'
import { auditOf, move } from './run.ts'
import { flowOf, keptStopsOf } from './store.ts'

export interface Submission<Body extends Approvable = Approvable, Done = unknown> {
  business: Business
  node: BusinessNode<Body, Done>
  subjectId: string
  /** Of the call, validated. */
  body: Body
}

/** A body that may start an approval. */
interface Approvable {
  approval: ApprovalInput
}

/** What the caller gets when its step waits for approval. */
export interface Pending {
  approval: { workflowId: string }
}

/**
 * Does a step of a business, or has it approved first when the company has a definition in force for it. Before an
 * approval starts the step is tried and undone, so that what cannot be done is refused at once; after the last
 * approval it is done as the same person.
 */
export async function submit<Body extends Approvable, Done>(
  ctx: Context<Employee>,
  roles: readonly RoleSource[],
  submission: Submission<Body, Done>,
): Promise<{ done: Done } | Pending> {
  const { business, node, subjectId, body } = submission
  await node.open(ctx, subjectId, 'update')
  const definition = await inForce(ctx, { companyId: ctx.actor.companyId, type: business.type, node: node.node })
  const keeper = await keeperOf(ctx, submission)
  if (!definition && !keeper) return { done: await node.apply(ctx, subjectId, body) }
  await rehearse(ctx, submission)
  const { workflowId, isPassed } = await start(ctx, { roles, definition, keeper, submission })
  return isPassed ? { done: await node.apply(ctx, subjectId, body) } : { approval: { workflowId } }
}

/** Who else kept the step, with the definition in force there. */
async function keeperOf(ctx: Context<Employee>, { business, node, subjectId }: Submission) {
  const companyId = (await node.keeper?.(ctx, subjectId)) ?? null
  if (companyId === null) return null
  return { companyId, definition: await inForce(ctx, { companyId, type: business.type, node: node.node }) }
}

/** Does the step and undoes it: throws what it throws. */
async function rehearse(ctx: Context<Employee>, { node, subjectId, body }: Submission): Promise<void> {
  const undo = new Error('undone')
  await ctx
    .part(ctx.actor, async (part) => {
      await node.apply(part, subjectId, body)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}

async function start(
  ctx: Context<Employee>,
  given: {
    roles: readonly RoleSource[]
    definition: { definitionId: string; version: number } | null
    keeper: Awaited<ReturnType<typeof keeperOf>>
    submission: Submission
  },
): Promise<{ workflowId: string; isPassed: boolean }> {
  const { roles, definition, keeper, submission } = given
  const { business, subjectId, body } = submission
  const { approval: input, ...payload } = body
  const { workbench } = ctx.actor
  if (!workbench) throw new AppError('noRight')
  const described = await submission.node.describe(ctx, subjectId, { body, workbench })
  const department = await departmentOf(ctx)
  const facts: Facts = { ...described.facts, department: department?.path ?? null }
  const node = named(submission.node, facts)
  const flow = await flowOf(ctx, definition)
  const { stops, taken } = routeOf(flow, facts)
  const keeping = {
    keeperCompanyId: keeper?.companyId ?? null,
    keeperDefinitionId: keeper?.definition?.definitionId ?? null,
    keeperVersion: keeper?.definition?.version ?? null,
  }
  const allStops = [...stops, ...(await keptStopsOf(ctx, { ...keeping, facts }))]
  const choices = await chosen(ctx, stops, input)
  const state = begin({ stops: allStops, options: flow.options, initiatorId: ctx.actor.employeeId })
  const row = await ctx.tx
    .insertInto('workflow')
    .values({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      companyId: ctx.actor.companyId,
      definitionId: definition?.definitionId ?? null,
      version: definition?.version ?? null,
      ...keeping,
      business: business.type,
      node: node.node,
      subjectKind: node.subjectKind,
      subjectId,
      title: described.title,
      facts: JSON.stringify(facts),
      payload: JSON.stringify(payload),
      choices: JSON.stringify(choices),
      initiatorId: ctx.actor.employeeId,
      initiatorName: ctx.actor.name,
      initiatorDepartment: department?.name ?? '',
      workbench,
      status: WorkflowStatus.values.running,
      startedAt: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(ctx, row, { action: 'start', label: '提交审批', nodeName: flow.nodes[0]!.name, remark: input.remark })
  ctx.audit(
    auditOf(row, described, {
      action: 'workflow.start',
      summary: `提交“${node.label}”审批：${described.title}`,
      data: { node: node.node, definitionId: definition?.definitionId, version: definition?.version, ...keeping },
    }),
  )
  await hold(ctx, { node, subjectId, workflowId: row.id })
  // Running until it moves: the step of one that passes at once is done by the caller, not here.
  const env = { node: { ...node, apply: () => Promise.resolve() }, roles }
  const { status } = await move(ctx, { row, flow, taken, rows: [], state }, { env, action: null })
  if (status === WorkflowStatus.values.rejected)
    throw new AppError('wrongState', '审批流程没有可用的审批人，请联系单位管理员')
  return { workflowId: row.id, isPassed: status === WorkflowStatus.values.passed }
}

/** Holds the record; what is held already is refused by the step itself, so this is for two at once. */
async function hold(
  ctx: Context<Employee>,
  at: { node: BusinessNode; subjectId: string; workflowId: string },
): Promise<void> {
  const held = await ctx.tx
    .insertInto('approval_hold')
    .values({
      tenantId: ctx.tenantId,
      subjectKind: at.node.subjectKind,
      subjectId: at.subjectId,
      workflowId: at.workflowId,
      node: at.node.node,
      nodeLabel: at.node.label,
    })
    .onConflict((c) => c.doNothing())
    .returning('workflowId')
    .executeTakeFirst()
  if (!held) throw new AppError('wrongState', '已有审批正在进行，请等待审批结束')
}

/** Whom the initiator chose for the nodes on the way that leave it to the initiator; only those, only allowed ones. */
async function chosen(
  ctx: Context<Employee>,
  stops: readonly Stop[],
  { choices }: ApprovalInput,
): Promise<Record<string, string[]>> {
  const result: Record<string, string[]> = {}
  const problems: { path: string; message: string }[] = []
  for (const { id, name, kind, approvers } of stops) {
    if (approvers.by !== 'choice') continue
    const wanted = [...new Set(choices[id] ?? [])]
    const inUse = await stillInUse(ctx, ctx.actor.companyId, wanted)
    const wrong = (message: string) => problems.push({ path: `approval.choices.${id}`, message })
    if (wanted.length === 0 && kind === 'approver') wrong(`请选择“${name}”的审批人`)
    else if (
      inUse.length < wanted.length ||
      wanted.some((w) => approvers.from.length > 0 && !approvers.from.includes(w))
    )
      wrong(`“${name}”所选人员不可用，请重新选择`)
    else if (wanted.length > 1 && !approvers.many) wrong(`“${name}”只能选择一人`)
    else if (kind === 'approver' && wanted.includes(ctx.actor.employeeId)) wrong(`“${name}”不能选择本人`)
    result[id] = wanted
  }
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  return result
}

/** The initiator's department, with the way to it from the top; undefined for somebody in none. */
async function departmentOf(ctx: Context<Employee>) {
  const row = await ctx.one('employee', { id: ctx.actor.employeeId }, { columns: ['departmentId'] })
  if (!row?.departmentId) return undefined
  const found = (await departmentsOf(ctx, ctx.actor.companyId)).find((one) => one.id === row.departmentId)
  return found && { path: found.path, name: found.names.at(-1)! }
}
