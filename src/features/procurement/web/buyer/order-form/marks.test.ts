import { describe, expect, it } from 'vitest'
import { markSums, markToFill, type WayPlan } from './marks.ts'

const item = (fullMark: string, name = '项') => ({ name, standard: '', fullMark, isObjective: false })
const way = (part: Partial<WayPlan>): WayPlan => ({
  type: 4,
  name: '技术评分',
  itemKind: 2,
  fullMark: '40',
  aggregation: 3,
  isAutomatic: false,
  items: [item('25.5'), item('14.5')],
  ...part,
})
const price = way({ type: 3, isAutomatic: true, items: [], fullMark: '60' })

describe('marks of a review plan', () => {
  it('adds decimals exactly and reaches 100', () => {
    const sums = markSums([way({}), price], 1)
    expect(sums).toMatchObject({ total: '100', totalOk: true })
    expect(sums.ways.map((w) => w.problem)).toEqual(['', ''])
    const tenths = way({ fullMark: '0.3', items: [item('0.1'), item('0.2')] })
    expect(markSums([tenths], 1).ways[0]).toMatchObject({ sum: '0.3', problem: '' })
  })

  it('says what does not add up', () => {
    const sums = markSums([way({ items: [item('25'), item('14.5')] }), way({ items: [] }), price], 1)
    expect(sums.totalOk).toBe(false)
    expect(sums.total).toBe('140')
    expect(sums.ways.map((w) => w.problem)).toEqual(['各项合计 39.5 分，应为 40 分', '还没有评审项', ''])
    expect(markSums([way({ items: [item('40'), item('')] })], 1).ways[0]?.problem).toBe('有评审项未填分值')
    expect(markSums([way({ items: [item('40', ' ')] })], 1).ways[0]?.problem).toBe('有评审项未填名称')
  })

  it('counts pass-or-not ways and half-typed marks as nothing', () => {
    const pass = way({ itemKind: 1, fullMark: '30', items: [item('5')] })
    expect(markSums([pass, way({ fullMark: '4.' })], 1).total).toBe('0')
    expect(markSums([pass], 3)).toMatchObject({ totalOk: true, ways: [{ problem: '' }] })
  })

  it('finds the mark that is left', () => {
    expect(markToFill([way({ fullMark: '37.5' }), price], 1)).toBe('62.5')
    expect(markToFill([way({ fullMark: '100' }), price], 1)).toBeNull()
  })
})
