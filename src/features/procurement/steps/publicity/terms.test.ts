import { describe, expect, test } from 'vitest'
import { checkCalendar } from '../../rules/legal-calendar.ts'
import { DIRECT_GROUNDS, type Reason, REASONS, SOLE_GROUNDS } from './grounds.ts'
import { isAnnounced, publicDays, reasonInWords, soleProblems, SoleTerms } from './terms.ts'

const terms = (reason: Reason, change: Partial<SoleTerms> = {}) =>
  SoleTerms.parse({ reason, explanation: '现有系统的接口仅由其提供。', days: 3, ...change })
const paths = (given: SoleTerms, grounds = DIRECT_GROUNDS, estimatedPrice = '50000') =>
  soleProblems(given, grounds, { estimatedPrice }).map(({ path }) => path)

test('every reason of a company is told in a sentence of at least ten characters, and no other reason is known', () => {
  for (const reason of REASONS) expect(paths(terms(reason, { explanation: '唯一' }))).toContain('explanation')
  for (const reason of ['secret', 'internal', 'belowLine', 'afterFailed'] as const)
    expect(paths(terms(reason), SOLE_GROUNDS)).toEqual(['reason'])
})

describe('what a reason demands', () => {
  test.each<[string, SoleTerms, string[]]>([
    ['only one: publicity', terms('unique', { days: 0 }), ['days']],
    ['only one, publicised', terms('unique'), []],
    ['follow-up: publicity', terms('followUp', { days: 0 }), ['days']],
    ['follow-up without the amount of the contract', terms('followUp'), []],
    ['urgent, not publicised', terms('urgent', { days: 0 }), []],
    ['secret, whatever its days', terms('secret', { days: 9 }), []],
    ['group-internal', terms('internal', { days: 0 }), []],
    ['below the line: which', terms('belowLine', { days: 0 }), ['ceiling']],
    ['below a line that is lower', terms('belowLine', { ceiling: '49999.99' }), ['ceiling']],
    ['just at the line', terms('belowLine', { ceiling: '50000' }), []],
    ['after a failed order: which', terms('afterFailed'), ['failedOrder']],
    ['after one that is named, publicised', terms('afterFailed', { failedOrder: 'XB1' }), []],
    ['after one that is named, not publicised', terms('afterFailed', { failedOrder: 'XB1', days: 0 }), ['days']],
  ])('%s', (_, given, expected) => {
    expect(paths(given)).toEqual(expected)
  })

  test('a single source is left to the legal calendar, but for experts and the contract that is added to', () => {
    expect(paths(terms('unique', { days: 0 }), SOLE_GROUNDS)).toEqual(['experts'])
    expect(paths(terms('followUp', { days: 0 }), SOLE_GROUNDS)).toEqual(['originalAmount'])
    expect(paths(terms('urgent', { days: 0 }), SOLE_GROUNDS)).toEqual([])
  })
})

test('what is not publicised opens with a letter; a single source is announced all the same', () => {
  const open = (given: SoleTerms, grounds = DIRECT_GROUNDS) => [publicDays(given, grounds), isAnnounced(given, grounds)]
  expect(open(terms('unique'))).toEqual([3, true])
  expect(open(terms('urgent', { days: 0 }))).toEqual([0, false])
  expect(open(terms('secret', { days: 9 }))).toEqual([0, false])
  expect(open(terms('urgent', { days: 0 }), SOLE_GROUNDS)).toEqual([0, true])
})

test('the reason is told with its article, or with what it refers to', () => {
  expect(reasonInWords(terms('unique'), SOLE_GROUNDS)).toContain('（《政府采购法》第三十一条第一项）。现有系统')
  expect(reasonInWords(terms('belowLine', { ceiling: '50000' }), DIRECT_GROUNDS)).toContain('（限额 50,000.00 元）')
  expect(reasonInWords(terms('afterFailed', { failedOrder: 'XB1' }), DIRECT_GROUNDS)).toContain('采购单 XB1 已流标')
  expect(reasonInWords(terms('internal'), DIRECT_GROUNDS)).toBe(
    '集团内部企业能够自行生产或者提供。现有系统的接口仅由其提供。',
  )
})

test('a publicity shorter than usual is warned of where one is due, and only there', () => {
  const found = (given: SoleTerms) =>
    checkCalendar({ method: 'direct', regime: 'enterprise', sole: given }).map(({ ok, severity }) => [ok, severity])
  expect(found(terms('unique', { days: 2 }))).toEqual([[false, 'warn']])
  expect(found(terms('unique'))).toEqual([[true, 'warn']])
  expect(found(terms('urgent', { days: 1 }))).toEqual([])
})
