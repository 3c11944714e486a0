import { describe, expect, test } from 'vitest'
import { DAY, formatDate, formatTime, greeting, HOUR, Instant, MINUTE, relativeTime, remaining } from './time.ts'

test('times are shown in Beijing time, wherever the machine is', () => {
  expect(formatTime('2026-11-21T06:03:21.500Z')).toBe('2026-11-21 14:03')
  expect(formatTime('2026-11-21T06:03:21.500Z', true)).toBe('2026-11-21 14:03:21')
  expect(formatTime(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01 00:00')
  expect(formatDate('2026-12-31T15:59:59Z')).toBe('2026-12-31')
  expect(formatDate(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
})

test('no time is a dash; the epoch is a time', () => {
  for (const empty of [null, undefined, '']) expect([formatTime(empty), formatDate(empty)]).toEqual(['-', '-'])
  expect(formatTime(0)).toBe('1970-01-01 08:00')
})

describe('instants on the wire', () => {
  test.each(['2026-11-21T06:03:21Z', '2026-11-21T06:03:21.123Z'])('%s', (value) => {
    expect(Instant.safeParse(value).success).toBe(true)
  })
  test.each(['2026-11-21', '2026-11-21 06:03:21', '2026-11-21T14:03:21+08:00', '2026-02-30T00:00:00Z', '', 'now'])(
    'not "%s"',
    (value) => {
      expect(Instant.safeParse(value).success).toBe(false)
    },
  )
})

describe('what remains', () => {
  test('in two-digit fields', () => {
    const ms = 3 * DAY + 4 * HOUR + 5 * MINUTE + 6_789
    expect(remaining(ms)).toEqual({ days: '03', hours: '04', minutes: '05', seconds: '06', leftTime: 273_906, ms })
  })
  test('never below zero', () => {
    expect(remaining(-1)).toEqual({ days: '00', hours: '00', minutes: '00', seconds: '00', leftTime: 0, ms: 0 })
  })
  test('the last second is not yet over', () => {
    expect(remaining(999)).toMatchObject({ seconds: '00', leftTime: 0, ms: 999 })
    expect(remaining(1000)).toMatchObject({ seconds: '01', leftTime: 1 })
  })
  test('more than 99 days keep their digits', () => {
    expect(remaining(120 * DAY).days).toBe('120')
  })
})

test.each([
  [0, '刚刚'],
  [MINUTE - 1, '刚刚'],
  [MINUTE, '1分钟前'],
  [HOUR - 1, '59分钟前'],
  [HOUR, '1小时前'],
  [DAY - 1, '23小时前'],
  [DAY, '1天前'],
  [7 * DAY - 1, '6天前'],
  [7 * DAY, '2026-11-14'],
  [-5 * MINUTE, '刚刚'],
])('%i ms ago is %s', (ago, text) => {
  const now = Date.parse('2026-11-21T06:00:00Z')
  expect(relativeTime(now - ago, now)).toBe(text)
})

test.each([
  ['00:00', '早上好'],
  ['10:59', '早上好'],
  ['11:00', '中午好'],
  ['14:59', '中午好'],
  ['15:00', '下午好'],
  ['18:59', '下午好'],
  ['19:00', '晚上好'],
  ['23:59', '晚上好'],
])('at %s in Beijing one says %s', (time, text) => {
  expect(greeting(Date.parse(`2026-11-21T${time}:00+08:00`))).toBe(text)
})
