import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import type { AllowedAction } from '#contract/transition.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import type * as c from '../contract/workflows.ts'
import type { Facts } from '../rules/definition.ts'
import { openTasks } from '../rules/engine.ts'
import { WorkflowStatus } from '../rules/enums.ts'
import { mayOpen, outcomeOf, ownTask, visibleWorkflow } from './access.ts'
import { envOf, mayManage } from './acts.ts'
import { bodyOf, type BusinessNode, labelled, nodeOf, type Setup } from './business.ts'
import { namesOf } from './employees.ts'
import { fieldsOf } from './fields.ts'
import { taskRowOf } from './lists.ts'
import { filesOf } from './records.ts'
import type { Loaded } from './store.ts'

const W = WorkflowStatus.values
type Ctx = Context<Employee>
type Detail = z.input<typeof c.WorkflowDetail>

export async function workflowDetail(ctx: Ctx, setup: Setup, workflowId: string): Promise<Detail> {
  return detailOf(ctx, setup, await visibleWorkflow(ctx, setup, { workflowId }))
}

export async function taskDetail(
  ctx: Ctx,
  setup: Setup,
  taskId: string,
): Promise<z.input<typeof c.taskDetail.returns>> {
  const { loaded, task } = await ownTask(ctx, taskId)
  const outcome = await outcomeOf(ctx, loaded, task)
  const isOpen = !task.isCopy && outcome === ''
  return {
    ...(await taskRowOf(ctx, setup, taskId)),
    identity: task.isCopy ? 'copyPerson' : 'auditPerson',
    outcome,
    workflow: await detailOf(ctx, setup, loaded),
    actions: isOpen ? TASK_ACTIONS : [],
  }
}

const TASK_ACTIONS: AllowedAction[] = [
  { action: 'pass', label: '同意', primary: true },
  { action: 'reject', label: '驳回', danger: true },
  { action: 'transfer', label: '转交' },
  { action: 'addSigner', label: '加签' },
]

async function detailOf(ctx: Ctx, setup: Setup, loaded: Loaded): Promise<Detail> {
  const { row, state } = loaded
  const { node } = envOf(setup, row)
  const body = bodyOf(node, row.payload)
  const workbench = row.workbench as Workbench
  const described = await node.describe(ctx, row.subjectId, { body, workbench })
  const opens = await mayOpen(ctx, setup, row)
  const isOver = row.status === W.rejected || row.status === W.revoked
  const names = await namesOf(
    ctx,
    openTasks(state).map((t) => t.employeeId),
  )
  return {
    ...labelled(setup, { type: row.business, node: row.node, facts: row.facts }),
    workflowId: row.id,
    title: row.title,
    status: row.status,
    initiatorName: row.initiatorName,
    initiatorDepartment: row.initiatorDepartment,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    result: row.result,
    definition: await definitionOf(ctx, loaded),
    facts: await factValues(ctx, node, { companyId: row.companyId, facts: row.facts as Facts }),
    sections: body === null ? [] : await node.sections(ctx, row.subjectId, body),
    page: opens ? described.page : null,
    editor: opens && isOver && row.initiatorId === ctx.actor.employeeId ? described.editor : null,
    waitsFor: openTasks(state).map((t) => names.get(t.employeeId) ?? ''),
    actions: actionsOf(ctx, loaded),
  }
}

function actionsOf(ctx: Ctx, { row }: Loaded): AllowedAction[] {
  const manages = row.status === W.running && mayManage(ctx, row)
  return [
    ...(manages
      ? [
          { action: 'remind', label: '催办' },
          { action: 'cancel', label: '撤回', danger: true },
        ]
      : []),
    { action: 'remark', label: '备注' },
  ]
}

async function definitionOf(ctx: Ctx, { row }: Loaded) {
  const { definitionId, version } = row
  // Only who kept the step approves it, and its definition is its own business.
  if (definitionId === null || version === null) return null
  const definition = await ctx.expectOne('workflow_definition', { id: definitionId }, { columns: ['name'] })
  return { definitionId, name: definition.name, version }
}

/** What conditions looked at, in words. */
async function factValues(ctx: Ctx, node: BusinessNode, at: { companyId: string; facts: Facts }) {
  const fields = await fieldsOf(ctx, [node], at.companyId)
  return fields.flatMap(({ key, label, type, options }) => {
    const value = at.facts[key]
    if (value == null) return []
    // Of a department's path the last is the department itself; it may have moved since.
    const chosen = value.split('/').at(-1)
    const shown =
      type === 'amount' ? `${formatAmount(value)} 元` : (options.find((o) => o.value === chosen)?.label ?? value)
    return [{ label, value: shown }]
  })
}

/** A file of the submission, a review or a remark. Which one it is decides the record, not the caller. */
export async function workflowFile(
  ctx: Ctx,
  setup: Setup,
  { id, fileId }: { id: string; fileId: string },
): Promise<FileAnswer> {
  const { row } = await visibleWorkflow(ctx, setup, { workflowId: id })
  const attached = (await filesOf(ctx, id)).find((f) => f.fileId === fileId)
  const node = nodeOf(setup, { type: row.business, node: row.node })
  const body = attached || !node ? null : bodyOf(node, row.payload)
  const sections = body === null ? [] : await node!.sections(ctx, row.subjectId, body)
  const file = attached ?? sections.flatMap((s) => s.files).find((f) => f.fileId === fileId)
  const stored = await ctx.one('file_object', { id: fileId }, { columns: ['sha256', 'mime', 'size'] })
  if (!file || !stored) throw new AppError('notFound')
  const content = await ctx.files.read(stored.sha256.toString('hex'))
  return { name: file.name, mime: stored.mime, size: stored.size, content }
}
