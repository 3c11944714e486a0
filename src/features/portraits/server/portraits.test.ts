import { beforeAll, beforeEach, expect, test } from 'vitest'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { endPublicity } from '#features/procurement/server/testing/result-change.ts'
import { join, publicise, publish, reviewed } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'
import { groupsOf, monthsOf, purchaserFigures, supplierFigures, winnersOf } from '../rules/figures.ts'

let t: TestSystem
let one: HttpClient
let two: HttpClient
const { hospital, supplier1, supplier2 } = COMPANIES

beforeAll(async () => {
  ;({ t } = await fromState('people'))
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  one = await t.login('supplier1', { workbench: 'supplier' })
  two = await t.login('supplier2', { workbench: 'supplier' })
  const world = { t, buyer, suppliers: [one, two] }
  // One with two bidders that supplier1 wins, one that comes to nothing, one that is open.
  const won = await publish(world, { title: '监护设备' })
  const trades = [await join(world, won.orderId, { supplier: one }), await join(world, won.orderId, { supplier: two })]
  await reviewed(
    world,
    won.orderId,
    trades.map(({ tradeId }) => tradeId),
  )
  await publicise(world, won.orderId)
  await endPublicity(world, won.orderId)
  const params = { orderId: won.orderId }
  const { draft } = await buyer.call(winnerDetail, { params })
  await buyer.call(publishWinner, {
    params,
    body: { ...draft, tradeId: trades[0]!.tradeId, reason: '', acceptWarnings: true },
  })
  const failed = await publish(world, { title: '输液设备' })
  await buyer.call(declareAbortive, { params: { orderId: failed.orderId }, body: { reason: '报名不足三家，本次流标' } })
  await publish(world, { title: '推车' })
})
beforeEach(async () => {
  await t.owner.query(`begin; set local session_replication_role = replica; delete from portrait_view; commit`)
  await t.owner.query(
    `delete from service_use; delete from service_lot; delete from timer where kind = 'service.overdue'`,
  )
})

async function buys(quantity: number): Promise<void> {
  await t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, quantity, from_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, 'portrait', $2, $3, 0, gen_random_uuid(), 0, 0, $3)`,
    [supplier1.id, quantity, t.kernel.clock.now()],
  )
}
const used = async () => {
  const { rows } = await t.owner.query<{ used: number; held: number }>(
    'select sum(used)::int as used, sum(held)::int as held from service_lot',
  )
  return rows[0]!
}
const open = (client: HttpClient, companyId: string) =>
  client.call(contract.openPortrait, { params: { companyId } }).then(({ recordId }) => recordId)
const read = (client: HttpClient, recordId: string) => client.call(contract.portrait, { params: { recordId } })

test('a purchaser and a winner, as published notices tell it, each figure with its notices', async () => {
  await buys(2)
  const found = await one.call(contract.portraitCompanies, { query: { keyword: hospital.name.slice(0, 4) } })
  expect(found).toMatchObject([{ companyId: hospital.id, isPurchaser: true, isSupplier: false, recordId: null }])
  const preview = await one.call(contract.portraitPreview, { params: { companyId: hospital.id } })
  expect(preview).toMatchObject({ purchases: 3, awards: 0, remain: 2, isUnlimited: false })
  const { purchases, awards } = await read(one, await open(one, hospital.id))
  expect(awards).toEqual([])
  expect(purchases.map(({ title }) => title).toSorted()).toEqual(['推车', '监护设备', '输液设备'].toSorted())
  const figures = Object.fromEntries(purchaserFigures(purchases).map((figure) => [figure.label, figure]))
  expect(figures['发布采购']).toMatchObject({ value: '3', sources: { length: 3 } })
  expect(figures['流标率']).toMatchObject({ value: '50.0%', sources: [{ title: '输液设备' }] })
  expect(figures['平均公示候选人']).toMatchObject({ value: '2.0', sources: [{ title: '监护设备' }] })
  expect(figures['单一候选人占比']).toMatchObject({ value: '0.0%', sources: [] })
  expect(figures['平均报名期']).toMatchObject({ value: '8.0', sources: { length: 3 } })
  expect(winnersOf(purchases)).toMatchObject([{ name: supplier1.name, wins: 1, amount: '800000.00', share: '100.00' }])
  expect(groupsOf(purchases, 'method')).toMatchObject([{ key: '公开招标', announced: 3, awarded: 1, abortive: 1 }])
  expect(monthsOf(purchases).reduce((n, group) => n + group.announced, 0)).toBe(3)

  const own = await read(one, await open(one, supplier1.id))
  expect(own.purchases).toEqual([])
  expect(supplierFigures(own.awards, supplier1.id).map(({ value }) => value)).toEqual(['1', '800000.00', '1'])
  // Who was a candidate and did not win has no portrait, and stands in none.
  expect(await one.call(contract.portraitCompanies, { query: { keyword: supplier2.name } })).toEqual([])
  expect(await one.refused(contract.openPortrait, { params: { companyId: supplier2.id } })).toMatchObject({
    status: 404,
  })
  expect(JSON.stringify([purchases, own])).not.toContain(supplier2.id)
  expect(await used()).toEqual({ used: 2, held: 0 })
})

test('ten at once spend one count; without one nothing opens; it ends after thirty days and is paid anew', async () => {
  const params = { companyId: hospital.id }
  expect(await one.refused(contract.openPortrait, { params })).toMatchObject({ status: 403, code: 41003 })
  await buys(2)
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => one.call(contract.openPortrait, { params }, { key: crypto.randomUUID() })),
  )
  expect(new Set(ids.map(({ recordId }) => recordId)).size).toBe(1)
  expect(await used()).toEqual({ used: 1, held: 0 })
  const { rows } = await one.call(contract.paidRecords, { query: {} })
  expect(rows).toMatchObject([{ companyName: hospital.name, isOpen: true }])
  const { recordId } = rows[0]!
  await t.settle()
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 31 * DAY))
  one = await t.login('supplier1', { workbench: 'supplier' })
  two = await t.login('supplier2', { workbench: 'supplier' })
  expect(await one.refused(contract.portrait, { params: { recordId } })).toMatchObject({ code: 10021 })
  expect((await one.call(contract.paidRecords, { query: {} })).rows).toMatchObject([{ isOpen: false }])
  expect(await open(one, hospital.id)).not.toBe(recordId)
  expect(await used()).toEqual({ used: 2, held: 0 })
})

test('records are the own company’s alone; nobody is told who looked', async () => {
  await buys(1)
  const recordId = await open(one, hospital.id)
  const bj = t.client()
  const login = { mode: 'password', account: 'bj-supplier1', password: DEMO_PASSWORD }
  await bj.raw('POST', '/api/login', login, { headers: { [TENANT_HEADER]: '3' } })
  bj.workbench = 'supplier'
  for (const stranger of [two, bj]) {
    expect(await stranger.refused(contract.portrait, { params: { recordId } })).toMatchObject({ status: 404 })
    expect((await stranger.call(contract.paidRecords, { query: {} })).rows).toEqual([])
  }
  expect(await bj.call(contract.portraitCompanies, { query: { keyword: hospital.name } })).toEqual([])
  expect(await bj.refused(contract.portraitPreview, { params: { companyId: hospital.id } })).toMatchObject({
    status: 404,
  })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.refused(contract.paidRecords, { query: {} })).status).toBe(403)
  expect((await t.client().refused(contract.paidRecords, { query: {} })).status).toBe(401)
  await t.settle()
  const { rows } = await t.owner.query<{ n: number }>(
    `select count(*)::int as n from audit_entry where body ->> 'action' = 'portrait.open' and body::text like '%' || $1 || '%'`,
    [hospital.id],
  )
  expect(rows[0]!.n).toBe(0)
  await expect(t.owner.query("update portrait_view set until_at = until_at + interval '1 day'")).rejects.toMatchObject({
    code: 'KB002',
  })
})

test('before the opening a portrait is the same, whoever has signed up and handed in a bid', async () => {
  const seen = []
  for (const state of ['published', 'submitted'] as const) {
    const { t: system } = await fromState(state)
    const client = await system.login('supplier4', { workbench: 'supplier' })
    await system.owner.query(
      `insert into service_lot (tenant_id, id, company_id, product, quantity, from_at, paid, pay_order_id, line, part, created_at)
       values (1, gen_random_uuid(), $1, 'portrait', 9, $2, 0, gen_random_uuid(), 0, 0, $2)`,
      [COMPANIES.supplier4.id, system.kernel.clock.now()],
    )
    const { purchases, awards } = await read(client, await open(client, hospital.id))
    const others = await Promise.all(
      ['supplier1', 'supplier2', 'supplier3'].map((name) =>
        client.call(contract.portraitCompanies, {
          query: { keyword: COMPANIES[name as 'supplier1'].name },
        }),
      ),
    )
    seen.push({ purchases, awards, others })
  }
  expect(seen[0]!.purchases.length).toBeGreaterThan(0)
  expect(seen[1]).toEqual(seen[0])
})
