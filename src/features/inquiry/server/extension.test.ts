import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { richText } from '#demo/play/documents.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { messagePage } from '#features/messages/contract.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { publishChange } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { bidRoom } from '#features/sealed-bids/contract.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { orderRounds, startRound } from '../contract.ts'

/* Too few quotes at the deadline: nothing is opened, and the owner gives more time once. */

let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
let first: HttpClient

beforeAll(async () => {
  const from = await fromState('quoting')
  t = from.t
  facts = from.facts
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  await quote('supplier1', '0.8')
  await passDeadline(facts.deadline)
})

const content = richText([{ heading: '延长原因', paragraphs: ['因提交报价的供应商不足，报价截止时间延长。'] }])
const later = (ms: number) => new Date(t.kernel.clock.now().getTime() + ms).toISOString()
const change = (schedule: object, more: object = {}) => ({
  params,
  body: { title: '延长报价截止时间公告', content, schedule, acceptWarnings: true, affectsBids: false, ...more },
})

async function quote(account: 'supplier1' | 'supplier2' | 'supplier3', part: string): Promise<void> {
  await submitQuote(await t.login(account, { workbench: 'supplier' }), facts.orderId, {
    priceOf: atParts(Array.from({ length: 6 }, () => part)),
    lineOf: () => ({ brand: '品牌', deliveryDays: '9' }),
  })
}

async function passDeadline(deadline: string): Promise<void> {
  await t.advanceTo(new Date(new Date(deadline).getTime() + MINUTE))
  await awaitOpening(buyer, facts.orderId)
  await t.settle()
}

describe('an order to which too few quotes came', () => {
  test('names rule and ways on, opens nothing and says not how many there were', async () => {
    const { short, rounds } = await buyer.call(orderRounds, { params })
    expect(short).toMatchObject({ at: 'deadline', least: 3, extension: null })
    expect(short!.citation).toContain('GB/T 43711')
    expect(rounds).toMatchObject([{ status: 1, quotes: null, closedAt: null }])
    expect(JSON.stringify(await buyer.call(orderDetail, { params }))).not.toContain('0.72')
    const opened = await t.owner.query('select 1 from bid_key where order_id = $1 and opened_at is not null', [
      facts.orderId,
    ])
    expect(opened.rowCount).toBe(0)
    // Its log is not fixed, so that neither head nor records tell who quoted.
    const heads = await t.owner.query('select 1 from bid_checkpoint where order_id = $1', [facts.orderId])
    expect(heads.rowCount).toBe(0)
    expect(
      (await buyer.refused(startRound, { params, body: { tradeIds: [facts.trades.supplier1], deadline: later(DAY) } }))
        .code,
    ).toBe(10002)
    // Late is late, whatever becomes of the order.
    await expect(quote('supplier2', '0.7')).rejects.toMatchObject({ status: 409 })
  })

  test('is given more time by its owner alone, later than now, with nothing but dates changed', async () => {
    const other = await t.login('agent', { workbench: 'agency' })
    expect([403, 404]).toContain((await other.refused(publishChange, change({ bidEnd: later(DAY) }))).status)
    expect((await buyer.refused(publishChange, change({}))).code).toBe(10001)
    expect((await buyer.refused(publishChange, change({ bidEnd: later(-HOUR) }))).code).toBe(10001)
    const file = { fileId: facts.orderId, name: '变更.pdf' }
    expect((await buyer.refused(publishChange, change({ bidEnd: later(DAY) }, { files: [file] }))).message).toContain(
      '只能变更时间',
    )
    const { version } = await buyer.call(orderDetail, { params })
    const answers = await Promise.allSettled([
      buyer.call(publishChange, change({ bidEnd: later(2 * DAY), signUpEnd: later(DAY) }, { version })),
      buyer.call(publishChange, change({ bidEnd: later(3 * DAY), signUpEnd: later(DAY) }, { version })),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await t.settle()
    expect(await buyer.call(orderDetail, { params })).toMatchObject({ state: 'publish.open' })
    expect((await buyer.call(orderRounds, { params })).short).toBeNull()
  })

  test('keeps what was sealed, takes it back or replaced, and more; suppliers may be added', async () => {
    const room = await first.call(bidRoom, { params })
    expect(room.current).not.toBeNull()
    expect(room.actions.filter(({ reason }) => reason === undefined).map(({ action }) => action)).toContain('replace')
    expect((await first.call(tenderDetail, { params })).rounds).toMatchObject([{ isOpen: true }])
    const { rows } = await first.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
    expect(rows.filter(({ title }) => title.includes('延长报价截止时间'))).not.toHaveLength(0)
    expect(
      (await buyer.refused(addInvitees, { params, body: { companyIds: [facts.orderId], reason: '响应不足' } })).code,
    ).toBe(10001)
    await quote('supplier2', '0.85')
    await quote('supplier3', '0.9')
  })

  test('is opened at the new deadline like any other, and then never extended', async () => {
    const { schedule } = await buyer.call(orderDetail, { params })
    await passDeadline(schedule.bidEnd!)
    const { rounds } = await buyer.call(orderRounds, { params })
    expect(rounds[0]).toMatchObject({ status: 2, deadline: schedule.bidEnd })
    expect(rounds[0]!.quotes!.filter(({ total, invalid }) => total !== null && invalid === '')).toHaveLength(3)
    expect((await buyer.refused(publishChange, change({ bidEnd: later(DAY) }))).code).toBe(10002)
  })
})

test('more time is given once: too few again, and only the other ways are left', async () => {
  const { t: again, facts: own } = await fromState('quoting')
  const client = await again.login('buyer', { workbench: 'purchaser' })
  const at = { orderId: own.orderId }
  const end = async (deadline: string) => {
    await again.advanceTo(new Date(new Date(deadline).getTime() + MINUTE))
    await awaitOpening(client, own.orderId)
  }
  await end(own.deadline)
  const bidEnd = new Date(again.kernel.clock.now().getTime() + DAY).toISOString()
  const body = { title: '延长', content, schedule: { bidEnd }, acceptWarnings: true, affectsBids: false }
  done(await client.call(publishChange, { params: at, body }))
  await end(bidEnd)
  const { short } = await client.call(orderRounds, { params: at })
  expect(short!.extension).toContain('延长过一次')
  expect(
    (
      await client.refused(publishChange, {
        params: at,
        body: { ...body, schedule: { bidEnd: new Date(again.kernel.clock.now().getTime() + DAY).toISOString() } },
      })
    ).code,
  ).toBe(10002)
  const { actions } = await client.call(orderDetail, { params: at })
  expect(actions.find(({ action }) => action === 'declareAbortive')?.reason).toBeUndefined()
})
