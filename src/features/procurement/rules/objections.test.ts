import { describe, expect, test } from 'vitest'
import { answerDue, answerPeriod, periodInWords, standOf, urgencyOf } from './objections.ts'
import type { Regime } from './regimes.ts'

/** Beijing time of 2026: 9 March is a Monday, 1 to 7 October are holidays, 20 September and 10 October are worked. */
const at = (time: string) => new Date(`2026-${time.replace(' ', 'T')}+08:00`)

const due = (regime: Regime, received: string, objectionDays?: number) =>
  answerDue(answerPeriod({ regime, objectionDays, isToPublicity: false }), {
    at: at(received),
    publicityEnd: null,
    restDays: [],
  })

describe('until when an objection is answered', () => {
  test.each<[what: string, Regime, received: string, end: string, days?: number]>([
    ['three days under the law of tenders', 'tender', '03-09 10:00', '03-13 00:00'],
    ['of which a weekend counts', 'tender', '03-13 23:59', '03-17 00:00'],
    ['seven working days in government procurement', 'government', '03-09 10:00', '03-19 00:00'],
    ['which holidays prolong and exchanged weekends do not', 'government', '09-29 09:00', '10-15 00:00'],
    ['three days of an enterprise whose documents say nothing', 'enterprise', '03-09 10:00', '03-13 00:00'],
    ['as many as its documents say', 'enterprise', '03-09 10:00', '03-15 00:00', 5],
    ['which bind nobody under a law', 'tender', '03-09 10:00', '03-13 00:00', 5],
  ])('%s', (_, regime, received, end, days) => {
    expect(due(regime, received, days)).toBe(at(end).toISOString())
  })

  test('five working days from the end of a publicity that anybody may object to', () => {
    const period = answerPeriod({ regime: 'government', objectionDays: undefined, isToPublicity: true })
    const end = answerDue(period, { at: at('03-09 10:00'), publicityEnd: at('03-14 00:00'), restDays: [] })
    expect(end).toBe(at('03-21 00:00').toISOString())
    expect(periodInWords(period)).toBe('公示期满后 5 个工作日内')
  })
})

test('the last day is today until 24:00 of it', () => {
  const end = at('03-13 00:00').toISOString()
  const of = (now: string) => urgencyOf(end, at(now).getTime())
  expect([of('03-11 23:59'), of('03-12 00:00'), of('03-12 23:59'), of('03-13 00:00')]).toEqual([
    'later',
    'today',
    'today',
    'overdue',
  ])
})

test('a complaint stands above the answer it is about, and an old answer has no outcome', () => {
  const row = { answeredAt: 'x', withdrawnAt: null, complaint: null, outcome: null }
  expect(standOf(row)).toBe('answered')
  expect(standOf({ ...row, outcome: 'partly' })).toBe('partly')
  expect(standOf({ ...row, complaint: {} })).toBe('complained')
  expect(standOf({ ...row, answeredAt: null })).toBe('open')
})
