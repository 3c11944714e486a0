import { expect, test } from 'vitest'
import { daysOf, monthAfter, monthsOf } from './periods.ts'

// 2026-11-21 23:30 in Beijing.
const now = new Date('2026-11-21T15:30:00Z')

test('thirty days up to today in Beijing unless told otherwise', () => {
  expect(daysOf({}, now)).toMatchObject({ from: '2026-10-23', to: '2026-11-21', count: 30 })
  expect(daysOf({}, new Date('2026-11-21T16:30:00Z'))).toMatchObject({ to: '2026-11-22' })
  const one = daysOf({ from: '2026-02-28', to: '2026-02-28' }, now)
  expect([one.start.toISOString(), one.end.toISOString(), one.count]).toEqual([
    '2026-02-27T16:00:00.000Z',
    '2026-02-28T16:00:00.000Z',
    1,
  ])
})

test('months run over the year', () => {
  expect([monthAfter('2026-11', 2), monthAfter('2026-01', -1), monthAfter('2026-12', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-12',
  ])
  expect(monthsOf({}, now)).toMatchObject({ from: '2025-12', to: '2026-11', end: new Date('2026-11-30T16:00:00Z') })
})

test.each([
  [() => daysOf({ from: '2026-11-22', to: '2026-11-21' }, now), '开始时间不能晚于截止时间'],
  [() => daysOf({ from: '2024-11-22', to: '2026-11-21' }, now), '统计时间最长一年'],
  [() => daysOf({ to: '0000-01-01' }, now), '统计时间过早'],
  [() => monthsOf({ to: '0000-01' }, now), '统计时间过早'],
  [() => monthsOf({ from: '2026-12', to: '2026-11' }, now), '开始时间不能晚于截止时间'],
  [() => monthsOf({ from: '2020-01', to: '2026-11' }, now), '统计时间最长三年'],
])('refused: %#', (read, message) => {
  expect(read).toThrow(message)
})
