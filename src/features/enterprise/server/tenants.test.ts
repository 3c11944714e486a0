import { beforeAll, expect, test } from 'vitest'
import { currentTenant, tenantDomain } from '#features/tenancy/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as admin from '../contract/admin.ts'
import { application, certified, enterpriseSystem, newPerson, PNG } from './testing/company.ts'

let t: TestSystem
let platform: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  platform = await t.login('admin', { workbench: 'admin' })
})

const BODY = {
  name: '南溪阳光采购',
  alias: 'nanxi',
  hosts: ['Caigou.nanxi.cn'],
  themeColor: '#0B5394',
  openHallTitle: '南溪网上开标大厅',
  reviewPlatformTitle: '南溪评审平台',
  hotline: '400-800-1690',
  address: '南溪市政务大厅',
  funcList: ['publicTender', 'openingHall', 'reviewHall'],
  agencyFuncList: ['publicTender'],
}
/** A changed brand is seen within two seconds. */
const seen = () => new Promise((resolve) => setTimeout(resolve, 2100))

test('a platform is opened, found by alias and address, and people and companies come to it', async () => {
  const { tenantId } = await platform.call(admin.createTenant, { body: BODY })
  expect(tenantId).toBe(4)
  await seen()
  const brand = await t.client().call(currentTenant, { query: { alias: 'nanxi' } })
  expect(brand).toMatchObject({ tenantId, name: '南溪阳光采购', themeColor: '#0b5394', loginAlias: 'nanxi' })
  // Without a logo it has its first character.
  expect(decodeURIComponent(brand.logo)).toMatch(/^data:image\/svg\+xml,.*>南</)
  expect((await t.client().call(tenantDomain, { params: { id: tenantId } })).hosts).toEqual(['caigou.nanxi.cn'])

  const there = await t.login('admin', { workbench: 'admin', tenantId })
  expect((await there.call(admin.companies, { query: {} })).rows).toEqual([])
  const founder = await newPerson(t, { mobile: '13900030001', name: '南溪人', tenantId })
  await certified(founder, there, await application(founder, 31))
  expect((await there.call(admin.companies, { query: {} })).rows).toMatchObject([
    { companyName: '江州新程31号科技有限公司' },
  ])
  // Nothing of it is seen from the next platform.
  expect((await platform.call(admin.companies, { query: { keyword: '新程31号' } })).rows).toEqual([])
})

test('an alias or address that is taken, a colour nobody can read, a wrong host: refused at its field', async () => {
  const at = async (change: object) => {
    const refused = await platform.refused(admin.createTenant, {
      body: { ...BODY, alias: 'other', hosts: [], ...change },
    })
    return [refused.status, (refused.details as { path: string }[])[0]?.path.split('.')[0]]
  }
  expect(await at({ alias: 'kaibiao' })).toEqual([409, 'alias'])
  expect(await at({ hosts: ['beijiang.localhost'] })).toEqual([409, 'hosts'])
  expect(await at({ hosts: ['http://x.cn/'] })).toEqual([400, 'hosts'])
  expect(await at({ themeColor: '#ffee00' })).toEqual([400, 'themeColor'])
  expect(await at({ alias: 'admin' })).toEqual([400, 'alias'])
})

test('two opened at once get two numbers, the same alias only one', async () => {
  const open = (alias: string) => platform.call(admin.createTenant, { body: { ...BODY, alias, hosts: [] } })
  const [a, b] = await Promise.all([open('east'), open('west')])
  expect(a.tenantId).not.toBe(b.tenantId)
  const outcomes = await Promise.allSettled([open('same'), open('same')])
  expect(outcomes.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a change keeps what the form does not know, and the addresses when they are left out', async () => {
  await t.owner.query(
    `update tenant set config = config || '{"services": ["bidding"], "defaultPassword": "Abc12345"}' where id = 3`,
  )
  const params = { id: 3 }
  const { logo, favicon, isDefault, hosts, ...values } = await platform.call(admin.tenantBranding, { params })
  expect([logo !== '', favicon !== '', isDefault, hosts]).toEqual([true, true, false, ['beijiang.localhost']])
  const picture = await platform.upload('brand-picture', 'logo.png', PNG)
  await platform.call(admin.updateTenantBranding, {
    params,
    body: { ...values, hotline: '12345', logoId: picture.fileId },
  })
  const { rows } = await t.owner.query('select hosts, config from tenant where id = 3')
  expect(rows[0]).toMatchObject({
    hosts: ['beijiang.localhost'],
    config: { services: ['bidding'], defaultPassword: 'Abc12345', hotline: '12345' },
  })
  expect((rows[0] as { config: { logo: string } }).config.logo).toMatch(/^data:image\/png/)
  await platform.call(admin.updateTenantBranding, { params, body: { ...values, hosts: ['bj.example.cn'] } })
  expect((await platform.call(admin.tenantBranding, { params })).hosts).toEqual(['bj.example.cn'])
})

test('nobody else opens platforms', async () => {
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.refused(admin.createTenant, { body: BODY })).status).toBe(403)
})
