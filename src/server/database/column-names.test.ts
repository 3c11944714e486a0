import { expect, test } from 'vitest'
import { columnOf, fieldOf, inColumns } from './column-names.ts'

test('a column is found again under its field, and what is no plain name stays', () => {
  for (const [column, field] of [
    ['order_id', 'orderId'],
    ['sha256', 'sha256'],
    ['source_sha256', 'sourceSha256'],
    ['all_0', 'all_0'],
    ['#key0', '#key0'],
    ['tab:signUp', 'tab:signUp'],
    ['QUERY PLAN', 'QUERY PLAN'],
  ] as const) {
    expect(fieldOf(column)).toBe(field)
    expect(columnOf(field)).toBe(column)
  }
  expect(columnOf('order_id')).toBe('order_id')
})

test('of a row only the names of its columns change, never what is inside', () => {
  const content = { lotNo: 1 }
  expect(inColumns({ orderId: 'a', content, lines: [content] })).toEqual({ order_id: 'a', content, lines: [content] })
})
