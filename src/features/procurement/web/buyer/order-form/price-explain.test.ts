import { describe, expect, it } from 'vitest'
import { priceScores } from '#features/evaluation/rules/price-score.ts'
import { withDrawn } from '#features/evaluation/rules/random-price.ts'
import { PricePlan } from '../../../steps/review/settings.ts'
import { EXAMPLE_QUOTES, explainOrderPrice, explainPrice } from './price-explain.ts'

const scores = (...given: Parameters<typeof explainPrice>) => explainPrice(...given)?.rows.map((row) => row.score)

describe('the price score by example', () => {
  it('follows the published examples', () => {
    expect(scores({ baseKind: 2, formula: 'ratio' }, { full: '30' }, ['90', '100', '120'])).toEqual([
      '30.00',
      '27.00',
      '22.50',
    ])
    expect(
      scores({ baseKind: 4, formula: 'deviation', above: '1', below: '0.5', dropEndsFrom: 4 }, { full: '50' }, [
        '980',
        '1000',
        '1020',
        '1050',
        '1100',
      ]),
    ).toEqual(['47.88', '48.86', '49.84', '47.39', '42.51'])
    expect(
      scores(
        { baseKind: 4, formula: 'deviation', above: '1.2', below: '0.8', percentage: '95', dropEndsFrom: 7 },
        { full: '100' },
        ['92', '95', '97', '100', '103', '106', '110'],
      ),
    ).toEqual(['97.32', '99.84', '97.72', '93.94', '90.15', '86.37', '81.33'])
  })

  it('rounds deviations first only where the order says so, and never goes below zero', () => {
    const plan = { baseKind: 4, formula: 'deviation', above: '1', below: '0.5', dropEndsFrom: 4 } as const
    const quotes = ['980', '1000', '1020', '1050', '1100']
    expect(scores({ ...plan, roundDeviation: true }, { full: '50' }, quotes)?.[0]).toBe('47.89')
    expect(scores({ baseKind: 2, formula: 'deviation', above: '10' }, { full: '5' }, ['90', '180'])).toEqual([
      '5.00',
      '0.00',
    ])
  })

  it('gives the highest price the full marks where the highest is the base', () => {
    expect(scores({ baseKind: 1, formula: 'ratio' }, { full: '40' }, ['50', '100'])).toEqual(['20.00', '40.00'])
  })

  it('rounds price marks only where the order says so, and says so', () => {
    const plan = { baseKind: 2, formula: 'ratio' } as const
    const rounded = explainPrice(plan, { full: '30', digits: 0 }, ['95.04', '97.79'])!
    expect(rounded.rows.map((row) => row.score)).toEqual(['30.00', '29.00'])
    expect(rounded.sentences.at(-1)).toBe('价格得分四舍五入到整数后计入总分；总分四舍五入，保留两位小数。')
  })

  it('takes the plain mean below four quotes unless the order says otherwise', () => {
    const plan = { baseKind: 4, formula: 'deviation' } as const
    expect(explainPrice(plan, { full: '30' }, ['90', '100', '110', '400'])!.base).toBe('105')
    expect(explainPrice(plan, { full: '30' }, ['90', '100', '410'])!.base).toBe('200')
    expect(PricePlan.parse({}).dropEndsFrom).toBe(4)
  })

  it('waits for half-typed numbers', () => {
    expect(explainPrice({ baseKind: 3, percentage: '9.' }, { full: '30' })).toBeNull()
    expect(explainPrice({}, { full: '' })).toBeNull()
  })
})

describe('what is drawn', () => {
  const told = (...given: Parameters<typeof explainOrderPrice>) => explainOrderPrice(...given)!

  it('says nothing of draws where nothing is drawn', () => {
    const plan = { baseKind: 3, percentage: '95' }
    expect(told(plan, { full: '30', method: 1 })).toEqual(explainPrice(plan, { full: '30' }))
    // Values for a parameter the base is not made with are not drawn for.
    const idle = { baseKind: 2, draw: { percentage: ['95', '96'] } }
    expect(told(idle, { full: '30', method: 1 })).toEqual(explainPrice(idle, { full: '30' }))
  })

  it('names the values that are drawn at the opening, and takes the first for the example', () => {
    const { sentences, assumed, base } = told(
      { baseKind: 3, percentage: '100', draw: { percentage: ['95', '96'] } },
      { full: '30', method: 1 },
    )
    expect(sentences[0]).toContain('百分比 P 在开标时抽取')
    expect(sentences[0]).toContain('95%、96%')
    expect(sentences[1]).toBe('全部有效报价的算术平均值乘以 P 后为评标基准价 B。')
    expect([assumed, base]).toEqual(['设抽中 95%', '92.53'])
    const floated = told({ baseKind: 5, draw: { floatRate: ['3', '5'] } }, { full: '30', method: 1 })
    expect(floated.sentences[1]).toBe('有效报价的算术平均值下浮 R 为评标基准价 B。')
  })

  it('explains a dual-random review by what its draw takes, and computes its example as the review does', () => {
    const plan = { baseKind: 2, formula: 'ratio', randomBases: [5, 3, 1], randomRates: ['97', '98.5'] } as const
    const { sentences, rows } = told(
      { ...plan, randomBases: [...plan.randomBases], randomRates: [...plan.randomRates] },
      { full: '40', method: 7 },
    )
    const text = sentences.join('')
    for (const word of ['97%、98.5%', '下浮率为 100% 减系数', '不乘系数', '组长在评审大厅中抽取', '随机种子的哈希'])
      expect(text).toContain(word)
    expect(text).not.toContain('有效报价中的最低价')
    expect(sentences.slice(-3)).toEqual([
      '价格得分 = B ÷ 报价 × 40，不超过满分。',
      '抽中最高有效报价的，价格得分 = 报价 ÷ B × 40，不超过满分。',
      '价格得分不舍入计入总分；总分四舍五入，保留两位小数。',
    ])
    const drawn = withDrawn({ base: 2, scoring: 'ratio', fullMarks: '40' }, [
      { label: '评标基准价计算方式', value: '5' },
      { label: '基准价系数（%）', value: '97' },
    ])
    const { scores: reviewed } = priceScores(
      drawn,
      EXAMPLE_QUOTES.map((quote) => ({ id: quote, quote })),
    )
    expect(rows.map((row) => row.score)).toEqual(reviewed.map((one) => one.score))
  })
})
