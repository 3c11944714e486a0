import { expect, test } from 'vitest'
import { hitInWords, LowPriceBasis, lowPriceInWords, lowPrices, LowPriceTerms } from './low-price.ts'

const top = (amount: string) => ({ name: '最高限价', amount })
const government = (rest: object = {}) => LowPriceBasis.parse({ rule: 'government', top: null, ...rest })
const comparison = LowPriceBasis.parse({ top: top('100') })

/** Positions of the quotes that are low, each with what it is compared with. */
const hits = (quotes: readonly (string | null)[], basis: LowPriceBasis) =>
  lowPrices(
    quotes.map((quote, i) => ({ id: String(i), quote })),
    basis,
  ).map(({ id, hits: found }) => [id, ...found.map((hit) => hit.against.slice(0, 4))])

test.each([
  ['half of the mean', ['100', '200', '300'], {}, []],
  ['a cent below half of the mean', ['99.98', '200', '300'], {}, [['0', '有效报价', '次低报价']]],
  [
    'below half of the mean, not of the next',
    ['60', '61', '300'],
    {},
    [
      ['0', '有效报价'],
      ['1', '有效报价'],
    ],
  ],
  ['half of the next', ['50', '100'], {}, []],
  ['a cent below half of the next', ['49.99', '100'], {}, [['0', '次低报价']]],
  ['45 % of the ceiling', ['45', '50'], { top: top('100') }, []],
  ['a cent below 45 % of the ceiling', ['44.99', '50'], { top: top('100') }, [['0', '最高限价']]],
  ['alone below the ceiling', ['44'], { top: top('100') }, [['0', '最高限价']]],
  ['a ceiling of zero is none', ['44'], { top: top('0.00') }, []],
  ['two equal lowest ones: none is below the next', ['40', '40', '60'], {}, []],
  ['what is no quote does not count', ['0.00', null, '100', '120'], {}, []],
  ['shares raised by the documents', ['64.99', '100'], { next: 65 }, [['0', '次低报价']]],
  ['at the raised share', ['65', '100'], { next: 65 }, []],
  ['nobody', [], { top: top('100') }, []],
] as const)('government procurement: %s', (_, quotes, rest, expected) => {
  expect(hits(quotes, government(rest))).toEqual(expected)
})

test.each([
  ['40 % below the mean of the others', ['60', '80', '120'], [['0', '其他有效']]],
  ['a cent less than 40 % below the mean of the others', ['60.01', '80', '120'], []],
  ['30 % below the next', ['70', '100'], [['0', '次低报价']]],
  ['a cent less than 30 % below the next', ['70.01', '100'], []],
  [
    'two equal ones far below the third',
    ['40', '40', '100'],
    [
      ['0', '其他有效'],
      ['1', '其他有效'],
    ],
  ],
  ['the ceiling is no measure', ['10'], []],
] as const)('by comparison: %s', (_, quotes, expected) => {
  expect(hits(quotes, comparison)).toEqual(expected)
})

test('a hit shows figure, ratio and threshold; a ratio never shows as the threshold it is below', () => {
  const [low] = lowPrices([{ id: 'a', quote: '449999.99' }], government({ top: top('1000000') }))
  expect(low!.hits).toEqual([{ against: '最高限价', figure: '1000000.00', ratio: '44.99', threshold: '低于 45%' }])
  expect(hitInWords(low!.hits[0]!)).toBe('为最高限价 1,000,000.00 元的 44.99%（认定标准：低于 45%）')
})

test('documents may raise the shares of government procurement to 65 %, and lower none', () => {
  expect(LowPriceTerms.safeParse({ rule: 'government', mean: 49 }).success).toBe(false)
  expect(LowPriceTerms.safeParse({ rule: 'government', ceiling: 66 }).success).toBe(false)
  const terms = LowPriceTerms.parse({ rule: 'government', mean: 60 })
  expect(lowPriceInWords(terms)).toContain('平均值的 60%')
  expect(lowPriceInWords(terms)).toContain('不少于 30 分钟')
  expect(lowPriceInWords(LowPriceTerms.parse({}))).toContain('低 40% 以上')
})
