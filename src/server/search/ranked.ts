import { type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Tx } from '../database/connect.ts'
import {
  type Asked,
  countsOf,
  flagsOf,
  type Found,
  type PageKeys,
  type Reader,
  type Searching,
  type Tally,
  tallyOf,
} from './asked.ts'
import type { Cursor } from './cursor.ts'
import { estimated, few, type Hits, newestHit, newestHits, type Search, type Spanned, spanned } from './hits.ts'

/**
 * Hits of a search with their counts, in one statement: where they can be counted best first, the exact one, then what
 * begins with the keyword, then the rest. They are looked for among the newest rows, and by the index of words where
 * that tells nothing or not all.
 */
export async function searchedPage<O>(
  reader: Reader,
  asked: Searching<O>,
  { isOld = false, isNew = true }: Known = {},
): Promise<Found<O>> {
  const { search, cursor } = asked
  const limit = limitOf(asked)
  if (!isOld && cursor?.rank === undefined) {
    const found = await read(reader.tx, asked, newestHits(search.list, { words: search.words, cursor, limit }))
    if (found.isComplete) return found
  }
  const searched = { words: search.words, cursor, limit, tenantId: reader.tenantId }
  const now = reader.clock.now()
  const readByIndex = (hits: Hits) => byIndex(reader.tx, () => read(reader.tx, asked, hits))
  const { own, isMostly } = await estimated(reader.tx, search.list, searched)
  const inSpans = { ...searched, now, isMostly }
  if (own > MANY) {
    const found = isNew ? null : await fromNewest(reader.tx, asked, inSpans)
    return found ?? readByIndex(spanned(search.list, inSpans))
  }
  const found = await readByIndex(few(search.list, searched))
  // There are more than are counted: only the page is missing, and that of a tab is looked for within the tab.
  if (found.isComplete || asked.tab !== 'all') return found
  const page = spanned(search.list, { ...inSpans, limit: asked.offset + asked.query.pageSize + 1 })
  return { ...(await readByIndex({ ...page, isPart: true })), counts: found.counts }
}

/** What is known before: the newest rows do not hold all hits (`isOld`), or hold some (`isNew`). */
interface Known {
  isOld?: boolean
  isNew?: boolean
}

/**
 * What the newest rows do not hold at all may be frequent further back: it is looked for among the rows from the newest
 * hit on. Null where those do not hold enough.
 */
async function fromNewest<O>(tx: Tx, asked: Searching<O>, searched: Spanned) {
  const { list } = asked.search
  const from = await byIndex(tx, () => newestHit(tx, list, searched))
  if (!from) return null
  const found = await read(tx, asked, newestHits(list, { ...searched, from }))
  return found.isComplete ? found : null
}

/** To gather so many hits takes the index longer than to look for the newest of them. */
const MANY = 4000

/** Behind a cursor only the page is looked for; ranked hits are ranked together on every page. */
function limitOf({ cursor, query, offset }: Asked<unknown>): number {
  if (cursor && cursor.rank === undefined) return query.pageSize + 1
  return Math.max(COUNT_LIMIT, offset + query.pageSize + 1)
}

/**
 * Lets a table be read by bitmaps of its indexes alone: the planner knows of words only how many rows hold each, and of two
 * that are never together it would read all rows. In one round trip: nothing is left set behind it.
 */
async function byIndex<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const turn = (to: 'on' | 'off') =>
    sql`select set_config(name, ${to}, true) from unnest(${OTHER_WAYS}::text[]) as _ (name)`.execute(tx)
  const [, found] = await Promise.all([turn('off'), work(), turn('on')])
  return found
}

const OTHER_WAYS = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']

/** Beside its counts, what every row says of the whole; a row without place stands for an empty page. */
interface Head {
  '#place': number | null
  isRanked: boolean
  hasMore: boolean
}

async function read<O>(
  tx: Tx,
  asked: Searching<O>,
  { hits, hasMore, isPart }: Hits,
): Promise<Found<O> & { isComplete: boolean }> {
  const { search, query, tabs, tab, show, cursor, offset } = asked
  const { alias, keys } = search.list
  const names = cursor ? [tab] : Object.keys(tabs)
  const columns = keys.map((key, i) => sql`${sql.ref(`${alias}.${key}`)} as ${sql.ref(`key${i}`)}`)
  const flags = flagsOf(Object.fromEntries(names.map((name) => [name, tabs[name]!])))
  const keyNames = keys.map((_, i) => sql.ref(`key${i}`))
  const newest = sql.join(keyNames.map((key) => sql`${key} desc`))
  const isRanked = cursor
    ? sql`${cursor.rank !== undefined}::boolean`
    : sql`${!isPart}::boolean and whole < ${COUNT_LIMIT}`
  const after = cursor?.rank === undefined ? sql`true` : behind(cursor, cursor.rank, keyNames)
  const shown = show(sql<{ id: string }>`page`.as('page')).select([
    sql`page.rank`.as('#rank'),
    sql`page.place`.as('#place'),
    ...keys.map((_, i) => sql.ref(`page.key${i}`).as(`#key${i}`)),
  ])
  const { rows } = await sql<O & PageKeys & Tally & Head>`
    with hit as materialized (
      select ${sql.join(columns)}, ${rankOf(search, query.keyword!)} as rank, ${sql.join(flags)} from ${hits}
    ),
    tally as materialized (
      select *, ${isRanked} as "isRanked", ${hasMore} as "hasMore"
      from (select count(*)::int as whole, ${tallyOf(names)} as tabs from hit) as counted
    ),
    page as materialized (
      select *, row_number() over ()::int as place from (
        select ${sql.join(keyNames)}, rank, ${keyNames.at(-1)!} as id
        from hit, tally where ${sql.ref(`tab:${tab}`)} and ${after}
        order by case when "isRanked" then rank end, ${newest} limit ${query.pageSize + 1} offset ${offset}
      ) as ordered
    )
    select * from tally left join (${shown}) as shown on true order by "#place"`.execute(tx)
  const head = rows[0]!
  return {
    rows: head['#place'] === null ? [] : rows,
    counts: cursor ? null : countsOf(names, head),
    isRanked: head.isRanked,
    isComplete: !head.hasMore,
  }
}

function rankOf({ list: { alias, exact }, words }: Search, keyword: string): RawBuilder<unknown> {
  const begins = sql`${sql.ref(`${alias}.words`)} @@ ${words.beginning}::tsquery`
  return sql`case when ${exact(keyword)} then 0 when ${begins} then 1 else 2 end`
}

function behind({ keys }: Cursor, rank: number, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const row = sql`(${sql.join(names)}) < (${sql.join(keys.map((value) => sql.val(value)))})`
  return sql`(rank > ${rank} or (rank = ${rank} and ${row}))`
}
