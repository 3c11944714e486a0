import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { COUNT_LIMIT, pageOf, PageQuery, totalLabel } from './page.ts'

describe('a page query', () => {
  test('has defaults, and reads numbers from a URL', () => {
    expect(PageQuery.parse({})).toEqual({ pageNo: 1, pageSize: 20 })
    expect(PageQuery.parse({ pageNo: '3', pageSize: '50', keyword: ' 混凝土 ' })).toEqual({
      pageNo: 3,
      pageSize: 50,
      keyword: '混凝土',
    })
  })

  test.each([
    { pageNo: 0 },
    { pageNo: 1001 },
    { pageNo: 1.5 },
    { pageSize: 101 },
    { pageSize: 0 },
    { pageNo: 'x' },
    { keyword: '字'.repeat(101) },
    { cursor: 'c'.repeat(501) },
  ])('refuses %o', (query) => {
    expect(PageQuery.safeParse(query).success).toBe(false)
  })
})

test('a page holds rows of one shape and the cursor of the next', () => {
  const page = pageOf(z.object({ id: z.string() }))
  expect(page.safeParse({ rows: [{ id: 'a' }], total: 1, next: null }).success).toBe(true)
  expect(page.safeParse({ rows: [{ id: 1 }], total: 1, next: null }).success).toBe(false)
  expect(page.safeParse({ rows: [], total: 0 }).success).toBe(false)
})

test('beyond the count limit the total is not known', () => {
  expect([0, 1000, COUNT_LIMIT].map(totalLabel)).toEqual(['0', '1000', '1000+'])
})
