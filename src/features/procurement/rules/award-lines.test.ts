import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { type AwardChoice, bestByLine, judgeAward, wholeTo } from './award-lines.ts'

const words = { winner: '成交人', won: '成交', ceiling: '最高限价' }
const items = [
  { itemId: 'a', line: 1, quantity: '10', controlPrice: null },
  { itemId: 'b', line: 2, quantity: '3', controlPrice: '7' },
  { itemId: 'c', line: 3, quantity: '2.5', controlPrice: null },
]
const offers = [
  {
    tradeId: 'x',
    supplierName: '甲公司',
    lines: [
      { itemId: 'a', unitPrice: '3.333' },
      { itemId: 'b', unitPrice: '6' },
      { itemId: 'c', unitPrice: '1.002' },
    ],
  },
  {
    tradeId: 'y',
    supplierName: '乙公司',
    lines: [
      { itemId: 'a', unitPrice: '3', minQuantity: '4' },
      { itemId: 'b', unitPrice: '8' },
    ],
  },
]
const grounds = { items, offers, scope: 'share' as const, ceiling: null, words }
const choice = (change: Partial<AwardChoice>): AwardChoice => ({
  awards: [],
  unbought: [],
  reasons: [],
  reason: '',
  ...change,
})
const line = (itemId: string, quantity: string) => ({ itemId, quantity })
const problems = (change: Partial<AwardChoice>, more: Partial<typeof grounds & { kept: AwardChoice['awards'] }> = {}) =>
  judgeAward(choice(change), { ...grounds, ...more }).problems.map(({ message }) => message)
const lines = (...of: [string, string][]) => of.map(([itemId, quantity]) => line(itemId, quantity))

test('every line to its best price needs no reason; sums are exact to the cent', () => {
  const { parts, total, problems: none } = judgeAward(choice({ awards: bestByLine(items, offers) }), grounds)
  expect(none).toEqual([])
  expect(parts).toEqual([
    {
      tradeId: 'x',
      supplierName: '甲公司',
      price: '20.51',
      lines: [
        { ...line('b', '3'), unitPrice: '6', amount: '18.00' },
        { ...line('c', '2.5'), unitPrice: '1.002', amount: '2.51' },
      ],
    },
    {
      tradeId: 'y',
      supplierName: '乙公司',
      price: '30.00',
      lines: [{ ...line('a', '10'), unitPrice: '3', amount: '30.00' }],
    },
  ])
  expect(total).toBe('50.51')
})

test('a line may be shared, and the rest declared unbought with its reason', () => {
  const x = { tradeId: 'x', lines: lines(['a', '1'], ['b', '3']) }
  const y = { tradeId: 'y', lines: lines(['a', '4']) }
  const unbought = [
    { ...line('a', '5'), reason: '需求减少' },
    { ...line('c', '2.5'), reason: '需求取消' },
  ]
  const reasons = [{ itemId: 'a', reason: '分散供货风险' }]
  expect(problems({ awards: [x, y], unbought, reasons })).toEqual([])
  expect(problems({ awards: [x, y], unbought, reason: '分散供货风险' })).toEqual([])
  expect(problems({ awards: [x, y], unbought })).toEqual(['第 1 行：未选择最低价，请填写原因'])
  expect(problems({ awards: [x, y], unbought: unbought.slice(1), reasons })).toEqual([
    '第 1 行：尚有数量 5 未分配，请分配或登记不采购',
  ])
  expect(problems({ awards: [x, y], unbought, reasons }, { scope: 'item' as never })).toEqual([
    '第 1 行：须整行确定，不能拆分',
  ])
})

test.each<[string, Partial<AwardChoice>, string]>([
  ['nobody', {}, '请至少确定一家成交人'],
  ['a stranger', { awards: [{ tradeId: 'z', lines: lines(['a', '1']) }] }, '所选供应商不能确定为成交人'],
  ['a foreign line', { awards: [{ tradeId: 'x', lines: lines(['z', '1']) }] }, '清单行不存在'],
  ['an unquoted line', { awards: [{ tradeId: 'y', lines: lines(['c', '1']) }] }, '第 3 行：乙公司未报价'],
  ['a line twice', { awards: [{ tradeId: 'x', lines: lines(['a', '4'], ['a', '6']) }] }, '第 1 行：甲公司重复'],
  [
    'a winner twice',
    { awards: ['4', '6'].map((quantity) => ({ tradeId: 'x', lines: lines(['a', quantity]) })) },
    '甲公司重复',
  ],
  ['nothing of a line', { awards: [{ tradeId: 'x', lines: lines(['a', '0']) }] }, '第 1 行：数量须大于 0'],
  ['too much', { awards: [{ tradeId: 'x', lines: lines(['a', '10.5']) }] }, '第 1 行：分配数量超出采购数量 0.5'],
  [
    'less than the minimum',
    { awards: [{ tradeId: 'y', lines: lines(['a', '3']) }] },
    '第 1 行：乙公司的最小起订量为 4',
  ],
  [
    'above the ceiling of a line',
    { awards: [{ tradeId: 'y', lines: lines(['b', '3']) }] },
    '第 2 行：乙公司的单价超过单价限价 7 元',
  ],
  ['unbought without reason', { unbought: [{ ...line('a', '1'), reason: ' ' }] }, '第 1 行：请填写不采购的原因'],
  ['a foreign line unbought', { unbought: [{ ...line('z', '1'), reason: '需求取消' }] }, '清单行不存在'],
  [
    'a line unbought twice',
    { unbought: ['1', '2'].map((quantity) => ({ ...line('a', quantity), reason: '需求取消' })) },
    '第 1 行：不采购数量重复',
  ],
])('is refused: %s', (_name, change, message) => {
  const awards = change.awards ?? (message.includes('至少') ? [] : [{ tradeId: 'x', lines: lines(['b', '3']) }])
  expect(problems({ ...change, awards })).toContain(message)
})

test('one method awards the whole alone; nobody is awarded above the ceiling of the order', () => {
  const awards = bestByLine(items, offers)
  expect(problems({ awards }, { scope: 'whole' as never })).toEqual(['只能将全部清单确定给一家成交人'])
  expect(problems({ awards }, { ceiling: '50.50' as never })).toEqual(['合计 50.51 元超过最高限价 50.5 元'])
  expect(problems({ awards }, { ceiling: '50.51' as never })).toEqual([])
})

test('who stays when another falls away keeps what it was awarded, without a reason of its own', () => {
  const kept = [{ tradeId: 'x', lines: lines(['a', '6']) }]
  const rest = [{ ...line('c', '2.5'), reason: '需求取消' }]
  const less = [
    { tradeId: 'x', lines: lines(['a', '5'], ['b', '3']) },
    { tradeId: 'y', lines: lines(['a', '5']) },
  ]
  expect(problems({ awards: less, unbought: rest, reason: '重新分配' }, { kept })).toEqual([
    '第 1 行：甲公司已成交的数量不得减少',
  ])
  const same = [
    { tradeId: 'x', lines: lines(['a', '6'], ['b', '3']) },
    { tradeId: 'y', lines: lines(['a', '4']) },
  ]
  expect(problems({ awards: same, unbought: rest }, { kept })).toEqual([])
})

test('a best price that must be bought in larger quantities is none', () => {
  const large = [{ ...offers[1]!, lines: [{ itemId: 'a', unitPrice: '1', minQuantity: '11' }] }, offers[0]!]
  expect(bestByLine(items, large).map(({ tradeId, lines: of }) => [tradeId, of.length])).toEqual([['x', 3]])
})

test('whatever is divided, what is awarded and left comes to what was asked, and amounts to their sums', () => {
  const cents = fc.integer({ min: 1, max: 999_999 }).map((n) => new Exact(n).div(100).toFixed())
  const supplier = fc.array(fc.option(cents, { nil: null }), { minLength: 3, maxLength: 3 })
  const asked = fc.array(fc.integer({ min: 2, max: 500 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(supplier, { minLength: 1, maxLength: 4 }),
      asked,
      fc.infiniteStream(fc.nat()),
      (quoted, counts, dice) => {
        const bill = counts.map((n, i) => ({ itemId: `i${i}`, line: i + 1, quantity: String(n), controlPrice: null }))
        const all = quoted.map((prices, i) => ({
          tradeId: `t${i}`,
          supplierName: `${i}`,
          lines: prices.flatMap((unitPrice, j) => (unitPrice === null ? [] : [{ itemId: `i${j}`, unitPrice }])),
        }))
        const roll = (n: number) => dice.next().value! % n
        const awards = all.map(({ tradeId }) => ({ tradeId, lines: [] as { itemId: string; quantity: string }[] }))
        const unbought: AwardChoice['unbought'][number][] = []
        for (const { itemId, quantity } of bill) {
          let left = Number(quantity)
          all.forEach((offer, i) => {
            const part = roll(left + 1)
            if (part === 0 || !offer.lines.some((one) => one.itemId === itemId)) return
            awards[i]!.lines.push({ itemId, quantity: String(part) })
            left -= part
          })
          if (left > 0) unbought.push({ itemId, quantity: String(left), reason: '需求减少' })
        }
        const given = choice({ awards: awards.filter((one) => one.lines.length > 0), unbought, reason: '综合考虑' })
        if (given.awards.length === 0) return
        const of = { ...grounds, items: bill, offers: all }
        const judged = judgeAward(given, of)
        expect(judged.problems).toEqual([])
        for (const part of judged.parts) {
          for (const one of part.lines) expect(one.amount).toBe(lineTotal(one.unitPrice, one.quantity))
          expect(new Exact(part.price).eq(sum(part.lines.map(({ amount }) => amount)))).toBe(true)
        }
        expect(new Exact(judged.total).eq(sum(judged.parts.map(({ price }) => price)))).toBe(true)
        // One unit more of anything is too much.
        const [first] = given.awards
        const more = first!.lines.map((one, i) =>
          i === 0 ? { ...one, quantity: String(Number(one.quantity) + 1) } : one,
        )
        const greedy = { ...given, awards: [{ ...first!, lines: more }, ...given.awards.slice(1)] }
        expect(judgeAward(greedy, of).problems.some(({ message }) => message.includes('超出采购数量 1'))).toBe(true)
      },
    ),
  )
})

test('the whole to one supplier is its whole quote', () => {
  expect(wholeTo(offers[1]!, items)).toEqual({ tradeId: 'y', lines: lines(['a', '10'], ['b', '3']) })
})
