import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { corrected, difference } from './correction.ts'
import { ASK_STATUS, CORRECTION_STATUS, type DialogWho } from './dialog-status.ts'
import { evaluatedPrice } from './price-history.ts'
import { committeeWarnings, isWide, ownWarnings } from './warnings.ts'

const NOW = 1_000
const PEOPLE: Record<string, DialogWho> = {
  leader: { part: 'leader', isAuthor: false },
  author: { part: 'member', isAuthor: true },
  member: { part: 'member', isAuthor: false },
  bidder: { part: 'bidder', isAuthor: false },
  none: { part: 'none', isAuthor: false },
}

/** Who may do what in which state, for a table: `action: person@state,state`. Everything else must be refused. */
function matrix<S extends number>(
  table: { rows: readonly { action: string }[]; next: (action: never, at: never) => S },
  states: readonly S[],
  facts: (status: S) => object,
): Set<string> {
  const done = new Set<string>()
  for (const action of new Set(table.rows.map((r) => r.action)))
    for (const [name, who] of Object.entries(PEOPLE))
      for (const status of states)
        try {
          const to = table.next(action as never, { record: facts(status), who, now: NOW } as never)
          done.add(`${action} ${name} ${status}→${to}`)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
  return done
}

describe('transitions, each role in each state', () => {
  const facts = (status: number) => ({ status, deadline: NOW + 1, isOver: false })
  test('questions', () => {
    expect(matrix(ASK_STATUS, [0, 1, 2, 3, 4], facts)).toEqual(
      new Set([
        'send leader 0→1',
        'withdraw leader 0→4',
        'withdraw author 0→4',
        'withdraw leader 1→4',
        'extend leader 1→1',
        'extend leader 3→1',
        'reply bidder 1→2',
      ]),
    )
    expect(matrix(ASK_STATUS, [0, 1, 2, 3, 4], (s) => ({ ...facts(s), isOver: true })).size).toBe(0)
    expect(matrix(ASK_STATUS, [1], (s) => ({ ...facts(s), deadline: NOW }))).not.toContain('reply bidder 1→2')
  })
  test('corrections', () => {
    expect(matrix(CORRECTION_STATUS, [0, 1, 2, 3, 4, 5], facts)).toEqual(
      new Set([
        'send leader 0→1',
        'withdraw leader 0→5',
        'withdraw author 0→5',
        'withdraw leader 1→5',
        'decide bidder 1→2',
        'refuse bidder 1→3',
      ]),
    )
  })
})

describe('prices', () => {
  const lines = [
    { itemId: 'a', line: 1, name: '主机', unit: '台', quantity: '2', unitPrice: '100', amount: '200.00' },
    { itemId: 'b', line: 2, name: '附件', unit: '件', quantity: '3', unitPrice: '10', amount: '30.00' },
  ]
  test('a corrected line moves the total, a given total stands', () => {
    const by = corrected({ total: '230.00', lines }, { lines: [{ itemId: 'b', unitPrice: '1.005' }] })
    // 3 × 1.005 = 3.015, half up.
    expect(by).toEqual({
      after: '203.02',
      lines: [expect.objectContaining({ itemId: 'b', unitPriceBefore: '10', amountBefore: '30.00', amount: '3.02' })],
    })
    expect(corrected({ total: '230.00', lines }, { lines: [], total: '250' }).after).toBe('250.00')
    expect(difference('230.00', '203.02')).toBe('-26.98')
    expect(() => corrected({ total: '230.00', lines }, { lines: [], total: '230.00' })).toThrow('相同')
    expect(() => corrected({ total: '230.00', lines }, { lines: [{ itemId: 'x', unitPrice: '1' }] })).toThrow('不存在')
  })
  test('the newest change counts, whoever missed a round stays where they were', () => {
    expect(evaluatedPrice(null, [])).toBeNull()
    expect(evaluatedPrice('9', [])).toBe('9')
    const events = [
      { at: new Date(2), amount: '7' },
      { at: new Date(1), amount: '8' },
    ]
    expect(evaluatedPrice('9', events)).toBe('7')
  })
})

describe('warnings', () => {
  const item = { id: 'i', name: '方案', fullMark: '10', isObjective: false }
  const mark = (reviewerId: string, score: string, tradeId = 't', reason = '') => ({
    itemId: 'i',
    reviewerId,
    tradeId,
    score,
    passed: null,
    reason,
  })
  const names = { reviewer: (id: string) => id, bidder: (id: string) => id }
  test('a mark far from the others stands out', () => {
    const marks = [mark('a', '8'), mark('b', '8.5'), mark('c', '4')]
    expect(committeeWarnings([item], marks, names).map((w) => [w.kind, w.reviewerId])).toEqual([['outlier', 'c']])
    expect(isWide(item, ['8', '5'])).toBe(false)
    expect(isWide(item, ['8', '4.9'])).toBe(true)
  })
  test('objective items must agree', () => {
    const [found] = committeeWarnings([{ ...item, isObjective: true }], [mark('a', '8'), mark('b', '7')], names)
    expect(found).toMatchObject({ kind: 'objective-differs', isBlocking: true })
  })
  test('ends of the scale ask for a reason, equal marks for a look', () => {
    const marks = [mark('a', '10'), mark('a', '0', 'u', '未提供方案'), mark('a', '0', 'v')]
    expect(ownWarnings([item], marks, names.bidder).map((w) => [w.kind, w.bidderId])).toEqual([
      ['no-reason', 't'],
      ['no-reason', 'v'],
    ])
    const same = ['t', 'u', 'v'].map((bid) => mark('a', '7', bid))
    expect(ownWarnings([item], same, names.bidder).map((w) => w.kind)).toEqual(['all-same'])
  })
})
