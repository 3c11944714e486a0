import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { employeeDetail, updateEmployee } from '#features/organisation/contract/employees.ts'
import { createRole, updateRole } from '#features/organisation/contract/roles.ts'
import { employeeOneself } from '#features/passport/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as admin from '../contract/admin.ts'
import { workbenchAuditStatus } from '../contract/certification.ts'
import { companyOneself } from '../contract/company.ts'
import * as c from '../contract/services.ts'
import { enterpriseSystem } from './testing/company.ts'

let t: TestSystem
let platform: HttpClient
let buyer: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  platform = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const apply = (client: HttpClient, type: string) =>
  client.call(c.applyForService, { body: { type, statement: '业务需要' } })

test('a hospital becomes a supplier as well: applied for, rejected, applied for again, passed', async () => {
  const first = await apply(buyer, 'supplier')
  expect((await buyer.refused(c.applyForService, { body: { type: 'supplier' } })).code).toBe(10003)
  const listed = await platform.call(admin.serviceAudits, { query: { status: 0 } })
  expect(listed.rows).toMatchObject([
    {
      ...first,
      type: 'supplier',
      label: '供应商工作台',
      companyName: COMPANIES.hospital.name,
      obstacle: '',
      statement: '业务需要',
    },
  ])
  expect(listed.rows[0]!.actions.map((a) => a.action)).toEqual(['pass', 'reject'])
  expect((await platform.refused(admin.decideServiceAudit, { params: first, body: { pass: false } })).status).toBe(400)
  await platform.call(admin.decideServiceAudit, { params: first, body: { pass: false, reason: '请说明用途' } })
  const states = await buyer.call(c.latestServiceAudits, {})
  expect(states.find((one) => one.type === 'supplier')).toMatchObject({
    isOpen: false,
    obstacle: '',
    latest: { status: 2, reason: '请说明用途', decidedByName: '平台' },
  })
  expect((await buyer.call(workbenchAuditStatus, {}))[2]).toMatchObject({ state: 'rejected', reason: '请说明用途' })
  const second = await apply(buyer, 'supplier')
  const both = await Promise.allSettled([
    platform.call(admin.decideServiceAudit, { params: second, body: { pass: true } }),
    platform.call(admin.decideServiceAudit, { params: second, body: { pass: true } }),
  ])
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // In the open session, with the rights to work there.
  const employee = await buyer.call(employeeOneself, {})
  expect(employee.workbenches).toEqual(['purchaser', 'supplier'])
  expect(employee.rights).toContain('bidding')
  expect((await buyer.call(companyOneself, {})).isSupplier).toBe(true)
  expect((await buyer.call(c.serviceAuditsOfType, { params: { type: 'supplier' } })).map((row) => row.status)).toEqual([
    1, 2,
  ])
  await t.settle()
  const told = await buyer.call(messagePage, { query: { identity: 'purchaser' } })
  expect(told.rows.map((m) => m.title)).toEqual(['供应商工作台已开通', '供应商工作台开通申请被驳回'])
})

test('what an administrator got with a workbench stays when the own roles change', async () => {
  const agent = await t.login('agent', { workbench: 'agency' })
  const employeeId = (await agent.call(employeeOneself, {})).employeeId!
  await platform.call(admin.decideServiceAudit, { params: await apply(agent, 'supplier'), body: { pass: true } })
  const { directRights, ...known } = await agent.call(employeeDetail, { params: { employeeId } })
  expect(directRights).toContain('bidding')
  const { roleId } = await agent.call(createRole, { body: { name: '专家', rights: ['expertManagement'] } })
  const give = (roleIds: string[]) =>
    agent.call(updateEmployee, {
      params: { employeeId },
      body: { name: known.name, email: known.email, isSigner: known.isSigner, rights: directRights, roleIds },
    })
  await give([roleId])
  await agent.call(updateRole, { params: { roleId }, body: { name: '专家', rights: ['agencyTendering'] } })
  expect((await agent.call(employeeOneself, {})).rights).toContain('bidding')
  await give([])
  expect((await agent.call(employeeOneself, {})).rights).toContain('bidding')
})

test('a service of the tenant adds its feature', async () => {
  const agent = await t.login('agent', { workbench: 'agency' })
  await t.owner.query('update company_tenant set features = $1 where company_id = $2', [[], COMPANIES.agency.id])
  const { id } = await apply(agent, 'expertLibrary')
  await platform.call(admin.decideServiceAudit, { params: { id }, body: { pass: true } })
  const { permissionInfo } = await agent.call(companyOneself, {})
  expect(permissionInfo.features).toContainEqual({ code: 'expertLibrary', value: true })
  expect((await agent.refused(c.applyForService, { body: { type: 'expertLibrary' } })).message).toBe('已开通')
})

test('what cannot be had is refused with the reason; what is none, is not there', async () => {
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const refused = async (client: HttpClient, type: string) => {
    const { code, message } = await client.refused(c.applyForService, { body: { type } })
    return [code, message]
  }
  expect(await refused(buyer, 'agency')).toEqual([10002, '本企业类型不能申请该工作台'])
  expect(await refused(buyer, 'openingHall')).toEqual([10002, '已开通'])
  expect(await refused(supplier, 'openingHall')).toEqual([10002, '随工作台开通，无需申请'])
  expect(await refused(supplier, 'bigProject')).toEqual([10002, '本平台未提供该服务'])
  expect((await supplier.refused(c.applyForService, { body: { type: 'nothing' } })).status).toBe(404)
  expect((await supplier.refused(c.serviceAuditsOfType, { params: { type: 'nothing' } })).status).toBe(404)
  const types = (await supplier.call(c.latestServiceAudits, {})).map((one) => one.type)
  expect(types).not.toContain('bigProject')
})

test('only administrators apply, only the platform of the tenant decides', async () => {
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  expect((await newbie.refused(c.applyForService, { body: { type: 'supplier' } })).code).toBe(10008)
  expect((await newbie.refused(c.latestServiceAudits, {})).code).toBe(10008)
  expect((await t.client().refused(c.applyForService, { body: { type: 'supplier' } })).status).toBe(401)
  const supplier = await t.login('supplier2', { workbench: 'supplier' })
  const { id } = await apply(supplier, 'purchaser')
  expect((await supplier.refused(admin.decideServiceAudit, { params: { id }, body: { pass: true } })).code).toBe(10008)
  const elsewhere = await t.login('admin', { workbench: 'admin', tenantId: 3 })
  expect((await elsewhere.refused(admin.decideServiceAudit, { params: { id }, body: { pass: true } })).status).toBe(404)
  // The company is disabled, or changed its type, while the application waits: judged when decided.
  await t.owner.query('update company set company_type = 3 where id = $1', [COMPANIES.supplier2.id])
  const refused = await platform.refused(admin.decideServiceAudit, { params: { id }, body: { pass: true } })
  expect([refused.code, refused.message]).toEqual([10002, '本企业类型不能申请该工作台'])
  await platform.call(admin.decideServiceAudit, { params: { id }, body: { pass: false, reason: '类型不符' } })
})
