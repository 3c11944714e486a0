import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies } from '#server/files/policy.ts'
import type { WorkflowRow } from './store.ts'

export const uploads: UploadPolicies = {
  'workflow-remark': {
    maxSize: 50 * MEGABYTE,
    types: PAPERS,
    entitled: ({ actor }) => (actor.employeeId ? 1 : '您没有可以处理的审批'),
    person: { bytes: 4 * GIGABYTE, files: 500 },
    company: { bytes: 20 * GIGABYTE, files: 5000 },
  },
}

export interface Deed {
  /** start, pass, reject, transfer, addSigners, remind, cancel, remark, reassign, auto, apply, fail. */
  action: string
  /** In words. */
  label: string
  nodeName?: string
  remark?: string
  /** `李四（代张三）` for a delegate. */
  name?: string
}

/** Writes what was done into the history of a workflow; without an actor the system did it. Returns the record's id. */
export async function record(
  ctx: Context<Actor | null>,
  workflow: Pick<WorkflowRow, 'id'>,
  deed: Deed,
): Promise<string> {
  const id = ctx.newId()
  await ctx.insert('workflow_record', {
    id,
    workflowId: workflow.id,
    employeeId: ctx.actor?.employeeId ?? null,
    name: deed.name ?? ctx.actor?.name ?? '系统',
    action: deed.action,
    label: deed.label,
    nodeName: deed.nodeName ?? '',
    remark: deed.remark ?? '',
    at: ctx.clock.now(),
  })
  return id
}

/** The same, done by nobody. */
export function recordSystem(ctx: Context<Actor | null>, workflow: Pick<WorkflowRow, 'id'>, deed: Deed) {
  return record({ ...ctx, actor: null }, workflow, { name: '系统', ...deed })
}

/** Attaches own uploads to a record; one answer for all reasons, so that nothing is learnt about others' files. */
export async function attachFiles(
  ctx: Context<Employee>,
  at: { workflowId: string; recordId: string },
  files: readonly { fileId: string; name: string }[],
): Promise<void> {
  if (files.length === 0) return
  const ids = [...new Set(files.map((f) => f.fileId))]
  const own = await ctx.many(
    'file_object',
    { id: ids, userId: ctx.actor.userId, use: 'workflow-remark' },
    { columns: ['id'] },
  )
  if (own.length < ids.length)
    throw new AppError('invalid', '附件不存在或无权使用，请重新上传', [{ path: 'files', message: '请重新上传附件' }])
  await ctx.insert(
    'workflow_file',
    ids.map((id) => ({
      workflowId: at.workflowId,
      recordId: at.recordId,
      fileId: id,
      name: files.find((f) => f.fileId === id)!.name,
    })),
  )
}

export interface AttachedFile {
  recordId: string
  fileId: string
  name: string
  size: number
}

export async function filesOf(ctx: Context<Actor | null>, workflowId: string): Promise<AttachedFile[]> {
  const rows = await ctx.tx
    .selectFrom('workflow_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.recordId as recordId', 'f.fileId as fileId', 'f.name', 'o.size'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.workflowId', '=', workflowId)
    .orderBy('f.fileId')
    .execute()
  return rows
}
