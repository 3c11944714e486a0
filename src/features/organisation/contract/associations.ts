import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { RelationKind, RelationStatus } from './shared.ts'

export const AssociationRow = z.object({
  associationId: Id,
  companyId: Id.describe('the other company'),
  companyName: z.string(),
  creditCode: z.string(),
  kind: RelationKind.schema,
  status: RelationStatus.schema,
  message: z.string(),
  answer: z.string(),
  sentBy: z.string(),
  sentAt: Instant,
  decidedAt: Instant.nullable(),
  actions: z.array(Action),
})
export type AssociationRow = z.output<typeof AssociationRow>

export const sendAssociation = endpoint({
  method: 'POST',
  path: '/enterprise/associations',
  summary: 'Ask a company to become the child (1) or the parent (2) of the own one',
  body: z.object({
    companyId: Id,
    kind: RelationKind.schema,
    message: z.string().trim().max(200, '说明不能超过200个字').default(''),
  }),
  returns: z.object({ associationId: Id }),
  errors: ['conflict', 'wrongState'],
})

export const companiesToAssociate = endpoint({
  method: 'GET',
  path: '/enterprise/associations/companies',
  summary: 'Certified companies by name or credit code, at most ten; at least two characters',
  query: z.object({ keyword: z.string().trim().min(2, '请输入至少两个字').max(100) }),
  returns: z.array(z.object({ companyId: Id, name: z.string(), creditCode: z.string() })),
})

const query = PageQuery.extend({ status: z.coerce.number().int().min(-1).max(4).optional() })

export const sentPage = endpoint({
  method: 'GET',
  path: '/enterprise/associations/sent/page',
  summary: 'Requests the own company sent',
  query,
  returns: pageOf(AssociationRow),
})

export const receivedPage = endpoint({
  method: 'GET',
  path: '/enterprise/associations/received/page',
  summary: 'Requests the own company received',
  query,
  returns: pageOf(AssociationRow),
})

const Tie = z.object({
  associationId: Id,
  companyId: Id,
  companyName: z.string(),
  creditCode: z.string(),
  since: Instant,
})

export const subCompanies = endpoint({
  method: 'GET',
  path: '/enterprise/associations/sub-companies',
  summary: 'Companies associated as children, in their order',
  returns: z.array(Tie),
})

export const parentCompany = endpoint({
  method: 'GET',
  path: '/enterprise/associations/parent-company',
  summary: 'The company associated as parent, if any',
  returns: Tie.nullable(),
})

const params = z.object({ id: Id })
const step = <B extends z.ZodType>(action: string, summary: string, body: B) =>
  endpoint({
    method: 'POST',
    path: `/enterprise/associations/{id}/${action}`,
    summary,
    params,
    body,
    errors: ['wrongState'],
  })
const Answer = z.object({ answer: z.string().trim().max(200, '答复不能超过200个字').default('') })

export const agreeAssociation = step('agree', 'Agree to a request received', Answer)
export const refuseAssociation = step('refuse', 'Refuse a request received', Answer)
export const ignoreAssociation = step('ignore', 'Leave a request received unanswered', z.object({}))
export const cancelAssociation = step('cancel', 'Take a request sent back', z.object({}))
export const againAssociation = step(
  'again',
  'Send a request once more',
  z.object({ message: z.string().trim().max(200).optional() }),
)

export const dropSubCompany = endpoint({
  method: 'DELETE',
  path: '/enterprise/associations/sub-companies/{subCompanyId}',
  summary: 'End the association with a child',
  params: z.object({ subCompanyId: Id }),
})

export const dropParent = endpoint({
  method: 'DELETE',
  path: '/enterprise/associations/parent-company',
  summary: 'End the association with the parent',
})

export const subordinateEmployees = endpoint({
  method: 'GET',
  path: '/enterprise/subordinate-companies/{subordinateCompanyId}/employees',
  summary: 'People in use at a company below who could administer it, at most fifty, found by name or mobile number',
  params: z.object({ subordinateCompanyId: Id }),
  query: z.object({ keyword: z.string().trim().max(40).optional() }),
  returns: z.array(z.object({ employeeId: Id, name: z.string(), mobile: z.string(), isAdmin: z.boolean() })),
})

export const appointAdministrator = endpoint({
  method: 'PUT',
  once: true,
  path: '/enterprise/subordinate-companies/{subordinateCompanyId}/administrator',
  summary: 'Make an employee of a company below its one administrator',
  params: z.object({ subordinateCompanyId: Id }),
  body: z.object({ employeeId: Id }),
  errors: ['wrongState'],
})
