import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/acts.ts'
import type { Act, NewTask } from '../rules/engine.ts'
import { openTasks } from '../rules/engine.ts'
import { ReviewAction, WorkflowStatus } from '../rules/enums.ts'
import { type OwnTask, outcomeOf, ownTask, visibleWorkflow } from './access.ts'
import { type BusinessNode, named, nodeOf, type Setup } from './business.ts'
import { accountsOf, namesOf, stillInUse } from './employees.ts'
import { attachFiles, record } from './records.ts'
import { auditOf, describe, type Moved, move } from './run.ts'
import type { Loaded, WorkflowRow } from './store.ts'
import { NULL } from '#server/database/records.ts'

const W = WorkflowStatus.values
type Ctx = Context<Employee>

export async function review(
  ctx: Ctx,
  setup: Setup,
  { taskId, body }: { taskId: string; body: z.output<typeof c.reviewTask.body> },
): Promise<Moved> {
  const own = await openTask(ctx, taskId)
  const isPass = body.action === ReviewAction.values.pass
  const files = body.files
  const recordId = await did(ctx, own, {
    setup,
    action: isPass ? 'pass' : 'reject',
    label: ReviewAction.label(body.action),
    remark: body.remark,
  })
  await attachFiles(ctx, { workflowId: own.loaded.row.id, recordId }, files)
  return move(ctx, own.loaded, {
    env: envOf(setup, own.loaded.row),
    action: { kind: isPass ? 'pass' : 'reject', taskId },
    acted: { taskId, by: ctx.actor.employeeId, remark: body.remark },
    reason: isPass ? '' : `${ctx.actor.name}驳回：${body.remark}`,
  })
}

export async function transfer(
  ctx: Ctx,
  setup: Setup,
  { taskId, body }: { taskId: string; body: z.output<typeof c.transferTask.body> },
): Promise<void> {
  const own = await openTask(ctx, taskId)
  const [by] = await colleagues(ctx, own, [body.employeeId])
  const names = await namesOf(ctx, [body.employeeId])
  await did(ctx, own, {
    setup,
    action: 'transfer',
    label: `转交给${names.get(body.employeeId)}`,
    remark: body.remark,
  })
  await move(ctx, own.loaded, {
    env: envOf(setup, own.loaded.row),
    action: { kind: 'replace', taskId, by: by! },
    acted: { taskId, by: ctx.actor.employeeId, remark: body.remark },
  })
}

export async function addSigners(
  ctx: Ctx,
  setup: Setup,
  { taskId, body }: { taskId: string; body: z.output<typeof c.addSigners.body> },
): Promise<void> {
  const own = await openTask(ctx, taskId)
  const signers = await colleagues(ctx, own, [...new Set(body.employeeIds)])
  const names = await namesOf(ctx, body.employeeIds)
  const who = signers.map((s) => names.get(s.employeeId)).join('、')
  await did(ctx, own, {
    setup,
    action: 'addSigners',
    label: `${body.where === 'before' ? '前加签' : '后加签'}：${who}`,
    remark: body.remark,
  })
  const action: Act = { kind: 'addSigners', taskId, where: body.where, signers }
  await move(ctx, own.loaded, { env: envOf(setup, own.loaded.row), action })
}

/** Marks a copy as read, once. */
export async function read(ctx: Ctx, taskId: string): Promise<void> {
  const { task } = await ownTask(ctx, taskId)
  if (!task.isCopy) throw new AppError('notFound')
  await ctx.update('workflow_task', { id: taskId, readAt: NULL }, { readAt: ctx.clock.now() })
  ctx.emit({ kind: 'workflow.read', payload: { taskId }, topics: [`user:${ctx.actor.userId}`] })
}

export async function cancel(
  ctx: Ctx,
  setup: Setup,
  { workflowId, reason }: { workflowId: string; reason: string },
): Promise<void> {
  const loaded = await runningOwn(ctx, setup, workflowId)
  await note(ctx, loaded, { setup, action: 'cancel', label: '撤回审批', remark: reason })
  await move(ctx, loaded, {
    env: envOf(setup, loaded.row),
    action: { kind: 'revoke' },
    reason: `${ctx.actor.name}撤回${reason === '' ? '' : `：${reason}`}`,
  })
}

export async function remind(ctx: Ctx, setup: Setup, workflowId: string): Promise<{ reminded: string[] }> {
  const loaded = await runningOwn(ctx, setup, workflowId)
  const { row, state } = loaded
  const now = ctx.clock.now()
  if (row.remindedAt && now.getTime() - row.remindedAt.getTime() < HOUR)
    throw new AppError('tooMany', '一小时内只能催办一次，请稍后再试')
  const waiting = openTasks(state)
  const names = await namesOf(
    ctx,
    waiting.map((t) => t.employeeId),
  )
  const reminded = waiting.map((t) => names.get(t.employeeId) ?? '')
  await ctx.update('workflow', { id: row.id }, { remindedAt: now })
  await note(ctx, loaded, { setup, action: 'remind', label: `催办：${reminded.join('、')}` })
  ctx.emit({ kind: 'workflow.reminded', payload: { workflowId, taskIds: waiting.map((t) => t.id) } })
  return { reminded }
}

export async function addRemark(
  ctx: Ctx,
  setup: Setup,
  { workflowId, body }: { workflowId: string; body: z.output<typeof c.addRemark.body> },
): Promise<{ remarkId: string }> {
  const loaded = await visibleWorkflow(ctx, setup, { workflowId })
  const remarkId = await note(ctx, loaded, { setup, action: 'remark', label: '添加备注', remark: body.content })
  await attachFiles(ctx, { workflowId, recordId: remarkId }, body.files)
  const concerned = [loaded.row.initiatorId, ...loaded.rows.map((t) => t.employeeId)]
  const users = await accountsOf(ctx, [...new Set(concerned)])
  ctx.emit({ kind: 'workflow.remarked', payload: { workflowId }, topics: users.map((id) => `user:${id}`) })
  return { remarkId }
}

/** Where a workflow belongs; refused when its business is no longer offered. */
export function envOf(setup: Setup, row: WorkflowRow): { node: BusinessNode; roles: Setup['roles'] } {
  const node = nodeOf(setup, { type: row.business, node: row.node })
  if (!node) throw new AppError('wrongState', '该业务已不支持审批')
  return { node: named(node, row.facts), roles: setup.roles }
}

/** The own task on its locked workflow, open; otherwise `wrongState`, saying who did what. */
async function openTask(ctx: Ctx, taskId: string): Promise<OwnTask> {
  const own = await ownTask(ctx, taskId, 'update')
  if (own.task.isCopy) throw new AppError('wrongState', '抄送无需审批')
  const outcome = await outcomeOf(ctx, own.loaded, own.task)
  if (outcome !== '') throw new AppError('wrongState', outcome)
  return own
}

/** For the initiator, or an administrator of the company; for others who may look it is not theirs to do. */
async function runningOwn(ctx: Ctx, setup: Setup, workflowId: string): Promise<Loaded> {
  const loaded = await visibleWorkflow(ctx, setup, { workflowId, lock: 'update' })
  if (!mayManage(ctx, loaded.row)) throw new AppError('notFound')
  if (loaded.row.status !== W.running)
    throw new AppError('wrongState', `该审批${WorkflowStatus.label(loaded.row.status)}`)
  return loaded
}

export function mayManage(ctx: Ctx, row: WorkflowRow): boolean {
  return row.initiatorId === ctx.actor.employeeId || (ctx.actor.isAdmin && row.companyId === ctx.actor.companyId)
}

/** Colleagues in use who may take part: not the initiator, nobody who has an unfinished task at this node already. */
async function colleagues(ctx: Ctx, { loaded, task }: OwnTask, ids: readonly string[]): Promise<NewTask[]> {
  const refuse = (message: string) => new AppError('invalid', message, [{ path: 'employeeIds', message }])
  const { row, rows } = loaded
  const companyId = loaded.state.stops[task.stop]?.companyId ?? row.companyId
  if ((await stillInUse(ctx, companyId, ids)).length < ids.length) throw refuse('所选人员不可用，请重新选择')
  if (ids.includes(row.initiatorId)) throw refuse('不能由发起人审批')
  const busy = rows.filter((t) => t.stop === task.stop && t.status < 2).map((t) => t.employeeId)
  if (ids.some((id) => busy.includes(id))) throw refuse('所选人员已是本节点的审批人')
  return ids.map((employeeId) => ({ id: ctx.newId(), employeeId }))
}

interface Noted {
  setup: Setup
  action: string
  label: string
  remark?: string
  name?: string
}

async function did(ctx: Ctx, { loaded, behalfOf }: OwnTask, deed: Noted): Promise<string> {
  const principal = behalfOf === null ? undefined : (await namesOf(ctx, [behalfOf])).get(behalfOf)
  const name = principal === undefined ? ctx.actor.name : `${ctx.actor.name}（代${principal}）`
  return note(ctx, loaded, { ...deed, name })
}

/** History of the workflow, and of the record it is about. */
async function note(ctx: Ctx, { row, state }: Loaded, { setup, ...deed }: Noted): Promise<string> {
  const { node } = envOf(setup, row)
  const nodeName = row.status === W.running ? (state.stops[state.at]?.name ?? '') : ''
  const recordId = await record(ctx, row, { ...deed, nodeName })
  const behalf = deed.name && deed.name !== ctx.actor.name ? `${deed.name}：` : ''
  const remark = deed.remark ? `（${deed.remark}）` : ''
  ctx.audit(
    auditOf(row, await describe(ctx, row, node), {
      action: `workflow.${deed.action}`,
      summary: `${behalf}“${node.label}”审批：${deed.label}${remark}`,
      data: { nodeName, remark: deed.remark },
    }),
  )
  return recordId
}
