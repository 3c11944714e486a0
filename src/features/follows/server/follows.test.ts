import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { draft, publish, tenderWorld, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'
import { follows as feature } from './feature.ts'
import { buys, ends } from './testing/world.ts'

/* What a company follows and marks: how much, whose, and what others may know of it. */

let world: TenderWorld
let one: HttpClient
let two: HttpClient
let elsewhere: HttpClient
let orderIds: string[]
beforeAll(async () => {
  world = await tenderWorld({ archiveParts: [], features: [feature] })
  ;[one, two] = [world.suppliers[0]!, world.suppliers[1]!]
  orderIds = []
  for (let i = 0; i < 7; i++) orderIds.push((await publish(world, { title: `呼吸机采购${i}` })).orderId)
  elsewhere = world.t.client()
  const login = { mode: 'password', account: 'bj-supplier1', password: DEMO_PASSWORD }
  await elsewhere.raw('POST', '/api/login', login, { headers: { [TENANT_HEADER]: '3' } })
  elsewhere.workbench = 'supplier'
})
beforeEach(async () => {
  await world.t.owner.query(
    'delete from order_follow; delete from company_follow; delete from company_mark; delete from service_lot',
  )
  await buys(world.t, 'supplier1', 'diamond')
})

const ofOrder = (orderId: string) => ({ params: { orderId } })
const ofCompany = (company: CompanyKey) => ({ params: { companyId: COMPANIES[company].id } })
const fulfilled = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.filter(({ status }) => status === 'fulfilled').length
const orders = async (client: HttpClient, keyword?: string) =>
  (await client.call(contract.followedOrders, { query: { ...(keyword && { keyword }) } })).rows
const companies = async (client: HttpClient, keyword?: string) =>
  (await client.call(contract.followedCompanies, { query: { ...(keyword && { keyword }) } })).rows

describe('how much', () => {
  test('nothing without a product; each product is for what it says alone', async () => {
    const none = { status: 403, code: 41003, message: '尚未开通关注服务，请购买或开通会员后再关注' }
    expect(await two.refused(contract.followOrder, ofOrder(orderIds[0]!))).toMatchObject(none)
    await buys(world.t, 'supplier2', 'follow-project')
    await two.call(contract.followOrder, ofOrder(orderIds[0]!))
    expect(await two.refused(contract.followCompany, ofCompany('hospital'))).toMatchObject(none)
    await buys(world.t, 'supplier2', 'follow-company')
    await two.call(contract.followCompany, ofCompany('hospital'))
    expect(await two.call(contract.follows, {})).toEqual({
      companies: { limit: 20, used: 1 },
      orders: { limit: 20, used: 1 },
      orderIds: [orderIds[0]],
    })
  })

  test('the same ten times at once is one; different ones at once never pass the limit', async () => {
    await buys(world.t, 'supplier2', 'basic')
    const same = Array.from({ length: 10 }, () => two.call(contract.followOrder, ofOrder(orderIds[0]!)))
    expect(fulfilled(await Promise.allSettled(same))).toBe(10)
    expect(await orders(two)).toHaveLength(1)
    const all = await Promise.allSettled(orderIds.map((id) => two.call(contract.followOrder, ofOrder(id))))
    expect(fulfilled(all)).toBe(5)
    expect(await orders(two)).toHaveLength(5)
    const keys = ['hospital', 'waterworks', 'supplier1', 'supplier3', 'supplier4', 'supplier5', 'supplier6'] as const
    const many = await Promise.allSettled(keys.map((key) => two.call(contract.followCompany, ofCompany(key))))
    expect(fulfilled(many)).toBe(5)
    expect(await companies(two)).toHaveLength(5)
    const left = orderIds.find((_, i) => all[i]!.status === 'rejected')!
    expect(await two.refused(contract.followOrder, ofOrder(left))).toMatchObject({
      code: 41003,
      message: '当前可同时关注 5 个项目，已全部使用。请取消其他关注，或升级会员',
    })
    // Whoever follows one no more has room for another.
    await two.call(contract.unfollowOrder, ofOrder((await orders(two))[0]!.orderId))
    await two.call(contract.followOrder, ofOrder(left))
  })

  test('what is beyond the limit is paused, the newest first, and goes on with the next product', async () => {
    for (const id of orderIds) await one.call(contract.followOrder, ofOrder(id))
    expect((await orders(one)).map(({ isPaused }) => isPaused)).toEqual(orderIds.map(() => false))
    await ends(world.t, 'supplier1')
    expect((await orders(one)).map(({ isPaused }) => isPaused)).toEqual(orderIds.map(() => true))
    expect(await one.call(contract.follows, {})).toMatchObject({ orders: { limit: 0, used: 7 } })
    await buys(world.t, 'supplier1', 'basic')
    const rows = await orders(one)
    expect(rows.map(({ orderId, isPaused }) => [orderId, isPaused])).toEqual(
      orderIds.map((id, i) => [id, i >= 5]).toReversed(),
    )
    // To follow again what is followed changes nothing, paused or not.
    await one.call(contract.followOrder, ofOrder(orderIds[6]!))
    await one.call(contract.unfollowOrder, ofOrder(orderIds[0]!))
    expect((await orders(one)).filter(({ isPaused }) => isPaused).map(({ orderId }) => orderId)).toEqual([orderIds[6]])
  })
})

describe('whose', () => {
  test('it is the own company’s alone, whoever asks', async () => {
    const order = ofOrder(orderIds[0]!)
    await one.call(contract.followOrder, order)
    await one.call(contract.remarkOrder, { ...order, body: { remark: '上次差一点' } })
    await one.call(contract.followCompany, ofCompany('hospital'))
    await buys(world.t, 'supplier2', 'diamond')
    for (const stranger of [two, elsewhere]) {
      expect(await orders(stranger)).toEqual([])
      expect(await companies(stranger)).toEqual([])
      expect(await stranger.call(contract.follows, {})).toMatchObject({ orders: { used: 0 }, orderIds: [] })
      const remark = { ...order, body: { remark: '别人的' } }
      expect((await stranger.refused(contract.remarkOrder, remark)).status).toBe(404)
      expect((await stranger.refused(contract.unfollowOrder, order)).status).toBe(404)
      expect((await stranger.refused(contract.unfollowCompany, ofCompany('hospital'))).status).toBe(404)
    }
    expect((await elsewhere.refused(contract.followState, order)).status).toBe(404)
    expect((await elsewhere.refused(contract.followOrder, order)).status).toBe(404)
    expect(await two.call(contract.followState, order)).toMatchObject({ isFollowed: false })
    expect((await world.buyer.refused(contract.followOrder, order)).status).toBe(403)
    expect((await world.t.client().refused(contract.followedOrders, {})).status).toBe(401)
    expect(await orders(one, '差一点')).toMatchObject([{ remark: '上次差一点', stage: '报名中', last: null }])
    expect(await orders(one, '没有')).toEqual([])
    // Nothing of it is in any audit that others read.
    const { rows } = await world.t.owner.query("select 1 from audit_intake where body::text like '%follow%'")
    expect(rows).toEqual([])
  })

  test('an order that the company may not know of does not exist, whoever was invited follows it', async () => {
    const { orderId } = await draft(world, { method: invitedBidding.code, title: '密室改造' })
    expect((await one.refused(contract.followOrder, ofOrder(orderId))).status).toBe(404)
    const companyIds = [COMPANIES.supplier2.id, COMPANIES.supplier3.id, COMPANIES.supplier4.id]
    await world.buyer.call(addInvitees, { params: { orderId }, body: { companyIds, reason: '具备能力，资信良好' } })
    await world.buyer.call(publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
    expect((await one.refused(contract.followState, ofOrder(orderId))).status).toBe(404)
    expect((await one.refused(contract.followOrder, ofOrder(orderId))).status).toBe(404)
    expect((await one.refused(contract.followOrder, ofOrder(newId()))).status).toBe(404)
    await buys(world.t, 'supplier2', 'basic')
    await two.call(contract.followOrder, ofOrder(orderId))
    expect(await orders(two)).toMatchObject([{ title: '密室改造', stage: expect.any(String) }])
    // It was taken off the list meanwhile: the follow stays, and says no more than was known.
    await world.t.owner.query('delete from order_invitation where order_id = $1', [orderId])
    expect(await orders(two)).toMatchObject([{ title: '密室改造', stage: null, link: null }])
    await two.call(contract.unfollowOrder, ofOrder(orderId))
  })

  test('companies are found by name among the certified ones, and no others can be followed', async () => {
    const find = async (keyword: string) => (await one.call(contract.findCompanies, { query: { keyword } })).rows
    expect(await find('人民医院')).toEqual([
      {
        companyId: COMPANIES.hospital.id,
        name: COMPANIES.hospital.name,
        isPurchaser: true,
        isSupplier: false,
        isFollowed: false,
      },
    ])
    await one.call(contract.followCompany, ofCompany('hospital'))
    expect(await find('人民医院')).toMatchObject([{ isFollowed: true }])
    // Neither the own company, nor an agency, nor one of another tenant.
    for (const key of ['supplier1', 'agency', 'bjPurchaser'] as const)
      expect(await find(COMPANIES[key].name)).toEqual([])
    expect(await find('100%')).toEqual([])
    expect(await one.refused(contract.findCompanies, { query: { keyword: '江' } })).toMatchObject({ code: 10001 })
    for (const key of ['agency', 'bjPurchaser'] as const)
      expect((await one.refused(contract.followCompany, ofCompany(key))).status).toBe(404)
    expect(await one.refused(contract.followCompany, ofCompany('supplier1'))).toMatchObject({
      code: 10002,
      message: '不能关注或标记本企业',
    })
    await world.t.owner.query('update company_tenant set is_certified = false where company_id = $1', [
      COMPANIES.supplier6.id,
    ])
    expect(await find(COMPANIES.supplier6.name)).toEqual([])
    expect((await one.refused(contract.followCompany, ofCompany('supplier6'))).status).toBe(404)
    await world.t.owner.query('update company_tenant set is_certified = true where company_id = $1', [
      COMPANIES.supplier6.id,
    ])
  })

  test('an own order needs no follow', async () => {
    const { t } = world
    const both = 'update purchase_order set purchaser_company_id = $1 where id = $2'
    await t.owner.query(both, [COMPANIES.supplier1.id, orderIds[6]])
    expect(await one.call(contract.followState, ofOrder(orderIds[6]!))).toMatchObject({ isOwn: true })
    expect(await one.refused(contract.followOrder, ofOrder(orderIds[6]!))).toMatchObject({ code: 10002 })
    await t.owner.query(both, [COMPANIES.hospital.id, orderIds[6]])
  })
})

describe('marks', () => {
  const mark = (client: HttpClient, company: CompanyKey, tag: string, remark = '') =>
    client.call(contract.markCompany, { ...ofCompany(company), body: { tag, remark } })
  const marks = async (client: HttpClient, keyword?: string) =>
    (await client.call(contract.markedCompanies, { query: { ...(keyword && { keyword }) } })).rows
  const exists = (client: HttpClient, company: CompanyKey) =>
    client.call(contract.markOf, { query: { companyId: COMPANIES[company].id } })

  test('a tag takes the place of an earlier one, shows beside a follow, and needs no product', async () => {
    expect(await exists(two, 'hospital')).toEqual({ exists: false, mark: null })
    await mark(two, 'hospital', '客户')
    await mark(two, 'hospital', ' 重点客户 ', '每年集采两次')
    await mark(two, 'supplier1', '竞争对手')
    expect(await exists(two, 'hospital')).toEqual({ exists: true, mark: { tag: '重点客户', remark: '每年集采两次' } })
    expect(await marks(two)).toMatchObject([
      { name: COMPANIES.supplier1.name, tag: '竞争对手', isFollowed: false },
      { name: COMPANIES.hospital.name, tag: '重点客户', isFollowed: false },
    ])
    expect(await marks(two, '集采')).toHaveLength(1)
    await buys(world.t, 'supplier2', 'basic')
    await two.call(contract.followCompany, ofCompany('hospital'))
    expect(await companies(two, '重点')).toMatchObject([
      { name: COMPANIES.hospital.name, isPurchaser: true, isSupplier: false, mark: { tag: '重点客户' } },
    ])
    await two.call(contract.unmarkCompany, ofCompany('hospital'))
    expect((await two.refused(contract.unmarkCompany, ofCompany('hospital'))).status).toBe(404)
    expect(await companies(two)).toMatchObject([{ mark: null }])
  })

  test('nobody else knows of a mark; what is no company here has none', async () => {
    await mark(one, 'hospital', '重点客户')
    expect(await exists(two, 'hospital')).toEqual({ exists: false, mark: null })
    expect(await marks(two)).toEqual([])
    expect((await two.refused(contract.unmarkCompany, ofCompany('hospital'))).status).toBe(404)
    const of = (company: CompanyKey) => ({ query: { companyId: COMPANIES[company].id } })
    expect((await elsewhere.refused(contract.markOf, of('hospital'))).status).toBe(404)
    expect((await one.refused(contract.markOf, of('bjPurchaser'))).status).toBe(404)
    const body = { tag: '标记' }
    expect((await one.refused(contract.markCompany, { ...ofCompany('bjPurchaser'), body })).status).toBe(404)
    expect(await one.refused(contract.markCompany, { ...ofCompany('supplier1'), body })).toMatchObject({ code: 10002 })
    for (const tag of [' ', '超过十个字的标记不能保存'])
      expect(await one.refused(contract.markCompany, { ...ofCompany('hospital'), body: { tag } })).toMatchObject({
        code: 10001,
      })
  })

  test('the same company at once is marked once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 5 }, (_, i) => mark(one, 'hospital', `标记${i}`)))
    expect(fulfilled(answers)).toBe(5)
    expect(await marks(one)).toHaveLength(1)
  })
})
