import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type Page, type PageQuery } from '#contract/page.ts'
import type { Asked, Found, KeptList, PageKeys, Parts, Reader, Show, Tabs } from './asked.ts'
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
  /** Its queries are built once per shape. */
  kept?: KeptList<O>
}

/**
 * `listPage` of a list that is asked for all the time. What its parts take from the request stands in `values`, and
 * `shape` names the rest.
 */
export function keptListPage<O, V extends object>(
  reader: Reader,
  { parts, shape, values, ...page }: Pick<ListPage<O>, 'query' | 'tab'> & KeptParts<O, V>,
): Promise<Page<O>> {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : name))
  const kept = { shape: `${shape}|${given.join()}`, values, parts: parts as KeptList<O>['parts'] }
  return listPage(reader, { ...page, ...parts(values), kept })
}

interface KeptParts<O, V> {
  shape: string
  values: V
  parts: (values: V) => Parts<O>
}

/**
 * One page of a list with what it counts: newest first by the list's keys; hits of a keyword, where they can be counted,
 * best first. A page and its counts are one round trip; only a search that the newest rows do not answer needs more.
 *
 * Counts stop at COUNT_LIMIT. Where there are more rows, only the whole ("more than 1000") and the current tab are told.
 * Behind a cursor nothing is counted. Throws `badRequest` for a cursor or a page number that is not of this list.
 */
export async function listPage<O>(reader: Reader, page: ListPage<O>): Promise<Page<O>> {
  const { list, query, tabs = EVERYTHING, tab = 'all', show, kept = null } = page
  const words = isSearchable(list) && query.keyword ? wordsOf(query.keyword) : undefined
  const cursor = query.cursor ? readCursor(query.cursor, list.keys.length) : undefined
  const offset = cursor ? 0 : (query.pageNo - 1) * query.pageSize
  if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
  if (words === null) return { rows: [], total: 0, next: null, counts: zeroes(tabs) }
  const search = words && isSearchable(list) ? { list, words } : null
  const asked: Asked<O> = { list, search, query, tabs, tab, show, cursor, offset, kept }
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
  if (isEnough) return found
  const isNew = found.rows.length > 0 || (found.counts?.['#'] ?? 0) > 0
  return searchedPage(reader, { ...asked, search }, { isOld: found.hasOlder, isNew })
}

/** The tab alone, as a list of its own. */
function within<O>(asked: Asked<O>): Asked<O> {
  const { search, tab, kept } = asked
  const parts = partWithin(asked, tab)
  const narrow = search && { ...search, list: parts.list as Searchable }
  const keptWithin = kept && {
    ...kept,
    shape: `${kept.shape}|within ${tab}`,
    parts: (values: object) => partWithin(kept.parts(values), tab),
  }
  return { ...asked, ...parts, search: narrow, kept: keptWithin, tab: 'all' }
}

function partWithin<O>({ list, tabs, show }: Parts<O>, tab: string): Parts<O> {
  if (tab === 'all') return { list, show, tabs: EVERYTHING }
  const rows = (relation: string) => list.rows(relation).where(tabs[tab]!)
  return { list: { ...list, rows }, show, tabs: EVERYTHING }
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
