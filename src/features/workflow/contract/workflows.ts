import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { Flow } from '../rules/definition.ts'
import { ApprovalMode, TaskStatus } from '../rules/enums.ts'
import { FileRef, RowBase, TaskRow } from './shared.ts'

/** What is to be approved, as the business describes it; any of the parts may be empty. Drawn in order. */
export const Section = z.object({
  title: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
  table: z
    .object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
    .nullable()
    .default(null),
  /** Rich text (tiptap's JSON, the closed set of procurement). */
  content: z.record(z.string(), z.unknown()).nullable().default(null),
  /** Read with `workflowFile`. */
  files: z.array(FileRef).default([]),
})
export type Section = z.output<typeof Section>

export const WorkflowDetail = RowBase.extend({
  result: z.string().describe('why it ended as it did; empty while running'),
  /** Null where only whoever kept the step approves it. */
  definition: z.object({ definitionId: Id, name: z.string(), version: z.number().int() }).nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  sections: z.array(Section),
  /** Address of the business page, for reading; null when the caller may not open it. */
  page: z.string().nullable(),
  /** Address where the initiator writes it anew after a rejection or revocation; null when it cannot or may not be. */
  editor: z.string().nullable(),
  waitsFor: z.array(z.string()),
  /** cancel, remind, remark. */
  actions: z.array(Action),
})

const workflow = z.object({ id: Id })

export const workflowDetail = endpoint({
  method: 'GET',
  path: '/workflows/{id}',
  summary: 'One workflow: for its initiator, approvers and copied, administrators, and whoever may see its record',
  params: workflow,
  returns: WorkflowDetail,
})

export const taskDetail = endpoint({
  method: 'GET',
  path: '/workflow-tasks/{id}',
  summary: 'One own task with its workflow and what may be done: pass, reject, transfer, addSigner',
  params: z.object({ id: Id }),
  returns: TaskRow.extend({
    identity: z.enum(['auditPerson', 'copyPerson']),
    /** What became of it, in words, when nothing can be done any more. */
    outcome: z.string(),
    workflow: WorkflowDetail,
    actions: z.array(Action),
  }),
})

const ProgressTask = z.object({
  taskId: Id,
  employeeId: Id,
  name: z.string(),
  status: TaskStatus.schema,
  /** Who acted for the person, or that it passed by itself; empty otherwise. */
  note: z.string(),
  remark: z.string(),
  arrivedAt: Instant.nullable(),
  actedAt: Instant.nullable(),
  readAt: Instant.nullable(),
})

export const workflowProgress = endpoint({
  method: 'GET',
  path: '/workflows/{id}/progress',
  summary: 'Where a workflow stands on its flow, and everything that was done, oldest first',
  params: workflow,
  returns: z.object({
    flow: Flow,
    /** Ids of the branches taken. */
    taken: z.array(z.string()),
    /** The nodes on the way taken, in order; the start node first. */
    nodes: z.array(
      z.object({
        nodeId: z.string(),
        kind: z.enum(['start', 'approver', 'copy']),
        name: z.string(),
        mode: ApprovalMode.schema.nullable(),
        state: z.enum(['done', 'now', 'next', 'rejected', 'dropped']),
        tasks: z.array(ProgressTask),
      }),
    ),
    records: z.array(
      z.object({
        at: Instant,
        name: z.string().describe('系统 when nobody did it'),
        action: z.string(),
        label: z.string().describe('in words'),
        nodeName: z.string(),
        remark: z.string(),
        files: z.array(FileRef),
      }),
    ),
  }),
})
