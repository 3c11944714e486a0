import { beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { demoKey } from '#demo/keys.ts'
import { rehearse } from '#demo/play/supplier.ts'
import { messagePage } from '#features/messages/contract.ts'
import { bidKeys } from '#features/sealed-bids/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

/* What goes on and what is missing, of a tender whose bids are in. */

let t: TestSystem
let facts: StateFacts['submitted']
let one: HttpClient
let two: HttpClient
beforeAll(async () => {
  ;({ t, facts } = await fromState('submitted'))
  one = await t.login('supplier1', { workbench: 'supplier' })
  two = await t.login('supplier2', { workbench: 'supplier' })
})

const partOf = async (client: HttpClient) => (await client.call(contract.pipeline, {})).rows
const lacking = async (client: HttpClient) =>
  (await client.call(contract.missing, {})).rows.flatMap(({ items }) => items.map(({ label }) => label))
const reminders = async (client: HttpClient) => {
  await t.settle()
  const { rows } = await client.call(messagePage, { query: { identity: 'supplier', pageSize: 100 } })
  return rows.filter(({ kind }) => kind === 'order.key-reminder').map(({ title }) => title)
}
const before = (ms: number) => new Date(Date.parse(facts.schedule.bidEnd!) - ms)

test('a participation stands where the engine says, with its next date', async () => {
  const [row, ...more] = await partOf(one)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    orderId: facts.orderId,
    group: 'bid',
    stage: '报名中',
    own: { label: '投标已封存' },
    nextLabel: '投标截止',
    act: null,
  })
  // Whoever takes no part, and who buys, sees nothing of it.
  expect(await partOf(await t.login('supplier6', { workbench: 'supplier' }))).toEqual([])
  expect((await (await t.login('buyer', { workbench: 'purchaser' })).refused(contract.pipeline, {})).status).toBe(403)
  expect(await partOf(await t.login('bj-supplier1', { workbench: 'supplier', tenantId: 3 }))).toEqual([])
})

test('what the inbox says, a bond that is owed and a document that ends are missing until they are not', async () => {
  expect(await lacking(one)).toEqual(['缴纳保证金'])
  await t.owner.query("update purchase_order set bond = '0' where id = $1", [facts.orderId])
  expect(await lacking(one)).toEqual([])
  await t.owner.query(
    `update purchase_order set settings = jsonb_set(settings, '{qualifications}', '[{"name":"安全生产许可证","required":true}]')
    where id = $1`,
    [facts.orderId],
  )
  const day = (ms: number) => new Date(Date.parse(facts.schedule.openAt!) + ms).toISOString().slice(0, 10)
  const state = (validUntil: string) =>
    one.call(contract.saveProfile, { body: { certificates: [{ name: '安全生产许可证', validUntil }] } })
  await state(day(-3 * DAY))
  expect(await lacking(one)).toEqual(['更新资质：安全生产许可证'])
  expect(await lacking(two)).toEqual([])
  await state(day(3 * DAY))
  expect(await lacking(one)).toEqual([])
})

test('a sealed bid’s key is to be tried again three days ahead, and whoever has done so is left alone', async () => {
  await t.advanceTo(before(3 * DAY + HOUR))
  expect(await lacking(one)).toEqual([])
  expect(await reminders(one)).toEqual([])
  await t.advanceTo(before(3 * DAY))
  expect(await reminders(one)).toEqual(['距投标截止不足 3 天，请预演投标密钥'])
  expect(await lacking(one)).toEqual(['预演投标密钥'])
  expect(await lacking(two)).toEqual(['预演投标密钥'])
  const { rows } = await one.call(bidKeys, {})
  await rehearse(one, facts.orderId, { keyId: rows[0]!.keyId, key: demoKey('supplier1', facts.suite) })
  expect(await lacking(one)).toEqual([])
  await t.advanceTo(before(DAY))
  expect(await reminders(one)).toHaveLength(1)
  expect(await reminders(two)).toHaveLength(2)
  // Who has sealed nothing hears nothing: neither a stranger nor the buyer's side learns who bids.
  for (const account of ['supplier5', 'supplier6'])
    expect(await reminders(await t.login(account, { workbench: 'supplier' }))).toEqual([])
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const { rows: theirs } = await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 100 } })
  expect(theirs.filter(({ kind }) => kind === 'order.key-reminder')).toEqual([])
})

test('behind the deadline it goes on under the opening, and nothing is missing any more', async () => {
  await t.advanceTo(before(0))
  const [row] = await partOf(one)
  expect(row!.group).toBe('opening')
  expect((await one.call(contract.missing, {})).rows).toEqual([])
})
