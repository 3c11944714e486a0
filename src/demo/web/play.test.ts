import { expect, test } from 'vitest'
import { pageOf, recordIn } from './play.ts'

const ORDER = '0195a000-0000-7000-8000-000000000201'

test('the order is found in the addresses of every side, and nowhere else', () => {
  for (const workbench of ['purchaser', 'agency', 'supplier'])
    for (const method of [1, 8]) expect(recordIn(pageOf(workbench, { orderId: ORDER, method }))).toBe(ORDER)
  expect(recordIn(`/supplier/bid/orders/${ORDER}/kpb-project/${ORDER}/bidders/x/open-hall-door`)).toBe(ORDER)
  expect(recordIn(`/invite/compete/${ORDER}/hall-door`)).toBe(ORDER)
  expect(recordIn(`/purchaser/register/projects/${ORDER}/detail`)).toBeNull()
  expect(recordIn('/purchaser/bidding/orders/abc/info')).toBeNull()
})

test('whoever has no page of an order comes home', () => {
  expect(pageOf('expert', { orderId: ORDER, method: 1 })).toBe('/')
  expect(pageOf('purchaser', undefined)).toBe('/')
})
