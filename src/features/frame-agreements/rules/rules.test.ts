import { describe, expect, test } from 'vitest'
import { agreementFindings, type AgreementInput, lastDay } from './checks.ts'
import { amountLeft, amountOf, ceilingOf, leftOf, nextInTurn, NOTHING, together } from './quota.ts'

const items = [{ line: 1, name: '纸', unit: '箱', quantity: '10' }]
const price = { line: 1, unitPrice: '100', quantity: null }
const sound: AgreementInput = {
  kind: 'price',
  regime: 'government',
  category: 'goods',
  rule: 'direct',
  from: '2026-01-01',
  until: '2026-12-31',
  today: '2026-01-01',
  quota: '1000',
  hasTerms: true,
  items,
  entries: [
    { name: '甲', share: null, prices: [price] },
    { name: '乙', share: null, prices: [price] },
  ],
}
const rules = (change: Partial<AgreementInput>) => agreementFindings({ ...sound, ...change }).map(({ rule }) => rule)

describe('an agreement', () => {
  test.each<[Partial<AgreementInput>, string[]]>([
    [{}, []],
    [{ until: '2027-01-01' }, ['term']],
    [{ until: '2027-01-01', category: 'services' }, []],
    [{ until: '2028-01-01', category: 'services' }, ['term']],
    [{ until: '2028-01-01', regime: 'enterprise' }, []],
    [{ entries: [sound.entries[0]!] }, ['competition']],
    [{ hasTerms: false }, ['terms']],
    [{ today: '2027-01-01' }, ['over']],
    [{ kind: 'volume' }, ['volume']],
    [{ quota: null, items: [{ ...items[0]!, quantity: null }] }, ['bound']],
    [{ entries: sound.entries.map((one) => ({ ...one, share: '50.01' })) }, ['shares']],
    [{ entries: sound.entries.map((one) => ({ ...one, prices: [] })) }, ['prices']],
  ])('%j is said %j', (change, expected) => {
    expect(rules(change)).toEqual(expected)
  })

  test('what the law recommends warns and does not block', () => {
    const said = agreementFindings({ ...sound, kind: 'supplier', until: '2030-01-01', entries: [sound.entries[0]!] })
    expect(said.map(({ severity }) => severity)).toEqual(['warn', 'warn', 'warn'])
  })

  test('a year ends on the day before', () => {
    expect(lastDay('2026-03-01', 1)).toBe('2027-02-28')
  })
})

describe('a quota', () => {
  const entry = { share: null, prices: [price], used: NOTHING }
  test('shares are rounded down to the cent', () => {
    expect(amountOf('100', '33.33')).toBe('33.33')
    expect(amountOf('0.05', '33.33')).toBe('0.01')
    expect(amountOf(null, '50')).toBe(null)
  })

  test('the tightest bound counts', () => {
    const bounds = { quota: '500', items, used: { amount: '450', lines: [{ line: 1, ordered: '9.5' }] } }
    expect(leftOf(1, bounds, entry)).toBe('0.5')
    expect(leftOf(1, bounds, { ...entry, prices: [{ ...price, quantity: '0.25' }] })).toBe('0.25')
    expect(amountLeft(bounds, { ...entry, share: '50', used: { amount: '240', lines: [] } })).toBe('10.00')
    expect(leftOf(1, { ...bounds, items: [{ ...items[0]!, quantity: null }] }, entry)).toBe(null)
  })

  test('a contract is worth the amount, else its lines', () => {
    expect(ceilingOf('500', entry, items)).toBe('500')
    expect(ceilingOf(null, entry, items)).toBe('1000.00')
    expect(ceilingOf(null, { ...entry, prices: [] }, items)).toBe(null)
  })

  test('orders of several suppliers add up', () => {
    const part = { amount: '1.10', lines: [{ line: 1, ordered: '0.1' }] }
    expect(together([part, part])).toEqual({ amount: '2.20', lines: [{ line: 1, ordered: '0.2' }] })
  })

  test('turns go round, past those who left', () => {
    const entries = [{ no: 1 }, { no: 3 }]
    expect([0, 1, 2, 3].map((turn) => nextInTurn(entries, turn)?.no)).toEqual([1, 3, 3, 1])
    expect(nextInTurn([], 1)).toBe(null)
  })
})
