import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { inbox } from '#features/home/contract.ts'
import { agreeAssociation, sendAssociation } from '#features/organisation/contract/associations.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { decideServiceAudit } from '../contract/admin.ts'
import { applyForBrand } from '../contract/brand.ts'
import { askToJoin, decideJoin, submitAudit } from '../contract/certification.ts'
import { applyForService } from '../contract/services.ts'
import { application, newPerson } from './testing/company.ts'

let t: TestSystem
let platform: HttpClient
let buyer: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  platform = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const todos = async (who: HttpClient) =>
  (await who.call(inbox, {})).rows.map(({ label, title, link }) => [label, title, link])

test('the platform finds every application that waits, until it is decided', async () => {
  const { name } = COMPANIES.hospital
  const founder = await newPerson(t, { mobile: '13900050001', name: '程新' })
  const body = await application(founder, 1)
  const { auditId } = await founder.call(submitAudit, { body })
  const { id } = await buyer.call(applyForService, { body: { type: 'supplier' } })
  await buyer.call(applyForBrand, {
    body: { alias: 'jiangzhou', themeColor: '#7a1f2b', openHallTitle: '江州开标大厅', statement: '' },
  })
  const service = ['服务审核', `${name}：供应商工作台`, '/admin/service-audits?status=0']
  expect(await todos(platform)).toEqual([
    ['企业审核', body.companyName, `/admin/company-audits/${auditId}`],
    service,
    ['品牌审核', name, '/admin/brand-applications?status=0'],
  ])
  await platform.call(decideServiceAudit, { params: { id }, body: { pass: false, reason: '资料不全' } })
  expect(await todos(platform)).not.toContainEqual(service)
})

test('administrators of a company find who asks to be taken in or associated, others do not', async () => {
  const { hospital, supplier1 } = COMPANIES
  const person = await newPerson(t, { mobile: '13900050002', name: '路远' })
  const { id } = await person.call(askToJoin, { body: { companyId: hospital.id, name: '路远', message: '' } })
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const { associationId } = await supplier.call(sendAssociation, { body: { companyId: hospital.id, kind: 2 } })
  expect(await todos(buyer)).toEqual([
    ['处理加入申请', '路远', '/enterprise/organisation?part=guests'],
    ['处理企业关联申请', supplier1.name, '/enterprise/association'],
  ])
  // The one who asked has nothing to do, nor has a colleague who administers nothing.
  expect(await todos(supplier)).toEqual([])
  expect(await todos(await t.login('buyer2', { workbench: 'purchaser' }))).toEqual([])
  await buyer.call(decideJoin, { params: { id }, body: { accept: false } })
  await buyer.call(agreeAssociation, { params: { id: associationId }, body: {} })
  expect(await todos(buyer)).toEqual([])
})
