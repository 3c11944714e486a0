import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RawNumber, readCell, type RawCell } from './cell.ts'
import { columnIndex, columnName, type ColumnType, type SheetColumn } from './column.ts'

const read = (type: ColumnType, cell: RawCell, more: Partial<SheetColumn> = {}) => {
  const result = readCell(cell, { key: 'x', title: '列', type, ...more })
  return 'message' in result ? result.message : result.value
}
const raw = (text: string) => new RawNumber(text)

describe('numbers', () => {
  test.each<[RawCell, string]>([
    [raw('3'), '3'],
    [raw('0.30000000000000004'), '0.3'],
    [raw('1.1000000000000001'), '1.1'],
    [raw('123456789.10000001'), '123456789.1'],
    [raw('1.2E-2'), '0.012'],
    [raw('1E+3'), '1000'],
    [raw('-0'), '0'],
    ['12.5', '12.5'],
    [' 1,234,567.5 ', '1234567.5'],
    ['1，234，567.5', '1234567.5'],
    ['１２３．５', '123.5'],
    ['007.50', '7.5'],
  ])('quantity %o → %s', (cell, value) => {
    expect(read('quantity', cell)).toBe(value)
  })

  test.each<[ColumnType, RawCell, string]>([
    ['quantity', '1，5', '“列”应为数字'],
    ['quantity', '1,23', '“列”应为数字'],
    ['quantity', '12,3456', '“列”应为数字'],
    ['quantity', '5台', '“列”应为数字'],
    ['quantity', '一百', '“列”应为数字'],
    ['quantity', '1e5', '“列”应为数字'],
    ['quantity', '0x10', '“列”应为数字'],
    ['quantity', true, '“列”应为数字'],
    ['quantity', new Date(0), '“列”应为数字'],
    ['quantity', raw('NaN'), '“列”应为数字'],
    ['quantity', '-1', '“列”不能为负数'],
    ['quantity', raw('0.1234567'), '“列”最多 6 位小数'],
    ['quantity', raw('33.333333333333336'), '“列”最多 6 位小数'],
    ['quantity', '1000000000000', '“列”数值过大'],
    ['amount', '0.005', '“列”最多 2 位小数'],
    ['amount', '5万元', '“列”应为数字'],
    ['amount', '1000000000000000', '“列”数值过大'],
    ['integer', '1.5', '“列”应为整数'],
  ])('%s %o: %s', (type, cell, message) => {
    expect(read(type, cell)).toBe(message)
  })

  test('amounts may carry their sign', () => {
    for (const cell of ['¥1,234.50', '￥1234.5', '1234.50元']) expect(read('amount', cell)).toBe('1234.5')
  })

  test('a highest value holds', () => {
    expect(read('amount', '100.01', { max: '100' })).toBe('“列”不能大于 100')
    expect(read('amount', '100.00', { max: '100' })).toBe('100')
  })

  test('a lowest value holds', () => {
    expect(read('integer', '0', { min: '1' })).toBe('“列”不能小于 1')
    expect(read('integer', '1', { min: '1' })).toBe('1')
  })

  test('every amount of up to 13 yuan digits survives the float a file holds it in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 - 1 }), (cents) => {
        const exact = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const seventeen = Number(exact).toPrecision(17)
        expect(read('amount', raw(seventeen))).toBe(exact.replace(/\.?0+$/, '') || '0')
      }),
    )
  })
})

describe('text', () => {
  test.each<[RawCell, string]>([
    ['  钢筋 HRB400  ', '钢筋 HRB400'],
    ['第一行\r\n第二行', '第一行\n第二行'],
    ['a\u0000b\u200bc', 'a b c'],
    [raw('10086'), '10086'],
    [raw('110101199003070012'), '110101199003070000'],
    [new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
    [true, '是'],
    ['=1+1', '=1+1'],
  ])('%o → %s', (cell, value) => {
    expect(read('text', cell)).toBe(value)
  })

  test('characters are counted, not code units', () => {
    expect(read('text', '𠮷'.repeat(3), { max: '3' })).toBe('𠮷𠮷𠮷')
    expect(read('text', '字'.repeat(4), { max: '3' })).toBe('“列”不能超过 3 个字')
    expect(read('text', '字'.repeat(501))).toBe('“列”不能超过 500 个字')
  })
})

describe('dates', () => {
  test.each<[RawCell, string]>([
    [new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
    ['2026-03-01', '2026-03-01'],
    ['2026/3/1', '2026-03-01'],
    ['2026.3.1', '2026-03-01'],
    ['2026年3月1日', '2026-03-01'],
    ['２０２６年３月１日', '2026-03-01'],
    ['2024-02-29', '2024-02-29'],
  ])('%o → %s', (cell, value) => {
    expect(read('date', cell)).toBe(value)
  })
  test.each<[RawCell, string]>([
    ['2026-02-29', '“列”不是有效日期'],
    ['2026-13-01', '“列”不是有效日期'],
    ['3月1日', '“列”应为日期，如 2026-03-01'],
    [raw('46082'), '“列”应为日期，如 2026-03-01'],
  ])('%o: %s', (cell, message) => {
    expect(read('date', cell)).toBe(message)
  })
})

test('empty is null, or missing where required', () => {
  for (const cell of [null, undefined, '', '  ', '\u200b']) {
    expect(read('text', cell)).toBeNull()
    expect(read('amount', cell, { required: true })).toBe('请填写“列”')
  }
})

test('column names and indices agree', () => {
  for (const [index, name] of [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16383, 'XFD'],
  ] as const) {
    expect([columnName(index), columnIndex(name)]).toEqual([name, index])
  }
})
