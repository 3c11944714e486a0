import { describe, expect, test } from 'vitest'
import { ORDER_STATUS } from '../../engine/order-status.ts'
import { railOf } from '../../engine/stage.ts'
import type { OrderState } from '../../engine/states.ts'
import type { OrderFacts } from '../../engine/step.ts'
import { comparison } from '../../methods/comparison.ts'
import { inquiry } from '../../methods/inquiry.ts'
import { candidateDays } from '../../rules/candidate-days.ts'
import { CALENDAR_RULES } from '../../rules/legal-calendar-rules.ts'
import { checkCalendar } from '../../rules/legal-calendar.ts'
import { DEFAULT_QUOTE_TERMS } from '../../rules/quote-terms.ts'
import { quoteInWords, quoteProblems } from '../quote/terms.ts'

const DATES = { bidEnd: 100, openAt: 100, publicityEnd: 500 }
const facts = (publicises: boolean, more: Partial<OrderFacts> = {}): OrderFacts => ({
  method: comparison.code,
  publicises,
  state: 'quote.closed',
  openObjections: 0,
  hasContract: false,
  pendingApproval: null,
  ...DATES,
  ...more,
})
const allowed = (of: OrderFacts, now = 200) =>
  ORDER_STATUS.allowed(of, { part: 'owner' }, now).map(({ action, reason }) =>
    reason ? `${action}: ${reason}` : action,
  )

describe('an order whose documents ask for candidates', () => {
  test('is publicised first and awarded after its publicity; another is awarded at once', () => {
    expect(allowed(facts(true))).toContain('publishCandidates')
    expect(allowed(facts(true))).not.toContain('award')
    expect(allowed(facts(false))).toContain('award')
    expect(allowed(facts(false))).not.toContain('publishCandidates')
    const publicised = facts(true, { state: 'candidates.public' })
    expect(allowed(publicised)).toEqual(['reCandidate', 'award: 公示期未满', 'copy', 'declareAbortive'])
    expect(allowed(publicised, 500)).toContain('award')
    expect(allowed({ ...publicised, openObjections: 1 }, 500)).toContain('award: 存在未答复的异议，流程暂停')
  })

  test('waits until a round has ended, and begins none afterwards', () => {
    expect(allowed(facts(true, { round: 'open' }))).toContain('publishCandidates: 本轮报价尚未结束，结束后方可公示')
    expect(allowed(facts(true, { state: 'candidates.public' })).join()).not.toContain('startRound')
  })

  test('has a stop of its own on the rail', () => {
    const order = { method: comparison.code, publishedAt: 0, signUpEnd: 50, awardedAt: null, endedAt: null, ...DATES }
    const stops = (publicises: boolean, state: OrderState) =>
      railOf({ ...order, publicises, state }, 200).map(({ label, state: at }) => `${label} ${at}`)
    expect(stops(true, 'candidates.public')).toContain('预成交公示 now')
    expect(stops(true, 'quote.closed')).toContain('预成交公示 next')
    expect(stops(false, 'quote.closed').join()).not.toContain('预成交公示')
  })
})

test('the documents say for how many days; what said nothing publicises nothing', () => {
  const days = (method: number, settings: object) => candidateDays({ method, settings })
  expect(days(comparison.code, { quote: { candidateDays: 5 } })).toBe(5)
  expect(days(comparison.code, { quote: {} })).toBe(0)
  expect(days(comparison.code, {})).toBe(0)
  expect(days(inquiry.code, { quote: { candidateDays: 5 } })).toBe(0)
  expect(days(1, { publicityDays: 4 })).toBe(4)
  const terms = { ...DEFAULT_QUOTE_TERMS, candidateDays: 5 }
  expect(quoteInWords(terms)).toContain('公示成交候选人 5 日')
  expect(quoteProblems(terms, comparison)).toEqual([])
  expect(quoteProblems(terms, inquiry)).toMatchObject([{ path: 'candidateDays' }])
})

test('the standard of enterprise purchases asks for it, as strictly as the tenant wants', () => {
  const id = 'candidates-comparison'
  const found = (more: object, severity = {}) =>
    checkCalendar({ method: 'inquiry', regime: 'enterprise', ...more }, { severity }).filter((one) => one.ruleId === id)
  expect(found({ candidateDays: 0 })).toMatchObject([{ ok: false, severity: 'warn' }])
  expect(found({ candidateDays: 0 }, { [id]: 'block' })).toMatchObject([{ ok: false, severity: 'block' }])
  expect(found({ candidateDays: 3 })).toMatchObject([{ ok: true }])
  expect(found({})).toEqual([])
  expect(CALENDAR_RULES.find((rule) => rule.id === id)!.sources).toEqual({
    enterprise: expect.stringContaining('GB/T 43711-2024'),
  })
})
