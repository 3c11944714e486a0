import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { Remark } from './shared.ts'

export const DelegationState = z.enum(['coming', 'active', 'over'])

export const delegations = endpoint({
  method: 'GET',
  path: '/workflow-delegations',
  summary: 'Own delegations, newest first, and those to oneself that are not over',
  returns: z.object({
    given: z.array(
      z.object({
        delegationId: Id,
        toName: z.string(),
        from: Instant,
        until: Instant,
        reason: z.string(),
        state: DelegationState,
      }),
    ),
    received: z.array(z.object({ delegationId: Id, fromName: z.string(), from: Instant, until: Instant })),
  }),
})

export const addDelegation = endpoint({
  method: 'POST',
  path: '/workflow-delegations',
  summary: 'Let a colleague act on own tasks during an absence; the own right to act stays. Periods must not overlap',
  body: z
    .object({ employeeId: Id, from: Instant, until: Instant, reason: Remark.default('') })
    .refine((v) => v.from < v.until, { path: ['until'], message: '结束时间须晚于开始时间' }),
  returns: z.object({ delegationId: Id }),
  errors: ['invalid', 'conflict'],
})

export const endDelegation = endpoint({
  method: 'DELETE',
  path: '/workflow-delegations/{id}',
  summary: 'End a delegation now, or drop one that has not begun',
  params: z.object({ id: Id }),
  errors: ['wrongState'],
})
