import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'

export const DepartmentName = z.string().trim().min(1, '请输入部门名称').max(40, '部门名称不能超过40个字')

export const Department = z.object({
  deptId: Id,
  parentId: Id.nullable(),
  name: z.string(),
  /** Working here directly, disabled ones included. */
  employees: z.number().int(),
  /** Approves for those who work here; an employee in use. */
  headEmployeeId: Id.nullable(),
  headName: z.string(),
})
export type Department = z.output<typeof Department>

const params = z.object({ id: Id })

export const departments = endpoint({
  method: 'GET',
  path: '/enterprise/depts',
  summary: 'Departments of the own company: parents before children, siblings in their order',
  returns: z.array(Department),
})

export const createDepartment = endpoint({
  method: 'POST',
  path: '/enterprise/depts',
  summary: 'Add a department as the last one of its parent',
  body: z.object({ name: DepartmentName, parentId: Id.nullable().default(null) }),
  returns: z.object({ deptId: Id }),
  errors: ['conflict', 'wrongState'],
})

export const renameDepartment = endpoint({
  method: 'PUT',
  path: '/enterprise/depts/{id}',
  summary: 'Rename a department',
  params,
  body: z.object({ name: DepartmentName }),
  errors: ['conflict'],
})

export const setDepartmentHead = endpoint({
  method: 'PUT',
  path: '/enterprise/depts/{id}/head',
  summary: 'Say who heads a department: an employee in use of the company, or nobody',
  params,
  body: z.object({ employeeId: Id.nullable() }),
})

export const deleteDepartment = endpoint({
  method: 'DELETE',
  path: '/enterprise/depts/{id}',
  summary: 'Delete a department that has neither employees nor departments below it',
  params,
  errors: ['wrongState'],
})

export const sortDepartments = endpoint({
  method: 'PUT',
  path: '/enterprise/depts/sort',
  summary: 'Move a department to a place among the children of a parent; null is the top level',
  body: z.object({ deptId: Id, parentId: Id.nullable(), index: z.number().int().min(0).max(1000) }),
  errors: ['conflict', 'wrongState'],
})

export const OrgCompany = z.object({
  companyId: Id,
  name: z.string(),
  creditCode: z.string(),
  departments: z.number().int(),
  employees: z.number().int(),
  administrators: z.array(z.object({ employeeId: Id, name: z.string() })),
})
export type OrgCompany = z.output<typeof OrgCompany>

export const orgCompany = endpoint({
  method: 'GET',
  path: '/enterprise/org/company',
  summary: 'The own company as the root of its organisation, and the company above it',
  returns: OrgCompany.extend({ parent: z.object({ companyId: Id, name: z.string() }).nullable() }),
})

export const orgSubCompanies = endpoint({
  method: 'GET',
  path: '/enterprise/org/sub-companies',
  summary: 'Companies directly below the own one, in their order',
  returns: z.array(OrgCompany),
})

export const orgSubordinates = endpoint({
  method: 'GET',
  path: '/enterprise/org/subordinate-companies',
  summary: 'All companies below the own one: parents before children; depth 1 is directly below',
  returns: z.array(OrgCompany.extend({ parentId: Id, depth: z.number().int() })),
})

export const orgDepartments = endpoint({
  method: 'GET',
  path: '/enterprise/org/depts',
  summary: 'Departments of the own company or of one below it',
  query: z.object({ companyId: Id.optional() }),
  returns: z.array(Department),
})

export const sortSubCompanies = endpoint({
  method: 'PUT',
  path: '/enterprise/org/sort',
  summary: 'Put the companies directly below into an order: all of them, each once',
  body: z.object({ companyIds: z.array(Id).max(1000) }),
  errors: ['conflict'],
})
