import { describe, expect, test } from 'vitest'
import { methodOf } from '../methods/all.ts'
import { checkCalendar } from './legal-calendar.ts'
import { regimeUnder, type Schedule } from './legal-calendar-schedule.ts'
import type { Regime } from './regimes.ts'

/** Beijing time of 2026: 9 March is a Monday, 1 to 7 October are holidays, 20 September and 10 October are worked. */
const at = (time: string) => new Date(`2026-${time.replace(' ', 'T')}+08:00`).toISOString()

const ask = (regime: Regime, ruleId: string, given: Partial<Schedule>) =>
  checkCalendar({ method: 'publicTender', regime, ...given }).find((finding) => finding.ruleId === ruleId)

/** What each regime says of the same facts, where it says anything. */
const says = (ruleId: string, given: Partial<Schedule>) =>
  Object.fromEntries(
    (['tender', 'government', 'enterprise'] as const).flatMap((regime) => {
      const finding = ask(regime, ruleId, given)
      return finding ? [[regime, finding.ok]] : []
    }),
  )

const sale = (from: string, to: string) => ({ documentSaleStart: at(from), documentSaleEnd: at(to) })
const preparation = (to: string) => ({ documentSaleStart: at('03-09 09:00'), bidDeadline: at(to) })
const unique = (days: number): Partial<Schedule> => ({
  method: 'singleSource',
  sole: { reason: 'unique', explanation: '', days, experts: [], originalAmount: null, ceiling: null, failedOrder: '' },
})
const topUp = (estimatedPrice: string): Partial<Schedule> => ({
  method: 'singleSource',
  estimatedPrice,
  sole: {
    reason: 'followUp',
    explanation: '',
    days: 0,
    experts: [],
    originalAmount: '1000000',
    ceiling: null,
    failedOrder: '',
  },
})
const objection = (answeredAt: string) => ({
  objections: [{ receivedAt: at('03-09 10:00'), answeredAt: at(answeredAt) }],
})
const bond = { estimatedPrice: '1000000', bond: '20000' }
const returned = (day: string) => ({ contractAt: at('03-12 10:00'), bondReturnedAt: at(day) })

describe('the same dates under the three regimes, at the boundary', () => {
  test.each<[string, string, Partial<Schedule>, Partial<Record<Regime, boolean>>]>([
    [
      'documents on sale for five days',
      'document-sale',
      sale('03-09 09:00', '03-14 17:00'),
      { tender: true, enterprise: true },
    ],
    ['for four', 'document-sale', sale('03-09 09:00', '03-13 17:00'), { tender: false, enterprise: false }],
    ['for five working days', 'document-sale-government', sale('03-09 09:00', '03-16 17:00'), { government: true }],
    ['for four and a weekend', 'document-sale-government', sale('03-09 09:00', '03-15 17:00'), { government: false }],
    ['over the holidays', 'document-sale-government', sale('09-29 09:00', '10-11 23:59'), { government: false }],
    ['a working day later', 'document-sale-government', sale('09-29 09:00', '10-12 17:00'), { government: true }],
    ['twenty days to bid', 'bid-preparation', preparation('03-29 09:30'), { tender: true, government: true }],
    ['nineteen', 'bid-preparation', preparation('03-28 23:59'), { tender: false, government: false }],
    [
      'questions',
      'question-deadline',
      { questionDeadline: at('03-19 10:00'), bidDeadline: at('03-28 10:00') },
      { tender: false, enterprise: false },
    ],
    [
      'an amendment',
      'amendment',
      { amendmentAt: at('03-09 10:00'), bidDeadline: at('03-23 10:00') },
      { tender: false, government: false, enterprise: false },
    ],
    ['a bond of two per cent', 'bond-limit', bond, { tender: true, enterprise: true }],
    ['a cent above', 'bond-limit', { ...bond, bond: '20000.01' }, { tender: false, enterprise: false }],
    ['two per cent of the budget', 'bond-limit-government', bond, { government: true }],
    ['a cent above that', 'bond-limit-government', { ...bond, bond: '20000.01' }, { government: false }],
    ['prices judged by comparison', 'abnormal-low', { lowPriceRule: 'comparison' }, { government: false }],
    ['as the law demands', 'abnormal-low', { lowPriceRule: 'government' }, { government: true }],
    ['a reason publicised for five working days', 'sole-publicity', unique(5), { government: true }],
    ['for four', 'sole-publicity', unique(4), { government: false }],
    ['for four, elsewhere', 'sole-publicity-voluntary', unique(4), { tender: false, enterprise: false }],
    ['ten per cent more', 'sole-top-up', topUp('100000'), { government: true }],
    ['a cent more than that', 'sole-top-up', topUp('100000.01'), { government: false }],
    ['a cent more, elsewhere', 'sole-top-up-voluntary', topUp('100000.01'), { tender: false, enterprise: false }],
    ['no tender where one is a duty', 'sole-must-tender', unique(5), { tender: false }],
    ['experts named by hand', 'committee-draw', { handPicked: ['张三'] }, { tender: false }],
    ['experts named by hand', 'committee-draw-government', { handPicked: ['张三'] }, { government: false }],
    ['three days to answer', 'objection-answer', objection('03-12 23:59'), { tender: true, enterprise: true }],
    ['seven working days to answer', 'objection-answer-government', objection('03-18 23:59'), { government: true }],
    ['an eighth', 'objection-answer-government', objection('03-19 00:01'), { government: false }],
    [
      'publicity of two days',
      'candidate-publicity',
      { candidateNoticeAt: at('03-09 20:00'), candidateNoticeEnd: at('03-12 00:00') },
      { tender: false },
    ],
    [
      'a winner within five working days',
      'decide-winner',
      { reviewReportAt: at('03-09 16:00'), awardedAt: at('03-16 23:00') },
      { government: true },
    ],
    [
      'on the sixth',
      'decide-winner',
      { reviewReportAt: at('03-09 16:00'), awardedAt: at('03-17 09:00') },
      { government: false },
    ],
    [
      'the result two working days later',
      'result-notice',
      { awardedAt: at('03-13 16:00'), winnerNoticeAt: at('03-17 23:00') },
      { government: true },
    ],
    [
      'on the third',
      'result-notice',
      { awardedAt: at('03-13 16:00'), winnerNoticeAt: at('03-18 09:00') },
      { government: false },
    ],
    ['the bond back after five days', 'bond-return', returned('03-17 10:00'), { tender: true, enterprise: true }],
    ['after five working days', 'bond-return-government', returned('03-19 10:00'), { government: true }],
    ['after six', 'bond-return-government', returned('03-20 10:00'), { government: false }],
  ])('%s (%s)', (_, ruleId, given, expected) => {
    expect(says(ruleId, given)).toEqual(expected)
  })

  test('the day that would do, in working days, does; the day before does not', () => {
    const given = sale('03-09 09:00', '03-11 17:00')
    const finding = ask('government', 'document-sale-government', given)!
    expect(finding).toMatchObject({
      ok: false,
      severity: 'block',
      message: '招标文件提供期限为 2 个工作日，不得少于 5 个工作日，可调整为 2026-03-16 17:00:00',
    })
    const { at: first } = finding.suggestion!
    expect(ask('government', 'document-sale-government', { ...given, documentSaleEnd: first })!.ok).toBe(true)
    const before = new Date(Date.parse(first) - 86_400_000)
    expect(ask('government', 'document-sale-government', { ...given, documentSaleEnd: before })!.ok).toBe(false)
  })

  test('planned dates that lie centuries apart are judged at once', () => {
    const far = { documentSaleStart: '0001-01-01T00:00:00Z', documentSaleEnd: '9999-12-31T00:00:00Z' }
    const began = performance.now()
    expect(ask('government', 'document-sale-government', far)!.ok).toBe(true)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

test('sources that were not checked warn, and each regime names its own article', () => {
  const unchecked = ['committee-draw-government', 'objection-answer-government', 'decide-winner', 'result-notice']
  const facts = {
    handPicked: ['张三'],
    ...objection('04-30 09:00'),
    reviewReportAt: at('03-09 09:00'),
    awardedAt: at('04-30 09:00'),
    winnerNoticeAt: at('05-29 09:00'),
  }
  for (const id of unchecked) expect(ask('government', id, facts)).toMatchObject({ ok: false, severity: 'warn' })
  const short = preparation('03-20 09:30')
  expect(ask('tender', 'bid-preparation', short)!.citation).toBe('《招标投标法》第二十四条')
  expect(ask('government', 'bid-preparation', short)!.citation).toBe('《政府采购法》第三十五条')
})

test('works of government procurement are tendered under the law of tenders', () => {
  const works = { regime: 'government', category: 'works' } as const
  expect(regimeUnder(works, 'publicTender')).toBe('tender')
  expect(regimeUnder(works, 'singleSource')).toBe('government')
  expect(regimeUnder({ ...works, category: 'goods' }, 'publicTender')).toBe('government')
  expect(regimeUnder({ regime: 'enterprise', category: 'works' }, 'publicTender')).toBe('enterprise')
})

test.each([
  [1, { tender: true, government: true, enterprise: true }],
  [2, { tender: true, government: true, enterprise: true }],
  [6, { tender: true, government: true, enterprise: false }],
  [8, { tender: false, government: false, enterprise: true }],
])('method %i is warned of where a regime does not provide for it', (code, permitted) => {
  const { calendar: method, regimes: methodFor } = methodOf(code)
  expect(says('method-regime', { method, methodFor })).toEqual(permitted)
  const [finding] = checkCalendar({ method: 'auction', regime: 'government', methodFor: ['enterprise'] })
  expect(finding).toMatchObject({ ruleId: 'method-regime', severity: 'warn', citation: '《政府采购法》第二十六条' })
})
