import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { declineInvitation } from '#features/procurement/contract/supplier.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { draft, join, publish, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { blacklisted, supplierWorld, type SupplierWorld } from '#features/suppliers/server/testing/supplier-world.ts'
import type { Employee } from '#server/actor.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as contract from '../contract.ts'
import { baseScore } from '../rules/match.ts'
import { ranked } from './matches.ts'

let library: SupplierWorld
let world: TenderWorld
let one: HttpClient
let two: HttpClient
beforeAll(async () => {
  library = await supplierWorld()
  const { t, buyer } = library
  const suppliers = await Promise.all([1, 2, 3, 4].map((n) => t.login(`supplier${n}`, { workbench: 'supplier' })))
  world = { t, buyer, suppliers }
  ;[one, two] = [suppliers[0]!, suppliers[1]!]
})
beforeEach(async () => {
  // Every test has the open orders to itself.
  await world.t.owner.query(
    `delete from match_hidden; delete from match_profile;
    update purchase_order set sign_up_end = now() - interval '9 days' where state = 'publish.open'`,
  )
})

type Profile = InputOf<typeof contract.saveProfile>['body']
const state = (client: HttpClient, body: Profile) => client.call(contract.saveProfile, { body })
const page = (client: HttpClient, hidden: 'true' | 'false' = 'false') =>
  client.call(contract.matches, { query: { hidden, pageSize: 50 } })
const titles = async (client: HttpClient) => (await page(client)).rows.map(({ title }) => title)
const projectOf = async (category: 'goods' | 'services', region: string) => {
  const body = { name: '项目', category, regime: 'tender' as const, budget: '2000000', region, funds: '自筹资金' }
  return (await world.buyer.call(createProject, { body })).projectId
}

test('without a profile and a past nothing is compared; the past speaks where nothing is stated', async () => {
  await publish(world, { title: '监护仪采购' })
  expect(await page(one)).toMatchObject({ rows: [], total: 0, hasProfile: false })
  const { orderId } = await publish(world, { title: '以前的采购' })
  await join(world, orderId, { supplier: one })
  const { past, stated } = await one.call(contract.profile, {})
  expect(past).toMatchObject({ categories: ['goods'], regions: ['江州市'], least: null, most: null })
  expect(past.documents).toContain('营业执照')
  expect(stated.categories).toEqual([])
  const { rows, hasProfile } = await page(one)
  expect(hasProfile).toBe(true)
  // What it takes part in is not offered.
  expect(rows.map(({ title }) => title)).toEqual(['监护仪采购'])
  expect(rows[0]!.reasons.map(({ text }) => text)).toEqual([
    '品目相符：货物',
    '地区相符：江州市',
    '要求的 1 项资质齐备',
  ])
  expect(await page(two)).toMatchObject({ hasProfile: false })
})

test('orders are ranked by what is stated, each with its reasons', async () => {
  const services = () => projectOf('services', '北京市')
  await publish(world, { projectId: await projectOf('goods', '江州市'), title: '监护仪采购' })
  await publish(world, { projectId: await services(), title: '保洁服务' })
  await publish(world, { projectId: await services(), title: '监护仪维保', controlPrice: '720000' })
  await state(one, {
    categories: ['goods'],
    keywords: ['监护仪'],
    regions: ['江州'],
    least: '800000',
    most: '1000000',
    certificates: [{ name: '质量管理体系认证证书', validUntil: null }],
  })
  const { rows } = await page(one)
  expect(rows.map(({ title, reasons }) => [title, reasons.map(({ text }) => text).slice(0, 4)])).toEqual([
    ['监护仪采购', ['品目相符：货物', '主营相符：监护仪', '地区相符：江州市', '规模相近：控制价 90.00万元']],
    ['监护仪维保', ['主营相符：监护仪', expect.any(String), '规模不同：控制价 72.00万元']],
    ['保洁服务', ['规模相近：控制价 90.00万元', expect.any(String)]],
  ])
})

test('a document that is missing, or ends before the opening, is named', async () => {
  const settings = {
    qualifications: [
      { name: '医疗器械经营许可证', required: true },
      { name: '安全生产许可证', required: true },
      { name: '业绩证明', required: false },
    ],
    ways: (await draft(world)).body.settings.ways,
  }
  await publish(world, { title: '监护仪采购', settings })
  const soon = new Date(world.t.kernel.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
  await state(one, { keywords: ['监护仪'], certificates: [{ name: '医疗器械经营许可证', validUntil: soon }] })
  const [row] = (await page(one)).rows
  expect(row!.reasons.filter(({ tone }) => tone === 'gap').map(({ text }) => text)).toEqual([
    '缺：安全生产许可证',
    `医疗器械经营许可证 ${soon} 到期，早于开标`,
  ])
})

test('the database ranks by the weights of the rule', async () => {
  const { t } = world
  const own = {
    categories: ['goods'],
    keywords: ['监护仪', '维保'],
    regions: ['江州', '北京'],
    least: '800000',
    most: null,
    certificates: [],
  }
  for (const [category, region, title, controlPrice] of [
    ['goods', '江州市', '监护仪采购', '900000'],
    ['goods', '江州市', '办公桌采购', '720000'],
    ['services', '海州市', '监护仪维保', '900000'],
    ['services', '海州市', '保洁', '720000'],
  ] as const)
    await publish(world, { projectId: await projectOf(category, region), title, controlPrice })
  const { rows: staff } = await t.owner.query<{ id: string }>('select id from employee where user_id = $1', [
    PEOPLE.supplier1.id,
  ])
  const actor = { companyId: COMPANIES.supplier1.id, employeeId: staff[0]!.id } as Employee
  const rows = await inContext(t.kernel, { tenantId: 1, actor }, (ctx) => ranked(ctx, own, { isHidden: false }))
  expect(rows.map(({ score }) => score)).toEqual(rows.map((row) => baseScore(row)))
  expect(rows.map(({ score }) => score)).toEqual([100, 55, 45])
  expect(rows[2]!.keywords).toEqual(['监护仪', '维保'])
})

test('a region is held against its own signs, wide or not', async () => {
  // It has no past, which would speak beside what it states.
  const three = world.suppliers[2]!
  await publish(world, { projectId: await projectOf('goods', '江州（新区）'), title: '监护仪采购' })
  for (const [region, fits] of [
    ['州(新', 1],
    ['江.(', 0],
    ['北京|江州', 0],
    ['北京 江州', 1],
  ] as const) {
    await state(three, { regions: [region] })
    expect([region, (await titles(three)).length]).toEqual([region, fits])
  }
})

test('nobody is shown what is not open to it, has ended, or is refused to it', async () => {
  const ids = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id]
  const invited = await draft(world, { method: invitedBidding.code, title: '邀请的采购' })
  await world.buyer.call(addInvitees, {
    params: invited,
    body: { companyIds: ids, reason: '具备承担能力' },
  })
  await world.buyer.call(publishOrder, { params: invited, body: {} })
  const secret = await publish(world, { title: '保密的采购' })
  await world.t.owner.query('update purchase_order set is_secret = true where id = $1', [secret.orderId])
  const open = await publish(world, { title: '公开的采购' })
  const [, , , four] = world.suppliers as [HttpClient, HttpClient, HttpClient, HttpClient]
  for (const client of [one, two, four]) await state(client, { categories: ['goods'] })
  expect(await titles(one)).toEqual(['邀请的采购', '公开的采购'])
  expect((await page(one)).rows[0]!.reasons[0]!.text).toBe('已邀请贵单位参加')
  expect(await titles(four)).toEqual(['公开的采购'])
  // Neither is what is invited to somebody else put aside: it does not exist.
  expect((await four.refused(contract.hideMatch, { params: { orderId: invited.orderId } })).status).toBe(404)
  await two.call(declineInvitation, { params: { orderId: invited.orderId }, body: { reason: '产能已满' } })
  expect(await titles(two)).toEqual(['公开的采购'])
  // Who is on the purchaser's blacklist does not sign up.
  await blacklisted(library, world.buyer, { companyId: COMPANIES.supplier2.id })
  expect(await titles(two)).toEqual([])
  await join(world, open.orderId, { supplier: four, pass: false })
  expect(await titles(four)).toEqual([])
  await world.t.advanceTo(open.body.schedule.signUpEnd!)
  expect(await titles(one)).toEqual([])
})

test('what somebody does not want to see is hidden from that person alone, and comes back', async () => {
  const { orderId } = await publish(world, { title: '监护仪采购' })
  await state(one, { keywords: ['监护仪'] })
  const params = { orderId }
  await one.call(contract.hideMatch, { params })
  expect(await page(one)).toMatchObject({ rows: [], total: 0, hiddenCount: 1 })
  expect((await page(one, 'true')).rows.map((row) => row.orderId)).toEqual([orderId])
  const three = world.suppliers[2]!
  await state(three, { keywords: ['监护仪'] })
  expect(await titles(three)).toEqual(['监护仪采购'])
  await one.call(contract.showMatch, { params })
  expect(await titles(one)).toEqual(['监护仪采购'])
})

test('a profile is its company’s, and says what is wrong with it', async () => {
  await state(one, { regions: ['江州'] })
  expect((await two.call(contract.profile, {})).stated.regions).toEqual([])
  expect((await world.buyer.refused(contract.profile, {})).status).toBe(403)
  expect((await one.refused(contract.saveProfile, { body: { least: '5', most: '4' } })).message).toBeTruthy()
  expect((await one.refused(contract.saveProfile, { body: { keywords: ['监护仪', '监护仪'] } })).status).toBe(400)
  // Two at once leave the whole of one of them.
  await Promise.all(['江州', '海州'].map((region) => state(one, { regions: [region], keywords: [region] })))
  const { stated } = await one.call(contract.profile, {})
  expect(stated.keywords).toEqual(stated.regions)
  // The other platform knows neither the company's words nor its orders.
  const elsewhere = await world.t.login('bj-supplier1', { workbench: 'supplier', tenantId: 3 })
  expect((await elsewhere.call(contract.profile, {})).stated.regions).toEqual([])
  expect(await page(elsewhere)).toMatchObject({ rows: [], total: 0 })
})
