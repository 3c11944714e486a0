import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { WorkbenchName } from '#contract/workbench.ts'
import { EmployeeStatus, InvitationStatus, Mail, Mobile, PersonName } from './shared.ts'

export const EmployeeRow = z.object({
  employeeId: Id,
  name: z.string(),
  /** Masked for those who do not administer the company. */
  mobile: z.string(),
  email: z.string(),
  deptId: Id.nullable(),
  deptName: z.string(),
  status: EmployeeStatus.schema,
  /** Until when somebody invited may accept; null for employees. */
  invitedUntil: Instant.nullable(),
  isAdmin: z.boolean(),
  isSigner: z.boolean(),
  roles: z.array(z.object({ roleId: Id, name: z.string() })),
  /** Rights held in all: given directly and by roles. */
  rights: z.array(z.string()),
  /** Null for somebody who is only invited. */
  joinedAt: Instant.nullable(),
  actions: z.array(Action),
})
export type EmployeeRow = z.output<typeof EmployeeRow>

const Query = PageQuery.extend({
  status: z.coerce.number().int().min(0).max(2).optional(),
  /** With the departments below it. */
  deptId: Id.optional(),
  roleId: Id.optional(),
})

const list = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/enterprise/employees/${path}/page`,
    summary,
    query: Query,
    returns: pageOf(EmployeeRow),
  })

export const managePage = list('manage', 'All employees of the own company, for its administrators')
export const agencyRolePage = list('agency-role', 'Colleagues in use who hold rights of the agency workbench')
export const purchaserRolePage = list('purchaser-role', 'Colleagues in use who hold rights of the purchaser workbench')
export const agentPage = list(
  'agents',
  'Colleagues in use who may act for the company: administrators, signers, handlers',
)

export const GuestRow = z.object({
  invitationId: Id,
  name: z.string(),
  mobile: z.string(),
  deptName: z.string(),
  roles: z.array(z.string()),
  status: InvitationStatus.schema,
  invitedBy: z.string(),
  sentAt: Instant,
  expiresAt: Instant,
  actions: z.array(Action),
})
export type GuestRow = z.output<typeof GuestRow>

export const guestPage = endpoint({
  method: 'GET',
  path: '/enterprise/employees/guests/page',
  summary: 'People who were invited; those who have entered are told apart by their status',
  query: PageQuery.extend({ status: z.coerce.number().int().min(0).max(4).optional() }),
  returns: pageOf(GuestRow),
})

export const EmployeeFields = z.object({
  name: PersonName,
  email: Mail,
  deptId: Id.nullable().default(null),
  isSigner: z.boolean().default(false),
  roleIds: z.array(Id).max(50).default([]),
  /** Given directly, beside those of the roles. */
  rights: z.array(z.string().max(60)).max(100).default([]),
})

const params = z.object({ employeeId: Id })

export const employeeDetail = endpoint({
  method: 'GET',
  path: '/enterprise/employees/{employeeId}',
  summary: 'One employee of the own company, deleted ones excepted',
  params,
  returns: EmployeeRow.extend({ directRights: z.array(z.string()), account: z.string() }),
})

export const createEmployee = endpoint({
  method: 'POST',
  path: '/enterprise/employees',
  summary:
    'Invite somebody by mobile number to work here; in force once accepted. Does not tell whether the number has an account',
  body: EmployeeFields.extend({ mobile: Mobile }),
  returns: z.object({ employeeId: Id }),
  errors: ['conflict', 'tooMany'],
})

export const inviteAgain = endpoint({
  method: 'PUT',
  once: true,
  path: '/enterprise/employees/{employeeId}/invitation',
  summary: 'Invite somebody again who has not accepted; the term begins anew',
  params,
  errors: ['wrongState', 'tooMany'],
})

export const updateEmployee = endpoint({
  method: 'PUT',
  path: '/enterprise/employees/{employeeId}',
  summary: 'Change an employee; rights take effect at once',
  params,
  body: EmployeeFields,
})

export const disableEmployee = endpoint({
  method: 'PUT',
  path: '/enterprise/employees/{employeeId}/disable',
  summary: 'Disable an employee; open sessions can do nothing more',
  params,
  errors: ['wrongState'],
})

export const enableEmployee = endpoint({
  method: 'PUT',
  path: '/enterprise/employees/{employeeId}/enable',
  summary: 'Enable a disabled employee',
  params,
  errors: ['wrongState'],
})

export const deleteEmployee = endpoint({
  method: 'DELETE',
  path: '/enterprise/employees/{employeeId}',
  summary: 'Remove an employee from the company, or withdraw an invitation; the account stays',
  params,
  errors: ['wrongState'],
})

export const resetPassword = endpoint({
  method: 'PUT',
  once: true,
  path: '/enterprise/employees/{employeeId}/default-password',
  summary: 'Set the first password of an account that the company opened and nobody has set a password for',
  params,
  errors: ['wrongState'],
})

export const transferAdministrator = endpoint({
  method: 'PUT',
  once: true,
  path: '/enterprise/administrator/transfer',
  summary: 'Hand the administration of the company over to another employee, confirmed by the own password',
  body: z.object({ toEmployeeId: Id, password: z.string().min(1, '请输入登录密码').max(200) }),
  errors: ['credentials', 'locked', 'wrongState'],
})

export const OfferedRight = z.object({ right: z.string(), label: z.string(), service: z.string() })

export const employeeOptions = endpoint({
  method: 'GET',
  path: '/enterprise/employees/options',
  summary: 'What can be given to employees now: rights by workbench, roles, and what new accounts begin with',
  returns: z.object({
    workbenches: z.array(z.object({ workbench: WorkbenchName, label: z.string(), rights: z.array(OfferedRight) })),
    roles: z.array(z.object({ roleId: Id, name: z.string(), rights: z.array(z.string()) })),
    /** Null: the platform has none, and new people log in by SMS code. */
    defaultPassword: z.string().nullable(),
  }),
})

export const employeeTemplate = endpoint({
  method: 'GET',
  path: '/enterprise/employees/import-template',
  summary: 'The sheet to fill in for an import',
  answer: 'file',
})

export const importEmployees = endpoint({
  method: 'POST',
  path: '/enterprise/employees/import',
  summary: 'Add the employees of an xlsx file; nothing is stored while one cell is wrong',
  multipart: true,
  once: false,
  returns: z.object({
    count: z.number().int(),
    errors: z.array(z.object({ cell: z.string(), row: z.number().int(), column: z.string(), message: z.string() })),
  }),
  errors: ['tooLarge', 'fileType', 'wrongFormat'],
})
