import { beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { employeeOneself } from '#features/passport/contract.ts'
import { menus, type MenuItem } from '../contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as a from '#features/organisation/contract/associations.ts'
import * as m from '../contract-admin.ts'

let t: TestSystem
let admin: HttpClient
let buyer: HttpClient
const { hospital, agency } = COMPANIES
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  await t.owner.query("update employee set rights = rights || '{riskWarning}' where user_id = $1", [PEOPLE.buyer.id])
  admin = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const codes = (items: readonly MenuItem[]): string[] => items.flatMap((i) => [i.code, ...codes(i.children ?? [])])
const shows = async (client: HttpClient, code: string) => codes((await client.call(menus, {})).purchaser).includes(code)
const gate = (code: string, body: InputOf<typeof m.setGate>['body']) =>
  admin.call(m.setGate, { params: { code }, body })

test('the bid statistic report shows for one company, as data', async () => {
  expect(await shows(buyer, 'bid-statistic-report')).toBe(false)
  await gate('bid-statistic-report', { companyIds: [agency.id] })
  expect(await shows(buyer, 'bid-statistic-report')).toBe(false)
  await gate('bid-statistic-report', { companyIds: [hospital.id] })
  expect(await shows(buyer, 'bid-statistic-report')).toBe(true)
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  expect(await shows(plain, 'bid-statistic-report')).toBe(false)
  const tree = await admin.call(m.adminMenus, {})
  const item = tree[0]!.items.find((one) => one.code === 'statistics')!.children[0]!
  expect(item).toMatchObject({ gated: true, rights: ['查询统计'], gate: { companies: [{ name: hospital.name }] } })
  await admin.call(m.removeGate, { params: { code: 'bid-statistic-report' } })
  expect(await shows(buyer, 'bid-statistic-report')).toBe(false)
  expect((await admin.refused(m.removeGate, { params: { code: 'bid-statistic-report' } })).status).toBe(404)
})

test('risk shows for a list of companies and those below them', async () => {
  await gate('risk-warning', { companyIds: [agency.id], withHierarchy: true })
  expect(await shows(buyer, 'risk-warning')).toBe(false)
  const agent = await t.login('agent', { workbench: 'agency' })
  const { associationId } = await agent.call(a.sendAssociation, { body: { companyId: hospital.id, kind: 1 } })
  await buyer.call(a.agreeAssociation, { params: { id: associationId }, body: {} })
  expect(await shows(buyer, 'risk-warning')).toBe(true)
  await gate('risk-warning', { companyIds: [agency.id] })
  expect(await shows(buyer, 'risk-warning')).toBe(false)
})

test('government risk needs the grant to the company, or statistics where the platform goes by that', async () => {
  await gate('government-risk', { systemRight: 'governmentRisk' })
  expect(await shows(buyer, 'government-risk')).toBe(false)
  const body = { features: ['beta-risk'], supervise: ['省国资委'], systemRights: ['governmentRisk'] }
  await admin.call(m.setSwitches, { params: { companyId: hospital.id }, body })
  expect(await shows(buyer, 'government-risk')).toBe(true)
  expect(await buyer.call(employeeOneself, {})).toMatchObject({ employeeInfo: { features: ['beta-risk'] } })
  expect((await admin.call(m.switchPage, { query: { feature: 'beta-risk' } })).rows).toMatchObject([
    { companyId: hospital.id, ...body },
  ])
  await gate('government-risk', { features: ['beta-other'] })
  expect(await shows(buyer, 'government-risk')).toBe(false)
  await gate('government-risk', { features: ['beta-risk'], institutions: ['省国资委'] })
  expect(await shows(buyer, 'government-risk')).toBe(true)
  await gate('government-risk', { substituteRight: 'statistics' })
  expect(await shows(buyer, 'government-risk')).toBe(true)
  // Another tenant has gates of its own, here none: the item stays hidden.
  const elsewhere = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  expect(await shows(elsewhere, 'government-risk')).toBe(false)
})

test('a service switched off for the tenant takes its rights with it', async () => {
  const services = await admin.call(m.tenantServices, {})
  expect(services.every((one) => one.on)).toBe(true)
  await admin.call(m.setTenantServices, {
    body: { on: services.map((one) => one.service).filter((one) => one !== 'experts') },
  })
  expect((await admin.call(m.tenantServices, {})).filter((one) => !one.on).map((one) => one.service)).toEqual([
    'experts',
  ])
  const again = await t.login('buyer', { workbench: 'purchaser' })
  expect((await again.call(employeeOneself, {})).rights).not.toContain('expertManagement')
  expect(await shows(again, 'expert-manage')).toBe(false)
  await admin.call(m.setTenantServices, { body: { on: services.map((one) => one.service) } })
  const back = await t.login('buyer', { workbench: 'purchaser' })
  expect(await shows(back, 'expert-manage')).toBe(true)
  expect(await admin.refused(m.setTenantServices, { body: { on: ['nothing'] } })).toMatchObject({ code: 10001 })
})

test('a company has the services it was given; the open session feels it at once', async () => {
  const client = await t.login('buyer', { workbench: 'purchaser' })
  const rights = async () => (await client.call(employeeOneself, {})).rights
  expect(await rights()).toEqual(expect.arrayContaining(['tendering', 'expertManagement']))
  const give = (services?: string[] | null) =>
    admin.call(m.setSwitches, {
      params: { companyId: hospital.id },
      body: { features: [], supervise: [], systemRights: [], ...(services === undefined ? {} : { services }) },
    })
  await give(['procurement', 'statistics'])
  expect(await rights()).toContain('tendering')
  expect(await rights()).not.toContain('expertManagement')
  expect(await shows(client, 'expert-manage')).toBe(false)
  // Left out, they stay; null are all of them again.
  await give()
  expect(await rights()).not.toContain('expertManagement')
  await give(null)
  expect(await rights()).toContain('expertManagement')
  const { rows } = await admin.call(m.switchPage, { query: { keyword: hospital.name } })
  expect(rows[0]).toMatchObject({ services: null })
  const wrong = { features: [], supervise: [], systemRights: [], services: ['nothing'] }
  expect(await admin.refused(m.setSwitches, { params: { companyId: hospital.id }, body: wrong })).toMatchObject({
    code: 10001,
  })
})

test('a natural person’s identity number is masked in the list', async () => {
  const { cipher, db } = t.kernel
  const become = (facts: object) => db.updateTable('company').set(facts).where('id', '=', agency.id).execute()
  const identity = cipher.fields('company.identity', agency.id, '11010519491231002X')
  await become({ company_type: 4, credit_code: '', ...identity })
  const { rows } = await admin.call(m.switchPage, { query: { keyword: agency.name } })
  expect(rows[0]!.creditCode).toBe('110105********002X')
  // Nothing of the number can be looked for.
  expect((await admin.call(m.switchPage, { query: { keyword: '110105' } })).rows).toEqual([])
  await become({ company_type: 1, credit_code: agency.creditCode, identity: null, identity_hash: null })
})

test('only the platform’s administrator deals with menus, and only with what exists', async () => {
  const params = { code: 'risk-warning' }
  const switches = { features: [], supervise: [], systemRights: [] }
  for (const call of [
    (who: HttpClient) => who.refused(m.adminMenus, {}),
    (who: HttpClient) => who.refused(m.setGate, { params, body: {} }),
    (who: HttpClient) => who.refused(m.removeGate, { params }),
    (who: HttpClient) => who.refused(m.switchPage, { query: {} }),
    (who: HttpClient) => who.refused(m.setSwitches, { params: { companyId: hospital.id }, body: switches }),
    (who: HttpClient) => who.refused(m.tenantServices, {}),
    (who: HttpClient) => who.refused(m.setTenantServices, { body: { on: [] } }),
  ]) {
    expect(await call(buyer)).toMatchObject({ status: 403, code: 10008 })
    expect((await call(t.client())).status).toBe(401)
  }
  expect((await admin.refused(m.setGate, { params: { code: 'nothing' }, body: {} })).status).toBe(404)
  expect(await admin.refused(m.setGate, { params, body: { companyIds: [COMPANIES.bjPurchaser.id] } })).toMatchObject({
    code: 10001,
  })
  expect(await admin.refused(m.setGate, { params, body: { systemRight: 'nothing' } })).toMatchObject({ code: 10001 })
  expect(
    (await admin.refused(m.setSwitches, { params: { companyId: COMPANIES.bjPurchaser.id }, body: switches })).status,
  ).toBe(404)
})

test('a change of gates or tenant services is told to open pages of the tenant, and to nobody else', async () => {
  const listen = async (client: HttpClient) => {
    const response = await client.fetch('GET', '/api/live?topics=menus:all')
    return response.body!.pipeThrough(new TextDecoderStream()).getReader()
  }
  const elsewhere = await listen(await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 }))
  const here = await listen(buyer)
  const changes = async (reader: typeof here, count: number) => {
    let text = ''
    while (text.split('menus.changed').length <= count) text += (await reader.read()).value ?? ''
  }
  await gate('risk-warning', { companyIds: [agency.id] })
  await changes(here, 1)
  await admin.call(m.removeGate, { params: { code: 'risk-warning' } })
  await changes(here, 1)
  const services = await admin.call(m.tenantServices, {})
  await admin.call(m.setTenantServices, { body: { on: services.map((one) => one.service) } })
  await changes(here, 1)
  const greeting = await elsewhere.read()
  expect(greeting.value).toContain('event: hello')
  const more = await Promise.race([elsewhere.read().then(({ value }) => value), new Promise((r) => setTimeout(r, 300))])
  expect(more ?? '').not.toContain('menus.changed')
  await Promise.all([here.cancel(), elsewhere.cancel()])
  const refusal = t.client().fetch('GET', '/api/live?topics=menus:all')
  await expect(refusal).rejects.toMatchObject({ status: 404 })
})
