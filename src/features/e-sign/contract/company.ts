import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { accountNumberOk, identityNumberOk } from '#features/enterprise/rules/identifiers.ts'
import { SignAudit } from '../rules/status.ts'

/** 公民身份号码; shown masked ever after. */
export const IdentityNumber = z
  .string()
  .transform((value) => value.replace(/\s/g, '').toUpperCase())
  .refine(identityNumberOk, '请输入正确的18位身份证号')

/** What every application says: who acts for the company, and the letter that lets this person. */
const Applied = z.object({
  agentEmployeeId: Id,
  /** Left out where the platform has the number of this employee. */
  agentIdentity: IdentityNumber.optional(),
  /** Authorisation letter with the company's seal: an upload for `e-sign-letter`. */
  letterId: Id,
  statement: z.string().trim().max(500).default(''),
})

export const companyExists = endpoint({
  method: 'GET',
  path: '/esign/companies/exist',
  summary: 'Whether the company entered has opened electronic signatures, and since when',
  returns: z.object({ isOpened: z.boolean(), openedAt: Instant.nullable() }),
})

export const openCompany = endpoint({
  method: 'POST',
  path: '/esign/companies/open',
  summary:
    'Apply for electronic signatures by a small amount: it is sent to an account in the name of the company and named back with verifyAmount. An application by the same way that waits is replaced',
  body: Applied.extend({
    bank: z.string().trim().min(2, '请输入开户银行').max(60),
    branch: z.string().trim().max(100).default(''),
    accountNo: z
      .string()
      .transform((value) => value.replace(/\s/g, ''))
      .refine(accountNumberOk, '请输入8至30位数字账号'),
  }),
  returns: z.object({ applicationId: Id }),
  errors: ['wrongState', 'conflict', 'tooMany', 'unavailable'],
})

export const verifyAmount = endpoint({
  method: 'POST',
  path: '/esign/companies/open/amount',
  summary: 'Name the amount that arrived, in yuan: the right one opens, the third wrong one rejects the application',
  body: z.object({
    amount: z
      .string()
      .trim()
      .regex(/^0\.\d{2}$/, '请输入到账金额，如 0.12'),
  }),
  errors: ['wrongState'],
})

export const applyForReview = endpoint({
  method: 'POST',
  path: '/esign/audits',
  summary:
    'Apply for electronic signatures by a review of the platform, also in place of an amount that did not arrive',
  body: Applied,
  returns: z.object({ applicationId: Id }),
  errors: ['wrongState', 'conflict', 'tooMany'],
})

const Application = z.object({
  applicationId: Id,
  /** bank: by a small amount; review: by the platform. */
  proof: z.enum(['bank', 'review']),
  status: SignAudit.schema,
  companyName: z.string(),
  creditCode: z.string(),
  legalPerson: z.string(),
  agentName: z.string(),
  agentIdentity: z.string().describe('masked'),
  statement: z.string(),
  bank: z.string(),
  branch: z.string(),
  accountNo: z.string().describe("masked; '' for a review"),
  triesLeft: z.number().int(),
  expiresAt: Instant.nullable(),
  reason: z.string(),
  appliedByName: z.string(),
  appliedAt: Instant,
  decidedAt: Instant.nullable(),
})

export const latestAudit = endpoint({
  method: 'GET',
  path: '/esign/audits/latest',
  summary: 'How the company entered stands with electronic signatures, its record, and its newest application',
  returns: z.object({
    standing: z.enum(['none', 'pending', 'opened', 'rejected']),
    openedAt: Instant.nullable(),
    company: z.object({ name: z.string(), creditCode: z.string(), legalPerson: z.string() }),
    /** Why the company cannot apply at all; '' when it can. */
    obstacle: z.string(),
    /** bank: by a real transfer; local: simulated on this platform; none: only a review is possible. */
    channel: z.enum(['bank', 'local', 'none']),
    latest: Application.nullable(),
  }),
})

export const currentSeal = endpoint({
  method: 'GET',
  path: '/esign/seals/current',
  summary: 'The seal of the company entered: name, code, validity, and who had it made',
  returns: z
    .object({
      sealId: Id,
      name: z.string(),
      code: z.string(),
      fromAt: Instant,
      untilAt: Instant,
      madeByName: z.string(),
      isExpired: z.boolean(),
      /** The company bears another name since. */
      isRenamed: z.boolean(),
    })
    .nullable(),
})

export const sealPicture = endpoint({
  method: 'GET',
  path: '/esign/seals/{sealId}/picture',
  summary: 'The seal as PNG with a clear ground, 42 mm wide',
  params: z.object({ sealId: Id }),
  answer: 'file',
})

export const makeSeal = endpoint({
  method: 'POST',
  path: '/esign/seals',
  summary: 'Make a seal anew, because the old one expires or the company bears another name; it replaces the old one',
  returns: z.object({ sealId: Id }),
  errors: ['wrongState'],
})

const applicationId = z.object({ applicationId: Id })

export const reviewPage = endpoint({
  method: 'GET',
  path: '/admin/esign/audits/page',
  summary: 'Applications of companies for electronic signatures, newest first; decided by amount or by the platform',
  query: PageQuery.extend({ status: z.coerce.number().int().min(0).max(2).optional() }),
  returns: pageOf(
    Application.extend({
      companyId: Id,
      letterName: z.string(),
      /** Bytes. */
      letterSize: z.number().int(),
      obstacle: z.string(),
      decidedByName: z.string(),
      actions: z.array(Action),
    }),
  ),
})

export const reviewLetter = endpoint({
  method: 'GET',
  path: '/admin/esign/audits/{applicationId}/letter',
  summary: 'The authorisation letter of an application',
  params: applicationId,
  answer: 'file',
})

export const decideReview = endpoint({
  method: 'PUT',
  once: true,
  path: '/admin/esign/audits/{applicationId}/decision',
  summary: 'Pass or reject an application that the platform reviews, once',
  params: applicationId,
  body: z
    .object({ pass: z.boolean(), reason: z.string().trim().max(500).default('') })
    .refine(({ pass, reason }) => pass || reason.length >= 2, { path: ['reason'], message: '请填写驳回原因' }),
  errors: ['wrongState'],
})
