import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { EmployeeStatus } from './shared.ts'

export const ownEmployments = endpoint({
  method: 'GET',
  path: '/users/oneself/employments',
  summary: 'For which companies the person works and since when, and which of them invite',
  returns: z.object({
    invitations: z.array(
      z.object({
        invitationId: Id,
        companyName: z.string(),
        deptName: z.string(),
        invitedBy: z.string(),
        /** As the company calls the person. */
        name: z.string(),
        isSigner: z.boolean(),
        /** What the person may do there after accepting, in words. */
        rights: z.array(z.string()),
        invitedAt: Instant,
        expiresAt: Instant,
      }),
    ),
    employments: z.array(
      z.object({
        employeeId: Id,
        companyName: z.string(),
        deptName: z.string(),
        status: EmployeeStatus.schema,
        isAdmin: z.boolean(),
        since: Instant,
        /** Why the person cannot leave; empty when they can. */
        noLeave: z.string(),
      }),
    ),
  }),
})

const params = z.object({ invitationId: Id })

export const acceptEmployment = endpoint({
  method: 'POST',
  path: '/users/oneself/invitations/{invitationId}/accept',
  summary: 'Begin to work for the company that invites',
  params,
  returns: z.object({ employeeId: Id }),
  errors: ['wrongState', 'forbidden'],
})

export const declineEmployment = endpoint({
  method: 'POST',
  path: '/users/oneself/invitations/{invitationId}/decline',
  summary: 'Decline an invitation; the company is told',
  params,
  errors: ['wrongState'],
})

export const leaveCompany = endpoint({
  method: 'POST',
  path: '/users/oneself/employments/{employeeId}/leave',
  summary: 'Leave a company; what was done there stays on record',
  params: z.object({ employeeId: Id }),
  errors: ['wrongState'],
})
