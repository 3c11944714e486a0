import { beforeAll, describe, expect, test } from 'vitest'
import { openedBids, offerOpening } from './public.ts'
import { inbox } from '#features/home/contract.ts'
import { inContext } from '#server/context.ts'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import * as compare from '../contract-compare.ts'
import * as offer from '../contract-offer.ts'
import { DecryptState } from '../rules.ts'
import { OFFER_DUE, OFFER_STARTED } from './offer-messages.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Double envelope: the business envelopes first, then, for those who passed the first stage only, the quotations.
 */

const D = DecryptState.values
let world: HallWorld
let hall: Hall
let second: Hall
let seats: [Seat, Seat, Seat]

beforeAll(async () => {
  const made = await hallWorld([
    { bidders: THREE, double: true },
    { bidders: THREE, double: true, suite: 'gm' },
  ])
  world = made.world
  ;[hall, second] = made.halls as [Hall, Hall]
  seats = hall.seats as [Seat, Seat, Seat]
  await world.t.advanceTo(hall.openAt)
})

const opened = () =>
  inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) => openedBids(ctx, hall.orderId))

describe('the business opening', () => {
  test('is started by its own call only', async () => {
    const host = await world.host(hall)
    expect(await host.refused(c.startOpening, { params: hall.params })).toMatchObject({
      code: 10002,
      message: '双信封招标应先进行商务开标',
    })
    expect(await host.refused(offer.startOfferOpening, { params: hall.params })).toMatchObject({ code: 10002 })
    expect((await world.detail('buyer', hall)).actions[0]).toMatchObject({ action: 'start', label: '开始商务开标' })
    await world.startBusiness(hall)
    expect(await world.detail('supplier1', hall)).toMatchObject({ stage: 1, stageLabel: '商务开标', reviewModel: 2 })
  })

  test('gives bidders the envelopes of the first only, and takes no key of the second', async () => {
    const [seat] = seats
    const { files, submissionId } = await world.sealed(seat)
    expect(files.map((file) => file.role).toSorted()).toEqual(['business', 'statement', 'technical'])
    const client = await world.as(seat.account)
    const { rows } = await world.t.owner.query<{ position: number }>(
      `select position from bid_file where submission_id = $1 and role in ('price', 'quotation') order by position`,
      [submissionId],
    )
    expect(rows).toHaveLength(2)
    const keys = await world.keysOf(seat)
    const more = [...keys, { position: rows[0]!.position, contentKey: '11'.repeat(32) }]
    expect(
      await client.refused(decryption.releaseKeys, { params: { id: submissionId }, body: { keys: more } }),
    ).toMatchObject({
      code: 10001,
      message: '包含不属于本次开标的文件密钥，未接收',
    })
    expect((await client.call(c.bidderState, { params: seat.params })).decryptState).toBe(D.pending)
  })

  test('reads out what is in the first, and no price exists anywhere', async () => {
    await world.throughOpening(hall, seats)
    for (const account of ['buyer', ...THREE] as const) {
      const detail = await world.detail(account, hall)
      expect(detail).toMatchObject({ step: 'end', status: 4, offerBidOpenStatus: 0 })
      expect(
        detail.bidders.map((b) => [b.decryptState, b.quote, b.marks.map((m) => [m.markName, m.markValue])]),
      ).toEqual(
        detail.bidders.map((b) => [
          D.success,
          null,
          [
            ['投标人', b.supplierName],
            ['交货期（日历天）', '45'],
          ],
        ]),
      )
    }
    const { rows } = await world.t.owner.query<{ text: string }>(
      `select (select jsonb_agg(b) from opening_bidder b where order_id = $1)::text
         || (select jsonb_agg(f) from opened_file f where order_id = $1)::text
         || (select jsonb_agg(body) from audit_entry where body->>'entityId' = $1::text)::text as text`,
      [hall.orderId],
    )
    for (const { quote } of seats) expect(rows[0]!.text).not.toContain(quote.replace(/\.00$/, ''))
    expect(rows[0]!.text).not.toContain('报价说明')
    const bids = await opened()
    expect(bids.map((bid) => [bid.quote, bid.priceSheet, bid.files.length])).toEqual(seats.map(() => [null, null, 3]))
    for (const call of [compare.finalOffer, compare.compareItemOffer, compare.subOfferSummary])
      expect(await (await world.host(hall)).refused(call, { params: hall.params })).toMatchObject({ code: 10020 })
  })
})

describe('the offer opening', () => {
  test('waits for the review and its first stage', async () => {
    const host = await world.host(hall)
    const action = async () => (await world.detail('buyer', hall)).actions
    expect(await action()).toMatchObject([{ action: 'startOffer', reason: '评标尚未开始，或已经汇总' }])
    await world.inReview(hall, { done: false, passed: seats })
    expect(await action()).toMatchObject([{ action: 'startOffer', reason: '第一阶段评审尚未汇总，不能开启报价信封' }])
    expect(await host.refused(offer.startOfferOpening, { params: hall.params })).toMatchObject({
      message: '第一阶段评审尚未汇总，不能开启报价信封',
    })
    await world.inReview(hall, { done: true, passed: [] })
    expect(await host.refused(offer.startOfferOpening, { params: hall.params })).toMatchObject({ code: 10002 })
    await world.inReview(hall, { done: true, passed: [seats[0]] })
    const todos = async (account: 'buyer' | 'supplier1') =>
      (await (await world.as(account)).call(inbox, {})).rows.map((todo) => todo.label)
    expect(await todos('buyer')).toContain('进行报价开标')
    expect(await todos('supplier1')).not.toContain('进行报价开标')
    await inContext(world.t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
      ctx.emit({ kind: 'review.firstStageDone', payload: { orderId: hall.orderId } }),
    )
    await world.t.settle()
    expect((await told(OFFER_DUE)).map((one) => one.identity)).toContain('purchaser')
    // Nobody else learns that it could be started.
    expect((await world.detail('supplier1', hall)).actions).toEqual([])
  })

  test('two hosts start at once: one opening, of those who passed', async () => {
    const [first, second] = seats
    await world.inReview(hall, { done: true, passed: [first, second] })
    const hosts = [await world.as('buyer'), await world.as('newbie')]
    const answers = await Promise.all(
      hosts.map((client) =>
        client.call(offer.startOfferOpening, { params: hall.params }).then(
          () => 0,
          (error: { body: { code: number } }) => error.body.code,
        ),
      ),
    )
    expect(answers.toSorted((a, b) => a - b)).toEqual([0, 10002])
    await world.t.settle()
    const messages = await told(OFFER_STARTED)
    const titleFor = (seat: Seat) => messages.find((one) => one.link.includes(seat.tradeId))?.title
    expect(seats.map(titleFor)).toEqual([
      '报价开标已开始，请解密报价信封',
      '报价开标已开始，请解密报价信封',
      '报价开标已开始',
    ])
    const detail = await world.detail('buyer', hall)
    expect(detail).toMatchObject({
      stage: 2,
      stageLabel: '报价开标',
      step: 'decrypt',
      status: 5,
      offerBidOpenStatus: 1,
    })
    expect(detail.bidders.map((b) => b.bidderId)).toEqual([first.tradeId, second.tradeId])
    // The first opening can still be looked at, as it was.
    const before = await (
      await world.as('supplier3')
    ).call(c.hallDetail, {
      params: { id: hall.orderId },
      query: { stage: '1' },
    })
    expect(before).toMatchObject({ stage: 1, step: 'end' })
    expect(before.bidders).toHaveLength(3)
    expect(await offerTimes()).toMatchObject({ startedAt: expect.any(Date), endedAt: null })
  })

  test('who did not pass can release nothing: that envelope stays sealed', async () => {
    const [, , third] = seats
    const client = await world.as(third.account)
    expect((await client.call(c.hallDetail, { params: { id: hall.orderId } })).bidders).toHaveLength(2)
    expect(await client.refused(decryption.bidderFileDecryption, { params: third.params })).toMatchObject({
      status: 404,
    })
    const { rows } = await world.t.owner.query<{ id: string }>(
      'select submission_id as id from opening_bidder where trade_id = $1',
      [third.tradeId],
    )
    // Its page may not know of the second opening yet: it keeps its row of the first, with nothing left to do.
    const own = await client.call(c.bidderState, { params: third.params })
    expect(own).toMatchObject({ bidderId: third.tradeId, decryptState: D.success, quote: null, actions: [] })
    // It may look on, and is not counted among those whose envelopes are opened now.
    await client.call(c.onlineRefresh, { params: third.params })
    expect((await world.detail('buyer', hall)).onlineCnt).toBe(0)
    const body = { keys: [{ position: 1, contentKey: '00'.repeat(32) }] }
    expect(await client.refused(decryption.releaseKeys, { params: { id: rows[0]!.id }, body })).toMatchObject({
      status: 404,
    })
  })

  test('gives the others their second envelopes, and the quotes come for all at once', async () => {
    const [first, second] = seats
    const { files } = await world.sealed(first)
    expect(files.map((file) => file.role).toSorted()).toEqual(['price', 'quotation'])
    expect(await world.release(first)).toEqual({ decryptState: D.success, failure: '' })
    expect((await world.detail('supplier2', hall)).bidders.map((b) => b.quote)).toEqual([null, null])
    expect((await opened()).every((bid) => bid.quote === null && bid.files.length === 3)).toBe(true)
    const host = await world.host(hall)
    expect(await host.refused(offer.openOfferMarks, { params: hall.params })).toMatchObject({ code: 10020 })
    // The calls of the first opening do nothing to the second.
    for (const call of [c.openMarks, c.endOpening])
      expect(await host.refused(call, { params: hall.params })).toMatchObject({ code: 10002 })
    await host.call(decryption.extendDecryption, {
      params: hall.params,
      body: { minutes: 10, reason: '投标人网络故障' },
    })
    expect(await host.call(decryption.extensionRecords, { params: hall.params })).toHaveLength(1)
    await host.call(compare.submitControlPrice, {
      params: hall.params,
      body: { price: '3100000', basis: '造价咨询报告' },
    })
    expect((await world.detail('supplier1', hall)).referencePrice).toBeNull()
    await world.release(second)
    await host.call(offer.openOfferMarks, { params: hall.params })
    for (const account of ['buyer', ...THREE] as const) {
      const detail = await world.detail(account, hall)
      expect(detail.bidders.map((b) => b.quote)).toEqual([first.quote, second.quote])
      expect(detail.referencePrice).toEqual({ price: '3100000.00', basis: '造价咨询报告' })
    }
    expect(
      (await host.call(offer.offerMarkPage, { params: hall.params })).rows[0]!.marks.map((m) => m.markName),
    ).toEqual(['投标人', '投标总价', '质保期（月）'])
    // Until the record is fixed the review learns nothing.
    expect((await opened()).every((bid) => bid.quote === null)).toBe(true)
  })

  test('ends with a sheet of its own; only then the review has quotes', async () => {
    const host = await world.host(hall)
    const [first, second, third] = seats
    expect(await host.refused(offer.endOfferOpening, { params: hall.params })).toMatchObject({
      message: '第1家尚未唱标',
    })
    for (const seat of [first, second]) await host.call(c.readOut, { params: seat.params })
    await host.call(offer.offerBidRemark, { params: first.params, body: { openOfferBidRemark: '报价含运费' } })
    const { roundId, bidders } = await world.detail('buyer', hall)
    expect([roundId, bidders[0]!.marks[0]]).toMatchObject([
      '2',
      { openBidRemark: '', openOfferBidRemark: '报价含运费' },
    ])
    await host.call(offer.endOfferOpening, { params: hall.params })
    await world.t.settle()
    expect(await world.detail('buyer', hall)).toMatchObject({
      offerBidOpenStatus: 3,
      status: 5,
      step: 'end',
      actions: [],
    })
    expect((await opened()).map((bid) => [bid.tradeId, bid.quote, bid.files.length])).toEqual([
      [first.tradeId, first.quote, 5],
      [second.tradeId, second.quote, 5],
      [third.tradeId, null, 3],
    ])
    expect(await offerTimes()).toMatchObject({ endedAt: expect.any(Date) })
    const { rows } = await world.t.owner.query(`select 1 from outbox where kind = 'opening.offerEnded'`)
    expect(rows).toHaveLength(1)
    const sheet = await host.file(offer.offerMarkReport, { params: hall.params })
    expect(sheet.mime).toBe('application/pdf')
    const xlsx = await host.file(c.openingSheet, {
      params: { id: hall.orderId },
      query: { stage: '2', format: 'xlsx' },
    })
    expect(xlsx.name).toMatch(/^开标一览表（报价开标）.+\.xlsx$/)
    expect(
      await host.refused(offer.offerBidRemark, { params: first.params, body: { openOfferBidRemark: '太晚' } }),
    ).toMatchObject({
      code: 10002,
    })
    const facts = await world.facts(hall)
    for (const fact of ['opening.offer-startOffer', 'opening.offer-openMarks', 'opening.offer-end'])
      expect(facts.filter((one) => one === fact)).toHaveLength(1)
  })

  test('compares what was opened', async () => {
    const [first, second] = seats
    const observer = await world.as('buyer')
    const { rows, mean } = await observer.call(compare.finalOffer, { params: hall.params })
    expect(rows.map((row) => [row.bidderId, row.rank, row.isBest])).toEqual([
      [second.tradeId, 1, true],
      [first.tradeId, 2, false],
    ])
    expect(Number(mean)).toBeCloseTo((Number(first.quote) + Number(second.quote)) / 2, 2)
  })
})

describe('when second envelopes fail', () => {
  test('the bidder’s own fault counts as revoked, the platform’s as withdrawn; the rest goes on (A-112)', async () => {
    await world.startBusiness(second)
    const [one, two, three] = second.seats as [Seat, Seat, Seat]
    await world.throughOpening(second, [one, two, three])
    await world.inReview(second, { done: true, passed: [one, two, three] })
    const host = await world.host(second)
    await host.call(offer.startOfferOpening, { params: second.params })
    const wrong = (await world.keysOf(one)).map((key) => ({ ...key, contentKey: '22'.repeat(32) }))
    expect(await world.release(one, wrong)).toMatchObject({ decryptState: D.failed })
    await world.release(three)
    const back = { params: two.params, body: { reason: '密码机故障，非投标人原因' } }
    expect(await host.refused(offer.offerFileBack, back)).toMatchObject({ code: 10002 })
    await world.t.movableClock!.advance(481 * 60_000)
    await host.call(offer.offerFileBack, back)
    // The first opening is over: its own call reaches nothing of the second.
    expect(await host.refused(c.fileBack, back)).toMatchObject({ code: 10002 })
    await host.call(offer.openOfferMarks, { params: second.params })
    const detail = await world.detail('supplier1', second)
    expect(detail.bidders.map((b) => b.decryptState)).toEqual([D.revoked, D.returned, D.success])
    expect(detail.bidders.map((b) => b.quote)).toEqual([null, null, three.quote])
    await host.call(c.readOut, { params: three.params })
    await host.call(offer.endOfferOpening, { params: second.params })
    await world.t.settle()
    const bids = await inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
      openedBids(ctx, second.orderId),
    )
    expect(bids.map((bid) => bid.quote)).toEqual([null, null, three.quote])
  })
})

async function told(kind: string) {
  const { rows } = await world.t.owner.query<{ identity: string; title: string; link: string }>(
    'select identity, title, link from message where kind = $1',
    [kind],
  )
  return rows
}

function offerTimes() {
  return inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
    offerOpening(ctx, hall.orderId),
  )
}
