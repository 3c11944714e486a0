import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { WorkflowDefinition } from '#server/database/tables.ts'
import type * as c from '../contract/definitions.ts'
import type { Flow } from '../rules/definition.ts'
import { BindingType, EnableStatus } from '../rules/enums.ts'
import type { FlowProblem } from '../rules/validate.ts'
import type { Setup } from './business.ts'
import { demandSound, nodesFor, problemsFor } from './definition-check.ts'
import { warningsFor } from './definition-warnings.ts'
import { keeperOf } from './definitions.ts'
import { flowOf } from './store.ts'

type Ctx = Context<Actor>
type Definition = Selectable<WorkflowDefinition>
const E = EnableStatus.values

export async function create(
  ctx: Ctx,
  setup: Setup,
  body: z.output<typeof c.createDefinition.body>,
): Promise<{ definitionId: string }> {
  const { type, name, flow } = body
  const node = boundNode(body)
  nodesFor(setup, { type, node })
  const id = ctx.newId()
  const now = ctx.clock.now()
  await ctx.insert('workflow_definition', {
    id,
    companyId: keeperOf(ctx.actor),
    name,
    business: type,
    node,
    updatedBy: ctx.actor.name,
    createdAt: now,
    updatedAt: now,
  })
  await insertVersion(ctx, { definitionId: id, version: 1, flow })
  said(ctx, id, { action: 'create', summary: `新建审批流程“${name}”`, data: { type, node } })
  return { definitionId: id }
}

/** A version that was used, or is enabled, stays as it is; the change becomes the next one. */
export async function update(
  ctx: Ctx,
  setup: Setup,
  { id, body }: { id: string; body: z.output<typeof c.updateDefinition.body> },
): Promise<{ version: number; warnings: FlowProblem[] }> {
  const before = await ownDefinition(ctx, id)
  if (before.version !== body.version) throw new AppError('conflict', '流程已被他人修改，请刷新后重试')
  const { name, flow } = body
  const isEnabled = before.status === E.enabled
  const at = { companyId: before.companyId, type: before.business, node: before.node, flow }
  if (isEnabled) demandSound(await problemsFor(ctx, setup, at))
  const keeps = !isEnabled && !(await wasUsed(ctx, before))
  const version = keeps ? before.version : before.version + 1
  const stored = { definitionId: id, version, flow }
  if (keeps) await rewriteVersion(ctx, stored)
  else await insertVersion(ctx, stored)
  await change(ctx, id, { name, version })
  said(ctx, id, { action: 'update', summary: `修改审批流程“${name}”（第 ${version} 版）`, data: { version } })
  return { version, warnings: isEnabled ? await warningsFor(ctx, setup, at) : [] }
}

export async function setStatus(
  ctx: Ctx,
  setup: Setup,
  { id, status }: { id: string; status: number },
): Promise<{ replaced: string | null; warnings: FlowProblem[] }> {
  const definition = await ownDefinition(ctx, id)
  if (definition.status === status) return { replaced: null, warnings: [] }
  const { name, business, node, companyId } = definition
  const { replaced, warnings } =
    status === E.enabled ? await makeRoom(ctx, setup, definition) : { replaced: null, warnings: [] }
  await change(ctx, id, { status })
  const instead = replaced === null ? '' : `，替换“${replaced}”`
  said(ctx, id, {
    action: 'status',
    summary: `${EnableStatus.label(status)}审批流程“${name}”${instead}`,
    data: { status, business, node, companyId },
  })
  return { replaced, warnings }
}

/** Checks the flow, and forbids the definition that is enabled for the same step; answers its name, and what to know of the flow. */
async function makeRoom(ctx: Ctx, setup: Setup, definition: Definition) {
  const { id, version, companyId, business, node } = definition
  const flow = await flowOf(ctx, { definitionId: id, version })
  const at = { companyId, type: business, node, flow }
  demandSound(await problemsFor(ctx, setup, at))
  const warnings = await warningsFor(ctx, setup, at)
  const other = await ctx.tx
    .selectFrom('workflow_definition')
    .select(['id', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', companyId === null ? 'is' : '=', companyId)
    .where('business', '=', business)
    .where('node', '=', node)
    .where('status', '=', E.enabled)
    .forUpdate()
    .executeTakeFirst()
  if (!other) return { replaced: null, warnings }
  await change(ctx, other.id, { status: E.forbidden })
  said(ctx, other.id, { action: 'status', summary: `停用审批流程“${other.name}”（由“${definition.name}”替换）` })
  return { replaced: other.name, warnings }
}

async function ownDefinition(ctx: Ctx, id: string): Promise<Definition> {
  const keeper = keeperOf(ctx.actor)
  const row = await ctx.tx
    .selectFrom('workflow_definition')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', id)
    .where('companyId', keeper === null ? 'is' : '=', keeper)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

async function wasUsed(ctx: Ctx, { id, version }: Definition): Promise<boolean> {
  const run = await ctx.one('workflow', { definitionId: id, version }, { columns: ['id'], limit: 1 })
  return run !== undefined
}

interface Version {
  definitionId: string
  version: number
  flow: Flow
}

async function insertVersion(ctx: Ctx, { definitionId, version, flow }: Version): Promise<void> {
  const made = { flow: JSON.stringify(flow), madeBy: ctx.actor.name, madeAt: ctx.clock.now() }
  await ctx.insert('workflow_version', { definitionId, version, ...made })
}

async function rewriteVersion(ctx: Ctx, { definitionId, version, flow }: Version): Promise<void> {
  await ctx.update(
    'workflow_version',
    { definitionId, version },
    { flow: JSON.stringify(flow), madeBy: ctx.actor.name, madeAt: ctx.clock.now() },
  )
}

async function change(ctx: Ctx, id: string, to: { name?: string; version?: number; status?: number }): Promise<void> {
  await ctx.update('workflow_definition', { id }, { ...to, updatedBy: ctx.actor.name, updatedAt: ctx.clock.now() })
}

function boundNode({ bindingType, node }: { bindingType: number; node: string }): string {
  const isNode = bindingType === BindingType.values.node
  if (isNode && node === '')
    throw new AppError('invalid', '请选择业务节点', [{ path: 'node', message: '请选择业务节点' }])
  return isNode ? node : ''
}

function said(ctx: Ctx, id: string, fact: { action: string; summary: string; data?: object }): void {
  ctx.audit({ ...fact, action: `workflow-definition.${fact.action}`, entity: 'workflow-definition', entityId: id })
}
