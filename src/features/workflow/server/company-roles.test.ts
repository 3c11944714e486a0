import { beforeAll, expect, test } from 'vitest'
import * as employee from '#features/organisation/contract/employees.ts'
import * as role from '#features/organisation/contract/roles.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as d from '../contract/definitions.ts'
import * as w from '../contract/workflows.ts'
import { agree, approver, enable, flow, STAFF, type Staff } from './testing/flows.ts'
import { type ApprovalWorld, approvalWorld, start } from './testing/world.ts'

let world: ApprovalWorld
let staff: ApprovalWorld['staff']
let agent: HttpClient
beforeAll(async () => {
  world = await approvalWorld()
  staff = world.staff
  agent = await world.t.login('agent', { workbench: 'agency' })
})

const makeRole = (client: HttpClient, name: string) =>
  client.call(role.createRole, { body: { name, rights: ['expertManagement'] } })
/** The roles of an employee from now on. */
async function give(account: Staff, roleIds: string[]): Promise<void> {
  const params = { employeeId: STAFF[account] }
  const { name, email, isSigner, directRights } = await staff.buyer.call(employee.employeeDetail, { params })
  await staff.buyer.call(employee.updateEmployee, {
    params,
    body: { name, email, isSigner, rights: directRights, roleIds },
  })
}
const offered = async (client: HttpClient) =>
  (await client.call(d.definitionOptions, {})).roles.filter((r) => r.role.startsWith('role:'))
const waitsFor = async (workflowId: string) =>
  (await staff.newbie.call(w.workflowDetail, { params: { id: workflowId } })).waitsFor
const byRole = (roleId: string) => approver('role', { by: 'role', role: `role:${roleId}` }, 2)

test('a role of the company finds its holders in use, as they are when the node begins', async () => {
  const { roleId } = await makeRole(staff.buyer, '采购复核')
  await give('buyer2', [roleId])
  await give('multi', [roleId])
  expect(await offered(staff.buyer)).toEqual([{ role: `role:${roleId}`, label: '采购复核', holders: 2 }])
  await enable(staff.buyer, 'abortive', [byRole(roleId)])
  const both = await start(world)
  expect((await waitsFor(both.workflowId)).toSorted()).toEqual(['周双', '王宁'])
  await agree(staff.buyer2, both.workflowId)
  expect((await agree(staff.multi, both.workflowId)).status).toBe(2)

  const params = { employeeId: STAFF.buyer2 }
  await staff.buyer.call(employee.disableEmployee, { params })
  expect(await offered(staff.buyer)).toMatchObject([{ holders: 1 }])
  expect(await waitsFor((await start(world)).workflowId)).toEqual(['周双'])
  await staff.buyer.call(employee.enableEmployee, { params })
  await give('multi', [])
  expect(await waitsFor((await start(world)).workflowId)).toEqual(['王宁'])
})

test('roles of another company are neither offered nor taken; the platform has none', async () => {
  const { roleId } = await makeRole(agent, '代理复核')
  expect((await offered(agent)).map((r) => r.label)).toEqual(['代理复核'])
  expect((await offered(staff.buyer)).map((r) => r.label)).not.toContain('代理复核')
  expect(await offered(await world.t.login('admin', { workbench: 'admin' }))).toEqual([])
  const { definitionId } = await staff.buyer.call(d.createDefinition, {
    body: { name: '他企角色', type: 'bidding', bindingType: 2, node: 'change', flow: flow([byRole(roleId)]) },
  })
  const refusal = await staff.buyer.refused(d.setDefinitionStatus, {
    params: { id: definitionId },
    body: { status: 1 },
  })
  expect(refusal.code).toBe(10001)
  expect(JSON.stringify(refusal)).toContain('所选角色没有在用人员')
})

test('a role that nobody has any more leaves the decision to the administrator', async () => {
  const { roleId } = await makeRole(staff.buyer, '无人角色')
  await give('multi', [roleId])
  await enable(staff.buyer, 'abortive', [byRole(roleId)])
  await give('multi', [])
  await staff.buyer.call(role.deleteRole, { params: { roleId } })
  expect(await waitsFor((await start(world)).workflowId)).toEqual(['张晓'])
})
