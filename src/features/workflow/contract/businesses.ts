import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { FactField } from '../rules/definition.ts'
import { BindingType, WorkflowStatus } from '../rules/enums.ts'
import { Business, Person } from './shared.ts'

/** The definition that a start would use now. `tenant`: the platform's default, inherited. */
const InForce = z.object({
  definitionId: Id,
  name: z.string(),
  version: z.number().int(),
  scope: z.enum(['company', 'tenant']),
  bindingType: BindingType.schema,
})

export const approvalTree = endpoint({
  method: 'GET',
  path: '/approval-businesses/tree',
  summary: 'Businesses whose steps can be approved, with the definition in force for each',
  returns: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      /** What all its nodes have in common: for a definition of the whole business. */
      facts: z.array(FactField),
      nodes: z.array(z.object({ node: z.string(), label: z.string(), inForce: InForce.nullable() })),
    }),
  ),
})

export const approvalNode = endpoint({
  method: 'GET',
  path: '/approval-businesses/type/{type}/node/{node}/detail',
  summary: 'One step: what conditions may look at, the definition in force, whom the initiator may have to choose',
  params: z.object({ type: z.string().max(40), node: z.string().max(40) }),
  returns: Business.extend({
    facts: z.array(FactField),
    inForce: InForce.nullable(),
    /** Whether its flow asks somebody whatever the conditions; true where there is none. */
    isAlways: z.boolean(),
    /** Nodes of the definition in force whose approvers the initiator chooses, should the flow come by them. */
    choices: z.array(
      z.object({
        nodeId: z.string(),
        name: z.string(),
        many: z.boolean(),
        /** Approvers of every way through the flow. Of a branch only some ways come by; a copy may go to nobody. */
        isRequired: z.boolean(),
        people: z.array(Person),
      }),
    ),
  }),
})

/** What a body that may start an approval has beside its own fields. A missing choice answers `invalid` with details
 * `{ path: 'approval.choices.<nodeId>', message }`. */
export const ApprovalInput = z
  .object({
    /** Chosen employees by flow node. */
    choices: z.record(z.string(), z.array(Id).max(20)).default({}),
    remark: z.string().trim().max(2000).default(''),
  })
  .default({ choices: {}, remark: '' })
export type ApprovalInput = z.output<typeof ApprovalInput>

/** What such a call answers instead of its effect. */
export const Held = z.object({ workflowId: Id })

/** The answer of a call whose step may be held: its own fields when it was done, `approval` when it waits. */
export function orHeld<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape).partial().extend({ approval: Held.optional() })
}

export const subjectApproval = endpoint({
  method: 'GET',
  path: '/approval-businesses/type/{type}/node/{node}/subjects/{subjectId}/detail',
  summary:
    'The approval of one step of one record, for whoever may see the record: the one pending, and the last refused',
  params: z.object({ type: z.string().max(40), node: z.string().max(40), subjectId: Id }),
  returns: z.object({
    pending: z
      .object({
        workflowId: Id,
        title: z.string(),
        startedAt: Instant,
        initiatorName: z.string(),
        waitsFor: z.array(z.string()),
        mayCancel: z.boolean(),
      })
      .nullable(),
    /** Null once something newer of this step was started. `payload` is the body of the call that was held. */
    refused: z
      .object({
        workflowId: Id,
        status: WorkflowStatus.schema,
        endedAt: Instant,
        reasons: z.array(z.object({ name: z.string(), remark: z.string() })),
        payload: z.record(z.string(), z.unknown()),
      })
      .nullable(),
    last: z.object({ workflowId: Id, status: WorkflowStatus.schema }).nullable(),
  }),
})
