import { describe, expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import type { PriceScoreInput } from './price-params.ts'
import { PRICE_SCORE_VERSION, priceScores } from './price-score.ts'

const scoresOf = (params: PriceScoreInput, quotes: (string | number)[]) => {
  const result = priceScores(
    params,
    quotes.map((quote, i) => ({ id: `b${i}`, quote: String(quote) })),
  )
  return { ...result, marks: result.scores.map((s) => s.score) }
}
const deviation = { scoring: 'deviation' } as const

describe('worked examples of published rules', () => {
  test('ratio to the lowest quote', () => {
    expect(scoresOf({ base: 2, scoring: 'ratio', fullMarks: '30' }, [90, 100, 120]).marks).toEqual([
      '30.00',
      '27.00',
      '22.50',
    ])
  })

  test('deviation from a given base, with the floor at zero', () => {
    const { marks } = scoresOf(
      { base: 3, fixedBase: '100', ...deviation, fullMarks: '30', above: '0.6', below: '0.6' },
      [110, 90, 200],
    )
    expect(marks).toEqual(['24.00', '24.00', '0.00'])
  })

  const trimmed = { base: 4, ...deviation, fullMarks: '50', above: '1', below: '0.5' } as const
  const five = [980, 1000, 1020, 1050, 1100]

  test('mean without highest and lowest', () => {
    const { base, marks } = scoresOf(trimmed, five)
    expect(base).toBe('1023.333333333333333333333333333333333333')
    expect(marks).toEqual(['47.88', '48.86', '49.84', '47.39', '42.51'])
  })

  test('the same with deviations first rounded to 0.01 %', () => {
    expect(scoresOf({ ...trimmed, deviationDigits: 2 }, five).marks[0]).toBe('47.89')
  })

  test('both ends dropped from seven quotes on, 95 %', () => {
    const params = {
      base: 4,
      percentage: '95',
      dropFrom: 7,
      ...deviation,
      fullMarks: '100',
      above: '1.2',
      below: '0.8',
    } as const
    const { base, marks } = scoresOf(params, [92, 95, 97, 100, 103, 106, 110])
    expect(base).toBe('95.19')
    expect(marks).toEqual(['97.32', '99.84', '97.72', '93.94', '90.15', '86.37', '81.33'])
  })

  test('both ends dropped from five quotes on', () => {
    const params = { base: 4, dropFrom: 5, ...deviation, fullMarks: '60', above: '0.2', below: '0.1' } as const
    const { base, marks } = scoresOf(params, [480, 500, 510, 520, 560])
    expect(base).toBe('510')
    expect(marks).toEqual(['59.41', '59.80', '60.00', '59.61', '58.04'])
  })
})

describe('price bases', () => {
  const base = (params: Partial<PriceScoreInput>, quotes: number[]) =>
    scoresOf({ base: 3, ...deviation, fullMarks: '30', above: '1', below: '1', ...params }, quotes).base

  test.each([
    ['1 highest', { base: 1 }, [3, 9, 5], '9'],
    ['2 lowest', { base: 2 }, [3, 9, 5], '3'],
    ['3 mean × percentage', { base: 3, percentage: '98' }, [100, 200], '147'],
    ['4 below the threshold: plain mean', { base: 4 }, [1, 2, 9], '4'],
    ['4 at the threshold: ends dropped', { base: 4 }, [1, 2, 4, 9], '3'],
    ['4 with threshold 5 and four quotes: plain mean', { base: 4, dropFrom: 5 }, [1, 2, 4, 9], '4'],
    ['4 drops one of equal ends only', { base: 4 }, [1, 1, 4, 4], '2.5'],
    ['4 with threshold 3 leaves the middle one', { base: 4, dropFrom: 3 }, [1, 2, 9], '2'],
    ['5 mean of effective quotes × (1 − R)', { base: 5, floatingRate: '3' }, [100, 200, 300], '194'],
    ['5 given effective quote × (1 − R)', { base: 5, floatingRate: '5.5', fixedBase: '1000' }, [900, 990], '945'],
  ] as const)('%s', (_, params, quotes, expected) => {
    expect(base(params, [...quotes])).toBe(expected)
  })
})

describe('exactness', () => {
  test('a true half is rounded up although the base does not end', () => {
    // B = 3.2 ÷ 3, q = 1: d = −6.25 exactly, score = 30 − 3.125 = 26.875. Forty digits alone give 26.87499…
    const { scores } = scoresOf({ base: 3, ...deviation, fullMarks: '30', above: '1', below: '0.5' }, [
      '1',
      '1.1',
      '1.1',
    ])
    expect(scores[0]!.deviation).toBe('-6.25')
    expect(scores[0]!.score).toBe('26.88')
    const base = new Exact('3.2').div(3)
    const naive = new Exact(30).minus(new Exact(1).minus(base).div(base).times(100).abs().times('0.5'))
    expect(naive.equals('26.875')).toBe(false)
  })

  test('amounts far beyond floating point', () => {
    const { marks } = scoresOf({ base: 2, scoring: 'ratio', fullMarks: '100' }, [
      '999999999999999.98',
      '999999999999999.99',
    ])
    expect(marks).toEqual(['100.00', '100.00'])
    const { base } = scoresOf({ base: 3, scoring: 'ratio', fullMarks: '100' }, [
      '999999999999999.98',
      '999999999999999.99',
    ])
    expect(base).toBe('999999999999999.985')
  })
})

describe('limits', () => {
  test('under a mean base the ratio never exceeds full marks', () => {
    expect(scoresOf({ base: 3, scoring: 'ratio', fullMarks: '40' }, [80, 120]).marks).toEqual(['40.00', '33.33'])
  })

  test('where the highest price wins, the ratio is turned round', () => {
    expect(scoresOf({ base: 1, scoring: 'ratio', fullMarks: '40' }, [80, 100]).marks).toEqual(['32.00', '40.00'])
  })

  test('a quote at the base has full marks', () => {
    expect(scoresOf({ base: 2, ...deviation, fullMarks: '35', above: '9', below: '9' }, [7, 8]).marks[0]).toBe('35.00')
  })
})

describe('the derivation', () => {
  test('reads line by line, with all digits behind the ellipsis', () => {
    const result = scoresOf(
      { base: 4, ...deviation, fullMarks: '50', above: '1', below: '0.5' },
      [980, 1000, 1020, 1050, 1100],
    )
    expect(result.version).toBe(PRICE_SCORE_VERSION)
    expect(result.baseTrace).toEqual([
      { label: '参与平均的报价', expression: '有效报价 5 家，去除一个最高价 1100 和一个最低价 980', value: '3 家' },
      {
        label: '评标基准价',
        expression: '(1000 + 1020 + 1050) ÷ 3',
        value: '1023.333333…',
        exact: '1023.333333333333333333333333333333333333',
      },
    ])
    expect(result.scores[0]!.trace.map((l) => `${l.label} = ${l.expression} = ${l.value}`)).toEqual([
      '偏差率（%） = (980 − 1023.333333…) ÷ 1023.333333… × 100 = -4.234527…',
      '计算得分 = 50 − 4.234527… × 0.5 = 47.882736…',
      '价格得分 = 四舍五入，显示两位小数；计入总分时不舍入 = 47.88',
    ])
  })

  test('names the floor, the cap and a fixed base', () => {
    const far = scoresOf({ base: 2, ...deviation, fullMarks: '10', above: '1', below: '1' }, [1, 2])
    expect(far.scores[1]!.trace.map((l) => l.label)).toContain('下限')
    const capped = scoresOf({ base: 3, scoring: 'ratio', fullMarks: '10' }, [1, 2])
    expect(capped.scores[0]!.trace.map((l) => l.label)).toContain('上限')
    const fixed = scoresOf({ base: 2, fixedBase: '5', scoring: 'ratio', fullMarks: '10' }, [6])
    expect(fixed.baseTrace[0]!.expression).toContain('已确定')
  })
})

describe('refusals', () => {
  const good: PriceScoreInput = { base: 3, ...deviation, fullMarks: '30', above: '1', below: '1' }
  const refusal = (params: object, quotes: { id: string; quote: string }[] = [{ id: 'a', quote: '1' }]) => {
    try {
      priceScores({ ...good, ...params }, quotes)
    } catch (error) {
      return error
    }
  }

  test.each([
    [{ fullMarks: '0' }, '价格分满分须为大于 0 的数'],
    [{ fullMarks: '-1' }, '价格分满分须为大于 0 的数'],
    [{ above: undefined }, '请填写高于基准价每 1% 的扣分'],
    [{ below: '1e3' }, '低于基准价每 1% 的扣分须为不小于 0 的数'],
    [{ percentage: '0' }, '百分比须为大于 0 的数'],
    [{ base: 5, floatingRate: '100' }, '下浮率须小于 100'],
    [{ dropFrom: 2 }, '去除最高最低价的起算家数不得少于 3'],
    [{ deviationDigits: 11 }, '偏差率保留位数须为 0 至 10'],
    [{ fixedBase: '0.00' }, '指定的基准价须为大于 0 的数'],
    [{ scoring: 'other' }, '请选择得分算法'],
  ])('%o', (params, message) => {
    expect(refusal(params)).toMatchObject({ errorName: 'invalid', message, details: [{ message }] })
  })

  test.each([
    [[], '没有有效报价，无法计算基准价'],
    [[{ id: 'a', quote: '0' }], '第 1 个报价须为大于 0 的数'],
    [
      [
        { id: 'a', quote: '1' },
        { id: 'b', quote: '-2' },
      ],
      '第 2 个报价须为大于 0 的数',
    ],
    [
      [
        { id: 'a', quote: '1' },
        { id: 'a', quote: '2' },
      ],
      '第 2 个报价重复',
    ],
  ])('%o', (quotes, message) => {
    expect(refusal({}, quotes)).toMatchObject({ errorName: 'invalid', message })
  })
})
