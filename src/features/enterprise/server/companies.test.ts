import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { oneself } from '#features/passport/contract.ts'
import { menus } from '#features/menus/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as admin from '../contract/admin.ts'
import { workbenchAuditStatus } from '../contract/certification.ts'
import * as c from '../contract/company.ts'
import { enterpriseSystem } from './testing/company.ts'

let t: TestSystem
let platform: HttpClient
let buyer: HttpClient
let agent: HttpClient
let supplier: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  platform = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  supplier = await t.login('supplier1', { workbench: 'supplier' })
})

const { hospital, agency } = COMPANIES

test('the state of the company entered, and the workbenches of it', async () => {
  expect(await buyer.call(c.companyOneself, {})).toMatchObject({
    companyId: hospital.id,
    companyType: 2,
    socialCreditCode: hospital.creditCode,
    isPurchaser: true,
    isAgency: false,
    status: 1,
    tenantId: 1,
    hierarchy: [hospital.id],
    chargeConfig: { tenantId: 1 },
    platformConfig: { name: '开标云采', alias: 'kaibiao' },
    platformDomains: [{ workbench: 'purchaser', path: '/portal/kaibiao' }],
  })
  const profile = await buyer.call(c.workbenchProfile, {})
  // Seven belong to it, one of them disabled and one a company that is entered from elsewhere.
  expect(
    profile.map(({ workbench, isCertified, mayEnter, people }) => [workbench, isCertified, mayEnter, people]),
  ).toEqual([
    ['purchaser', true, true, 5],
    ['agency', false, false, 0],
    ['supplier', false, false, 0],
  ])
  expect(await buyer.call(workbenchAuditStatus, {})).toMatchObject([
    { workbench: 'purchaser', state: 'passed' },
    { workbench: 'agency', state: 'none', obstacle: '本企业类型不能申请该工作台' },
    { workbench: 'supplier', state: 'none', obstacle: '' },
  ])
  expect(await buyer.call(c.accountInfo, {})).toMatchObject({ account: 'buyer', name: '张晓', isAdmin: true })
  expect(await buyer.call(c.chargeTenant, {})).toMatchObject({ tenantId: 1, isOwn: true })
})

test('the hierarchy of a company are the companies above it, nearest first', async () => {
  const { supplier1: low, supplier2: mid, supplier3: top } = COMPANIES
  const above = async (child: string, parent: string) =>
    t.owner.query(
      `insert into company_association
         (tenant_id, id, parent_company_id, child_company_id, sender_company_id, status, sent_by, sent_at)
       values (1, gen_random_uuid(), $2, $1, $2, 1, $3, now())`,
      [child, parent, PEOPLE.supplier1.id],
    )
  await above(low.id, mid.id)
  await above(mid.id, top.id)
  expect((await supplier.call(c.companyOneself, {})).hierarchy).toEqual([low.id, mid.id, top.id])
  await t.owner.query('delete from company_association')
})

test('basic information is edited directly, by administrators, and checked', async () => {
  const body = {
    ...c.BasicInfo.parse({}),
    acronyms: '江一院',
    scale: 6 as const,
    phone: '0519-88886666',
    institutionCategory: '卫生',
  }
  await buyer.call(c.updateBasicInfo, { body })
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  expect(await newbie.call(c.basicInfo, {})).toMatchObject({ acronyms: '江一院', scale: 6, companyType: 2 })
  expect((await newbie.refused(c.updateBasicInfo, { body })).code).toBe(10008)
  for (const wrong of [{ phone: '12' }, { website: 'javascript:alert(1)' }, { industry: '占卜' }, { scale: 9 }])
    expect((await buyer.refused(c.updateBasicInfo, { body: { ...body, ...wrong } })).status).toBe(400)
  // Another company has its own.
  expect((await supplier.call(c.basicInfo, {})).acronyms).toBe('')
  const facts = async () =>
    (await t.owner.query(`select body from audit_entry where body->>'action' = 'company.basic'`)).rows.length
  expect(await facts()).toBe(1)
  await buyer.call(c.updateBasicInfo, { body })
  expect(await facts()).toBe(1)
})

test('directories hold companies in use, page by page; suppliers do not see one another', async () => {
  const suppliers = await buyer.call(c.supplierPage, { query: { pageSize: 4 } })
  expect([suppliers.rows.length, suppliers.total]).toEqual([4, 7])
  const rest = await buyer.call(c.supplierPage, { query: { pageSize: 4, cursor: suppliers.next! } })
  expect([rest.rows.length, rest.next]).toEqual([3, null])
  expect(new Set([...suppliers.rows, ...rest.rows].map((row) => row.companyId)).size).toBe(7)
  expect((await buyer.refused(c.supplierPage, { query: { cursor: "x' or 1=1" } })).status).toBe(400)
  expect((await supplier.refused(c.supplierPage, { query: {} })).code).toBe(10008)
  expect((await supplier.call(c.agencyPage, { query: {} })).rows.map((row) => row.companyName)).toEqual([agency.name])
  expect((await supplier.call(c.purchaserPage, { query: { companyType: 3 } })).total).toBe(0)
  expect((await agent.call(c.purchaserPage, { query: {} })).rows.map((row) => row.companyName)).toContain(hospital.name)
  expect((await agent.call(c.purchaserOrAgencyPage, { query: {} })).total).toBe(3)
  const found = await agent.call(c.notNaturalPersons, { query: { keyword: '医疗' } })
  expect(found.length).toBe(4 - 1)
  expect((await agent.call(c.notNaturalPersons, { query: { keyword: '%' } })).length).toBe(0)
  // The other tenant's companies are not here.
  expect((await agent.call(c.notNaturalPersons, { query: { keyword: '北江' } })).length).toBe(0)
})

test('a disabled company is out at once, in open sessions too, and comes back as it was', async () => {
  const params = { companyId: COMPANIES.supplier6.id }
  const open = await t.login('supplier6', { workbench: 'supplier' })
  await open.call(c.companyOneself, {})
  expect((await platform.refused(admin.setCompanyStatus, { params, body: { status: 0 } })).status).toBe(400)
  await platform.call(admin.setCompanyStatus, { params, body: { status: 0, reason: '资质造假' } })
  expect((await open.refused(c.companyOneself, {})).code).toBe(10012)
  expect((await open.call(oneself, {})).nickname).toBe('史诺')
  expect(await platform.call(admin.company, { params })).toMatchObject({
    status: 0,
    disabledReason: '资质造假',
    people: 1,
  })
  expect((await buyer.call(c.supplierPage, { query: {} })).total).toBe(6)
  const disabled = await platform.call(admin.companies, { query: { status: 0 } })
  expect(disabled.rows.map((row) => row.companyName)).toContain(COMPANIES.supplier6.name)
  await platform.call(admin.setCompanyStatus, { params, body: { status: 1 } })
  expect((await open.call(c.companyOneself, {})).status).toBe(1)
  // Disabling what is disabled, or a company of another tenant.
  await platform.call(admin.setCompanyStatus, { params, body: { status: 1 } })
  const foreign = { params: { companyId: COMPANIES.bjSupplier.id }, body: { status: 0 as const, reason: '越权尝试' } }
  expect((await platform.refused(admin.setCompanyStatus, foreign)).status).toBe(404)
  expect((await buyer.refused(admin.setCompanyStatus, { ...foreign, params })).code).toBe(10008)
})

test('the platform looks for companies and says who collects their fees', async () => {
  const params = { companyId: COMPANIES.supplier1.id }
  expect((await platform.call(admin.companies, { query: { keyword: '康明' } })).rows).toMatchObject([
    { ...params, workbenches: ['supplier'], status: 1, people: 1 },
  ])
  expect((await platform.call(admin.companies, { query: { workbench: 'agency' } })).total).toBe(2)
  expect((await platform.call(admin.company, { params })).administrators).toEqual([
    { name: '沈瑶', mobile: PEOPLE.supplier1.mobile, status: 1 },
  ])
  await platform.call(admin.setChargeTenant, { params, body: { tenantId: 3 } })
  expect(await supplier.call(c.chargeTenant, {})).toMatchObject({ tenantId: 3, name: '北江国资采购', isOwn: false })
  expect((await platform.refused(admin.setChargeTenant, { params, body: { tenantId: 99 } })).status).toBe(400)
  await platform.call(admin.setChargeTenant, { params, body: { tenantId: 1 } })
  expect(await supplier.call(c.chargeTenant, {})).toMatchObject({ tenantId: 1, isOwn: true })
  const nowhere = { params: { companyId: COMPANIES.bjSupplier.id } }
  expect((await platform.refused(admin.company, nowhere)).status).toBe(404)
  expect((await platform.refused(admin.setChargeTenant, { ...nowhere, body: { tenantId: 1 } })).status).toBe(404)
})

test('a filter no column can hold is bad input, not a failure', async () => {
  for (const query of [{ status: 99_999 }, { companyType: 3_000_000_000 }])
    expect(await platform.refused(admin.companies, { query })).toMatchObject({
      status: 400,
      message: '数字或日期超出范围，请检查后重试',
    })
})

test('an application switched off is gone from the menus of that workbench at once, for everybody', async () => {
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  const codes = async (client: HttpClient, menu: 'purchaser' | 'agent' = 'purchaser') => {
    const flat = (items: { code: string; children?: { code: string }[] }[]): string[] =>
      items.flatMap((item) => [item.code, ...flat(item.children ?? [])])
    return flat((await client.call(menus, {}))[menu])
  }
  expect(await codes(newbie)).toContain('bidding')
  const off = { workbench: 'purchaser', code: 'bidding', isOn: false } as const
  expect((await newbie.refused(c.switchApp, { body: off })).code).toBe(10008)
  await buyer.call(c.switchApp, { body: off })
  await buyer.call(c.switchApp, { body: off })
  expect(await codes(newbie)).not.toContain('bidding')
  expect(await codes(buyer)).toEqual(expect.arrayContaining(['home', 'register', 'expert-manage']))
  expect(await codes(agent, 'agent')).toContain('bidding')
  const states = await newbie.call(c.sourcingMenus, {})
  expect(states.find((app) => app.code === 'bidding')).toMatchObject({ isOn: false, obstacle: '' })
  await buyer.call(c.switchApp, { body: { ...off, isOn: true } })
  expect(await codes(newbie)).toContain('bidding')
  // A workbench that the company has not, and an application that is none.
  expect((await buyer.refused(c.switchApp, { body: { ...off, workbench: 'agency' } })).status).toBe(404)
  expect((await buyer.refused(c.switchApp, { body: { ...off, code: 'home' } })).status).toBe(404)
})

test('what the tenant does not offer cannot be switched on', async () => {
  const params = { id: 1 }
  const before = await platform.call(admin.tenantBranding, { params })
  const { logo: _, favicon: __, isDefault: ___, ...body } = before
  await platform.call(admin.updateTenantBranding, { params, body: { ...body, funcList: ['publicTender'] } })
  const app = (await buyer.call(c.sourcingMenus, {})).find((one) => one.code === 'experts')
  expect(app).toMatchObject({ isOn: false, obstacle: '本平台未提供该应用' })
  const on = { workbench: 'purchaser', code: 'experts', isOn: true } as const
  expect((await buyer.refused(c.switchApp, { body: on })).code).toBe(10002)
  await platform.call(admin.updateTenantBranding, { params, body })
})

test('a grey feature is had by the companies it was released to, which do not learn of one another', async () => {
  const body = { name: '智能清标', workbenches: ['purchaser' as const, 'agency' as const] }
  const params = { code: 'smartCheck' }
  await platform.call(admin.saveGreyRelease, { params, body: { ...body, companyIds: [hospital.id, agency.id] } })
  expect(await buyer.call(c.grayscaleReleases, {})).toEqual([
    { code: 'smartCheck', ...body, companyIds: [hospital.id] },
  ])
  expect(await supplier.call(c.grayscaleReleases, {})).toEqual([])
  const [release] = await platform.call(admin.greyReleases, {})
  expect(release!.companies.map((one) => one.companyName).toSorted()).toEqual([hospital.name, agency.name].toSorted())
  await platform.call(admin.saveGreyRelease, { params, body: { ...body, companyIds: [agency.id] } })
  expect(await buyer.call(c.grayscaleReleases, {})).toEqual([])
  expect((await agent.call(c.companyOneself, {})).greyFeatures).toMatchObject([{ code: 'smartCheck' }])
  const foreign = { ...body, companyIds: [COMPANIES.bjSupplier.id] }
  expect((await platform.refused(admin.saveGreyRelease, { params, body: foreign })).status).toBe(400)
  // A service is given by an audit, not by the back door.
  const service = { params: { code: 'expertLibrary' }, body: { ...body, companyIds: [] } }
  expect((await platform.refused(admin.saveGreyRelease, service)).code).toBe(10003)
  expect((await buyer.refused(admin.saveGreyRelease, service)).code).toBe(10008)
  expect((await platform.refused(admin.saveGreyRelease, { ...service, params: { code: 'A b' } })).status).toBe(400)
})

test('without log-in or company nothing is told, experts and platform have other workbenches', async () => {
  const expert = await t.login('expert1', { workbench: 'expert' })
  for (const call of [
    c.companyOneself,
    c.businessInfo,
    c.basicInfo,
    c.workbenchProfile,
    c.grayscaleReleases,
    c.sourcingMenus,
    c.notNaturalPersons,
    c.agencyPage,
    c.purchaserPage,
    c.supplierPage,
    c.purchaserOrAgencyPage,
    c.chargeTenant,
    c.accountInfo,
  ] as (typeof c.companyOneself)[]) {
    expect((await t.client().refused(call, { query: {} })).status).toBe(401)
    expect((await expert.refused(call, { query: {} })).code).toBe(10013)
    expect((await platform.refused(call, { query: {} })).status).toBe(403)
  }
  for (const call of [
    admin.companies,
    admin.tenants,
    admin.greyReleases,
    admin.serviceAudits,
    admin.adminBrandApplications,
  ] as (typeof admin.tenants)[]) {
    expect((await t.client().refused(call, { query: {} })).status).toBe(401)
    for (const who of [buyer, supplier, expert]) expect((await who.refused(call, { query: {} })).code).toBe(10008)
  }
})
