import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { InvitationStatus } from './rules-invitations.ts'

const ORDER = '/workbench/buyer/orders/{orderId}/joint-key/invitations'
const ofOrder = z.object({ orderId: Id })

export const supervisorInvitations = endpoint({
  method: 'GET',
  path: ORDER,
  summary: 'Supervisors asked to hold a part, newest first; who they are once they accept',
  params: ofOrder,
  returns: z.array(
    z.object({
      invitationId: Id,
      contact: z.string(),
      status: InvitationStatus.schema,
      statusLabel: z.string(),
      invitedAt: Instant,
      /** Null until they accept, and again when they work nowhere here any more. */
      person: z.object({ userId: Id, name: z.string(), companyName: z.string() }).nullable(),
    }),
  ),
})

export const inviteSupervisor = endpoint({
  method: 'POST',
  path: ORDER,
  summary:
    'Ask somebody by account or mobile number to hold a part; the answer does not tell whether there is such a person',
  params: ofOrder,
  body: z.object({ contact: z.string().trim().min(2, '请输入账号或手机号').max(60, '账号或手机号不能超过60个字') }),
  returns: z.object({ invitationId: Id }),
  errors: ['wrongState', 'conflict'],
})

export const withdrawInvitation = endpoint({
  method: 'POST',
  path: `${ORDER}/{invitationId}/withdraw`,
  summary: 'Take an invitation back that was not answered yet',
  params: ofOrder.extend({ invitationId: Id }),
  errors: ['wrongState'],
})

export const ownInvitations = endpoint({
  method: 'GET',
  path: '/joint-keys/invitations',
  summary: 'Orders whose owners ask the person to hold a part of the key',
  returns: z.array(
    z.object({
      invitationId: Id,
      orderCode: z.string(),
      orderTitle: z.string(),
      companyName: z.string(),
      invitedAt: Instant,
    }),
  ),
})

export const answerInvitation = endpoint({
  method: 'POST',
  path: '/joint-keys/invitations/{invitationId}/answer',
  summary:
    'Accept to hold a part of a key, which tells the owner name and company; or decline, which tells nothing of them',
  params: z.object({ invitationId: Id }),
  body: z.object({ accept: z.boolean() }),
  errors: ['wrongState'],
})
