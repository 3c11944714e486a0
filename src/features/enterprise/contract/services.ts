import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { CardStatus } from '../rules/enums.ts'
import { accountNumberOk } from '../rules/identifiers.ts'
import { Standing } from './shared.ts'

const text = (max: number) => z.string().trim().max(max)

export const ServiceAuditRow = Standing.extend({ id: Id, type: z.string(), label: z.string(), statement: z.string() })

/** A workbench or service as the company sees it. */
export const ServiceState = z.object({
  type: z.string(),
  label: z.string(),
  description: z.string(),
  kind: z.enum(['workbench', 'service']),
  included: z.boolean(),
  isOpen: z.boolean(),
  /** Why it cannot be applied for now; '' when it can. */
  obstacle: z.string(),
  latest: ServiceAuditRow.nullable(),
})

export const applyForService = endpoint({
  method: 'POST',
  path: '/enterprise/service-audits',
  summary: 'Apply for a workbench or a service of the tenant',
  body: z.object({ type: z.string().max(40), statement: text(500).default('') }),
  returns: z.object({ id: Id }),
  errors: ['wrongState', 'conflict'],
})

export const latestServiceAudits = endpoint({
  method: 'GET',
  path: '/enterprise/service-audits/latest',
  summary: 'Every workbench and service of the tenant with the newest application of the company',
  returns: z.array(ServiceState),
})

export const serviceAuditsOfType = endpoint({
  method: 'GET',
  path: '/enterprise/service-audits/types/{type}',
  summary: 'Applications of the company for one workbench or service, newest first',
  params: z.object({ type: z.string().max(40) }),
  returns: z.array(ServiceAuditRow),
})

export const BankCard = z.object({
  id: Id,
  bank: z.string(),
  branch: z.string(),
  accountName: z.string(),
  accountNo: z.string().describe('masked'),
  status: CardStatus.schema,
  triesLeft: z.number().int(),
  expiresAt: Instant,
  isDefault: z.boolean(),
  createdAt: Instant,
  verifiedAt: Instant.nullable(),
})

export const bankCards = endpoint({
  method: 'GET',
  path: '/enterprise/bank-cards',
  summary: 'Bank accounts of the company entered, and how small amounts are sent',
  returns: z.object({
    cards: z.array(BankCard),
    /** bank: by a real transfer; local: simulated on this platform; none: accounts cannot be verified here. */
    channel: z.enum(['bank', 'local', 'none']),
    accountName: z.string().describe('the certified name, which the account must bear'),
  }),
})

export const addBankCard = endpoint({
  method: 'POST',
  path: '/enterprise/bank-cards',
  summary: 'Add an account; a small amount is sent to it',
  body: z.object({
    bank: text(60).min(2, '请输入开户银行'),
    branch: text(100).default(''),
    accountNo: z
      .string()
      .transform((value) => value.replace(/\s/g, ''))
      .refine(accountNumberOk, '请输入8至30位数字账号'),
  }),
  returns: z.object({ id: Id }),
  errors: ['conflict', 'unavailable'],
})

const params = z.object({ id: Id })

export const verifyBankCard = endpoint({
  method: 'POST',
  path: '/enterprise/bank-cards/{id}/verification',
  summary: 'Name the small amount received; three tries within 48 hours',
  params,
  body: z.object({ amount: z.string().regex(/^0\.\d{2}$/, '请输入收到的金额，如 0.37') }),
  errors: ['wrongState', 'invalid'],
  once: false,
})

export const makeDefaultCard = endpoint({
  method: 'PUT',
  path: '/enterprise/bank-cards/{id}/default',
  summary: 'Make a verified account the default one',
  params,
  errors: ['wrongState'],
})

export const removeBankCard = endpoint({
  method: 'DELETE',
  path: '/enterprise/bank-cards/{id}',
  summary: 'Remove an account',
  params,
})
