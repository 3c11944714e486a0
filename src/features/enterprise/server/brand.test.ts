import { beforeAll, expect, test } from 'vitest'
import { currentTenant } from '#features/tenancy/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as admin from '../contract/admin.ts'
import * as c from '../contract/brand.ts'
import { enterpriseSystem, PNG } from './testing/company.ts'

let t: TestSystem
let platform: HttpClient
let buyer: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  platform = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const BODY = { alias: 'jiangyi', themeColor: '#0B5394', openHallTitle: '江州一院开标大厅', statement: '统一形象' }
const decide = (id: string, pass: boolean) =>
  platform.call(admin.decideBrandApplication, { params: { id }, body: { pass, reason: pass ? '' : '名称不妥' } })
const brandNow = () => t.client().call(currentTenant, { query: {} })

test('a brand applied for is in force when it is passed, not before', async () => {
  const logo = await buyer.upload('brand-picture', 'logo.png', PNG)
  const before = await brandNow()
  const first = await buyer.call(c.applyForBrand, { body: { ...BODY, logoId: logo.fileId } })
  expect(await brandNow()).toEqual(before)
  const second = await buyer.refused(c.applyForBrand, { body: BODY })
  expect([second.code, second.message]).toEqual([10003, '已有品牌申请正在审核，请等待审核结果'])
  await decide(first.id, false)
  expect(await brandNow()).toEqual(before)
  const { id } = await buyer.call(c.applyForBrand, { body: { ...BODY, logoId: logo.fileId } })
  const waiting = await platform.call(admin.adminBrandApplications, { query: { status: 0 } })
  expect(waiting.rows).toMatchObject([{ id, themeColor: '#0b5394', hasLogo: true, hasFavicon: false, obstacle: '' }])
  const picture = await platform.file(admin.adminBrandPicture, { params: { id, picture: 'logo' } })
  expect(picture.content.equals(PNG)).toBe(true)
  await expect(platform.file(admin.adminBrandPicture, { params: { id, picture: 'favicon' } })).rejects.toMatchObject({
    status: 404,
  })
  await decide(id, true)
  expect(await brandNow()).toMatchObject({
    alias: 'jiangyi',
    loginAlias: 'jiangyi',
    themeColor: '#0b5394',
    openHallTitle: BODY.openHallTitle,
    logo: `data:image/png;base64,${PNG.toString('base64')}`,
    favicon: before.favicon,
    name: before.name,
  })
  const own = await buyer.call(c.brandApplications, {})
  expect(own.applications.map((one) => one.status)).toEqual([1, 2])
  expect(own.applications[0]!.before).toMatchObject({ alias: 'kaibiao' })
  const again = await platform.refused(admin.decideBrandApplication, { params: { id }, body: { pass: true } })
  expect(again.code).toBe(10002)
})

test('illegible colours, taken names and others’ pictures are refused', async () => {
  const at = async (change: object) => {
    const refused = await buyer.refused(c.applyForBrand, { body: { ...BODY, ...change } })
    return [refused.status, (refused.details as { path: string }[] | undefined)?.[0]?.path]
  }
  expect(await at({ themeColor: '#91caff' })).toEqual([400, 'themeColor'])
  expect(await at({ alias: 'api' })).toEqual([400, 'alias'])
  expect(await at({ alias: 'beijiang' })).toEqual([409, 'alias'])
  expect(await at({ openHallTitle: '厅' })).toEqual([400, 'openHallTitle'])
  const agent = await t.login('agent', { workbench: 'agency' })
  const foreign = await agent.upload('brand-picture', 'logo.png', PNG)
  expect((await at({ logoId: foreign.fileId }))[0]).toBe(400)
  const large = await buyer.upload('brand-picture', 'logo.png', Buffer.concat([PNG, Buffer.alloc(70_000)]))
  expect((await at({ logoId: large.fileId }))[0]).toBe(413)
})

test('purchasers apply, the platform decides', async () => {
  const agent = await t.login('agent', { workbench: 'agency' })
  expect((await agent.refused(c.applyForBrand, { body: BODY })).code).toBe(10008)
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  expect((await newbie.refused(c.brandApplications, {})).code).toBe(10008)
  expect((await t.client().refused(c.applyForBrand, { body: BODY })).status).toBe(401)
  const { id } = (await buyer.call(c.brandApplications, {})).applications[0]!
  expect((await buyer.refused(admin.decideBrandApplication, { params: { id }, body: { pass: true } })).code).toBe(10008)
  const elsewhere = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  await expect(elsewhere.file(c.brandPicture, { params: { id, picture: 'logo' } })).rejects.toMatchObject({
    status: 404,
  })
  const platform3 = await t.login('admin', { workbench: 'admin', tenantId: 3 })
  expect((await platform3.refused(admin.decideBrandApplication, { params: { id }, body: { pass: true } })).status).toBe(
    404,
  )
})

test('a name taken meanwhile is told when it is decided', async () => {
  const { id } = await buyer.call(c.applyForBrand, { body: { ...BODY, alias: 'neuname' } })
  const params = { id: 3 }
  const { logo: _, favicon: __, isDefault: ___, ...body } = await platform.call(admin.tenantBranding, { params })
  await platform.call(admin.updateTenantBranding, { params, body: { ...body, alias: 'neuname' } })
  const refused = await platform.refused(admin.decideBrandApplication, { params: { id }, body: { pass: true } })
  expect([refused.code, refused.message]).toEqual([10002, '门户别名已被其他平台使用，请更换'])
})

test('the platform keeps its tenants: names, brands, features', async () => {
  const list = await platform.call(admin.tenants, {})
  expect(list.map((one) => [one.tenantId, one.isDefault, one.isOwn])).toEqual([
    [1, true, true],
    [3, false, false],
  ])
  const params = { id: 3 }
  const { logo, favicon: _, isDefault: __, ...body } = await platform.call(admin.tenantBranding, { params })
  const favicon = await platform.upload('brand-picture', 'f.png', PNG)
  await platform.call(admin.updateTenantBranding, {
    params,
    body: { ...body, name: '北江阳光采购', themeColor: '#7A1F1F', faviconId: favicon.fileId },
  })
  expect(await t.client().call(currentTenant, { query: { tenantId: 3 } })).toMatchObject({
    name: '北江阳光采购',
    themeColor: '#7a1f1f',
    logo,
    favicon: expect.stringContaining('data:image/png'),
  })
  const refused = async (change: object) =>
    (await platform.refused(admin.updateTenantBranding, { params, body: { ...body, ...change } })).status
  expect(await refused({ themeColor: '#ffff00' })).toBe(400)
  expect(await refused({ alias: 'jiangyi' })).toBe(409)
  expect(await refused({ name: '' })).toBe(400)
  expect((await platform.refused(admin.tenantBranding, { params: { id: 99 } })).status).toBe(404)
  expect((await buyer.refused(admin.updateTenantBranding, { params, body })).code).toBe(10008)
})
