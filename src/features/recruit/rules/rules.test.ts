import { describe, expect, test } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import { type Category, problemsOf, RECRUIT_STATUS, type RecruitFacts, stateAt } from './order.ts'
import { expiredOf, feeState, isOwed, missingOf, TRADE_STATUS, type TradeFacts } from './trade.ts'

const NOW = Date.parse('2026-11-28T04:00:00Z')
const at = (days: number) => new Date(NOW + days * 86_400_000)
const WANTED: Category[] = [
  {
    key: 'a',
    name: '手套',
    requirements: '',
    documents: [
      { key: 'l', requireType: 'licence', name: '营业执照', required: true },
      { key: 'q', requireType: 'qualification', name: '许可证', required: true },
      { key: 'p', requireType: 'product', name: '目录', required: false },
    ],
  },
  { key: 'b', name: '口罩', requirements: '', documents: [] },
]

describe('a call', () => {
  const facts: RecruitFacts = { state: 'recruiting', held: null, pending: 0, entries: 0 }
  const allowed = (change: Partial<RecruitFacts>, part: 'owner' | 'assistant' | 'auditor' = 'owner') =>
    RECRUIT_STATUS.allowed({ ...facts, ...change }, part, NOW).flatMap(({ action, reason }) => (reason ? [] : [action]))

  test('ends by the clock, whatever its row says', () => {
    expect(stateAt({ state: 'recruiting', endsAt: at(1) }, NOW)).toBe('recruiting')
    expect(stateAt({ state: 'recruiting', endsAt: at(0) }, NOW)).toBe('ended')
    expect(stateAt({ state: 'published', endsAt: at(-1) }, NOW)).toBe('published')
  })

  test.each([
    ['draft', ['publish', 'edit', 'remove', 'assist']],
    ['recruiting', ['check', 'change', 'end', 'assist', 'abandon']],
    ['ended', ['check', 'result', 'assist', 'abandon']],
    ['published', []],
    ['abandoned', []],
  ] as const)('%s allows its owner what follows', (state, actions) => {
    expect(allowed({ state })).toEqual(actions)
  })

  test('waits for undecided applications, a drafted result and approvals', () => {
    expect(allowed({ state: 'ended', pending: 1 })).not.toContain('result')
    expect(allowed({ state: 'drafted', entries: 0 })).not.toContain('publishResult')
    expect(allowed({ state: 'drafted', entries: 1 })).toContain('publishResult')
    expect(allowed({ state: 'drafted', entries: 1, held: '公布征集结果' })).toEqual(['assist'])
  })

  test('lets a co-handler check, and an auditor do nothing', () => {
    expect(allowed({}, 'assistant')).toEqual(['check'])
    expect(allowed({}, 'auditor')).toEqual([])
  })

  test('is published whole', () => {
    const whole = {
      title: '征集',
      openness: 'open' as const,
      invited: [],
      categories: WANTED,
      notice: '公告',
      feeTiming: 'none' as const,
      feeAmount: null,
      startsAt: at(-1),
      endsAt: at(1),
      contactName: '张晓',
      contactPhone: '0510-1',
    }
    const paths = (change: object) => problemsOf({ ...whole, ...change }, NOW).map(({ path }) => path)
    expect(paths({})).toEqual([])
    expect(paths({ openness: 'chosen' })).toEqual(['invited'])
    expect(paths({ endsAt: at(0) })).toEqual(['endsAt'])
    expect(paths({ startsAt: at(2) })).toEqual(['endsAt'])
    expect(paths({ feeTiming: 'passed' })).toEqual(['feeAmount'])
  })
})

describe('an application', () => {
  const file = { fileId: '1' }
  const whole = {
    categories: ['a'],
    documents: [
      { category: 'a', document: 'l', files: [file], number: '', validUntil: null },
      { category: 'a', document: 'q', files: [file], number: 'N1', validUntil: '2026-11-28' },
    ],
    contactName: '沈瑶',
    contactPhone: '0510-2',
  }
  const missing = (change: Partial<typeof whole>, hasLicence = false) =>
    missingOf({ ...whole, ...change }, { wanted: WANTED, hasLicence, today: '2026-11-28' }).map(({ path }) => path)

  test('says what it lacks, field by field', () => {
    expect(missing({})).toEqual([])
    expect(missing({ categories: [], contactName: ' ' })).toEqual(['categories', 'contactName'])
    expect(missing({ documents: [] })).toEqual(['documents.a.l', 'documents.a.q'])
    // Certified by the platform, the licence is there already; what is not chosen is not asked for.
    expect(missing({ documents: [] }, true)).toEqual(['documents.a.q'])
    expect(missing({ categories: ['b'], documents: [] })).toEqual([])
    const permit = whole.documents[1]!
    expect(missing({ documents: [whole.documents[0]!, { ...permit, validUntil: '2026-11-27' }] })).toEqual([
      'documents.a.q',
    ])
    expect(missing({ documents: [whole.documents[0]!, { ...permit, number: '' }] })).toEqual(['documents.a.q'])
  })

  test.each([
    ['none', 1, 'ended', false],
    ['passed', 0, 'recruiting', false],
    ['passed', 1, 'recruiting', true],
    ['signUp', 0, 'recruiting', true],
    ['signUp', 2, 'recruiting', false],
    ['passed', 1, 'published', false],
    ['passed', 1, 'abandoned', false],
  ] as const)('with a fee %s, in status %i while %s, owes: %s', (timing, status, orderState, owes) => {
    expect(isOwed({ timing, status, orderState })).toBe(owes)
  })

  test('its fee is what was paid last', () => {
    expect(feeState(undefined, false)).toBe('none')
    expect(feeState(undefined, true)).toBe('due')
    expect(feeState({ refundAt: null, refundedAt: null }, false)).toBe('paid')
    expect(feeState({ refundAt: at(0), refundedAt: null }, false)).toBe('refunding')
    expect(feeState({ refundAt: at(0), refundedAt: at(0) }, false)).toBe('refunded')
    expect(feeState({ refundAt: at(0), refundedAt: at(0) }, true)).toBe('due')
  })

  const facts: TradeFacts = {
    status: 0,
    orderState: 'recruiting',
    held: null,
    timing: 'none',
    fee: 'none',
    expired: null,
  }
  const next = (action: 'pass' | 'refuse' | 'sendBack' | 'mend' | 'pay', change: Partial<TradeFacts>, who = 'owner') =>
    TRADE_STATUS.next(action, { record: { ...facts, ...change }, who: who as 'owner', now: NOW })
  const reason = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return (error as AppError).message
    }
    return ''
  }

  test('is decided until the result is published, and mended until the end', () => {
    expect(next('pass', {})).toBe(1)
    expect(next('refuse', { status: 1 })).toBe(2)
    expect(next('pass', { status: 2, orderState: 'drafted' })).toBe(1)
    expect(reason(() => next('refuse', { status: 1, orderState: 'published' }))).toContain('不能再修改')
    expect(reason(() => next('sendBack', { orderState: 'ended' }))).toContain('不能再修改')
    expect(next('mend', { status: 3 }, 'supplier')).toBe(0)
    expect(reason(() => next('mend', { orderState: 'ended' }, 'supplier'))).toBe('征集已截止')
    expect(reason(() => next('mend', { status: 2 }, 'supplier'))).not.toBe('')
    expect(reason(() => next('pass', {}, 'supplier'))).not.toBe('')
    expect(reason(() => next('pass', {}, 'auditor'))).not.toBe('')
  })

  test('does not pass what has expired, yet may send it back or refuse it', () => {
    const expired = '许可证有效期至 2026-11-30，已过期'
    expect(reason(() => next('pass', { expired }))).toBe(expired)
    expect(next('sendBack', { expired })).toBe(3)
    expect(next('refuse', { expired })).toBe(2)
  })

  test('a certificate that must be there holds on its last day', () => {
    const document = { key: 'permit', name: '许可证', requireType: 'qualification' as const, required: true }
    const wanted = [{ key: 'a', name: '手套', requirements: '', documents: [document] }]
    const documents = [{ category: 'a', document: 'permit', files: [1], number: '1', validUntil: '2026-11-30' }]
    const on = (day: string, change: object = {}) =>
      expiredOf({ categories: ['a'], documents }, { wanted: [{ ...wanted[0]!, ...change }], day })
    expect(on('2026-11-30')).toBeNull()
    expect(on('2026-12-01')).toBe('许可证有效期至 2026-11-30，已过期')
    expect(on('2026-12-01', { documents: [{ ...document, required: false }] })).toBeNull()
    expect(expiredOf({ categories: [], documents }, { wanted, day: '2026-12-01' })).toBeNull()
  })

  test('passes unpaid only where the fee is due later', () => {
    expect(next('pass', { timing: 'passed', fee: 'none' })).toBe(1)
    expect(reason(() => next('pass', { timing: 'signUp', fee: 'due' }))).toBe('供应商尚未缴费')
    expect(next('pass', { timing: 'signUp', fee: 'paid' })).toBe(1)
    expect(reason(() => next('pass', { status: 2, timing: 'signUp', fee: 'refunded' }))).toContain('已退还')
  })
})
