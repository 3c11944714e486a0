import { beforeAll, expect, test } from 'vitest'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { draft, join, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { findRecords } from '../contract.ts'

let world: TenderWorld

beforeAll(async () => {
  const t = await testSystem({ from: 'people' })
  const suppliers = [await t.login('supplier1', { workbench: 'supplier' })]
  world = { t, buyer: await t.login('buyer', { workbench: 'purchaser' }), suppliers }
})

const found = async (client: HttpClient, keyword: string) =>
  (await client.call(findRecords, { query: { keyword } })).rows.map(({ what, link }) => [what, link])

test('one finds the records one may open, by part of name or number, and nobody else’s', async () => {
  const { t, buyer, suppliers } = world
  const supplier = suppliers[0]!
  const { orderId, projectId, code } = await draft(world, { title: '螺旋断层扫描100%原装采购' })
  const order = ['公开招标', `/purchaser/bidding/orders/${orderId}/info`]
  for (const keyword of ['断层扫描', code, code.slice(-6).toLowerCase(), '100%原']) {
    expect(await found(buyer, keyword)).toEqual([order])
  }
  expect(await found(buyer, '医用设备')).toEqual([['采购项目', `/purchaser/register/projects/${projectId}/detail`]])
  // A sign of the pattern language is no wildcard.
  expect(await found(buyer, '扫描%采购')).toEqual([])
  expect(await found(buyer, '断_扫描')).toEqual([])
  const others = [
    supplier,
    await t.login('agent', { workbench: 'agency' }),
    await t.login('expert1', { workbench: 'expert' }),
    await t.login('admin', { workbench: 'admin' }),
    // A colleague without the right, and another tenant.
    await t.login('buyer2', { workbench: 'purchaser' }),
    await t.login('bj-buyer', { workbench: 'purchaser' }),
  ]
  for (const other of others) for (const keyword of ['断层扫描', code]) expect(await found(other, keyword)).toEqual([])

  // Announced, it is found by suppliers, as their own once they have signed up; who else takes part is not.
  await buyer.call(publishOrder, { params: { orderId }, body: {} })
  const link = `/supplier/bid/orders/${orderId}/info`
  expect(await found(supplier, '断层扫描')).toEqual([['公开招标', link]])
  await join(world, orderId, { supplier })
  expect(await found(supplier, '断层扫描')).toEqual([['我的投标', link]])
  for (const other of others.slice(1)) expect(await found(other, '断层扫描')).toEqual([])
})

test('the administrator finds companies; nobody is found anything by one letter, or without log-in', async () => {
  const { t, buyer } = world
  const admin = await t.login('admin', { workbench: 'admin' })
  expect((await found(admin, '第一人民医院')).map(([what]) => what)).toEqual(['企业'])
  expect(await found(buyer, '第一人民医院')).toEqual([])
  for (const keyword of ['', 'a', '  x ', 'x'.repeat(101)])
    expect(await buyer.refused(findRecords, { query: { keyword } })).toMatchObject({ status: 400 })
  expect(await t.client().refused(findRecords, { query: { keyword: '医院' } })).toMatchObject({ status: 401 })
})
