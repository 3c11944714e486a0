import { describe, expect, test } from 'vitest'
import { FOOT_HEIGHT, HEAD_HEIGHT, moved, ROW_HEIGHT, scrollTo, shapeOf, sightOf, tsvOf } from './shape.ts'

const shape = shapeOf(1000, { leads: [200, 100], columns: 60, rows: 2000, foot: 2 })
const box = { left: 0, top: 0, width: 1000, height: 600 }

test('parties share the room, within what is legible', () => {
  const width = (columns: number) => shapeOf(1000, { leads: [200, 100], columns, rows: 1, foot: 0 }).width
  expect([width(60), width(4), width(3), width(1)]).toEqual([160, 175, 233, 420])
})

describe('what is drawn', () => {
  test('is what is in sight and a little more, wherever one looks', () => {
    for (const [left, top] of [
      [0, 0],
      [3000, 40_000],
      [60 * 160 - 700, 2000 * ROW_HEIGHT - 484],
    ] as const) {
      const { rows, columns } = sightOf(shape, { ...box, left, top })
      expect(rows.first * ROW_HEIGHT).toBeLessThanOrEqual(top)
      expect(rows.last).toBeGreaterThanOrEqual(Math.min(2000, Math.ceil((top + 600) / ROW_HEIGHT)))
      expect(columns.first * 160).toBeLessThanOrEqual(left)
      expect(columns.last).toBeGreaterThanOrEqual(Math.min(60, Math.ceil((left + 700) / 160)))
      expect((rows.last - rows.first) * (columns.last - columns.first)).toBeLessThan(400)
    }
  })

  test('is nothing beyond the end, where lines have been filtered away', () => {
    const few = shapeOf(1000, { leads: [200], columns: 2, rows: 3, foot: 0 })
    const { rows, columns } = sightOf(few, { ...box, left: 9000, top: 9000 })
    expect(rows.first).toBeLessThanOrEqual(rows.last)
    expect([rows.last, columns.last]).toEqual([3, 2])
  })
})

describe('keys', () => {
  const size = { rows: 2003, columns: 62, page: 10 }
  test.each([
    ['ArrowDown', false, { row: 6, column: 3 }],
    ['ArrowUp', false, { row: 4, column: 3 }],
    ['ArrowLeft', false, { row: 5, column: 2 }],
    ['ArrowRight', true, { row: 5, column: 61 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', true, { row: 2002, column: 61 }],
    ['PageDown', false, { row: 15, column: 3 }],
    ['PageUp', false, { row: 0, column: 3 }],
    ['x', false, null],
  ])('%s (Ctrl: %s)', (key, ctrl, place) => {
    expect(moved({ row: 5, column: 3 }, { key, ctrl }, size)).toEqual(place)
  })

  test('scroll just so far that the cell stands free of head, foot and lead', () => {
    expect(scrollTo(shape, { row: 1, column: 2 }, box)).toEqual({ left: 0, top: 0 })
    expect(scrollTo(shape, { row: 2000, column: 61 }, box)).toEqual({
      left: 60 * 160 + 300 - 1000,
      top: 2000 * ROW_HEIGHT + HEAD_HEIGHT + 2 * FOOT_HEIGHT - 600,
    })
    expect(scrollTo(shape, { row: 1, column: 2 }, { ...box, left: 500, top: 500 })).toEqual({ left: 0, top: 0 })
    // Head, lead and foot are always in sight.
    expect(scrollTo(shape, { row: 0, column: 0 }, { ...box, left: 500, top: 500 })).toEqual({ left: 500, top: 500 })
  })
})

test('what is copied is no formula', () => {
  expect(
    tsvOf([
      ['=1+1', '-3.20%', '+1,000.5'],
      ['@x', '甲\t乙\n丙', '-x'],
    ]),
  ).toBe("'=1+1\t-3.20%\t+1,000.5\n'@x\t甲 乙 丙\t'-x")
})
