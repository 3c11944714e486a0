import { describe, expect, test } from 'vitest'
import { blocking, checkCalendar, type CalendarPolicy } from './legal-calendar.ts'
import { CALENDAR_RULES } from './legal-calendar-rules.ts'
import type { Schedule } from './legal-calendar-schedule.ts'

/** Beijing time: `03-01 09:30:00` → an instant. */
const at = (text: string) => new Date(`2026-${text.replace(' ', 'T')}+08:00`).toISOString()

const schedule = (more: Partial<Schedule>): Schedule => ({ method: 'publicTender', regime: 'tender', ...more })
const ask = (ruleId: string, more: Partial<Schedule>, policy?: CalendarPolicy) =>
  checkCalendar(schedule(more), policy).find((f) => f.ruleId === ruleId)

test('a lawful schedule satisfies every rule that can be asked', () => {
  const findings = checkCalendar(
    schedule({
      methodFor: ['tender'],
      documentSaleStart: at('03-01 09:00:00'),
      documentSaleEnd: at('03-06 17:00:00'),
      questionDeadline: at('03-13 17:00:00'),
      amendmentAt: at('03-10 12:00:00'),
      bidDeadline: at('03-25 09:30:00'),
      openAt: at('03-25 09:30:00'),
      reviewReportAt: at('03-26 15:00:00'),
      candidateNoticeAt: at('03-27 10:00:00'),
      candidateNoticeEnd: at('03-30 24:00:00'),
      winnerNoticeAt: at('04-01 10:00:00'),
      contractAt: at('04-20 10:00:00'),
      bondReturnedAt: at('04-22 10:00:00'),
      objections: [{ receivedAt: at('03-28 10:00:00'), answeredAt: at('03-30 10:00:00') }],
      estimatedPrice: '5000000',
      bond: '100000',
      supplierCount: 5,
      candidateCount: 3,
      offerRounds: 0,
      handPicked: [],
      keyHolders: { threshold: 2, units: 2, largest: { name: '市一医院', officers: 1 } },
    }),
  )
  expect(findings.filter((f) => !f.ok)).toEqual([])
  expect(findings.map((f) => f.ruleId)).toEqual(
    CALENDAR_RULES.filter((r) => r.sources.tender && r.methods.includes('publicTender')).map((r) => r.id),
  )
  for (const f of findings) expect(f.citation).toMatch(/《.+》第.+条/)
})

describe('how days are counted', () => {
  const preparation = (from: string, to: string, policy?: CalendarPolicy) =>
    ask('bid-preparation', { documentSaleStart: at(from), bidDeadline: at(to) }, policy)!

  test.each([
    ['the day of the event is not counted, the day of the deadline is', '03-01 09:00:00', '03-21 09:00:00', true],
    ['one day less is too short', '03-01 09:00:00', '03-20 23:59:59', false],
    ['the hour does not matter, only the day', '03-01 23:59:59', '03-21 00:00:01', true],
    ['one second later the sale starts a day later', '03-02 00:00:00', '03-21 00:00:01', false],
    ['00:00:00 sharp is the end of the day before', '03-01 09:00:00', '03-21 00:00:00', false],
  ])('%s', (_, from, to, ok) => {
    expect(preparation(from, to).ok).toBe(ok)
  })

  test('in Beijing days, not in UTC days', () => {
    // Before 08:00 in Beijing it is still the day before in UTC, where these gaps would be one day off.
    expect(preparation('03-01 07:00:00', '03-21 09:00:00').ok).toBe(true)
    expect(preparation('03-01 09:00:00', '03-21 07:00:00').ok).toBe(true)
    expect(preparation('03-01 07:59:59', '03-20 09:00:00').ok).toBe(false)
  })

  test('across the end of a month and a leap day', () => {
    const start = '2028-02-10T01:00:00Z'
    expect(ask('bid-preparation', { documentSaleStart: start, bidDeadline: '2028-03-01T01:00:00Z' })!.ok).toBe(true)
    expect(ask('bid-preparation', { documentSaleStart: start, bidDeadline: '2028-02-29T01:00:00Z' })!.ok).toBe(false)
  })

  test('strictly, the last day must have passed', () => {
    const strict: CalendarPolicy = { counting: 'full-days' }
    expect(preparation('03-01 09:00:00', '03-21 23:59:59', strict).ok).toBe(false)
    expect(preparation('03-01 09:00:00', '03-22 00:00:00', strict).ok).toBe(false)
    expect(preparation('03-01 09:00:00', '03-22 00:00:01', strict).ok).toBe(true)
  })

  test('a last day of rest moves to the next working day', () => {
    const restDays = ['2026-03-21', '2026-03-22']
    expect(preparation('03-01 09:00:00', '03-22 09:00:00', { restDays }).ok).toBe(false)
    expect(preparation('03-01 09:00:00', '03-23 09:00:00', { restDays }).ok).toBe(true)
    const late = { winnerNoticeAt: at('02-19 09:00:00'), contractAt: at('03-23 10:00:00') }
    expect(ask('contract', late)!.ok).toBe(false)
    expect(ask('contract', late, { restDays })!.ok).toBe(true)
  })

  test('Dates are taken like strings', () => {
    const dates = { documentSaleStart: new Date(at('03-01 09:00:00')), bidDeadline: new Date(at('03-21 09:00:00')) }
    expect(ask('bid-preparation', dates)!.ok).toBe(true)
  })
})

describe('what a broken rule says', () => {
  test('how much is missing, and the first time that would do', () => {
    const finding = ask('document-sale', {
      documentSaleStart: at('03-01 09:00:00'),
      documentSaleEnd: at('03-05 17:00:00'),
    })
    expect(finding).toEqual({
      ruleId: 'document-sale',
      citation: '《招标投标法实施条例》第十六条第一款',
      ok: false,
      severity: 'block',
      message: '招标文件发售期为 4 日，不得少于 5 日，可调整为 2026-03-06 17:00:00',
      suggestion: { field: 'documentSaleEnd', at: at('03-06 17:00:00') },
    })
  })

  const broken: [string, Partial<Schedule>][] = [
    ['document-sale', { documentSaleStart: at('03-01 00:00:00'), documentSaleEnd: at('03-02 00:00:00') }],
    ['bid-preparation', { documentSaleStart: at('03-01 09:00:00'), bidDeadline: at('03-05 00:00:00') }],
    ['question-deadline', { questionDeadline: at('03-18 00:00:00'), bidDeadline: at('03-21 09:30:00') }],
    ['question-deadline', { questionDeadline: at('03-18 18:00:00'), bidDeadline: at('03-21 00:00:00') }],
    ['amendment', { amendmentAt: at('03-10 12:00:00'), bidDeadline: at('03-21 09:30:00') }],
    ['opening-time', { bidDeadline: at('03-21 09:30:00'), openAt: at('03-21 09:30:01') }],
    ['candidate-publicity', { candidateNoticeAt: at('03-21 09:30:00'), candidateNoticeEnd: at('03-23 17:00:00') }],
    ['candidate-notice', { reviewReportAt: at('03-21 09:30:00'), candidateNoticeAt: at('03-27 09:00:00') }],
    ['contract', { winnerNoticeAt: at('03-01 09:30:00'), contractAt: at('04-01 00:00:01') }],
    ['bond-return', { contractAt: at('03-01 09:30:00'), bondReturnedAt: at('03-09 09:00:00') }],
  ]

  test.each(broken.flatMap(([id, s]) => (['last-day-counts', 'full-days'] as const).map((c) => [id, c, s] as const)))(
    'the suggestion of %s (%s) satisfies it, a day less does not',
    (ruleId, counting, given) => {
      const policy: CalendarPolicy = { counting, restDays: ['2026-03-06', '2026-03-24'] }
      const finding = ask(ruleId, given, policy)!
      expect(finding.ok).toBe(false)
      const { field, at: suggested } = finding.suggestion!
      expect(ask(ruleId, { ...given, [field]: suggested }, policy)!.ok).toBe(true)
      const earlier = ['question-deadline', 'contract', 'bond-return', 'candidate-notice'].includes(ruleId) ? 1 : -1
      const beside = new Date(new Date(suggested).getTime() + earlier * 86_400_000).toISOString()
      expect(ask(ruleId, { ...given, [field]: beside }, policy)!.ok).toBe(false)
    },
  )

  test('a rule that holds shows its title and suggests nothing', () => {
    const finding = ask('candidate-count', { candidateCount: 3 })!
    expect(finding).toMatchObject({ ok: true, message: '中标候选人不超过 3 个并标明排序' })
    expect(finding.suggestion).toBeUndefined()
  })
})

describe('boundaries', () => {
  test.each([
    [
      'amendment 15 days before',
      'amendment',
      { amendmentAt: at('03-06 23:59:59'), bidDeadline: at('03-21 09:30:00') },
      true,
    ],
    [
      'amendment 14 days before',
      'amendment',
      { amendmentAt: at('03-07 00:00:00'), bidDeadline: at('03-21 09:30:00') },
      false,
    ],
    [
      'questions 10 days before',
      'question-deadline',
      { questionDeadline: at('03-11 23:59:59'), bidDeadline: at('03-21 09:30:00') },
      true,
    ],
    [
      'questions 9 days before',
      'question-deadline',
      { questionDeadline: at('03-12 00:00:00'), bidDeadline: at('03-21 09:30:00') },
      false,
    ],
    [
      'publicity of 3 days',
      'candidate-publicity',
      { candidateNoticeAt: at('03-01 20:00:00'), candidateNoticeEnd: at('03-04 00:00:01') },
      true,
    ],
    [
      'publicity of 2 days',
      'candidate-publicity',
      { candidateNoticeAt: at('03-01 20:00:00'), candidateNoticeEnd: at('03-04 00:00:00') },
      false,
    ],
    [
      'contract at 24:00 of the 30th day',
      'contract',
      { winnerNoticeAt: at('03-01 09:00:00'), contractAt: at('04-01 00:00:00') },
      true,
    ],
    [
      'contract a second later',
      'contract',
      { winnerNoticeAt: at('03-01 09:00:00'), contractAt: at('04-01 00:00:01') },
      false,
    ],
    ['bond of exactly 2 %', 'bond-limit', { estimatedPrice: '3333333.33', bond: '66666.66' }, true],
    ['bond a cent above', 'bond-limit', { estimatedPrice: '3333333.33', bond: '66666.67' }, false],
    [
      'a bond floats cannot judge',
      'bond-limit',
      { estimatedPrice: '900719925474099.35', bond: '18014398509481.99' },
      false,
    ],
    [
      'opening at the deadline',
      'opening-time',
      { bidDeadline: at('03-21 09:30:00'), openAt: '2026-03-21T01:30:00.900Z' },
      true,
    ],
    [
      'opening a second before',
      'opening-time',
      { bidDeadline: at('03-21 09:30:00'), openAt: at('03-21 09:29:59') },
      false,
    ],
    ['three bidders', 'bidders-tender', { supplierCount: 3 }, true],
    ['two bidders', 'bidders-tender', { supplierCount: 2 }, false],
    ['four candidates', 'candidate-count', { candidateCount: 4 }, false],
    ['no round of offers', 'price-negotiation', { offerRounds: 0 }, true],
    ['one round of offers', 'price-negotiation', { offerRounds: 1 }, false],
  ] as const)('%s', (_, ruleId, given, ok) => {
    expect(ask(ruleId, given)!.ok).toBe(ok)
  })
})

describe('which rules are asked', () => {
  const all: Partial<Schedule> = {
    supplierCount: 1,
    inviteeCount: 2,
    candidateCount: 9,
    bond: '3',
    estimatedPrice: '100',
    offerRounds: 2,
  }
  const ids = (more: Partial<Schedule>) => checkCalendar(schedule({ ...all, ...more })).map((f) => f.ruleId)

  test.each([
    ['publicTender', ['bond-limit', 'price-negotiation', 'bidders-tender', 'candidate-count']],
    ['invitedTender', ['bond-limit', 'invitees', 'price-negotiation', 'bidders-tender', 'candidate-count']],
    ['inquiry', ['suppliers-inquiry', 'invitees-inquiry']],
    ['negotiation', ['suppliers-negotiation', 'invitees-negotiation']],
    ['auction', ['suppliers-auction', 'invitees-auction']],
    ['direct', []],
  ] as const)('%s', (method, expected) => {
    expect(ids({ method })).toEqual(expected)
  })

  test('an inquiry of government procurement leaves three working days to respond', () => {
    const asked = (deadline: string) =>
      checkCalendar(
        schedule({
          method: 'inquiry',
          regime: 'government',
          noticeAt: at('03-02 09:00:00'),
          bidDeadline: at(deadline),
        }),
      ).filter(({ ruleId }) => ruleId === 'response-inquiry')
    expect(asked('03-04 17:00:00')).toMatchObject([{ ok: false, severity: 'block' }])
    expect(asked('03-05 17:00:00').every(({ ok }) => ok)).toBe(true)
  })

  test('experts are drawn where a tender is a duty, and only there', () => {
    const named = { handPicked: ['张三'] }
    expect(checkCalendar(schedule(named))).toMatchObject([{ ruleId: 'committee-draw', ok: false, severity: 'block' }])
    expect(checkCalendar(schedule({ regime: 'enterprise', ...named }))).toEqual([])
    expect(checkCalendar(schedule({ method: 'inquiry', ...named }))).toEqual([])
  })

  test('two suppliers are enough to negotiate, not to compare or to bid', () => {
    const two = (method: Schedule['method']) => checkCalendar(schedule({ method, supplierCount: 2 }))[0]!.ok
    expect([two('negotiation'), two('inquiry'), two('auction')]).toEqual([true, false, false])
  })

  test('twenty days bind projects that must be tendered; publicity is a warning elsewhere', () => {
    const given = {
      documentSaleStart: at('03-01 09:00:00'),
      bidDeadline: at('03-08 09:00:00'),
      regime: 'enterprise' as const,
    }
    expect(ask('bid-preparation', given)).toBeUndefined()
    const publicity = { candidateNoticeAt: at('03-01 09:00:00'), candidateNoticeEnd: at('03-02 09:00:00') }
    expect(ask('candidate-publicity', publicity)).toMatchObject({ ok: false, severity: 'block' })
    expect(ask('candidate-publicity-voluntary', { ...publicity, regime: 'enterprise' })).toMatchObject({
      ok: false,
      severity: 'warn',
    })
  })

  test('an empty schedule is not judged', () => {
    expect(checkCalendar(schedule({}))).toEqual([])
  })
})

describe('objections', () => {
  const receivedAt = at('03-01 09:00:00')

  test('an open one pauses the process, an answered one does not', () => {
    expect(ask('objection-pause', { objections: [{ receivedAt }] })).toMatchObject({
      ok: false,
      severity: 'block',
      message: '有 1 件异议尚未答复，答复前应当暂停招标投标活动',
    })
    expect(ask('objection-pause', { objections: [{ receivedAt, answeredAt: receivedAt }] })!.ok).toBe(true)
  })

  test.each([
    ['03-04 24:00:00', true],
    ['03-05 00:00:01', false],
  ])('answered at %s', (answered, ok) => {
    expect(ask('objection-answer', { objections: [{ receivedAt, answeredAt: at(answered) }] })!.ok).toBe(ok)
  })

  test('an open one is late by the clock of the server', () => {
    const objections = [{ receivedAt }]
    expect(ask('objection-answer', { objections })).toBeUndefined()
    expect(ask('objection-answer', { objections, now: at('03-04 23:59:59') })!.ok).toBe(true)
    expect(ask('objection-answer', { objections, now: at('03-05 00:00:01') })).toMatchObject({
      ok: false,
      message: '1 件异议超过 3 日，其中 1 件尚未答复',
    })
  })
})

test('a tenant sets the severity; only broken blocking rules block', () => {
  const given = schedule({ supplierCount: 2, candidateCount: 5 })
  expect(blocking(checkCalendar(given)).map((f) => f.ruleId)).toEqual(['bidders-tender', 'candidate-count'])
  const mild = checkCalendar(given, { severity: { 'candidate-count': 'warn' } })
  expect(blocking(mild).map((f) => f.ruleId)).toEqual(['bidders-tender'])
  expect(mild.find((f) => f.ruleId === 'bidders-tender')!.standard).toBe('A-109')
})

test('rule ids are unique and every rule cites its source', () => {
  expect(new Set(CALENDAR_RULES.map((r) => r.id)).size).toBe(CALENDAR_RULES.length)
  for (const { sources, methods } of CALENDAR_RULES) {
    expect(methods.length).toBeGreaterThan(0)
    expect(Object.values(sources).length).toBeGreaterThan(0)
    for (const citation of Object.values(sources)) expect(citation).toMatch(/《.+》/)
  }
})
