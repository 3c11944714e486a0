import { describe, expect, it } from 'vitest'
import { explainPrice } from './price-explain.ts'

const scores = (...given: Parameters<typeof explainPrice>) => explainPrice(...given)?.rows.map((row) => row.score)

describe('the price score by example', () => {
  it('follows the published examples', () => {
    expect(scores({ baseKind: 2, formula: 'ratio' }, '30', ['90', '100', '120'])).toEqual(['30.00', '27.00', '22.50'])
    expect(
      scores({ baseKind: 4, formula: 'deviation', above: '1', below: '0.5', dropEndsFrom: 4 }, '50', [
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
        '100',
        ['92', '95', '97', '100', '103', '106', '110'],
      ),
    ).toEqual(['97.32', '99.84', '97.72', '93.94', '90.15', '86.37', '81.33'])
  })

  it('rounds deviations first only where the order says so, and never goes below zero', () => {
    const plan = { baseKind: 4, formula: 'deviation', above: '1', below: '0.5', dropEndsFrom: 4 } as const
    const quotes = ['980', '1000', '1020', '1050', '1100']
    expect(scores({ ...plan, roundDeviation: true }, '50', quotes)?.[0]).toBe('47.89')
    expect(scores({ baseKind: 2, formula: 'deviation', above: '10' }, '5', ['90', '180'])).toEqual(['5.00', '0.00'])
  })

  it('gives the highest price the full marks where the highest is the base', () => {
    expect(scores({ baseKind: 1, formula: 'ratio' }, '40', ['50', '100'])).toEqual(['20.00', '40.00'])
  })

  it('waits for half-typed numbers', () => {
    expect(explainPrice({ baseKind: 3, percentage: '9.' }, '30')).toBeNull()
    expect(explainPrice({}, '')).toBeNull()
  })
})
