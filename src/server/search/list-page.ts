import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type Page, type PageQuery } from '#contract/page.ts'
import type { Asked, Found, PageKeys, Reader, Show, Tabs } from './asked.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { isSearchable, type Listed, type Searchable } from './hits.ts'
import { newestPage } from './newest.ts'
import { searchedPage } from './ranked.ts'
import { wordsOf } from './words.ts'

export interface ListPage<O> {
  /** Where it is not searched by words, its rows are those that the keyword leaves. */
  list: Listed | Searchable
  query: PageQuery
  /** Every tab is counted. */
  tabs?: Tabs
  tab?: string
  show: Show<O>
}

/**
 * One page of a list with what it counts: newest first by the list's keys; hits of a keyword, where they can be counted,
 * best first. A page and its counts are one round trip; only a search that the newest rows do not answer needs more.
 *
 * Counts stop at COUNT_LIMIT. Where there are more rows, only the whole ("more than 1000") and the current tab are told.
 * Behind a cursor nothing is counted. Throws `badRequest` for a cursor or a page number that is not of this list.
 */
export async function listPage<O>(reader: Reader, page: ListPage<O>): Promise<Page<O>> {
  const { list, query, tabs = EVERYTHING, tab = 'all', show } = page
  const words = isSearchable(list) && query.keyword ? wordsOf(query.keyword) : undefined
  const cursor = query.cursor ? readCursor(query.cursor, list.keys.length) : undefined
  const offset = cursor ? 0 : (query.pageNo - 1) * query.pageSize
  if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
  if (words === null) return { rows: [], total: 0, next: null, counts: zeroes(tabs) }
  const search = words && isSearchable(list) ? { list, words } : null
  const asked: Asked<O> = { list, search, query, tabs, tab, show, cursor, offset }
  const found = await find(reader, cursor ? within(asked) : asked)
  if (cursor) return answer(asked, found, cursor)
  const { '#': whole, ...counts } = found.counts!
  const hasTabs = page.tabs !== undefined
  if (whole! < COUNT_LIMIT) return answer(asked, found, { total: counts[tab]!, counts: hasTabs ? counts : undefined })
  // The newest rows of all tabs need not hold a page of this one, and do not tell its number.
  const own = tab === 'all' ? found : await find(reader, within(asked))
  const total = own.counts!['#']!
  return answer(asked, own, { total, counts: hasTabs ? { all: whole!, [tab]: total } : undefined })
}

const EVERYTHING: Tabs = { all: sql<boolean>`true` }

async function find<O>(reader: Reader, asked: Asked<O>): Promise<Found<O>> {
  const { search, cursor, query, tab } = asked
  if (search && cursor?.rank !== undefined) return searchedPage(reader, { ...asked, search })
  const found = await newestPage(reader.tx, asked)
  if (!search) return found
  const isFull = found.rows.length > query.pageSize
  const isEnough = found.counts ? found.counts['#']! >= COUNT_LIMIT && (isFull || tab !== 'all') : isFull
  return isEnough ? found : searchedPage(reader, { ...asked, search }, found.hasOlder)
}

/** The tab alone, as a list of its own. */
function within<O>(asked: Asked<O>): Asked<O> {
  const { list, search, tabs, tab } = asked
  if (tab === 'all') return { ...asked, tabs: EVERYTHING }
  const narrowed = <L extends Listed>(from: L): L => ({
    ...from,
    rows: (relation) => from.rows(relation).where(tabs[tab]!),
  })
  const narrow = search && { ...search, list: narrowed(search.list) }
  return { ...asked, list: narrowed(list), search: narrow, tabs: EVERYTHING, tab: 'all' }
}

function answer<O>(
  { query }: Asked<O>,
  { rows: found, isRanked }: Found<O>,
  { total, counts }: { total: number; counts?: Record<string, number> | undefined },
): Page<O> {
  const rows = found.slice(0, query.pageSize)
  const last = found.length > query.pageSize ? rows.at(-1) : undefined
  const next = last
    ? writeCursor({ keys: keysOf(last), rank: isRanked ? last['#rank'] : undefined, total, counts })
    : null
  return { rows, total, next, ...(counts && { counts }) }
}

function keysOf(row: PageKeys): string[] {
  const keys: string[] = []
  for (let i = 0; row[`#key${i}`] !== undefined; i++) {
    const value = row[`#key${i}`]!
    keys.push(value instanceof Date ? value.toISOString() : value)
  }
  return keys
}

function zeroes(tabs: Tabs): Record<string, number> {
  return Object.fromEntries(Object.keys(tabs).map((name) => [name, 0]))
}
