import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'
import { envOf } from './acts.ts'
import type { Setup } from './business.ts'
import { namesOf, standInFor } from './employees.ts'
import { recordSystem } from './records.ts'
import { auditOf, describe, move } from './run.ts'
import { load } from './store.ts'

/**
 * An employee who was disabled or deleted approves no more: every task that is open or waits goes to the head of the
 * department, else to the company's administrator, recorded and told. Where there is nobody the workflow is rejected.
 */
export function leaverSubscribers(setup: Setup): Subscriber[] {
  return ['employee.disabled', 'employee.deleted'].map((kind) => ({
    name: `workflow.${kind}`,
    kind,
    async handle(ctx, event) {
      const employeeId = String(event.payload.employeeId)
      for (const workflowId of await concerned(ctx, employeeId)) await replace(ctx, setup, { workflowId, employeeId })
    },
  }))
}

/** Always in the order of their ids, so that two such events cannot wait for each other. */
async function concerned(ctx: Context<null>, employeeId: string): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('workflow_task')
    .select('workflowId')
    .distinct()
    .where('tenantId', '=', ctx.tenantId)
    .where('employeeId', '=', employeeId)
    .where('status', 'in', [TaskStatus.values.waiting, TaskStatus.values.open])
    .orderBy('workflowId')
    .execute()
  return rows.map((row) => row.workflowId)
}

async function replace(
  ctx: Context<null>,
  setup: Setup,
  { workflowId, employeeId }: { workflowId: string; employeeId: string },
): Promise<void> {
  // Back in use by now: the event is late, and the tasks stay.
  const gone = await ctx.tx
    .selectFrom('employee')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', employeeId)
    .where((e) => e.or([e('status', '!=', 1), e('deletedAt', 'is not', null)]))
    .executeTakeFirst()
  if (!gone) return
  for (;;) {
    const loaded = await load(ctx, workflowId, 'update')
    const { row, rows, state } = loaded
    if (row.status !== WorkflowStatus.values.running) return
    const task = rows.find((t) => t.employeeId === employeeId && t.status < TaskStatus.values.passed)
    if (!task) return
    const env = envOf(setup, row)
    const person = { employeeId, companyId: state.stops[task.stop]?.companyId ?? row.companyId }
    const standIn =
      (await standInFor(ctx, person, [employeeId, row.initiatorId])) ?? (await standInFor(ctx, person, [employeeId]))
    const names = await namesOf(ctx, [employeeId, ...(standIn ? [standIn] : [])])
    const nodeName = state.stops[task.stop]!.name
    const label = standIn
      ? `${names.get(employeeId)}已停用，转由${names.get(standIn)}审批`
      : `${names.get(employeeId)}已停用，没有可接替的审批人`
    await recordSystem(ctx, row, { action: standIn ? 'reassign' : 'fail', label, nodeName })
    ctx.audit(
      auditOf(row, await describe(ctx, row, env.node), {
        action: 'workflow.reassign',
        summary: `“${env.node.label}”审批：${label}`,
        data: { taskId: task.id, from: employeeId, to: standIn },
      }),
    )
    if (!standIn) {
      await move(ctx, loaded, { env, action: { kind: 'fail' }, reason: label })
      return
    }
    const by = { id: ctx.newId(), employeeId: standIn }
    await move(ctx, loaded, { env, action: { kind: 'replace', taskId: task.id, by } })
  }
}
