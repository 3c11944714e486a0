import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { atParts, draftInquiry, signUp, SPLIT } from '#demo/play/inquiry.ts'
import { answerQuotes, makeJointKey, officersOf } from '#demo/play/joint.ts'
import * as play from '#demo/play/buyer.ts'
import { awaitOpening, awaitRelease, releaseQuoteKeys, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import { PARTS } from '#demo/states/inquiry.ts'
import type { Account } from '#demo/people.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { quoteKeys } from '#features/procurement/contract/key-policy.ts'
import { messagePage } from '#features/messages/contract.ts'
import { inbox } from '#features/home/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { orderRounds, startRound } from '../contract.ts'
import { answerRound, extendRelease, officerRound } from '../contract-keys.ts'
import { setQuotePolicy } from '../contract-policy.ts'
import { verifiedArchive } from './testing/verified.ts'

/* Quotes that suppliers and officers open together, in two rounds; and the policy that asks for it. */

const OFFICERS = ['buyer', 'agent', 'supplier6'] as const
const BIDDERS = ['supplier1', 'supplier2', 'supplier3'] as const
let t: TestSystem
let cast: Cast
let buyer: HttpClient
let orderId: string
let params: { orderId: string }
let deadline: Date
let ceremonyId: string
let secrets: Map<Account, string>
const answer = async (account: Account) => answerQuotes(await cast.as(account), ceremonyId, secrets.get(account)!)
const roundNo = async (no: number) => (await buyer.call(orderRounds, { params })).rounds[no - 1]!
const figures = async () => (await t.owner.query('select 1 from quote_revealed')).rowCount

beforeAll(async () => {
  t = (await fromState('people')).t
  cast = new Cast(t.base)
  buyer = await cast.as('buyer')
  deadline = new Date(t.kernel.clock.now().getTime() + 4 * DAY)
})

describe('the least key mode', () => {
  test('is decided by the tenant, by amount as well, and refused below at the publication alone', async () => {
    const admin = await cast.as('admin')
    await admin.call(setQuotePolicy, {
      body: { raisedFrom: '100000', raisedKey: 'joint', reason: '采购内控制度第十条' },
    })
    expect(await buyer.call(quoteKeys, {})).toEqual({ leastKey: 'timed', raisedFrom: '100000', raisedKey: 'joint' })
    const terms = { ...SPLIT.terms, candidateDays: 0 }
    const dates = { purchaser: null, signUpEnd: deadline.getTime() - 2 * DAY, deadline: deadline.getTime() }
    const weak = await draftInquiry(buyer, { ...SPLIT, terms, keyMode: 'bidder' }, dates)
    const refused = await buyer.refused(publishOrder, { params: { orderId: weak }, body: { acceptWarnings: true } })
    expect(JSON.stringify(refused)).toContain('估算价达到 100,000.00 元的，报价至少采用联合密钥')
    orderId = await draftInquiry(buyer, { ...SPLIT, terms, keyMode: 'joint' }, dates)
    params = { orderId }
    const without = await buyer.refused(publishOrder, { params, body: { acceptWarnings: true } })
    expect(JSON.stringify(without)).toContain('联合密钥尚未就绪')
    const officers = await officersOf(cast, OFFICERS)
    ;({ ceremonyId, secrets } = await makeJointKey(buyer, orderId, { threshold: 2, officers }))
    await play.publish(buyer, orderId)
    for (const account of BIDDERS) await signUp(cast, orderId, { account, now: t.kernel.clock.now() })
    await play.approveAll(buyer, orderId)
  })
})

describe('quotes under a joint key', () => {
  test('open neither at the deadline nor when all suppliers have released', async () => {
    for (const [i, by] of BIDDERS.entries())
      await submitQuote(await cast.as(by), orderId, {
        by,
        priceOf: atParts(PARTS[i]!),
        lineOf: ({ line }) => ({ brand: `品牌${line}`, deliveryDays: '10' }),
      })
    expect(await (await cast.as('agent')).call(officerRound, { params: { ceremonyId } })).toBeNull()
    await t.advanceTo(new Date(deadline.getTime() + MINUTE))
    await awaitRelease(buyer, orderId)
    await t.settle()
    expect((await (await cast.as('agent')).call(officerRound, { params: { ceremonyId } }))!.blocked).toContain(
      '正在提交',
    )
    const { roundId, release } = await roundNo(1)
    const more = { params: { orderId, roundId }, body: { end: release!.end, minutes: 30, reason: '供应商网络故障' } }
    const { end } = await buyer.call(extendRelease, more)
    await t.settle()
    const seen = await (await cast.as('agent')).call(officerRound, { params: { ceremonyId } })
    expect(seen).toMatchObject({ end, extensions: [{ newEnd: end }] })
    const { rows: told } = await (
      await cast.as('agent')
    ).call(messagePage, { query: { identity: 'agency', pageSize: 50 } })
    expect(told.map(({ title }) => title)).toContain('共同开启报价的时间顺延')
    for (const by of BIDDERS) await releaseQuoteKeys(await cast.as(by), orderId, { by })
    await expect.poll(async () => (await roundNo(1)).release!.phase, { timeout: 30_000 }).toBe('answering')
    expect((await buyer.refused(extendRelease, { ...more, body: { ...more.body, end } })).message).toContain('已截止')
    expect(await figures()).toBe(0)
    const { rows } = await (await cast.as('agent')).call(inbox, { query: {} })
    expect(rows.map(({ label }) => label)).toContain('参与共同开启报价')
  })

  test('take answers of their officers alone, and no false ones', async () => {
    const { roundId } = await roundNo(1)
    const to = { ceremonyId, roundId }
    const proof = { challenge: 'ab'.repeat(32), response: 'cd'.repeat(32) }
    const body = { by: 2, points: Array.from({ length: 3 }, () => 'ef'.repeat(32)), proof }
    const stranger = await cast.as('supplier1')
    expect((await stranger.refused(answerRound, { params: to, body })).status).toBe(404)
    expect((await stranger.refused(officerRound, { params: { ceremonyId } })).status).toBe(404)
    const agent = await cast.as('agent')
    expect((await agent.refused(answerRound, { params: { ...to, roundId: orderId }, body })).status).toBe(404)
    expect((await agent.refused(answerRound, { params: to, body })).code).toBe(10023)
    expect((await agent.refused(answerRound, { params: to, body: { ...body, by: 1 } })).code).toBe(10023)
    expect((await roundNo(1)).release!.joint!.officers[1]).toMatchObject({ state: 'refused', lies: 1 })
  })

  test('open all at once with the second true answer', async () => {
    expect(await answer('agent')).toEqual({ missing: 1 })
    await t.settle()
    expect(await figures()).toBe(0)
    expect((await (await cast.as('agent')).call(officerRound, { params: { ceremonyId } }))!.blocked).toContain('已提交')
    await answer('supplier6')
    await awaitOpening(buyer, orderId)
    await t.settle()
    const round = await roundNo(1)
    expect(round.release!.phase).toBe('opened')
    expect(round.quotes!.filter(({ total }) => total !== null)).toHaveLength(3)
  })

  test('go on so in a further round; who released nothing is left out of the list', async () => {
    const { suppliers } = await buyer.call(orderRounds, { params })
    const ends = new Date(t.kernel.clock.now().getTime() + DAY)
    await buyer.call(startRound, {
      params,
      body: { tradeIds: suppliers.slice(0, 2).map(({ tradeId }) => tradeId), deadline: ends.toISOString() },
    })
    const rows = await t.owner.query('select 1 from bid_key where order_id = $1', [orderId])
    expect(rows.rowCount).toBe(0)
    const asked = BIDDERS.slice(0, 2)
    for (const by of asked)
      await submitQuote(await cast.as(by), orderId, {
        by,
        priceOf: atParts(['0.8', '0.8', '0.8', '0.8', '0.8', null]),
        lineOf: () => ({ brand: '品牌', deliveryDays: '10' }),
      })
    await t.advanceTo(new Date(ends.getTime() + MINUTE))
    await awaitRelease(buyer, orderId, 2)
    await releaseQuoteKeys(await cast.as('supplier1'), orderId, { by: 'supplier1', round: 2 })
    await t.advanceTo(new Date(ends.getTime() + 2 * HOUR))
    await expect.poll(async () => (await roundNo(2)).release!.phase, { timeout: 30_000 }).toBe('answering')
    await answer('buyer')
    await answer('agent')
    await awaitOpening(buyer, orderId, 2)
    await t.settle()
    const quotes = (await roundNo(2)).quotes!
    expect(quotes.filter(({ total }) => total !== null)).toHaveLength(1)
    expect(quotes.find(({ total }) => total === null)!.invalid).toContain('未在规定时间内提交密钥')
  })

  test('are proven offline, both rounds, by both verifiers', async () => {
    const { said, second } = await verifiedArchive(t, buyer, orderId)
    expect(said).toContain('材料自洽，来源未经确认')
    expect(said.match(/✓ 报价单：报价单/g)).toHaveLength(4)
    expect(said.match(/✓ 保管人的解密/g)).toHaveLength(2)
    expect(['consistent', null]).toContain(second)
  })
})
