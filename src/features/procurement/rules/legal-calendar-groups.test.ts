import { describe, expect, test } from 'vitest'
import { checkCalendar } from './legal-calendar.ts'
import type { Schedule } from './legal-calendar-schedule.ts'

/* Groups that talk with suppliers: every number of the law exactly at its bound, and next to it. */

const at = (text: string) => new Date(`2026-${text.replace(' ', 'T')}+08:00`)
const ask = (ruleId: string, given: Partial<Schedule>) =>
  checkCalendar({ method: 'competitiveNegotiation', regime: 'government', ...given }).find(
    (one) => one.ruleId === ruleId,
  )
const consult = { method: 'consultation' } as const

describe('times', () => {
  test.each([
    // 2 March 2026 is a Monday.
    [
      'three working days',
      'response-negotiation',
      { noticeAt: at('03-02 09:00'), bidDeadline: at('03-05 09:00') },
      true,
    ],
    [
      'two working days',
      'response-negotiation',
      { noticeAt: at('03-02 09:00'), bidDeadline: at('03-04 23:59') },
      false,
    ],
    ['over a weekend', 'response-negotiation', { noticeAt: at('03-05 09:00'), bidDeadline: at('03-09 17:00') }, false],
    [
      'ten days',
      'response-consultation',
      { ...consult, noticeAt: at('03-02 09:00'), bidDeadline: at('03-12 09:00') },
      true,
    ],
    [
      'nine days',
      'response-consultation',
      { ...consult, noticeAt: at('03-02 09:00'), bidDeadline: at('03-11 23:59') },
      false,
    ],
    [
      'five working days of sale',
      'document-sale-consultation',
      { ...consult, noticeAt: at('03-02 09:00'), documentSaleEnd: at('03-09 09:00') },
      true,
    ],
    [
      'four working days of sale',
      'document-sale-consultation',
      { ...consult, noticeAt: at('03-02 09:00'), documentSaleEnd: at('03-06 23:59') },
      false,
    ],
    [
      'a change three working days before',
      'amendment-negotiation',
      { amendmentAt: at('03-02 09:00'), bidDeadline: at('03-05 09:00') },
      true,
    ],
    [
      'a change two working days before',
      'amendment-negotiation',
      { amendmentAt: at('03-03 09:00'), bidDeadline: at('03-05 09:00') },
      false,
    ],
    [
      'a change five days before',
      'amendment-consultation',
      { ...consult, amendmentAt: at('03-02 09:00'), bidDeadline: at('03-07 09:00') },
      true,
    ],
    [
      'a change four days before',
      'amendment-consultation',
      { ...consult, amendmentAt: at('03-03 09:00'), bidDeadline: at('03-07 09:00') },
      false,
    ],
    [
      'a decision on the fifth day',
      'decide-group',
      { reviewReportAt: at('03-02 09:00'), awardedAt: at('03-09 18:00') },
      true,
    ],
    [
      'a decision on the sixth day',
      'decide-group',
      { reviewReportAt: at('03-02 09:00'), awardedAt: at('03-10 09:00') },
      false,
    ],
    [
      'a notice on the second day',
      'result-notice-group',
      { awardedAt: at('03-02 09:00'), winnerNoticeAt: at('03-04 18:00') },
      true,
    ],
    [
      'a notice on the third day',
      'result-notice-group',
      { awardedAt: at('03-02 09:00'), winnerNoticeAt: at('03-05 09:00') },
      false,
    ],
  ] as const)('%s', (_, ruleId, given, ok) => {
    expect(ask(ruleId, given)).toMatchObject({ ok })
  })
})

describe('numbers', () => {
  test.each([
    ['three of a group', 'group-size', { groupSize: 3 }, true],
    ['four of a group', 'group-size', { groupSize: 4 }, false],
    ['one of a group', 'group-size', { groupSize: 1 }, false],
    ['two experts of three', 'group-experts', { groupSize: 3, groupExperts: 2 }, true],
    ['one expert of three', 'group-experts', { groupSize: 3, groupExperts: 1 }, false],
    ['three experts of five', 'group-experts', { groupSize: 5, groupExperts: 3 }, false],
    ['four experts of five', 'group-experts', { groupSize: 5, groupExperts: 4 }, true],
    ['three for two millions', 'group-size-large', { groupSize: 3, budget: '2000000', category: 'goods' }, false],
    ['five for two millions', 'group-size-large', { groupSize: 5, budget: '2000000', category: 'goods' }, true],
    ['three suppliers', 'suppliers-competitiveNegotiation', { supplierCount: 3 }, true],
    ['two suppliers', 'suppliers-competitiveNegotiation', { supplierCount: 2 }, false],
    ['two suppliers in a named case', 'suppliers-competitiveNegotiation', { supplierCount: 2, isFew: true }, true],
    ['one supplier in a named case', 'suppliers-consultation', { ...consult, supplierCount: 1, isFew: true }, false],
    ['three final offers', 'final-offers-negotiation', { finalOffers: 3 }, true],
    ['two final offers', 'final-offers-negotiation', { finalOffers: 2 }, false],
    [
      'two final offers in a named case',
      'final-offers-consultation',
      { ...consult, finalOffers: 2, isFew: true },
      true,
    ],
    ['three invited', 'invitees-group', { inviteeCount: 3 }, true],
    ['two invited', 'invitees-group', { inviteeCount: 2 }, false],
  ] as const)('%s', (_, ruleId, given, ok) => {
    expect(ask(ruleId, given)).toMatchObject({ ok })
  })

  test('a budget below two millions, and works, need no larger group', () => {
    expect(ask('group-size-large', { groupSize: 3, budget: '1999999.99', category: 'goods' })).toBeUndefined()
    expect(ask('group-size-large', { groupSize: 3, budget: '9000000', category: 'works' })).toBeUndefined()
  })
})

describe('the share of the price in a score', () => {
  const weight = (category: string, priceWeight: string) =>
    ask('price-weight-consultation', { ...consult, category, priceWeight })

  test.each([
    ['goods', '30', true],
    ['goods', '29.99', false],
    ['goods', '60', true],
    ['goods', '60.01', false],
    ['services', '10', true],
    ['services', '9.99', false],
    ['services', '30', true],
    ['services', '30.01', false],
  ] as const)('%s at %s %%', (category, priceWeight, ok) => {
    expect(weight(category, priceWeight)).toMatchObject({ ok, severity: 'block' })
  })

  test('works have none, and an enterprise has its own rules', () => {
    expect(weight('works', '90')).toBeUndefined()
    expect(
      ask('price-weight-consultation', { ...consult, regime: 'enterprise', category: 'goods', priceWeight: '5' }),
    ).toBeUndefined()
  })
})
