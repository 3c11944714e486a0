import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { TaskStatus, WorkflowStatus } from '../rules/enums.ts'

export const Business = z.object({
  type: z.string(),
  typeLabel: z.string(),
  /** Empty for a definition of the whole business. */
  node: z.string(),
  nodeLabel: z.string(),
})

export const Person = z.object({ employeeId: Id, name: z.string(), department: z.string() })
export type Person = z.output<typeof Person>

export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int() })

export const Remark = z.string().trim().max(2000)

/** Uploads of use `workflow-remark`. */
export const Files = z
  .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(200) }))
  .max(10)
  .default([])

export const RowBase = Business.extend({
  workflowId: Id,
  title: z.string(),
  status: WorkflowStatus.schema,
  initiatorName: z.string(),
  initiatorDepartment: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
})

export const TaskRow = RowBase.extend({
  taskId: Id,
  nodeName: z.string().describe('name of the flow node'),
  taskStatus: TaskStatus.schema,
  /** Whose task it is when one acts as a delegate (代…审批); null: one's own. */
  behalfOf: z.string().nullable(),
  arrivedAt: Instant,
  actedAt: Instant.nullable(),
  readAt: Instant.nullable(),
  remindedAt: Instant.nullable(),
})
export type TaskRow = z.output<typeof TaskRow>
