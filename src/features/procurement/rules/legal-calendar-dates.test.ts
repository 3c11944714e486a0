import { describe, expect, test } from 'vitest'
import * as dates from './legal-calendar-dates.ts'

const early = '2026-03-01T01:00:00.000Z'
const late = '2026-03-01T01:00:01.000Z'

describe('each check, with its exact text', () => {
  test.each([
    [dates.notBeforeNow, early, late, '不能早于当前时间'],
    [dates.startNotAfterEnd, late, early, '开始时间不能晚于截止时间'],
    [dates.endNotBeforeStart, early, late, '截止时间不能早于开始时间'],
    [dates.openingNotBeforeSignUp, early, late, '{opening}时间不能早于报名截止时间'],
    [dates.announcementNotAfterOpening, late, early, '公告发布日期不能晚于{opening}时间'],
  ] as const)('%o', (check, first, second, message) => {
    expect(check(first, second)).toBe(message)
    expect(check(second, first)).toBeUndefined()
    expect(check(first, first)).toBeUndefined()
    expect(check(null, second)).toBeUndefined()
  })

  test('today is a Beijing day', () => {
    const now = '2026-03-01T16:00:00Z' // 00:00 of 2 March in Beijing
    expect(dates.notBeforeToday('2026-03-01T15:59:59Z', now)).toBe('不能早于当前日期')
    expect(dates.notBeforeToday('2026-03-01T16:00:00Z', '2026-03-02T15:59:59Z')).toBeUndefined()
  })
})

describe('an order form', () => {
  const now = '2026-03-01T00:00:00Z'
  const good = {
    noticeAt: '2026-03-01T01:00:00Z',
    signUpStart: '2026-03-02T01:00:00Z',
    signUpDeadline: '2026-03-08T01:00:00Z',
    documentSaleStart: '2026-03-02T01:00:00Z',
    documentSaleEnd: '2026-03-08T01:00:00Z',
    bidDeadline: '2026-03-25T01:00:00Z',
    openAt: '2026-03-25T01:00:00Z',
  }

  test('without mistakes, or still empty, has no findings', () => {
    expect(dates.checkDates(good, now)).toEqual([])
    expect(dates.checkDates({}, now)).toEqual([])
  })

  test('names every field that is wrong', () => {
    expect(dates.checkDates({ ...good, openAt: '2026-03-07T01:00:00Z' }, now)).toEqual([
      { path: 'openAt', message: '{opening}时间不能早于报名截止时间' },
    ])
    expect(dates.checkDates({ ...good, signUpStart: '2026-03-09T01:00:00Z' }, now)).toEqual([
      { path: 'signUpStart', message: '开始时间不能晚于截止时间' },
      { path: 'signUpDeadline', message: '截止时间不能早于开始时间' },
    ])
  })

  test('a change may keep a date that has passed, not set one', () => {
    const later = '2026-03-10T00:00:00Z'
    const changed = { ...good, bidDeadline: '2026-03-30T01:00:00Z', openAt: '2026-03-30T01:00:00Z' }
    expect(dates.checkDates(changed, later, good)).toEqual([])
    expect(dates.checkDates({ ...changed, signUpDeadline: '2026-03-09T01:00:00Z' }, later, good)).toEqual([
      { path: 'signUpDeadline', message: '不能早于当前时间' },
    ])
  })
})
