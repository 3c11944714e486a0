import { expect, test } from 'vitest'
import { DEAL_STATUS, type DealFacts, type DealWho, restOf } from './status.ts'

const deal = (change: Partial<DealFacts> = {}): DealFacts => ({
  state: 'due',
  dueAt: 1000,
  price: '100',
  paid: '0',
  amount: '100',
  openNotes: 0,
  confirmedNotes: 0,
  ...change,
})
const may = (change: Partial<DealFacts>, part: DealWho['part'] = 'seller', now = 0) =>
  Object.fromEntries(
    DEAL_STATUS.allowed(deal(change), { part }, now).map(({ action, reason }) => [action, reason ?? true]),
  )

test('the price is due until it is paid, and whoever does not pay in time is in default', () => {
  expect(may({})).toEqual({ record: true, default: '付款期限未到' })
  expect(may({}, 'buyer')).toEqual({ pay: true })
  expect(may({}, 'seller', 999).default).toBe('付款期限未到')
  expect(may({}, 'seller', 1000).default).toBe(true)
  expect(may({ paid: '1' }, 'seller', 1000).default).toBe(true)
  expect(may({}, 'other', 1000)).toEqual({})
})

test('goods leave once they are paid, and are settled once both sides agree on what was taken', () => {
  const paid = { state: 'paid', paid: '100' } as const
  expect(may(paid)).toMatchObject({ weigh: true, settle: '尚未登记提货' })
  expect(may({ ...paid, openNotes: 1, confirmedNotes: 1 }).settle).toContain('待成交人确认')
  expect(may({ ...paid, confirmedNotes: 1 }).settle).toBe(true)
  expect(may({ ...paid, confirmedNotes: 1, amount: '100.01' }).settle).toContain('尚有价款未付')
  expect(may({ ...paid, confirmedNotes: 1, amount: '90' }).settle).toBe(true)
  expect(may({ ...paid, confirmedNotes: 1, amount: '100.01' }, 'buyer')).toEqual({ pay: true })
  expect(may({ ...paid, confirmedNotes: 1 }, 'buyer').pay).toBe('没有待付的价款')
})

test('what has ended stays', () => {
  for (const state of ['settled', 'defaulted'] as const)
    for (const part of ['seller', 'buyer'] as const) expect(may({ state }, part, 5000)).toEqual({})
})

test('before the payment the price is owed, behind it what was taken', () => {
  expect(restOf(deal({ amount: '0' })).toFixed()).toBe('100')
  expect(restOf(deal({ state: 'paid', paid: '100', amount: '90' })).toFixed()).toBe('-10')
})
