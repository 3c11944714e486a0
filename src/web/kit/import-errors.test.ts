import { expect, it } from 'vitest'
import { importErrorRows, importErrorSummary } from './import-errors.ts'

it('lists mistakes as one goes through the sheet, each once', () => {
  const error = (cell: string, row: number, message = '应为数字') => ({ cell, row, column: '数量', message })
  const errors = [
    error('AA3', 3),
    error('G12', 12),
    error('第3行', 3, '数量必须大于零'),
    error('G3', 3),
    error('G3', 3),
  ]
  expect(importErrorRows(errors).map((e) => e.cell)).toEqual(['G3', 'AA3', '第3行', 'G12'])
  expect(importErrorSummary(errors)).toBe('4 处错误，涉及 2 行')
})
