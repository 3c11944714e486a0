import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { DEFAULT_PASSWORD_RULE } from '#features/passport/rules.ts'
import { PASSWORD_LONGEST } from '#features/passport/rules-policy.ts'
import { InvitationStatus, Mobile, PersonName } from './shared.ts'

export const invite = endpoint({
  method: 'POST',
  path: '/enterprise/invitations',
  summary: 'Invite a person by SMS; the link in it leads into the company',
  body: z.object({
    name: PersonName,
    mobile: Mobile,
    deptId: Id.nullable().default(null),
    roleIds: z.array(Id).max(50).default([]),
  }),
  returns: z.object({ invitationId: Id }),
  errors: ['conflict', 'tooMany'],
})

const params = z.object({ invitationId: Id })

export const resendInvitation = endpoint({
  method: 'PUT',
  once: true,
  path: '/enterprise/invitations/{invitationId}/resend',
  summary: 'Send a new link; the one before is void',
  params,
  errors: ['wrongState', 'tooMany'],
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/enterprise/invitations/{invitationId}',
  summary: 'Withdraw an invitation; its link is void',
  params,
  errors: ['wrongState'],
})

const token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, '邀请链接不正确') })

export const invitation = endpoint({
  method: 'GET',
  path: '/invitations/{token}',
  summary: 'What an invitation says to whoever holds its link',
  params: token,
  returns: z.object({
    companyId: Id,
    companyName: z.string(),
    invitedBy: z.string(),
    name: z.string(),
    mobile: z.string().describe('masked'),
    status: InvitationStatus.schema,
    expiresAt: Instant,
    /** Whether the number invited has an account; without one, `register` opens it. */
    hasAccount: z.boolean(),
    /** Whether the person who is logged in is the one invited; null: nobody is logged in. */
    isMine: z.boolean().nullable(),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/{token}/accept',
  summary: 'Join the company as the person invited',
  params: token,
  returns: z.object({ companyId: Id, employeeId: Id }),
  errors: ['wrongState', 'forbidden'],
})

export const registerInvited = endpoint({
  method: 'POST',
  path: '/invitations/{token}/register',
  summary: 'Open an account for the number invited and join the company; then log in',
  params: token,
  body: z
    .object({
      password: z.string().trim().min(1, DEFAULT_PASSWORD_RULE).max(PASSWORD_LONGEST, '密码不能超过64位'),
      again: z.string().trim().min(1, '请再次输入密码'),
    })
    .refine((v) => v.password === v.again, { path: ['again'], message: '两次输入密码不一致!' }),
  returns: z.object({ account: z.string() }),
  errors: ['wrongState', 'conflict'],
})
