import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import { checkStandard, checkTerms } from './check.ts'
import { basesIn, evaluate, FormulaFault } from './expression.ts'
import { computeFee, discounted, type Terms } from './fee.ts'
import { PRESETS } from './presets.ts'

const [goods, services, works] = PRESETS.map(({ terms }) => terms) as [Terms, Terms, Terms]
const fee = (terms: Terms, winnerAmount: string) => computeFee(terms, { winnerAmount }).amount
const custom = (value: string) => [{ type: 3, value }]

test('works of 6,000 万元 are 22.55 万元, and each step stands in the derivation', () => {
  const { amount, lines } = computeFee(works, { winnerAmount: '60000000' })
  expect(amount).toBe('225500.00')
  expect(lines.map(({ amount: step }) => step)).toEqual([
    '60000000',
    '10000',
    '28000',
    '27500',
    '140000',
    '20000',
    '225500.00',
  ])
  expect(lines[1]).toEqual({ label: '100 万元以下', computation: '1,000,000.00 × 1%', amount: '10000' })
})

/** Whole fee at the end of each tier, by 计价格[2002]1980号. */
const AT_EDGES = {
  goods: [goods, ['15000', '59000', '99000', '299000', '424000', '874000']],
  services: [services, ['15000', '47000', '69500', '169500', '219500', '669500']],
  works: [works, ['10000', '38000', '65500', '205500', '305500', '755500']],
} as const

describe.each(Object.entries(AT_EDGES))('%s', (_, [terms, fees]) => {
  test.each(fees.map((whole, i) => [terms.tiers[i]!.to!, whole, i] as const))('at %s', (edge, whole, i) => {
    expect(fee(terms, edge)).toBe(new Exact(whole).toFixed(2))
    const cent = new Exact('0.01')
    for (const [sign, tier] of [
      [-1, i],
      [1, i + 1],
    ] as const) {
      const more = cent.times(terms.tiers[tier]!.rate).div(100).times(sign)
      expect(fee(terms, new Exact(edge).plus(cent.times(sign)).toFixed(2))).toBe(new Exact(whole).plus(more).toFixed(2))
    }
  })
})

test('an interval counts its rate for the whole amount: half open, with a warning where it leaps', () => {
  const terms: Terms = {
    formula: 2,
    elements: [{ type: 1, value: 'winnerAmount' }],
    tiers: [
      { from: '0', to: '1000000', rate: '1.5' },
      { from: '1000000', to: null, rate: '1' },
    ],
  }
  expect([fee(terms, '999999.99'), fee(terms, '1000000'), fee(terms, '0')]).toEqual(['15000.00', '10000.00', '0.00'])
  expect(checkTerms(terms)).toEqual([
    {
      level: 'warning',
      path: 'tiers.1',
      message: '金额达到 1,000,000.00 元时，收费由 15,000.00 元变为 10,000.00 元',
    },
  ])
})

test('gap, overlap, a turned tier, a lacking end and rates out of range are wrong', () => {
  const messages = (tiers: Terms['tiers']) => checkTerms({ ...goods, tiers }).map(({ message }) => message)
  const tier = (from: string, to: string | null, rate = '1') => ({ from, to, rate })
  expect(messages([tier('0', '100'), tier('200', null)])).toEqual(['第 1 档与第 2 档之间有空档'])
  expect(messages([tier('0', '100'), tier('100.01', null)])).toEqual(['第 1 档与第 2 档之间有空档'])
  expect(messages([tier('0', '100'), tier('99.99', null)])).toEqual(['第 1 档与第 2 档重叠'])
  expect(messages([tier('0', null), tier('100', null)])).toEqual(['第 1 档与第 2 档重叠'])
  expect(messages([tier('1', null)])).toEqual(['第一档应从 0 开始'])
  expect(messages([tier('0', '100')])).toEqual(['最后一档应为“以上”，否则超出部分无法计费'])
  expect(messages([tier('0', '0'), tier('0', null)])).toEqual(['第 1 档的上限应高于下限'])
  expect(messages([tier('0', null, '100.01')])).toEqual(['第 1 档的费率应在 0 至 100% 之间'])
  expect(messages([])).toEqual(['请至少填写一档费率'])
  for (const preset of PRESETS) expect(checkTerms(preset.terms)).toEqual([])
})

test('the grammar is closed', () => {
  const value = (text: string) => evaluate(custom(text), { budgetAmount: '200', winnerAmount: '100' }).toFixed()
  expect(value('winnerAmount × 0.8 + 10')).toBe('90')
  expect(value('min(winnerAmount, budgetAmount ÷ 4, 60)')).toBe('50')
  expect(value('max（1，2） − 0.5')).toBe('1.5')
  expect(value('2 * (3 + 4)')).toBe('14')
  // A custom element is one operand.
  const elements = [{ type: 1, value: 'winnerAmount' }, { type: 2, value: '*' }, ...custom('1 + 1')]
  expect(evaluate(elements, { winnerAmount: '100' }).toFixed()).toBe('200')
  expect(basesIn(elements)).toEqual(['winnerAmount'])
  for (const text of [
    '',
    '1 +',
    '(1',
    '1)',
    '1 2',
    'min(1',
    'process',
    'constructor',
    'toString()',
    '1;2',
    '1.5.2',
    '2x',
    '0x10',
    '1e9',
    '2 ** 3',
    '-1',
    '1 / 0',
    '1 - 2',
    '`1`',
    'budget_amount',
    '1+'.repeat(80) + '1',
    '('.repeat(200),
  ])
    expect(() => value(text)).toThrow(FormulaFault)
  expect(() => evaluate(custom('winnerAmount'), {})).toThrow('请填写中标金额')
})

test('a standard is refused with two lines for one method, without terms, and with what is not known yet', () => {
  const line = { feeType: 2, methods: [], setting: 2, terms: works }
  expect(checkStandard([line])).toEqual([])
  expect(checkStandard([])[0]!.message).toBe('请先添加收费项目')
  expect(
    checkStandard([
      { ...line, methods: [1] },
      { ...line, methods: [8] },
    ]),
  ).toEqual([])
  expect(checkStandard([line, { ...line, methods: [8] }])[0]!.message).toBe('服务费对同一采购方式设置了两次')
  expect(checkStandard([{ ...line, terms: null }])[0]!.message).toBe('服务费未选择收费模板')
  expect(checkStandard([{ ...line, feeType: 1, setting: 1 }])[0]!.message).toBe(
    '平台使用费在公告时收取，不能以中标金额为基数',
  )
})

test('bounds and discounts stand in the derivation', () => {
  const terms: Terms = { formula: 1, elements: custom('winnerAmount × 0.01'), tiers: [], least: '3000', most: '50000' }
  expect(fee(terms, '100')).toBe('3000.00')
  expect(fee(terms, '1000000000')).toBe('50000.00')
  expect(computeFee(terms, { winnerAmount: '100' }).lines.map(({ label }) => label)).toEqual([
    '固定收取',
    '最低收取',
    '应收合计',
  ])
  expect(discounted({ amount: '100.01', lines: [] }, '12.5', '优惠')).toEqual({
    amount: '87.51',
    lines: [{ label: '优惠', computation: '100.01 ×（1 − 12.5%）', amount: '87.51' }],
  })
  expect(checkTerms({ ...terms, least: '60000' })[0]!.message).toBe('最高收取不能低于最低收取')
})

const cents = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((n) => new Exact(n.toString()).div(100).toFixed(2))

test('the steps sum to the number shown, and more is never charged less by tiers that go on', () => {
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(goods, services, works), (a, b, terms) => {
      const { amount, lines } = computeFee(terms, { winnerAmount: a })
      const steps = lines.slice(1, -1).reduce((total, line) => total.plus(line.amount), new Exact(0))
      expect(steps.toFixed(2)).toBe(amount)
      const [less, more] = new Exact(a).lt(b) ? [a, b] : [b, a]
      expect(new Exact(fee(terms, less)).lte(fee(terms, more))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
