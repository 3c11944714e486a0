import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { countText, PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { minutesBegun, spanText, stageOf } from './meeting.ts'
import { clockText, isOpenFor, minuteOf, type Opening, openingsOn, weekdayOf } from './room.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const HOURS: Opening[] = [
  { weekday: 1, from: 12 * 60, until: 18 * 60 },
  { weekday: 1, from: 8 * 60, until: 12 * 60 },
  { weekday: 6, from: 20 * 60, until: 1440 },
  { weekday: 7, from: 0, until: 120 },
]

test('a room is open within its hours, those that touch are one, and over midnight where both days are', () => {
  expect(weekdayOf('2026-11-30')).toBe(1)
  expect(openingsOn(HOURS, '2026-11-30')).toEqual([{ from: 480, until: 1080 }])
  expect(isOpenFor(HOURS, at('2026-11-30T08:00'), at('2026-11-30T18:00'))).toBe(true)
  expect(isOpenFor(HOURS, at('2026-11-30T07:59'), at('2026-11-30T09:00'))).toBe(false)
  expect(isOpenFor(HOURS, at('2026-11-30T17:00'), at('2026-11-30T18:01'))).toBe(false)
  expect(isOpenFor(HOURS, at('2026-12-01T10:00'), at('2026-12-01T11:00'))).toBe(false)
  expect(isOpenFor(HOURS, at('2026-12-05T23:00'), at('2026-12-06T01:00'))).toBe(true)
  expect(isOpenFor(HOURS, at('2026-12-05T23:00'), at('2026-12-06T03:00'))).toBe(false)
  expect(isOpenFor(HOURS, at('2026-12-05T22:00'), at('2026-12-06T00:00'))).toBe(true)
})

test('minutes of the day are read and written alike', () => {
  for (const minute of [0, 1, 570, 1439, 1440]) expect(minuteOf(clockText(minute))).toBe(minute)
  for (const text of ['24:01', '9:00', '09:60', '']) expect(minuteOf(text)).toBeUndefined()
  expect(spanText(at('2026-11-30T10:00'), at('2026-11-30T11:30'))).toBe('2026-11-30 10:00–11:30')
  expect(spanText(at('2026-11-30T23:00'), at('2026-12-01T01:00'))).toBe('2026-11-30 23:00–2026-12-01 01:00')
})

test('each minute that has begun counts, the first at once', () => {
  const from = at('2026-11-30T10:00')
  const begun = (ms: number) => minutesBegun(from, new Date(from.getTime() + ms))
  expect([0, 1, MINUTE, MINUTE + 1, HOUR, HOUR + 1].map(begun)).toEqual([1, 1, 1, 2, 60, 61])
})

test('a meeting is under way in its time, and as long as its host is present', () => {
  const meeting = { fromAt: at('2026-11-30T10:00'), untilAt: at('2026-11-30T11:00'), endedAt: null, cancelledAt: null }
  const stage = (text: string, isRunning = false) => stageOf(meeting, isRunning, at(text))
  expect(['09:59', '10:00', '10:59', '11:00'].map((time) => stage(`2026-11-30T${time}`))).toEqual([
    'toCome',
    'underWay',
    'underWay',
    'over',
  ])
  expect(stage('2026-11-30T09:50', true)).toBe('underWay')
  expect(stage('2026-11-30T11:10', true)).toBe('underWay')
  expect(stageOf({ ...meeting, cancelledAt: at('2026-11-30T09:00') }, true, at('2026-11-30T10:00'))).toBe('cancelled')
})

test('packages of hours are counted and told in minutes', () => {
  const product = PRODUCTS.find(({ code }) => code === 'meeting')!
  expect(product.skus.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['50 小时', 3000],
    ['300 小时', 18_000],
  ])
  expect([0, 5, 60, 61, 2970].map((count) => countText(product, count))).toEqual([
    '0 分钟',
    '5 分钟',
    '1 小时',
    '1 小时 1 分钟',
    '49 小时 30 分钟',
  ])
  expect(countText({}, 90)).toBe('90')
})
