import { expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { inquiryPlan, publishInquiry, signUp } from '#demo/play/inquiry.ts'
import { approveAll } from '#demo/play/buyer.ts'
import { Cast } from '#demo/cast.ts'
import { fromState } from '#demo/states/from-state.ts'
import { orderPage } from '../contract/order.ts'
import { tenderDetail } from '../contract/supplier.ts'
import { freightInquiry } from '../methods/freight-inquiry.ts'

const PLAN = inquiryPlan({
  projectName: '药品运输',
  title: '药品运输询比采购',
  description: '委托承运药品。',
  price: '30000',
  method: freightInquiry.code,
  lines: [
    ['冷链药品运输', '2～8℃', '车次', '10', '1500'],
    ['普通药品运输', '', '车次', '10', '1200'],
  ],
})
const ROUTE = { from: '省医药物流园', to: '东湖分院', vehicle: '冷藏车' }

test('an inquiry of freight says of each line from where to where, and is published only then', async () => {
  const { t } = await fromState('people')
  const cast = new Cast(t.base)
  const buyer = await cast.as('buyer')
  const now = t.kernel.clock.now()
  const dates = { purchaser: null, signUpEnd: now.getTime() + 2 * DAY, deadline: now.getTime() + 4 * DAY }
  await expect(
    publishInquiry(buyer, { ...PLAN, facts: [ROUTE, { from: '省医药物流园' }] }, dates),
  ).rejects.toMatchObject({
    body: { code: 10001, details: [{ path: 'settings.lineFacts', message: '第 2 行未填写目的地' }] },
  })

  const orderId = await publishInquiry(buyer, { ...PLAN, facts: [ROUTE, ROUTE] }, dates)
  const supplier = await cast.as('supplier1')
  await signUp(cast, orderId, { account: 'supplier1', now })
  await approveAll(buyer, orderId)
  const { items } = await supplier.call(tenderDetail, { params: { orderId } })
  expect(items.map(({ spec }) => spec)).toEqual([
    '2～8℃；起运地：省医药物流园；目的地：东湖分院；运输方式及车型：冷藏车',
    '起运地：省医药物流园；目的地：东湖分院；运输方式及车型：冷藏车',
  ])

  // Its list is its own: it stands in no other buyer's list, but among the supplier's inquiries.
  const listed = async (family: 'inquiry' | 'wl-inquiry') =>
    (await buyer.call(orderPage, { query: { family } })).rows.map((row) => row.orderId)
  expect(await listed('wl-inquiry')).toContain(orderId)
  expect(await listed('inquiry')).not.toContain(orderId)
})
