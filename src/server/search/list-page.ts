import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type PageQuery } from '#contract/page.ts'
import type { Tx } from '../database/connect.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { estimated, few, type Hits, newestFirst, type Searchable, type Searched, spanned } from './hits.ts'
import { type Words, wordsOf } from './words.ts'

// oxlint-disable-next-line no-explicit-any -- any table may be listed
type Query<O = any> = SelectQueryBuilder<any, any, O>
type Tabs = Readonly<Record<string, RawBuilder<boolean>>>

/** The rows of one page, by id, in their order: for `show` to join its names to. */
export type PageIds = AliasedRawBuilder<{ id: string }, 'page'>

export interface ListPage<O> {
  list: Searchable
  query: PageQuery
  /** Conditions of the tabs on the list's alias; `all` is every row. Every tab is counted. */
  tabs?: Tabs
  tab?: string
  /** What is shown of the rows: `page` joined to whatever names them. */
  show: (page: PageIds) => Query<O>
}

interface Reader {
  tx: Tx
  tenantId: number
  clock: { now(): Date }
}

/**
 * One page of a list with what it counts, in one statement: at most COUNT_LIMIT rows are found by their keys, tabs and
 * total are counted from them, and only the page's own rows are read whole. Newest first by the list's keys; hits of a
 * keyword, where they can be counted, best first: the exact one, then what begins with it, then the rest.
 *
 * A keyword that many of the newest rows hold is found among them; any other by the index of words (`hits.ts`). Where
 * there are more rows than are counted, only the whole ("more than 1000") and the current tab are told. Behind a cursor
 * nothing is counted. Throws `badRequest` for a cursor or a page number that is not of this list.
 */
export async function listPage<O>(
  reader: Reader,
  page: ListPage<O>,
): Promise<{ rows: O[]; total: number; next: string | null; counts?: Record<string, number> }> {
  const { list, query, tabs = EVERYTHING, tab = 'all', show } = page
  const words = query.keyword ? wordsOf(query.keyword) : undefined
  const cursor = query.cursor ? readCursor(query.cursor, list.keys.length) : undefined
  const offset = cursor ? 0 : (query.pageNo - 1) * query.pageSize
  if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
  if (words === null) return { rows: [], total: 0, next: null, counts: zeroes(tabs) }
  const asked: Asked<O> = { list, query, tabs, tab, show, words, cursor, offset }
  const within: Asked<O> =
    tab === 'all' ? asked : { ...asked, list: narrowed(list, tabs[tab]!), tabs: EVERYTHING, tab: 'all' }
  let found = await find(reader, cursor ? within : asked)
  const { counts } = found
  // The newest rows of all tabs need not hold a page of this one, and do not tell its number.
  if (counts && counts['#']! >= COUNT_LIMIT && tab !== 'all') found = await find(reader, within)
  return answer(found, { cursor, counts, tab, pageSize: query.pageSize, hasTabs: page.tabs !== undefined })
}

interface Asked<O> {
  list: Searchable
  query: PageQuery
  tabs: Tabs
  tab: string
  show: (page: PageIds) => Query<O>
  words: Words | undefined
  cursor: Cursor | undefined
  offset: number
}

interface Found<O> {
  rows: (O & PageKeys)[]
  /** Rows per tab, `#` the whole; not behind a cursor. */
  counts: Record<string, number> | null
  isRanked: boolean
}

/** Where a row stands: its key columns as they were in the list, and its rank. */
type PageKeys = { '#rank': number } & Record<`#key${number}`, string | Date>

const EVERYTHING: Tabs = { all: sql<boolean>`true` }

async function find<O>(reader: Reader, asked: Asked<O>): Promise<Found<O>> {
  if (!asked.words) return read(reader.tx, asked, newestFirst(asked.list, { limit: limitOf(asked), ...asked }))
  if (asked.cursor?.rank === undefined) {
    const among = newestFirst(asked.list, { limit: limitOf(asked), ...asked })
    const found = await read(reader.tx, asked, among)
    if (found.isComplete) return found
  }
  const searched = { ...asked, words: asked.words, limit: limitOf(asked), tenantId: reader.tenantId }
  // The planner knows of words only how many rows hold each: of two that are never together it would read all rows.
  await sql`select set_config(name, 'off', true) from unnest(${INDEX_ONLY}::text[]) as _ (name)`.execute(reader.tx)
  const found = await byIndex(reader, asked, searched)
  await sql`select set_config(name, 'on', true) from unnest(${INDEX_ONLY}::text[]) as _ (name)`.execute(reader.tx)
  return found
}

async function byIndex<O>(reader: Reader, asked: Asked<O>, searched: Searched): Promise<Found<O>> {
  const now = reader.clock.now()
  if ((await estimated(reader.tx, asked.list, searched)) > MANY)
    return read(reader.tx, asked, spanned(asked.list, { ...searched, now }))
  const found = await read(reader.tx, asked, few(asked.list, searched))
  // There are more than are counted: only the page is missing, and that of a tab is looked for within the tab.
  if (found.isComplete || asked.tab !== 'all') return found
  const limit = asked.offset + asked.query.pageSize + 1
  const page = await read(reader.tx, asked, { ...spanned(asked.list, { ...searched, limit, now }), isPart: true })
  return { ...page, counts: found.counts }
}

/** To gather so many hits takes the index longer than to look for the newest of them. */
const MANY = 4000

/** Without these a table is read by bitmaps of its indexes alone. */
const INDEX_ONLY = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']

/** Behind a cursor only the page is looked for; ranked hits are ranked together on every page. */
function limitOf({ cursor, query, offset }: Asked<unknown>): number {
  if (cursor && cursor.rank === undefined) return query.pageSize + 1
  return Math.max(COUNT_LIMIT, offset + query.pageSize + 1)
}

async function read<O>(
  tx: Tx,
  asked: Asked<O>,
  { hits, hasMore, isPart }: Hits,
): Promise<Found<O> & { isComplete: boolean }> {
  const { list, query, tabs, tab, show, words, cursor, offset } = asked
  const { alias, keys } = list
  const names = cursor ? [tab] : Object.keys(tabs)
  const columns = keys.map((key, i) => sql`${sql.ref(`${alias}.${key}`)} as ${sql.ref(`key${i}`)}`)
  const flags = names.map((name) => sql`${tabs[name]!} as ${sql.ref(`tab:${name}`)}`)
  const rank = words ? rankOf(list, words, query.keyword!) : sql`2`
  const each = names.map((n) => sql`count(*) filter (where ${sql.ref(`tab:${n}`)})::int as ${sql.ref(`#tab:${n}`)}`)
  const keyNames = keys.map((_, i) => sql.ref(`key${i}`))
  const newest = sql.join(keyNames.map((key) => sql`${key} desc`))
  const isRanked = cursor
    ? sql`${cursor.rank !== undefined}::boolean`
    : sql`${words !== undefined && !isPart}::boolean and whole < ${COUNT_LIMIT}`
  const after = cursor?.rank === undefined ? sql`true` : behind(cursor, cursor.rank, keyNames)
  const shown = show(sql<{ id: string }>`page`.as('page')).select([
    sql`page.rank`.as('#rank'),
    sql`page.place`.as('#place'),
    ...keys.map((_, i) => sql.ref(`page.key${i}`).as(`#key${i}`)),
  ])
  const { rows } = await sql<Record<string, unknown>>`
    with hit as materialized (select ${sql.join(columns)}, ${rank} as rank, ${sql.join(flags)} from ${hits}),
    tally as materialized (
      select *, ${isRanked} as "isRanked", ${hasMore} as "hasMore"
      from (select count(*)::int as whole, ${sql.join(each)} from hit) as counted
    ),
    page as materialized (
      select *, row_number() over ()::int as place from (
        select ${sql.join(keyNames)}, rank, ${keyNames.at(-1)!} as id
        from hit, tally where ${sql.ref(`tab:${tab}`)} and ${after}
        order by case when "isRanked" then rank end, ${newest} limit ${query.pageSize + 1} offset ${offset}
      ) as ordered
    )
    select * from (
      select whole as "#whole", "isRanked" as "#isRanked", "hasMore" as "#hasMore",
        ${sql.join(names.map((n) => sql.ref(`#tab:${n}`)))} from tally
    ) as tally left join (${shown}) as shown on true order by "#place"`.execute(tx)
  const head = rows[0]!
  const counts = Object.fromEntries(names.map((n) => [n, Math.min(head[`#tab:${n}`] as number, COUNT_LIMIT)]))
  return {
    rows: head['#place'] === null ? [] : (rows as (O & PageKeys)[]),
    counts: cursor ? null : { ...counts, '#': Math.min(head['#whole'] as number, COUNT_LIMIT) },
    isRanked: head['#isRanked'] as boolean,
    isComplete: !(head['#hasMore'] as boolean),
  }
}

function rankOf({ alias, exact }: Searchable, words: Words, keyword: string): RawBuilder<unknown> {
  const begins = sql`${sql.ref(`${alias}.words`)} @@ ${words.beginning}::tsquery`
  return sql`case when ${exact(keyword)} then 0 when ${begins} then 1 else 2 end`
}

function behind({ keys }: Cursor, rank: number, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const row = sql`(${sql.join(names)}) < (${sql.join(keys.map((value) => sql.val(value)))})`
  return sql`(rank > ${rank} or (rank = ${rank} and ${row}))`
}

function narrowed(list: Searchable, condition: RawBuilder<boolean>): Searchable {
  return { ...list, rows: (relation) => list.rows(relation).where(condition) }
}

function answer<O>(
  { rows: found, counts: own, isRanked }: Found<O>,
  about: {
    cursor: Cursor | undefined
    counts: Record<string, number> | null
    tab: string
    pageSize: number
    hasTabs: boolean
  },
) {
  const { cursor, tab, pageSize } = about
  const { '#': whole = 0, ...each } = about.counts ?? {}
  // Where the whole is not counted, neither is another tab than the one looked at.
  const total = cursor?.total ?? (whole < COUNT_LIMIT ? each[tab]! : own!['#']!)
  const told = whole < COUNT_LIMIT ? each : { all: whole, [tab]: total }
  const counts = cursor ? cursor.counts : about.hasTabs ? told : undefined
  const rows = found.slice(0, pageSize)
  const last = found.length > pageSize ? rows.at(-1) : undefined
  const next = last
    ? writeCursor({ keys: keysOf(last), rank: isRanked ? last['#rank'] : undefined, total, counts })
    : null
  return { rows: rows as O[], total, next, ...(counts && { counts }) }
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
