import { PAGE_SIZES } from '#contract/page.ts'

/** What of a list stands in the address: page, size, cursor, and the filters under their own names. */
export interface ListState {
  pageNo: number
  pageSize: number
  /** Opaque cursor of this page when it was reached page by page. */
  cursor?: string
  filters: Record<string, string>
}

const PAGE = 'page'
const SIZE = 'size'
const CURSOR = 'cursor'
const FIRST_SIZE: number = PAGE_SIZES[0]

/** Reads the address. Unknown names are left alone, nonsense numbers fall back to the first page. */
export function readListState(search: URLSearchParams, filterNames: readonly string[]): ListState {
  const filters: Record<string, string> = {}
  for (const name of filterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  const cursor = search.get(CURSOR)
  const size = whole(search.get(SIZE), FIRST_SIZE)
  return {
    pageNo: whole(search.get(PAGE), 1),
    pageSize: (PAGE_SIZES as readonly number[]).includes(size) ? size : FIRST_SIZE,
    ...(cursor ? { cursor } : {}),
    filters,
  }
}

/** Writes the address: what equals the default is left out, so that a plain list has a plain address. */
export function writeListState(
  search: URLSearchParams,
  state: ListState,
  filterNames: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of [PAGE, SIZE, CURSOR, ...filterNames]) next.delete(name)
  for (const name of filterNames) if (state.filters[name]) next.set(name, state.filters[name])
  if (state.pageNo > 1) next.set(PAGE, String(state.pageNo))
  if (state.pageSize !== FIRST_SIZE) next.set(SIZE, String(state.pageSize))
  if (state.pageNo > 1 && state.cursor) next.set(CURSOR, state.cursor)
  return next
}

/** Changing a filter always leads to the first page: positions of another selection mean nothing. */
export function withFilters(state: ListState, changed: Record<string, string>): ListState {
  const { cursor: _, ...rest } = state
  return { ...rest, pageNo: 1, filters: { ...state.filters, ...changed } }
}

/**
 * Where the page `pageNo` is found: the next one by the cursor just received, any other by its number. Numbers reach
 * as far as rows are counted; beyond it only page by page.
 */
export function toPage(state: ListState, pageNo: number, next: string | null): ListState {
  const { cursor: _, ...rest } = state
  return pageNo === state.pageNo + 1 && next ? { ...rest, pageNo, cursor: next } : { ...rest, pageNo }
}

function whole(text: string | null, fallback: number): number {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= 1 ? value : fallback
}
