import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'

export const RoleFields = z.object({
  name: z.string().trim().min(1, '请输入角色名称').max(40, '角色名称不能超过40个字'),
  note: z.string().trim().max(200).default(''),
  rights: z.array(z.string().max(60)).min(1, '请至少选择一项权限').max(100),
})

export const RoleRow = z.object({
  roleId: Id,
  name: z.string(),
  note: z.string(),
  rights: z.array(z.string()),
  holders: z.number().int(),
  updatedAt: Instant,
})
export type RoleRow = z.output<typeof RoleRow>

const params = z.object({ roleId: Id })

export const roles = endpoint({
  method: 'GET',
  path: '/enterprise/roles',
  summary: 'Roles of the own company by name',
  returns: z.array(RoleRow),
})

export const createRole = endpoint({
  method: 'POST',
  path: '/enterprise/roles',
  summary: 'Add a role: a named set of rights',
  body: RoleFields,
  returns: z.object({ roleId: Id }),
  errors: ['conflict'],
})

export const updateRole = endpoint({
  method: 'PUT',
  path: '/enterprise/roles/{roleId}',
  summary: 'Change a role; everybody who has it holds the new rights at once',
  params,
  body: RoleFields,
  errors: ['conflict'],
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/enterprise/roles/{roleId}',
  summary: 'Delete a role that nobody has',
  params,
  errors: ['wrongState'],
})
