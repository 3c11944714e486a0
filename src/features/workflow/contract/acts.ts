import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { ReviewAction, WorkflowStatus } from '../rules/enums.ts'
import { FileRef, Files, Person, Remark } from './shared.ts'

const workflow = z.object({ id: Id })

const task = z.object({ id: Id })

export const readTask = endpoint({
  method: 'POST',
  path: '/workflow-tasks/{id}/read',
  summary: 'Mark a copy as read; again changes nothing',
  params: task,
})

export const reviewTask = endpoint({
  method: 'POST',
  path: '/workflow-tasks/{id}/review',
  summary: 'Approve or reject. Answers the status of the workflow afterwards; the last approval does the step itself',
  params: task,
  body: z
    .object({ action: ReviewAction.schema, remark: Remark.default(''), files: Files })
    .refine((v) => v.action === ReviewAction.values.pass || v.remark.length >= 2, {
      path: ['remark'],
      message: '请填写驳回原因',
    }),
  returns: z.object({
    status: WorkflowStatus.schema,
    /** Set when the last approval was given and the step could no longer be done: why. */
    failure: z.string().nullable(),
  }),
  errors: ['wrongState'],
})

export const transferTask = endpoint({
  method: 'POST',
  path: '/workflow-tasks/{id}/transfer',
  summary: 'Hand the own open task to a colleague',
  params: task,
  body: z.object({ employeeId: Id, remark: Remark.default('') }),
  errors: ['wrongState', 'invalid'],
})

export const addSigners = endpoint({
  method: 'POST',
  path: '/workflow-tasks/{id}/signers',
  summary: 'Let colleagues sign before the own task (which then waits) or after it, one after the other',
  params: task,
  body: z.object({
    where: z.enum(['before', 'after']),
    employeeIds: z.array(Id).min(1, '请选择加签人').max(10),
    remark: Remark.default(''),
  }),
  errors: ['wrongState', 'invalid'],
})

export const remindWorkflow = endpoint({
  method: 'POST',
  path: '/workflows/{id}/remind',
  summary: 'Remind those who must act now; at most once an hour',
  params: workflow,
  returns: z.object({ reminded: z.array(z.string()) }),
  errors: ['wrongState', 'tooMany'],
})

export const cancelWorkflow = endpoint({
  method: 'POST',
  path: '/workflows/{id}/cancel',
  summary: 'Revoke a running workflow: for its initiator, or an administrator of the company',
  params: workflow,
  body: z.object({ reason: Remark.default('') }),
  errors: ['wrongState'],
})

export const addRemark = endpoint({
  method: 'POST',
  path: '/workflows/{id}/remarks',
  summary: 'Say something about a workflow one has a part in, with attachments',
  params: workflow,
  body: z.object({ content: Remark.min(1, '请填写备注'), files: Files }),
  returns: z.object({ remarkId: Id }),
})

export const remarks = endpoint({
  method: 'GET',
  path: '/workflows/{id}/remarks',
  summary: 'What was remarked, oldest first',
  params: workflow,
  returns: z.array(
    z.object({ remarkId: Id, name: z.string(), content: z.string(), at: Instant, files: z.array(FileRef) }),
  ),
})

export const workflowFile = endpoint({
  method: 'GET',
  path: '/workflows/{id}/files/{fileId}',
  summary: 'A file of what is to be approved, of a review or of a remark',
  params: z.object({ id: Id, fileId: Id }),
  answer: 'file',
})

export const colleagues = endpoint({
  method: 'GET',
  path: '/workflows/colleagues',
  summary: 'Employees in use of the own company, to hand tasks to; at most 50',
  query: z.object({ keyword: z.string().trim().max(40).optional() }),
  returns: z.array(Person),
})
