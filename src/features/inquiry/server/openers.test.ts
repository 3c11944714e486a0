import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { agreeToOpen, orderRounds, remindOpeners } from '../contract.ts'
import * as policy from '../contract-policy.ts'
import { quotePolicy } from './policy.ts'

/* A round that two people open: the clock takes nothing any more at the deadline, and opens nothing. */

let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
let second: HttpClient
let round: { orderId: string; roundId: string }

beforeAll(async () => {
  const from = await fromState('quoted')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  second = await t.login('newbie', { workbench: 'purchaser' })
  await t.owner.query('update quote_round set openers = 2 where order_id = $1', [facts.orderId])
  const { rounds } = await buyer.call(orderRounds, { params })
  round = { ...params, roundId: rounds[0]!.roundId }
})

/** How many keys of the order's rounds have been put to use. */
const revealed = async () => {
  const { rows } = await t.owner.query<{ n: number }>(
    'select count(*)::int as n from bid_key where order_id = $1 and opened_at is not null',
    [facts.orderId],
  )
  return rows[0]!.n
}
const labels = async (client: HttpClient) =>
  (await client.call(inbox, { query: {} })).rows.map(({ label }) => label).filter((label) => label.includes('确认开启'))

describe('a round that two people open', () => {
  test('is agreed to by nobody before its deadline, and by no stranger', async () => {
    expect((await buyer.refused(agreeToOpen, { params: round })).message).toContain('报价尚未截止')
    expect((await buyer.refused(agreeToOpen, { params: { ...round, roundId: facts.orderId } })).status).toBe(404)
    for (const [account, workbench] of [
      ['supplier1', 'supplier'],
      ['agent', 'agency'],
    ] as const) {
      const stranger = await t.login(account, { workbench })
      expect([403, 404]).toContain((await stranger.refused(agreeToOpen, { params: round })).status)
      expect([403, 404]).toContain((await stranger.refused(remindOpeners, { params: round })).status)
    }
    expect(await labels(buyer)).toEqual([])
  })

  test('is not opened by the clock: nothing more is taken, and its people are asked', async () => {
    await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
    await expect
      .poll(async () =>
        (await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })).rows.some(
          ({ title }) => title === '请确认开启报价',
        ),
      )
      .toBe(true)
    await t.settle()
    expect(await revealed()).toBe(0)
    expect((await buyer.call(orderDetail, { params })).state).toBe('publish.open')
    const { rounds } = await buyer.call(orderRounds, { params })
    expect(rounds[0]).toMatchObject({ status: 1, quotes: null, openers: 2, agreed: [], mayAgree: null })
    const heads = await t.owner.query('select 1 from bid_checkpoint where order_id = $1', [facts.orderId])
    expect(heads.rowCount).toBe(1)
    expect([await labels(buyer), await labels(second)]).toEqual([['确认开启第 1 轮报价'], ['确认开启第 1 轮报价']])
  })

  test('takes one person only once, ten times at once as well, and can be asked for again', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => buyer.call(agreeToOpen, { params: round })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await buyer.refused(agreeToOpen, { params: round })).message).toContain('另一人')
    expect(await revealed()).toBe(0)
    const { rounds } = await buyer.call(orderRounds, { params })
    expect(rounds[0]!.agreed).toHaveLength(1)
    expect(rounds[0]!.mayAgree).toContain('另一人')
    expect(await labels(buyer)).toEqual([])
    expect((await buyer.refused(remindOpeners, { params: round })).message).toContain('十分钟')
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 20 * MINUTE))
    await buyer.call(remindOpeners, { params: round })
    await t.settle()
    const { rows } = await second.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })
    expect(rows.filter(({ title }) => title === '请确认开启报价').length).toBeGreaterThan(1)
  })

  test('is opened when a second person agrees, whoever of the owner that is', async () => {
    expect((await second.call(orderRounds, { params })).rounds[0]!.mayAgree).toBeNull()
    expect(await second.call(agreeToOpen, { params: round })).toEqual({ isOpening: true })
    await awaitOpening(buyer, facts.orderId)
    const { rounds } = await buyer.call(orderRounds, { params })
    expect(rounds[0]!.quotes!.filter(({ total }) => total !== null)).toHaveLength(3)
    expect(rounds[0]!.agreed.map(({ name }) => name)).toHaveLength(2)
    expect((await second.refused(agreeToOpen, { params: round })).code).toBe(10002)
    await t.settle()
    expect(await labels(second)).toEqual([])
  })
})

test('the tenant decides who opens, on record; an order goes by what held when it was published', async () => {
  const admin = await t.login('admin', { workbench: 'admin' })
  expect(await admin.call(policy.quotePolicy, {})).toMatchObject({ openers: 0 })
  expect([403, 404]).toContain(
    (await buyer.refused(policy.setQuotePolicy, { body: { openers: 2, reason: '内控' } })).status,
  )
  expect((await admin.refused(policy.setQuotePolicy, { body: { openers: 1 as 2, reason: '内控' } })).code).toBe(10001)
  expect((await admin.refused(policy.setQuotePolicy, { body: { openers: 2, reason: '' } })).code).toBe(10001)
  await admin.call(policy.setQuotePolicy, { body: { openers: 2, reason: '采购内控制度第九条' } })
  expect(await admin.call(policy.quotePolicy, {})).toMatchObject({ openers: 2 })
  expect(await inContext(t.kernel, { tenantId: 3, actor: null }, quotePolicy)).toMatchObject({ openers: 0 })
  const { rows } = await t.owner.query<{ openers: number }>('select openers from quote_round where order_id = $1', [
    facts.orderId,
  ])
  expect(rows).toEqual([{ openers: 2 }])
})
