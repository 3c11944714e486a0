import { expect, test } from 'vitest'
import { compete } from '../../methods/compete.ts'
import { buyerOf } from './use-buyer.ts'

test('the run that follows a failed one opens at the document of the failed one', () => {
  const failed = { orderId: 'o', projectId: 'p' }
  const edit = '/purchaser/bidding/orders/projects/p/edit/o/kpbFile'
  expect(buyerOf('purchaser').rerun({ ...failed, fileId: 'f' })).toBe(`${edit}/f/1`)
  expect(buyerOf('purchaser').rerun(failed)).toBe(edit)
  expect(buyerOf('agency', compete).rerun(failed)).toBe('/agency/compete/order/projects/p/create-compete/o')
})

test('a new order says what differs from the first of its family', () => {
  const [invited] = compete.alternatives
  const form = '/purchaser/compete/order/projects/p/create-compete'
  expect(buyerOf('purchaser', compete).form({ projectId: 'p' })).toBe(form)
  expect(buyerOf('purchaser', invited).form({ projectId: 'p' })).toBe(`${form}?admission=invited`)
})

test('an order below its project has an address by family, for the purchaser', () => {
  expect(buyerOf('purchaser').projectOrder('o')).toBe('/purchaser/register/bid/orders/o/detail')
  expect(buyerOf('purchaser', compete).projectOrder('o')).toBe('/purchaser/register/compete/orders/o/detail')
  expect(buyerOf('agency', compete).projectOrder('o')).toBe('/agency/compete/order/o/detail')
})
