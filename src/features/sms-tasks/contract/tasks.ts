import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { REGIONS } from '#features/supplier-draws/rules/draw.ts'
import { SupplierStateValue } from '#features/suppliers/contract/library.ts'
import { GRADES } from '#features/suppliers/rules/grades.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { SmsPolicy } from '../rules/policy.ts'
import { MOST_RECIPIENTS, RECIPIENT_STATES, TASK_STATES } from '../rules/task.ts'

const params = z.object({ taskId: Id })
const TaskStateValue = z.enum(Object.keys(TASK_STATES) as [keyof typeof TASK_STATES])
const RecipientStateValue = z.enum(Object.keys(RECIPIENT_STATES) as [keyof typeof RECIPIENT_STATES])

/** Who is meant, of the own library: the chosen ones, or all that fit; an empty condition leaves everybody. */
export const Conditions = z.object({
  supplierIds: z.array(Id).max(MOST_RECIPIENTS).default([]),
  states: z.array(SupplierStateValue).max(5).default([]),
  category: z.string().trim().max(40).default(''),
  grades: z.array(z.enum(GRADES)).max(4).default([]),
  regions: z
    .array(z.string().refine((code) => code in REGIONS, '地区不正确'))
    .max(31)
    .default([]),
})
export type Conditions = z.output<typeof Conditions>

export const TaskFields = z.object({
  title: z.string().trim().min(2, '请填写任务名称').max(100),
  templateId: Id,
  conditions: Conditions,
})

const Counts = z.object({
  /** By state of the recipient; `queued` counts as waiting. */
  waiting: z.number().int(),
  handed: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  stopped: z.number().int(),
  leftOut: z.number().int(),
})

const Row = z.object({
  taskId: Id,
  title: z.string(),
  state: TaskStateValue,
  templateName: z.string(),
  counts: Counts,
  /** Yuan for what carriers took; null: no price was named. */
  cost: z.string().nullable(),
  sendAt: Instant.nullable(),
  createdByName: z.string(),
  createdAt: Instant,
  pendingApproval: z.string().nullable(),
})

export const taskPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-tasks/page',
  summary: 'Text message tasks of the own company, newest first; counts per state',
  query: PageQuery.extend({ state: TaskStateValue.optional() }),
  returns: pageOf(Row),
})

export const taskChoices = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-tasks/choices',
  summary: 'What a task is made of: templates that are offered, suppliers of the own library, and the platform’s terms',
  returns: z.object({
    templates: z.array(z.object({ templateId: Id, name: z.string(), text: z.string() })),
    suppliers: z.array(z.object({ supplierId: Id, name: z.string() })),
    categories: z.array(z.string()),
    signature: z.string(),
    policy: SmsPolicy,
    /** `carrier`: leaves the platform; `demo`: shown in the local outbox; `none`: cannot be sent here. */
    goes: z.enum(['carrier', 'demo', 'none']),
  }),
})

export const createTask = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-tasks',
  summary: 'Draft a task; it keeps the text of the template’s offered version',
  body: TaskFields,
  returns: params,
  errors: ['wrongState'],
})

export const updateTask = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/sms-tasks/{taskId}',
  summary: 'Change a draft; `renews` takes the version that its template offers now',
  params,
  body: TaskFields.extend({ renews: z.boolean().default(false) }),
  errors: ['wrongState'],
})

export const removeTask = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/sms-tasks/{taskId}',
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const submitTask = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-tasks/{taskId}/submit',
  summary: 'Send now or at a time, or have that approved; refused where more segments would be sent than were seen',
  params,
  body: z.object({
    sendAt: Instant.nullable().default(null),
    /** As many as were shown before: no more are sent and counted. */
    segments: z.number().int().min(1),
    approval: ApprovalInput,
  }),
  returns: orHeld({}),
  errors: ['wrongState', 'conflict'],
})

export const stopTask = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-tasks/{taskId}/stop',
  summary: 'Send nothing more of a task; what a carrier has taken cannot be taken back',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

export const retryTask = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-tasks/{taskId}/retry',
  summary: 'Send what failed once more, to each recipient once',
  params,
  errors: ['wrongState'],
})

const Planned = z.object({
  recipients: z.number().int(),
  segments: z.number().int(),
  cost: z.string().nullable(),
  /** The first three, as they will be read. */
  previews: z.array(z.object({ name: z.string(), text: z.string(), segments: z.number().int() })),
  leftOut: z.array(z.object({ reason: z.string(), count: z.number().int(), names: z.array(z.string()) })),
})

export const taskDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-tasks/{taskId}/detail',
  summary: 'A task: who is sent what and what it costs; of a draft as it would be now',
  params,
  returns: Row.extend({
    templateId: Id,
    templateVersion: z.number().int(),
    /** The version that its template offers now. */
    newestVersion: z.number().int(),
    signature: z.string(),
    text: z.string(),
    isMarketing: z.boolean(),
    conditions: Conditions,
    plan: Planned,
    price: z.string().nullable(),
    quietFrom: z.number().int().nullable(),
    quietTo: z.number().int().nullable(),
    goes: z.enum(['carrier', 'demo', 'none']),
    submittedByName: z.string(),
    submittedAt: Instant.nullable(),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    stoppedByName: z.string(),
    stopReason: z.string(),
    /** Why the platform took back the version that it was made with; empty: it did not. */
    revokedReason: z.string(),
    actions: z.array(Action),
  }),
})

export const recipientPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-tasks/{taskId}/recipients/page',
  summary: 'What became of each recipient of a task that was handed in; counts per state. Numbers are masked',
  params,
  query: PageQuery.extend({ state: RecipientStateValue.exclude(['queued']).optional() }),
  returns: pageOf(
    z.object({
      recipientId: Id,
      name: z.string(),
      contactName: z.string(),
      /** Masked. */
      mobile: z.string(),
      text: z.string(),
      segments: z.number().int(),
      state: RecipientStateValue,
      reason: z.string(),
      tries: z.number().int(),
      handedAt: Instant.nullable(),
      doneAt: Instant.nullable(),
      /** What the recipient answered, in order. */
      answers: z.array(z.object({ text: z.string(), at: Instant })),
    }),
  ),
})
