import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { awaitOpening, awaitRelease, keysOf, releaseQuoteKeys } from '#demo/play/quotes.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { checkBoundRows } from '#server/bound-rows.ts'
import { secondProcess } from '#server/testing/second-process.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { closeRound } from './close.ts'
import { inquiry } from './routes.ts'
import { inContext } from '#server/context.ts'
import { orderRounds } from '../contract.ts'
import { extendRelease, ownRelease, releaseQuote } from '../contract-keys.ts'
import { ownQuote } from '../contract-offer.ts'
import { setQuotePolicy } from '../contract-policy.ts'
import { verifiedArchive } from './testing/verified.ts'

/* Quotes sealed to the suppliers' own keys: nothing opens before they release, and then everything at once. */

let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
let suppliers: HttpClient[]
const keys = [{ position: 1, contentKey: 'ab'.repeat(32) }]

beforeAll(async () => {
  const from = await fromState('keyed')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  suppliers = []
  for (const account of ['supplier1', 'supplier2', 'supplier3', 'supplier4'])
    suppliers.push(await t.login(account, { workbench: 'supplier' }))
})

const first = async () => (await buyer.call(orderRounds, { params })).rounds[0]!
const figures = async () => (await t.owner.query('select 1 from quote_revealed')).rowCount
const release = (who: HttpClient, body = { keys }) =>
  who.refused(releaseQuote, { params: { ...params, round: 1 }, body })
const extend = async (given: Partial<Parameters<typeof bodyOf>[0]> = {}) => {
  const { roundId, release: now } = await first()
  return { params: { ...params, roundId }, body: bodyOf({ end: now?.end ?? facts.deadline, ...given }) }
}
const bodyOf = (given: { end: string; minutes?: number; reason?: string }) => ({
  minutes: 480,
  reason: '供应商网络故障',
  ...given,
})
const ownedBy = (companyId: string) =>
  t.owner.query('update purchase_order set owner_company_id = $1 where id = $2', [companyId, facts.orderId])
const close = () => inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => closeRound(ctx, facts.orderId))

describe('a round whose suppliers hold the keys', () => {
  test('is published with its mode, which a later policy does not change', async () => {
    const detail = await buyer.call(orderDetail, { params })
    expect(detail.settings.keyMode).toBe('bidder')
    const admin = await t.login('admin', { workbench: 'admin' })
    await admin.call(setQuotePolicy, { body: { leastKey: 'joint', reason: '内控制度' } })
    expect((await buyer.call(orderRounds, { params })).keyMode).toBe('bidder')
    await admin.call(setQuotePolicy, { body: { leastKey: 'timed', reason: '恢复' } })
    const { rows } = await t.owner.query('select 1 from bid_key where order_id = $1', [facts.orderId])
    expect(rows).toEqual([])
  })

  test('takes no key before the deadline, and none of strangers', async () => {
    expect((await release(suppliers[0]!)).code).toBe(10020)
    expect((await suppliers[0]!.call(ownRelease, { params: { ...params, round: 1 } })).release).toBeNull()
    const stranger = await t.login('supplier6', { workbench: 'supplier' })
    expect((await release(stranger)).status).toBe(404)
    expect((await stranger.refused(ownRelease, { params: { ...params, round: 1 } })).status).toBe(404)
    expect([403, 404]).toContain((await release(buyer)).status)
    expect((await first()).release).toBeNull()
    expect(await buyer.refused(extendRelease, await extend())).toMatchObject({ code: 10002 })
  })

  test('opens nothing at the deadline: those who quoted are asked, and the buyer sees who is awaited', async () => {
    await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
    await awaitRelease(buyer, facts.orderId)
    await t.settle()
    await close()
    expect(await figures()).toBe(0)
    const round = await first()
    expect(round).toMatchObject({ status: 1, quotes: null, release: { phase: 'releasing', joint: null } })
    expect(round.release!.suppliers.map(({ releasedAt }) => releasedAt)).toEqual([null, null, null])
    const labels = async (who: HttpClient) => (await who.call(inbox, { query: {} })).rows.map(({ label }) => label)
    expect(await labels(suppliers[0]!)).toContain('提交第 1 轮报价的密钥')
    expect(await labels(suppliers[3]!)).not.toContain('提交第 1 轮报价的密钥')
    const told = await suppliers[0]!.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
    expect(told.rows.some(({ title }) => title === '请提交报价密钥')).toBe(true)
    expect((await suppliers[0]!.call(ownQuote, { params: { ...params, round: 1 } })).quote).toBeNull()
    expect((await release(suppliers[3]!)).message).toContain('没有有效的报价')
  })

  test('refuses keys that open nothing, some of them, and another supplier’s', async () => {
    const [own, other] = [
      await keysOf(suppliers[0]!, facts.orderId, { by: 'supplier1' }),
      await keysOf(suppliers[1]!, facts.orderId, { by: 'supplier2' }),
    ]
    expect((await release(suppliers[0]!)).code).toBe(10023)
    expect((await release(suppliers[0]!, { keys: other })).code).toBe(10023)
    expect((await release(suppliers[0]!, { keys: [...own, ...own] })).code).toBe(10001)
    expect((await release(suppliers[0]!, { keys: own.map((one) => ({ ...one, position: 9 })) })).code).toBe(10001)
    expect((await t.owner.query('select 1 from quote_release')).rowCount).toBe(0)
  })

  test('takes the keys of a supplier once, sixteen times at once as well, and shows no figure', async () => {
    const own = await keysOf(suppliers[0]!, facts.orderId, { by: 'supplier1' })
    const tries = await Promise.allSettled(
      Array.from({ length: 16 }, () =>
        suppliers[0]!.call(releaseQuote, { params: { ...params, round: 1 }, body: { keys: own } }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await t.owner.query('select 1 from quote_release')).rowCount).toBe(1)
    // What was released stays as it came: altered by the database's owner it is named at the next start.
    const look = () => checkBoundRows(t.kernel, { tenantId: 1, tables: inquiry.bound! })
    expect(await look()).toEqual([])
    await t.owner.query(`update quote_release set keys = keys || '{"9": "00"}'`)
    expect(await look()).toMatchObject([{ what: 'row', id: expect.stringMatching(/^quote_release\//) }])
    await t.owner.query(`update quote_release set keys = keys - '9'`)
    expect(await look()).toEqual([])
    expect((await suppliers[0]!.call(ownRelease, { params: { ...params, round: 1 } })).release).toMatchObject({
      state: 'released',
      files: [],
    })
    await releaseQuoteKeys(suppliers[1]!, facts.orderId, { by: 'supplier2' })
    await Promise.all([close(), close()])
    await t.settle()
    expect(await figures()).toBe(0)
    const round = await first()
    expect(round.release!.suppliers.filter(({ releasedAt }) => releasedAt !== null)).toHaveLength(2)
    expect(JSON.stringify(round)).not.toContain('contentKey')
  })

  test('gives more time with a reason on record, once however often it is asked, and a day at most', async () => {
    const { end } = (await first()).release!
    const asked = await extend()
    for (const wrong of [{ minutes: 0 }, { minutes: 481 }, { reason: ' ' }])
      expect((await buyer.refused(extendRelease, await extend(wrong))).code).toBe(10001)
    for (const account of ['agent', 'supplier6'] as const) {
      const stranger = await t.login(account, { workbench: account === 'agent' ? 'agency' : 'supplier' })
      expect([403, 404]).toContain((await stranger.refused(extendRelease, asked)).status)
    }
    const elsewhere = { ...asked, params: { ...params, roundId: facts.orderId } }
    expect((await buyer.refused(extendRelease, elsewhere)).status).toBe(404)
    // Where an agency runs the order, its purchaser looks on.
    await ownedBy(COMPANIES.agency.id)
    const observer = await buyer.refused(extendRelease, asked)
    expect(`${observer.code} ${observer.message}`).toBe('10002 由经办单位延长提交密钥的时限')
    await ownedBy(COMPANIES.hospital.id)
    const there = await (await secondProcess(t)).login('buyer', 'purchaser')
    await Promise.allSettled(Array.from({ length: 16 }, (_, i) => (i % 2 ? there : buyer).call(extendRelease, asked)))
    expect((await t.owner.query('select 1 from quote_extension')).rowCount).toBe(1)
    expect((await buyer.refused(extendRelease, { ...asked, body: { ...asked.body, minutes: 5 } })).code).toBe(10003)
    const later = (await first()).release!
    expect(new Date(later.end).getTime() - new Date(end).getTime()).toBe(480 * MINUTE)
    expect(later).toMatchObject({ mayExtend: null, extensions: [{ oldEnd: end, newEnd: later.end }] })
    await buyer.call(extendRelease, await extend())
    expect(await buyer.refused(extendRelease, await extend())).toMatchObject({ code: 10001 })
    await t.settle()
    const { release: own } = await suppliers[2]!.call(ownRelease, { params: { ...params, round: 1 } })
    expect(own).toMatchObject({ state: 'waiting', end: (await first()).release!.end })
    expect(own!.extensions.map(({ reason }) => reason)).toEqual(['供应商网络故障', '供应商网络故障'])
    const told = async (who: HttpClient) =>
      (await who.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })).rows.filter(
        ({ title }) => title === '提交报价密钥的时限已延长',
      )
    expect(await told(suppliers[2]!)).toHaveLength(2)
    expect(await told(suppliers[3]!)).toEqual([])
    const said = `select 1 from audit_record where body->>'action' = 'inquiry.release-extended'`
    expect((await t.owner.query(said)).rows).toHaveLength(2)
  })

  test('waits behind the end as it was, and opens all at once when the time is over; who released nothing is not opened, by its own fault', async () => {
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + HOUR))
    await close()
    await t.settle()
    expect(await figures()).toBe(0)
    await t.advanceTo(new Date(new Date((await first()).release!.end).getTime() + MINUTE))
    await awaitOpening(buyer, facts.orderId)
    await t.settle()
    const { rounds } = await buyer.call(orderRounds, { params })
    const quotes = rounds[0]!.quotes!
    expect(quotes.filter(({ total }) => total !== null)).toHaveLength(2)
    const left = quotes.find(({ tradeId }) => tradeId === facts.trades.supplier3)!
    expect(left).toMatchObject({ total: null })
    expect(left.invalid).toContain('未在规定时间内提交密钥')
    expect((await t.owner.query('select 1 from quote_revealed')).rowCount).toBe(3)
    await Promise.all([close(), close()])
    expect((await t.owner.query('select 1 from quote_revealed')).rowCount).toBe(3)
    expect((await release(suppliers[2]!)).code).toBe(10002)
    expect((await first()).release!.mayExtend).toContain('已开启')
    expect(await buyer.refused(extendRelease, await extend())).toMatchObject({ code: 10002 })
    const { release: own } = await suppliers[2]!.call(ownRelease, { params: { ...params, round: 1 } })
    expect(own).toMatchObject({ state: 'missed', isOpened: true })
  })

  test('is proven offline by both verifiers, what stayed sealed as well', async () => {
    const { said, second } = await verifiedArchive(t, buyer, facts.orderId)
    expect(said).toContain('材料自洽，来源未经确认')
    expect(said.match(/✓ 报价单：报价单/g)).toHaveLength(2)
    expect(said).toContain('未在规定时间内提交密钥')
    expect(['consistent', null]).toContain(second)
  })
})
