import type * as z from 'zod'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as acts from '../contract/acts.ts'
import type * as c from '../contract/workflows.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'
import { visibleWorkflow } from './access.ts'
import type { Setup } from './business.ts'
import { namesOf } from './employees.ts'
import { filesOf } from './records.ts'
import type { Loaded, TaskRow } from './store.ts'

const W = WorkflowStatus.values
const T = TaskStatus.values
type Ctx = Context<Employee>
type Progress = z.input<typeof c.workflowProgress.returns>

/** Where a workflow stands on its flow, and all that was done. */
export async function workflowProgress(ctx: Ctx, setup: Setup, workflowId: string): Promise<Progress> {
  const loaded = await visibleWorkflow(ctx, setup, { workflowId })
  const { flow, taken, state, rows } = loaded
  const names = await namesOf(
    ctx,
    rows.flatMap((t) => [t.employeeId, ...(t.actedBy ? [t.actedBy] : [])]),
  )
  const start = flow.nodes[0]!
  return {
    flow: { ...flow, nodes: [...flow.nodes, ...state.stops.filter(({ companyId }) => companyId !== undefined)] },
    taken: [...taken],
    nodes: [
      { nodeId: start.id, kind: 'start', name: start.name, mode: null, state: 'done', tasks: [] },
      ...state.stops.map((stop, i) => ({
        nodeId: stop.id,
        kind: stop.kind,
        name: stop.name,
        mode: stop.kind === 'approver' ? stop.mode : null,
        state: stateOf(loaded, i),
        tasks: rows.filter((t) => t.stop === i).map((t) => taskValue(t, names)),
      })),
    ],
    records: await recordsOf(ctx, workflowId),
  }
}

export async function remarksOf(
  ctx: Ctx,
  setup: Setup,
  workflowId: string,
): Promise<z.input<typeof acts.remarks.returns>> {
  await visibleWorkflow(ctx, setup, { workflowId })
  const records = await recordsOf(ctx, workflowId)
  return records
    .filter((r) => r.action === 'remark')
    .map(({ recordId, name, remark, at, files }) => ({ remarkId: recordId, name, content: remark, at, files }))
}

function stateOf({ row, rows, state }: Loaded, stop: number): Progress['nodes'][number]['state'] {
  if (stop < state.at) return 'done'
  if (row.status === W.running) return stop === state.at ? 'now' : 'next'
  if (rows.some((t) => t.stop === stop && t.status === T.rejected)) return 'rejected'
  return 'dropped'
}

function taskValue(row: TaskRow, names: ReadonlyMap<string, string>) {
  const isActedForOther = row.actedBy !== null && row.actedBy !== row.employeeId
  const auto = { initiator: '发起人本人，自动通过', repeated: '与上一节点审批人相同，自动通过' }
  return {
    taskId: row.id,
    employeeId: row.employeeId,
    name: names.get(row.employeeId) ?? '',
    status: row.status as 1,
    note:
      row.auto !== ''
        ? auto[row.auto as keyof typeof auto]
        : isActedForOther
          ? `由${names.get(row.actedBy!)}代为处理`
          : '',
    remark: row.remark,
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    actedAt: row.actedAt?.toISOString() ?? null,
    readAt: row.readAt?.toISOString() ?? null,
  }
}

async function recordsOf(ctx: Ctx, workflowId: string) {
  const files = await filesOf(ctx, workflowId)
  const rows = await ctx.many('workflow_record', { workflowId }, { orderBy: ['no'] })
  return rows.map((row) => ({
    recordId: row.id,
    at: row.at.toISOString(),
    name: row.name,
    action: row.action,
    label: row.label,
    nodeName: row.nodeName,
    remark: row.remark,
    files: files.filter((f) => f.recordId === row.id).map(({ fileId, name, size }) => ({ fileId, name, size })),
  }))
}
