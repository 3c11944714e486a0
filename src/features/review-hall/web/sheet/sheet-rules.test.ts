import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { Mark } from '../../contract/shared.ts'
import type { Place } from './sheet-rules.ts'
import { EMPTY, isJudged, nextUnscored, readCell, readMark, stepFrom, stepOfKey, totalOfCells } from './sheet-rules.ts'

const SCORING = 2
const PASS = 1
const grid = { bidders: ['b1', 'b2', 'b3'], items: ['i1', 'i2', 'i3'] }
const item = { name: '技术方案', fullMark: '12.5' }
const place = (bidderId: string, itemId: string): Place => ({ bidderId, itemId })
const judgedBy =
  (...names: string[]) =>
  (p: Place) =>
    names.includes(`${p.bidderId}${p.itemId}`)

describe('marks as typed', () => {
  it.each([
    ['8', '8'],
    ['8.5', '8.5'],
    ['08.50', '8.50'],
    ['.5', '0.5'],
    ['8.', '8'],
    ['０8。5', '8.5'],
    ['12.5', '12.5'],
    [' 1 2 ', '12'],
    ['', null],
  ])('%j is %j', (typed, mark) => expect(readMark(typed, '12.5')).toEqual({ mark }))

  it.each(['-1', '1e1', '8,5', '八', '1.2.3', '.', '+3', '0x1'])('%j is no number', (typed) =>
    expect(readMark(typed, '12.5')).toEqual({ problem: '请输入数字' }),
  )

  it('keeps to the range and to two decimals', () => {
    expect(readMark('12.51', '12.5')).toEqual({ problem: '不得超过 12.5 分' })
    expect(readMark('1.234', '12.5')).toEqual({ problem: '最多两位小数' })
  })

  it('never sends what the server would refuse', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.。 ０９-e'), maxLength: 7 }), (typed) => {
        const read = readMark(typed, '99.99')
        if (!('mark' in read) || read.mark === null) return
        expect(Mark.safeParse(read.mark).success).toBe(true)
        expect(Number(read.mark)).toBeLessThanOrEqual(99.99)
      }),
    )
  })
})

describe('cells', () => {
  it('demands a reason for a failure, as the server does', () => {
    expect(readCell(PASS, item, { ...EMPTY, passed: false })).toEqual({ problem: '请填写不通过的原因' })
    expect(readCell(PASS, item, { ...EMPTY, passed: false, reason: ' 无 ' })).toHaveProperty('problem')
    expect(readCell(PASS, item, { ...EMPTY, passed: false, reason: '缺章 ' })).toEqual({
      judgement: { score: null, passed: false, reason: '缺章' },
    })
  })

  it('counts what can be saved and says something', () => {
    expect(isJudged(SCORING, item, { ...EMPTY, text: '0' })).toBe(true)
    expect(isJudged(SCORING, item, { ...EMPTY, reason: '好' })).toBe(false)
    expect(isJudged(SCORING, item, { ...EMPTY, text: '13' })).toBe(false)
    expect(isJudged(PASS, item, { ...EMPTY, passed: true })).toBe(true)
    expect(isJudged(PASS, item, { ...EMPTY, passed: false })).toBe(false)
  })

  it('adds marks up exactly', () => {
    const items = [item, item, item]
    const cells = ['0.1', '0.2', '99'].map((text) => ({ ...EMPTY, text }))
    expect(totalOfCells(items, cells)).toBe('0.3')
    expect(totalOfCells(items, [])).toBeNull()
  })
})

describe('Enter leads to the next unscored cell', () => {
  it('goes down, then to the top of the same bid, then to the next bids, then around', () => {
    expect(nextUnscored(grid, judgedBy(), place('b1', 'i1'))).toEqual(place('b1', 'i2'))
    expect(nextUnscored(grid, judgedBy('b1i3'), place('b1', 'i2'))).toEqual(place('b1', 'i1'))
    expect(nextUnscored(grid, judgedBy('b1i1', 'b1i2', 'b1i3', 'b2i1'), place('b1', 'i3'))).toEqual(place('b2', 'i2'))
    const rest = judgedBy('b3i1', 'b3i2', 'b3i3')
    expect(nextUnscored(grid, rest, place('b3', 'i3'))).toEqual(place('b1', 'i1'))
  })

  it('stays out of the cell it comes from and ends when all is judged', () => {
    const all = judgedBy('b1i2', 'b1i3', 'b2i1', 'b2i2', 'b2i3', 'b3i1', 'b3i2', 'b3i3')
    expect(nextUnscored(grid, all, place('b1', 'i1'))).toBeNull()
    expect(nextUnscored(grid, all, null)).toEqual(place('b1', 'i1'))
    expect(nextUnscored({ bidders: [], items: [] }, () => false, null)).toBeNull()
  })

  it('leads to a bid whose marks are not here yet, but not to one of which nothing is left', () => {
    const known = judgedBy('b1i1', 'b1i2', 'b1i3')
    const judged = (p: Place) => (p.bidderId === 'b1' ? known(p) : p.bidderId === 'b2' ? true : null)
    expect(nextUnscored(grid, judged, place('b1', 'i3'))).toEqual({ bidderId: 'b3', itemId: null })
    expect(nextUnscored(grid, judged, null)).toEqual({ bidderId: 'b3', itemId: null })
  })

  it('visits every unscored cell exactly once', () => {
    const places = grid.bidders.flatMap((b) => grid.items.map((i) => place(b, i)))
    fc.assert(
      fc.property(fc.subarray(places), fc.constantFrom(...places), (open, from) => {
        const left = new Set(open.map((p) => p.bidderId + p.itemId))
        let at: ReturnType<typeof nextUnscored> = from
        left.delete(at.bidderId + at.itemId)
        const before = left.size
        let steps = 0
        while ((at = nextUnscored(grid, (p) => !left.has(p.bidderId + p.itemId), at as Place))) {
          left.delete(at.bidderId + at.itemId)
          steps += 1
        }
        expect([steps, left.size]).toEqual([before, 0])
      }),
    )
  })
})

describe('arrow keys', () => {
  it('move within the sheet and stop at its edges', () => {
    expect(stepFrom(grid, place('b1', 'i1'), 'down')).toEqual(place('b1', 'i2'))
    expect(stepFrom(grid, place('b1', 'i1'), 'up')).toBeNull()
    expect(stepFrom(grid, place('b1', 'i3'), 'down')).toBeNull()
    expect(stepFrom(grid, place('b1', 'i2'), 'next-bidder')).toEqual(place('b2', 'i2'))
    expect(stepFrom(grid, place('b1', 'i2'), 'previous-bidder')).toBeNull()
  })

  it('leave every other key to the field', () => {
    const key = (name: string, ctrlKey = false) => stepOfKey({ key: name, ctrlKey, metaKey: false })
    expect(key('ArrowDown')).toBe('down')
    expect(key('ArrowDown', true)).toBe('next-bidder')
    expect(key('ArrowUp', true)).toBe('previous-bidder')
    expect([key('ArrowLeft'), key('5'), key('Backspace')]).toEqual([null, null, null])
  })
})
