import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAGE_SIZES } from '#contract/page.ts'
import type { ListState } from './list-state.ts'
import { readListState, toPage, withFilters, writeListState } from './list-state.ts'
import { queryOf } from './list-filters.tsx'
import { numbersAround } from './pager.tsx'

const NAMES = ['keyword', 'status']
const anyState: fc.Arbitrary<ListState> = fc.record({
  pageNo: fc.integer({ min: 1, max: 1000 }),
  pageSize: fc.constantFrom(...PAGE_SIZES),
  filters: fc.record(
    { keyword: fc.string({ minLength: 1 }), status: fc.string({ minLength: 1 }) },
    { requiredKeys: [] },
  ),
})

describe('list state in the address', () => {
  it('comes back as it was written, and leaves other names alone', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const search = writeListState(new URLSearchParams('other=1&keyword=old'), state, NAMES)
        expect(search.get('other')).toBe('1')
        expect(readListState(new URLSearchParams(search.toString()), NAMES)).toEqual(state)
      }),
    )
  })

  it('writes nothing for a plain list', () => {
    expect(writeListState(new URLSearchParams(), { pageNo: 1, pageSize: 20, filters: {} }, NAMES).toString()).toBe('')
  })

  it('survives nonsense', () => {
    const state = readListState(new URLSearchParams('page=-3&size=7&status=&foo=1'), NAMES)
    expect(state).toEqual({ pageNo: 1, pageSize: 20, filters: {} })
  })

  it('goes on by cursor, jumps by number, and starts anew with another filter', () => {
    const second = toPage({ pageNo: 1, pageSize: 20, filters: {} }, 2, 'c1')
    expect(second).toEqual({ pageNo: 2, pageSize: 20, cursor: 'c1', filters: {} })
    expect(toPage(second, 9, 'c2')).toEqual({ pageNo: 9, pageSize: 20, filters: {} })
    expect(withFilters(second, { status: '1' })).toEqual({ pageNo: 1, pageSize: 20, filters: { status: '1' } })
  })
})

it('turns chosen days into the instants of Beijing days', () => {
  const filters = [{ kind: 'dates' as const, name: ['from', 'to'] as const, label: '' }]
  expect(queryOf(filters, { from: '2026-11-21', to: '2026-11-21', keyword: 'x' })).toEqual({
    from: '2026-11-20T16:00:00.000Z',
    to: '2026-11-21T15:59:59.999Z',
    keyword: 'x',
  })
})

it('shows the pages around the current one', () => {
  expect(numbersAround(1, 1)).toEqual([1])
  expect(numbersAround(6, 20)).toEqual([1, null, 4, 5, 6, 7, 8, null, 20])
  expect(numbersAround(60, 50)).toEqual([1, null, 50, null, 60])
})
