import { expect, it } from 'vitest'
import type { OwnOffer } from '../../contract/offers.ts'
import { enteredOf, reckon, sumOf } from './offer-rules.ts'

const item = (itemId: string, subId: number, more: Partial<OwnOffer['items'][number]> = {}) => ({
  itemId,
  subId,
  line: 1,
  code: '',
  name: itemId,
  spec: '',
  unit: '台',
  quantity: '3',
  controlPrice: null,
  previousUnitPrice: null,
  unitPrice: null,
  amount: null,
  remark: '',
  ...more,
})

function offer(mode: 1 | 2 | 3, more: Partial<OwnOffer> = {}): OwnOffer {
  const round = { roundId: 'r', mode, notAbove: true } as OwnOffer['round']
  const items = [item('a', 1), item('b', 1, { quantity: '0.5' }), item('c', 2, { controlPrice: '10' })]
  const sheet = { subs: [], previous: '100.00', controlPrice: '120.00', total: null, items }
  return { round, bidderId: 'x', status: 0, ...sheet, ...more } as unknown as OwnOffer
}

it('takes over what is kept, prices by line or one total', () => {
  const kept = offer(2, { items: [item('a', 1, { unitPrice: '1.5' }), item('b', 1)] })
  expect(enteredOf(kept)).toEqual({ total: undefined, prices: { a: '1.5' } })
  expect(enteredOf(offer(1, { total: '99.00' })).total).toBe('99.00')
})

it('adds up lines, of all or of one part, each line rounded to the cent', () => {
  const entered = { total: undefined, prices: { a: '10', b: '0.33', c: '2' } }
  expect(sumOf(offer(3), entered)).toBe('36.17')
  expect(sumOf(offer(3), entered, 2)).toBe('6')
  expect(sumOf(offer(3), { total: undefined, prices: {} })).toBeNull()
})

it('names what is missing and what the round does not allow', () => {
  expect(reckon(offer(1), { total: undefined, prices: {} })).toEqual({ total: null, missing: 1, problems: [] })
  expect(reckon(offer(1), { total: '100.01', prices: {} }).problems).toEqual(['高于上一次报价'])
  expect(reckon(offer(1), { total: '100', prices: {} }).problems).toEqual([])
  expect(reckon(offer(1), { total: '0', prices: {} }).problems).toEqual(['报价必须大于 0'])
  const lines = reckon(offer(2), { total: undefined, prices: { a: '1', c: '11' } })
  expect(lines).toEqual({ total: '36', missing: 1, problems: ['1 项单价超过单价限价'] })
  expect(reckon(offer(2, { previous: null }), { total: undefined, prices: { a: '50' } }).problems).toEqual([
    '超过最高限价',
  ])
})
