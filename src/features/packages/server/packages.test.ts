import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { LAUNDRY } from '#demo/packages.ts'
import * as play from '#demo/play/packages.ts'
import * as buyerPlay from '#demo/play/buyer.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import { changeMethod } from '#features/procurement/contract/follow-up.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { portalNotice, portalNotices } from '#features/procurement/contract/portal.ts'
import { signUpLots, tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type TestSystem, testSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

/* A package of three lots, of which one finds a single supplier: published, signed up for and awarded together. */

let t: TestSystem
let cast: Cast
let buyer: HttpClient
let made: play.PlayedPackage
let deadline: number

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  cast = new Cast(t.base)
  buyer = await cast.as('buyer')
  deadline = t.kernel.clock.now().getTime() + 4 * DAY
  made = await play.draftPackage(buyer, LAUNDRY, { signUpEnd: deadline - 2 * DAY, deadline })
})

const one = () => play.packageOf(buyer, made.projectId)
const batch = (body: Parameters<typeof runIt>[1]) => runIt(buyer, body)
const runIt = (client: HttpClient, body: object) => client.call(contract.runBatch, { body: body as never })

test('drafts stand in the package, in their lots', async () => {
  const found = await one()
  expect(found).toMatchObject({ lots: 3, drafts: 3, isOwner: true, title: LAUNDRY.title })
  expect(found.rows.map(({ title, lines }) => [title, lines])).toEqual([
    ['医用织物洗涤服务', 2],
    ['院区绿化养护', 1],
    ['病媒生物防制', 1],
  ])
  const page = await buyer.call(contract.packagePage, { query: { tab: 'draft' } })
  expect(page.rows.map(({ packageId }) => packageId)).toEqual([made.packageId])
})

test('all are published together, by one notice in the portal', async () => {
  const params = { packageId: made.packageId }
  const { rows } = await buyer.call(contract.publishPackage, { params, body: { acceptWarnings: true } })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  const portal = await t.client().call(portalNotices, { query: { method: 9 } })
  expect(portal.rows).toHaveLength(1)
  const notice = await t.client().call(portalNotice, { params: { noticeId: portal.rows[0]!.noticeId } })
  expect(notice.title).toBe('后勤服务谈判采购公告')
  expect(notice.lots.map(({ title, lines }) => [title, lines])).toEqual([
    ['医用织物洗涤服务', 2],
    ['院区绿化养护', 1],
    ['病媒生物防制', 1],
  ])
  await expect(buyer.call(contract.publishPackage, { params, body: {} })).rejects.toMatchObject({
    body: { code: 10002 },
  })
})

test('a supplier ticks lots and signs up once', async () => {
  const now = t.kernel.clock.now()
  await play.signUpForLots(cast, made.orderIds, { account: 'supplier1', now })
  await play.signUpForLots(cast, made.orderIds.slice(0, 2), { account: 'supplier2', now })
  const { lots } = await (await cast.as('supplier2')).call(tenderDetail, { params: { orderId: made.orderIds[0]! } })
  expect(lots.map(({ tradeStatus }) => tradeStatus)).toEqual([0, 0, null])
  for (const orderId of made.orderIds) await buyerPlay.approveAll(buyer, orderId)
  expect((await one()).rows.map(({ signUps }) => signUps?.passed)).toEqual([2, 2, 1])
})

test('an order that is not of the package cannot be ticked', async () => {
  const client = await cast.as('supplier3')
  const other = await play.publishedPackage(
    buyer,
    { ...LAUNDRY, projectName: '另一项目' },
    { signUpEnd: deadline - 2 * DAY, deadline },
  )
  const body = { orderIds: [other.orderIds[0]!], contactName: '王', contactMobile: '13900000000', files: [] }
  const { rows } = await client.call(signUpLots, { params: { orderId: made.orderIds[0]! }, body })
  expect(rows).toMatchObject([{ outcome: 'refused', code: 404 }])
})

describe('after the deadline', () => {
  beforeAll(async () => {
    await play.quoteLots(cast, made.orderIds, { by: 'supplier1', part: '0.95' })
    await play.quoteLots(cast, made.orderIds.slice(0, 2), { by: 'supplier2', part: '0.9' })
    await t.advanceTo(new Date(deadline + MINUTE))
    for (const orderId of made.orderIds.slice(0, 2)) await awaitOpening(buyer, orderId)
    await t.settle()
  })

  test('each lot says whether it can take a step, and whom it may choose', async () => {
    const { rows, missing } = await buyer.call(contract.batchLots, {
      query: { orderIds: made.orderIds.join(','), step: 'winner' },
    })
    expect(missing).toBe(0)
    expect(rows.map(({ blocked }) => blocked === null)).toEqual([true, true, false])
    expect(rows[0]!.choices.map(({ supplierName }) => supplierName)).toHaveLength(2)
  })

  test('winners are fixed lot by lot; the one that cannot is named, and again nothing is done twice', async () => {
    const { rows: lots } = await buyer.call(contract.batchLots, {
      query: { orderIds: made.orderIds.join(','), step: 'winner' },
    })
    const body = {
      step: 'winner',
      lots: lots.map(({ orderId, choices }) => ({ orderId, tradeId: choices[0]?.tradeId })),
      acceptWarnings: true,
    }
    const { rows } = await batch(body)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'refused'])
    expect(rows[2]).toMatchObject({ code: 10002, reason: expect.stringMatching(/./) })
    const again = await batch(body)
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
    const found = await one()
    expect(found.rows.map(({ winners }) => winners.length)).toEqual([1, 1, 0])
    for (const orderId of made.orderIds.slice(0, 2)) {
      const { notices } = await buyer.call(orderDetail, { params: { orderId } })
      expect(notices.filter(({ kind }) => kind === 5)).toHaveLength(1)
    }
  })

  describe('the one that found too few', () => {
    const failed = () => ({ params: { orderId: made.orderIds[2]! } })
    const instead = (body: object = {}) =>
      buyer.call(changeMethod, {
        ...failed(),
        body: {
          companyId: COMPANIES.supplier1.id,
          explanation: '报名并报价的仅此一家，重新采购仍难以成功。',
          signUpEnd: new Date(now() + 12 * DAY).toISOString(),
          bidEnd: new Date(now() + 15 * DAY).toISOString(),
          acceptWarnings: true,
          ...body,
        },
      })
    const now = () => t.kernel.clock.now().getTime()

    test('changes its method only once it was declared abortive', async () => {
      await expect(instead()).rejects.toMatchObject({ body: { code: 10002, message: '宣布流标后方可改变采购方式' } })
      const lots = made.orderIds.map((orderId) => ({ orderId }))
      const { rows } = await batch({ step: 'auction', lots: lots.slice(2), reason: '提交报价的供应商不足两家' })
      expect(rows.map(({ outcome }) => outcome)).toEqual(['done'])
    })

    test('goes on as a direct purchase in one act: lines, reason, evidence, supplier, publication', async () => {
      const paper = await buyer.upload(
        'tender-document',
        '调查说明.pdf',
        await pdfOf({ title: '调查', org: '医院', parts: [] }, new Date(now())),
      )
      // What is refused leaves no draft behind.
      await expect(instead({ signUpEnd: new Date(now() - DAY).toISOString() })).rejects.toMatchObject({
        body: { code: 10001 },
      })
      const files = [{ fileId: paper.fileId, name: '调查说明.pdf' }]
      const done = await instead({ files })
      expect(done).toMatchObject({ method: 10, noticeId: expect.any(String) })
      const before = await buyer.call(orderDetail, failed())
      const order = await buyer.call(orderDetail, { params: { orderId: done.orderId } })
      expect(order.items).toEqual(before.items)
      expect(order.settings.sole).toMatchObject({ reason: 'afterFailed', failedOrder: before.code, days: 3 })
      expect(order.files.map(({ name, kind }) => [name, kind])).toEqual([['调查说明.pdf', 'attachment']])
      expect(order.publishedAt).not.toBeNull()
      await expect(instead()).rejects.toMatchObject({
        body: { code: 10002, message: expect.stringContaining(done.code) },
      })
    })
  })

  test('another winner takes the place of one that falls away, lot by lot', async () => {
    const query = { orderIds: made.orderIds.join(','), step: 'change-winner' as const }
    const { rows: lots } = await buyer.call(contract.batchLots, { query })
    expect(lots.map(({ blocked, choices }) => [blocked === null, choices.length])).toEqual([
      [true, 1],
      [true, 1],
      [false, 0],
    ])
    const paper = await buyer.upload(
      'result-evidence',
      '放弃函.pdf',
      await pdfOf({ title: '函', org: '供应商', parts: [] }, t.kernel.clock.now()),
    )
    const { rows } = await batch({
      step: 'change-winner',
      lots: lots
        .slice(0, 2)
        .map(({ orderId, choices, version }) => ({ orderId, tradeId: choices[0]!.tradeId, version })),
      cause: 'gaveUp',
      reason: '原成交供应商书面声明放弃成交资格',
      evidence: { fileId: paper.fileId, name: '放弃函.pdf' },
      acceptWarnings: true,
    })
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', ''],
      ['done', ''],
    ])
  })
})
