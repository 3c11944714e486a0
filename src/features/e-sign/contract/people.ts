import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { PersonState } from '../rules/status.ts'
import { IdentityNumber } from './company.ts'

const params = z.object({ id: Id })
/** Sent by `/passport/sms/send` to the mobile number of whoever is logged in. */
const Code = z.string().regex(/^\d{6}$/, '请输入6位验证码')

export const signers = endpoint({
  method: 'GET',
  path: '/esign/employees',
  summary: 'All who may sign for the company entered now',
  returns: z.array(z.object({ employeeId: Id, userId: Id, name: z.string(), openedAt: Instant })),
})

export const employeePage = endpoint({
  method: 'GET',
  path: '/esign/employees/page',
  summary: 'People of the company entered, and how each stands with signing for it',
  query: PageQuery.extend({ status: z.coerce.number().int().min(0).max(2).optional() }),
  returns: pageOf(
    z.object({
      employeeId: Id,
      name: z.string(),
      mobile: z.string().describe('masked'),
      isAdmin: z.boolean(),
      isSelf: z.boolean(),
      status: PersonState.schema,
      identity: z.string().describe("masked; '' until given"),
      askedAt: Instant.nullable(),
      openedAt: Instant.nullable(),
      actions: z.array(Action),
    }),
  ),
})

export const employeeExists = endpoint({
  method: 'GET',
  path: '/esign/employees/exist',
  summary: 'How whoever asks stands with signing for the company entered, and what it may do about it',
  returns: z.object({
    employeeId: Id,
    name: z.string(),
    mobile: z.string().describe('masked'),
    status: PersonState.schema,
    isCompanyOpened: z.boolean(),
    askedByName: z.string(),
    identity: z.string().describe("masked; '' until given"),
    openedAt: Instant.nullable(),
    actions: z.array(Action),
  }),
})

export const openEmployee = endpoint({
  method: 'POST',
  path: '/esign/employees/{id}/open',
  summary:
    'An administrator asks a colleague to sign for the company, without a body; whoever was asked, or an administrator for itself, opens with a code sent to the own mobile number and the own identity number',
  params,
  body: z
    .object({ code: Code.optional(), identityNumber: IdentityNumber.optional() })
    .refine(({ code, identityNumber }) => (code === undefined) === (identityNumber === undefined), {
      path: ['code'],
      message: '请同时填写验证码和身份证号',
    }),
  errors: ['wrongState', 'conflict', 'forbidden'],
})

export const changeAgentInfo = endpoint({
  method: 'PUT',
  path: '/esign/employees/{id}/agent-info',
  summary: 'Change the own identity number, with a code sent to the own mobile number',
  params,
  body: z.object({ code: Code, identityNumber: IdentityNumber }),
  errors: ['wrongState', 'conflict'],
})

export const revokeEmployee = endpoint({
  method: 'DELETE',
  path: '/esign/employees/{id}',
  summary:
    'Take back that somebody signs for the company, or is asked to; oneself: give it up or decline. Tasks that run go to an administrator',
  params,
  errors: ['wrongState'],
})

export const agentInfo = endpoint({
  method: 'GET',
  path: '/esign/commons/id-card/{id}/agent-info',
  summary:
    'What is known of an own employee who may act for the company, by employee id: an identity number never stands in an address. Looked at no more than 30 times an hour',
  params,
  returns: z.object({
    employeeId: Id,
    name: z.string(),
    mobile: z.string().describe('masked'),
    /** Masked; '' where the platform has none. */
    identity: z.string(),
  }),
  errors: ['tooMany'],
})

export const ownSignature = endpoint({
  method: 'GET',
  path: '/esign/employees/signature',
  summary: 'The picture of the own signature as PNG with a clear ground',
  answer: 'file',
})

export const rightsCheck = endpoint({
  method: 'GET',
  path: '/esign/rights/check',
  summary:
    'Whether whoever asks may sign for the company entered: opened, person opened, copies left; and what is missing',
  returns: z.object({
    companyOpened: z.boolean(),
    personOpened: z.boolean(),
    copiesLeft: z.number().int(),
    /** The first thing that is missing. */
    reason: z.enum(['companyNotOpened', 'personNotOpened', 'noCopies']).nullable(),
    message: z.string(),
  }),
})
