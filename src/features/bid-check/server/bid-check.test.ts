import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { HOLD_MS } from '#features/membership/server/public.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

/* The count of a check, from its purchase to its use: what the server is told of it. */

const SKU = PRODUCTS.find(({ code }) => code === 'waste-bid-check')!.skus.find(({ quantity }) => quantity === 10)!.id
let t: TestSystem
let facts: StateFacts['signedUp']
let params: { orderId: string }
let supplier: HttpClient

beforeAll(async () => {
  const from = await fromState('signedUp')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  supplier = await t.login('supplier1', { workbench: 'supplier' })
})

const stand = (client = supplier) => client.call(contract.bidCheckStand, { params })
const begin = (client = supplier) => client.call(contract.beginBidCheck, { params })
const end = (outcome: 'done' | 'failed', client = supplier) =>
  client.call(contract.endBidCheck, { params, body: { outcome } })
const usesOf = async () => {
  const { rows } = await t.owner.query<{ state: string }>(
    `select state from service_use where product = 'waste-bid-check' and subject = $1 order by used_at, id`,
    [facts.trades.supplier1],
  )
  return rows.map(({ state }) => state)
}

test('who has bought nothing is told so, and nothing is begun; of strangers’ orders there is no check', async () => {
  expect(await stand()).toEqual({ remain: 0, isUnlimited: false, isCovered: false, givenBack: null, blocked: null })
  expect(await supplier.refused(contract.beginBidCheck, { params })).toMatchObject({ status: 403, code: 41003 })
  expect(await usesOf()).toEqual([])
  const stranger = await t.login('supplier5', { workbench: 'supplier' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  for (const client of [stranger, buyer]) {
    const status = client === stranger ? 404 : 403
    expect(await client.refused(contract.bidCheckStand, { params })).toMatchObject({ status })
    expect(await client.refused(contract.beginBidCheck, { params })).toMatchObject({ status })
    expect(await client.refused(contract.endBidCheck, { params, body: { outcome: 'done' } })).toMatchObject({ status })
  }
})

test('it is on sale, says what it does, and is paid for', async () => {
  const world = actsIn(t, supplier)
  const made = await supplier.call(placeOrder, { body: { skuId: SKU, count: 1, payMethod: PayMethod.values.wechat } })
  await world.isBegun(made.payCode!)
  await world.play(made.payCode!, 'pay')
  await vi.waitFor(async () => expect(await stand()).toMatchObject({ remain: 10 }), PATIENT)
})

test('a check that could not run gives its count back, and so does one of which nobody hears again', async () => {
  await begin()
  expect(await stand()).toMatchObject({ remain: 9, isCovered: true })
  await end('failed')
  expect(await stand()).toMatchObject({ remain: 10, isCovered: false, givenBack: '检查未能在浏览器中运行' })
  await begin()
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + HOLD_MS + 1000))
  await vi.waitFor(async () => expect(await stand()).toMatchObject({ remain: 10, isCovered: false }), PATIENT)
  expect(await usesOf()).toEqual(['released', 'released'])
})

test('a check that outlives what was set apart for it uses a count all the same', async () => {
  await end('done')
  expect(await stand()).toMatchObject({ remain: 9, isCovered: true, givenBack: null })
})

test('begun and ended ten times at once, and again on another day: one count, of this trade alone', async () => {
  const before = await stand()
  const answers = await Promise.all(Array.from({ length: 10 }, () => begin()))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await Promise.all(Array.from({ length: 10 }, (_, i) => end(i % 2 === 0 ? 'done' : 'failed')))
  expect(await stand()).toEqual(before)
  expect((await usesOf()).filter((state) => state !== 'released')).toEqual(['used'])
  const other = await t.login('supplier2', { workbench: 'supplier' })
  expect(await stand(other)).toMatchObject({ remain: 0, isCovered: false })
})

test('what is answered is of the own company and of the order; what is asked has no room for a bid', async () => {
  const answer = await begin()
  expect(answer).toMatchObject({
    own: { name: COMPANIES.supplier1.name, creditCode: COMPANIES.supplier1.creditCode },
    buyers: [COMPANIES.hospital.name],
    others: [],
  })
  expect(answer.demands.duration).toMatchObject({ days: 45, source: expect.stringContaining('45日内') })
  expect(answer.checklist.length).toBeGreaterThan(0)
  const text = JSON.stringify(answer)
  for (const name of [COMPANIES.supplier2.name, COMPANIES.supplier3.name, COMPANIES.supplier4.name])
    expect(text).not.toContain(name)
  const body = { outcome: 'done', total: '960000.00' } as never
  expect(await supplier.refused(contract.endBidCheck, { params, body })).toMatchObject({ status: 400 })
})

test('behind the deadline nothing is checked any more', async () => {
  await t.advanceTo(new Date(facts.schedule.bidEnd!))
  expect((await stand()).blocked).toContain('不能再检查')
  expect(await supplier.refused(contract.beginBidCheck, { params })).toMatchObject({ status: 409, code: 10021 })
  // It was paid for before: ending it once more does no harm.
  await end('done')
  const other = await t.login('supplier2', { workbench: 'supplier' })
  expect(await other.refused(contract.endBidCheck, { params, body: { outcome: 'done' } })).toMatchObject({
    code: 10021,
  })
})
