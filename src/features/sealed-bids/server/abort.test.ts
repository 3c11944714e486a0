import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import * as buyers from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { COMPANIES } from '#demo/companies.ts'
import { archiveOrder, declareAbortive, downloadArchive, orderDetail } from '#features/procurement/contract/order.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

test('an order given up before its deadline can be archived, and its archive does not tell who bid', async () => {
  const cast = new Cast(system.base)
  const buyer = await cast.as('buyer')
  const bidder = await cast.as('supplier1')
  const now = system.kernel.clock.now()
  const plan = PLANS.ventilator
  const schedule = lawfulSchedule(now)
  const projectId = await buyers.createProject(buyer, plan)
  const orderId = await buyers.draftOrder(buyer, projectId, { plan, schedule, now })
  await buyers.publish(buyer, orderId)
  await system.advanceTo(new Date(schedule.saleStart!))
  await suppliers.signUp(bidder, orderId, { contact: '沈瑶', mobile: '13800000111', now })
  await buyers.approveAll(buyer, orderId)
  const key = demoKey('supplier1', plan.suite)
  const keyId = await suppliers.registerKey(bidder, key, '')
  await suppliers.rehearse(bidder, orderId, { keyId, key })
  const files = (['technical', 'business'] as const).map((role) => ({
    role,
    name: `${role}.pdf`,
    content: Buffer.from(`%PDF-1.7 ${role}`),
  }))
  const content = { priceOf: suppliers.atRatio('0.9'), marks: ['40', '36'], files }
  await suppliers.submitBid(bidder, orderId, { keyId, key, content })

  const params = { orderId }
  await buyer.call(declareAbortive, { params, body: { reason: '项目取消，不再实施' } })
  await buyer.call(archiveOrder, { params, body: { confirm: true } })
  expect((await buyer.call(orderDetail, { params })).stage).toBe('已流标归档')
  const zip = await yauzl.fromBufferPromise((await buyer.file(downloadArchive, { params })).content)
  const entries = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  expect(entries.get('机器可读/bids/README.txt')).toContain('投标截止前流标')
  expect(entries.has('机器可读/notice-trust.json')).toBe(true)
  // The sign-ups are the purchaser's own record; of bids there is nothing at all.
  const bidding = [...entries].filter(([name]) => /^机器可读\/(bids|log)\//.test(name))
  // What the log proves of it are its notices, documents and sign-ups.
  expect(bidding.map(([name]) => name)).toEqual(['机器可读/bids/README.txt', '机器可读/log/records.json'])
  expect(bidding.map(([, text]) => text).join()).not.toContain(COMPANIES.supplier1.name)
})
