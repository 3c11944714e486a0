import { describe, expect, it } from 'vitest'
import { DAY } from '#contract/time.ts'
import { PRODUCTS, UNITS } from '#features/payment/rules/catalogue.ts'
import {
  beginOf,
  type Followed,
  FOLLOWS,
  followsOf,
  GROUPS,
  groupsOf,
  type Lot,
  lotsOfLine,
  remainOf,
  replacedBy,
  spendable,
  stateOf,
} from './lots.ts'
import { later } from './period.ts'

const START = new Date('2026-03-01T02:00:00Z')
const after = (days: number) => new Date(START.getTime() + days * DAY)
const year = (product: string, paid: string, from = START): Lot => ({
  id: product,
  product,
  quantity: null,
  used: 0,
  held: 0,
  fromAt: from,
  untilAt: later(from, 1, UNITS.year),
  paid,
  endedAt: null,
})
const count = (id: string, given: Partial<Lot>): Lot => ({
  id,
  product: 'preview',
  quantity: 5,
  used: 0,
  held: 0,
  fromAt: START,
  untilAt: null,
  paid: '10.00',
  endedAt: null,
  ...given,
})

describe('time', () => {
  it('goes by the calendar of Beijing', () => {
    // 02:00 of 1 March in Beijing is still February in UTC.
    const dawn = new Date('2027-02-28T18:00:00Z')
    expect(later(dawn, 1, UNITS.month).toISOString()).toBe('2027-03-31T18:00:00.000Z')
    expect(later(new Date('2028-01-31T04:00:00Z'), 1, UNITS.month).toISOString()).toBe('2028-02-29T04:00:00.000Z')
    expect(later(new Date('2028-02-29T04:00:00Z'), 1, UNITS.year).toISOString()).toBe('2029-02-28T04:00:00.000Z')
    expect(later(START, 2, UNITS.week)).toEqual(after(14))
    expect(later(START, 3, UNITS.hour).getTime() - START.getTime()).toBe(DAY / 8)
  })

  it('of a renewal begins where the last one ends, of a lower membership where the higher one does', () => {
    const lots = [year('advanced', '3600.00')]
    expect(beginOf(lots, 'advanced', after(10))).toEqual(after(365))
    expect(beginOf(lots, 'basic', after(10))).toEqual(after(365))
    expect(beginOf(lots, 'diamond', after(10))).toEqual(after(10))
    expect(beginOf(lots, 'advanced', after(400))).toEqual(after(400))
    expect(beginOf(lots, 'subscription', after(10))).toEqual(after(10))
  })

  it('that an upgrade gives up is worth its day price: on day 100 of 365, 265 days', () => {
    const [only, ...none] = replacedBy([year('advanced', '3600.00')], 'diamond', after(100))
    expect(none).toEqual([])
    expect(only).toMatchObject({ days: 265, worth: '2613.69' })
    // What has not begun is worth all of it; what is higher, or over, nothing.
    expect(replacedBy([year('basic', '300.00', after(200))], 'diamond', after(100))[0]).toMatchObject({
      worth: '300.00',
    })
    expect(replacedBy([year('diamond', '5800.00')], 'advanced', after(100))).toEqual([])
    expect(replacedBy([year('basic', '300.00')], 'diamond', after(365))).toEqual([])
  })
})

describe('groups of subscriptions', () => {
  it('are as many as the best that is in force gives, one without anything', () => {
    expect(groupsOf([], after(10))).toBe(1)
    expect(groupsOf([count('previews', {})], after(10))).toBe(1)
    expect(groupsOf([year('subscription', '200.00')], after(10))).toBe(3)
    expect(groupsOf([year('basic', '300.00'), year('advanced', '3600.00')], after(10))).toBe(20)
    expect(groupsOf([year('advanced', '3600.00'), year('diamond', '5800.00')], after(10))).toBeNull()
    expect(groupsOf([year('advanced', '3600.00', after(20))], after(10))).toBe(1)
    expect(groupsOf([year('advanced', '3600.00')], after(365))).toBe(1)
    expect(groupsOf([{ ...year('diamond', '5800.00'), endedAt: after(5) }], after(10))).toBe(1)
  })

  it('are those that the catalogue promises', () => {
    for (const [code, groups] of Object.entries(GROUPS)) {
      const { rights, summary } = PRODUCTS.find((product) => product.code === code)!
      const promised = rights.find(({ label }) => label === '招标订阅')?.value ?? summary
      expect(promised).toContain(groups === null ? '不限组数' : `每人 ${groups} 组`)
    }
  })
})

describe('what may be followed', () => {
  it('is as much as the best that is in force gives, nothing without anything', () => {
    expect(followsOf('companies', [], after(10))).toBe(0)
    expect(followsOf('companies', [year('follow-project', '15.00')], after(10))).toBe(0)
    expect(followsOf('companies', [year('basic', '300.00'), year('follow-company', '120.00')], after(10))).toBe(20)
    expect(followsOf('orders', [year('follow-project', '15.00'), year('advanced', '3600.00')], after(10))).toBe(50)
    expect(followsOf('orders', [year('follow-project', '15.00'), year('diamond', '5800.00')], after(10))).toBeNull()
    expect(followsOf('orders', [year('follow-project', '15.00')], after(365))).toBe(0)
    expect(followsOf('orders', [{ ...year('advanced', '3600.00'), endedAt: after(5) }], after(10))).toBe(0)
  })

  it('is what the catalogue promises', () => {
    const words: Record<Followed, [label: string, unit: string]> = {
      companies: ['关注企业', '家'],
      orders: ['关注项目', '个'],
    }
    for (const [followed, [label, unit]] of Object.entries(words) as [Followed, [string, string]][])
      for (const [code, number] of Object.entries(FOLLOWS[followed])) {
        const { rights } = PRODUCTS.find((product) => product.code === code)!
        const promised = rights.find((right) => right.label === label)?.value
        expect(promised).toContain(number === null ? `不限${unit}数` : `${number} ${unit}`)
      }
  })
})

describe('counts', () => {
  it('are used oldest expiry first, what never expires last, and never what is over or taken back', () => {
    const lots = [
      count('endless', {}),
      count('late', { untilAt: after(90) }),
      count('soon', { untilAt: after(30) }),
      count('used up', { untilAt: after(20), used: 5 }),
      count('set apart', { untilAt: after(20), used: 3, held: 2 }),
      count('over', { untilAt: after(5) }),
      count('taken back', { endedAt: after(1) }),
      count('to come', { fromAt: after(40), untilAt: after(50) }),
    ]
    expect(spendable(lots, 'preview', after(10)).map(({ id }) => id)).toEqual(['soon', 'late', 'endless'])
    expect(remainOf(lots, 'preview', after(10))).toBe(15)
    expect(lots.map((lot) => stateOf(lot, after(10)))).toEqual([
      'active',
      'active',
      'active',
      'used',
      'active',
      'expired',
      'ended',
      'pending',
    ])
  })

  it('that come with a membership last as long as each of its years', () => {
    const made = lotsOfLine(
      { product: 'basic', unit: UNITS.year, quantity: 1, count: 2, amount: '600.00' },
      [year('advanced', '3600.00')],
      after(10),
    )
    expect(made).toMatchObject([
      { product: 'basic', quantity: null, fromAt: after(365), untilAt: after(365 + 366 + 365), paid: '600.00' },
      { product: 'preview', quantity: 12, fromAt: after(365), untilAt: after(365 + 366), paid: '0.00' },
      { product: 'preview', quantity: 12, fromAt: after(365 + 366), untilAt: after(365 + 366 + 365), paid: '0.00' },
    ])
  })
})
