import { type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Tx } from '../database/connect.ts'
import { keptQuery } from '../database/kept-query.ts'
import { ONE_PLAN, PLANNED_ANEW } from '../database/known-statements.ts'
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
import {
  estimated,
  few,
  type Hits,
  newestHit,
  newestHits,
  type Search,
  type Searchable,
  type Spanned,
  spanned,
  spansOf,
  withinOf,
} from './hits.ts'
import { keepPlans } from './newest.ts'

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
  const { tx, tenantId } = reader
  const { search, cursor } = asked
  const limit = limitOf(asked)
  if (!isOld && cursor?.rank === undefined) {
    const found = await read(tx, asked, {
      name: 'newest',
      values: {},
      hits: ({ list, words }) => newestHits(list, { words, cursor, limit }),
    })
    if (found.isComplete) return found
  }
  const own = withinOf(search.list, tenantId)
  const expected = await estimated(tx, search.list, { words: search.words, within: own })
  const values = { within: expected.isMostly ? undefined : own }
  const inSpans = { ...values, spans: spansOf(search.list, { tenantId, now: reader.clock.now() }) }
  const bySpans = (name: string, most: number): Way<typeof inSpans> => ({
    name,
    isByIndex: true,
    values: inSpans,
    hits: ({ list, words }, given) => spanned(list, { ...given, words, cursor, limit: most }),
  })
  if (expected.own > MANY) {
    const found = isNew ? null : await fromNewest(tx, asked, { ...inSpans, words: search.words, cursor, limit })
    return found ?? read(tx, asked, bySpans('spans', limit))
  }
  const found = await read(tx, asked, {
    name: 'few',
    isByIndex: true,
    values,
    hits: ({ list, words }, given) => few(list, { ...given, words, cursor, limit }),
  })
  // There are more than are counted: only the page is missing, and that of a tab is looked for within the tab.
  if (found.isComplete || asked.tab !== 'all') return found
  const { hits, ...way } = bySpans('part', asked.offset + asked.query.pageSize + 1)
  const part = { ...way, hits: (...given: Parameters<typeof hits>): Hits => ({ ...hits(...given), isPart: true }) }
  return { ...(await read(tx, asked, part)), counts: found.counts }
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
  const from = await byIndex(tx, () => newestHit(tx, asked.search.list, searched))
  if (!from) return null
  const { cursor, limit } = searched
  const found = await read(tx, asked, {
    name: 'from',
    isInOrder: asked.search.list.hasOnePlan,
    values: { ...from },
    hits: ({ list, words }, given) =>
      newestHits(list, { words, cursor, limit, from: list.keys.map((_, i) => given[i]) }),
  })
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
 * that are never together it would read all rows. What is asked for decides the plan: none is kept, as one for all would
 * read the whole index of a company besides. In one round trip: nothing is left set behind it.
 */
async function byIndex<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const turn = (to: readonly string[]) =>
    sql`select set_config(name, value, true) from unnest(${Object.keys(BY_INDEX)}::text[], ${to}::text[]) as _ (name, value)`.execute(
      tx,
    )
  const [, found] = await Promise.all([turn(Object.values(BY_INDEX)), work(), turn(AS_USUAL)])
  return found
}

const BY_INDEX = {
  enable_seqscan: 'off',
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  plan_cache_mode: 'force_custom_plan',
}
const AS_USUAL = ['on', 'on', 'on', 'auto']

/** How the server is made to read. */
interface Manner {
  isByIndex?: true
  /** In the order of the list, as its newest page is read. */
  isInOrder?: true | undefined
}

/** One way to find hits, and the values that it takes beside the search's own. */
interface Way<V extends object> extends Manner {
  name: string
  values: V
  hits: (search: Search, values: V) => Hits
}

/** Beside its counts, what every row says of the whole; a row without place stands for an empty page. */
interface Head {
  '#place': number | null
  isRanked: boolean
  hasMore: boolean
}

async function read<O, V extends object>(
  tx: Tx,
  asked: Searching<O>,
  way: Way<V>,
): Promise<Found<O> & { isComplete: boolean }> {
  const { tabs, cursor } = asked
  const rows = await planned(tx, way, () => run(tx, asked, way))
  const head = rows[0]!
  return {
    rows: head['#place'] === null ? [] : rows,
    counts: cursor ? null : countsOf(Object.keys(tabs), head),
    isRanked: head.isRanked,
    isComplete: !head.hasMore,
  }
}

type Row<O> = O & PageKeys & Tally & Head

async function planned<T>(tx: Tx, { isByIndex, isInOrder }: Manner, work: () => Promise<T>): Promise<T> {
  if (isByIndex) return byIndex(tx, work)
  if (!isInOrder) return work()
  const [, found] = await Promise.all([tx.executeQuery(keepPlans), work()])
  return found
}

/** The first page of a kept list is asked for by a query that is built once for its shape. */
async function run<O, V extends object>(tx: Tx, asked: Searching<O>, way: Way<V>): Promise<Row<O>[]> {
  const { kept, search, query, tab, cursor, offset } = asked
  if (!kept || cursor || offset > 0) return (await hitsQuery(asked, way, way.values).execute(tx)).rows
  const { all, together, beginning } = search.words
  const texts = Object.fromEntries(all.map((word, i) => [`word ${i}`, word]))
  const own = { ...texts, ...way.values, keyword: query.keyword, together, beginning }
  const given = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : name))
  const shape = [way.name, kept.shape, tab, query.pageSize, given.join()].join('|')
  const build = (slots: typeof own) => {
    const parts = kept.parts(slots)
    const { keyword, together, beginning } = slots
    const words = { all: all.map((_, i) => slots[`word ${i}`]!), together, beginning }
    const one = { ...asked, ...parts, query: { ...query, keyword }, search: { list: parts.list as Searchable, words } }
    const made = hitsQuery<O, V>(one, way, slots)
    return { compile: () => made.compile(tx) }
  }
  return (await tx.executeQuery(keptQuery<Row<O>, typeof own>(shape, { ...kept.values, ...own }, build))).rows
}

function hitsQuery<O, V extends object>(asked: Searching<O>, way: Way<V>, values: V): RawBuilder<Row<O>> {
  const { search, query, tabs, tab, show, cursor, offset } = asked
  const { hits, hasMore, isPart } = way.hits(search, values)
  const { alias, keys } = search.list
  const names = cursor ? [tab] : Object.keys(tabs)
  const columns = keys.map((key, i) => sql`${sql.ref(`${alias}.${key}`)} as ${sql.ref(`key${i}`)}`)
  const flags = flagsOf(Object.fromEntries(names.map((name) => [name, tabs[name]!])))
  const keyNames = keys.map((_, i) => sql.ref(`key${i}`))
  const newest = sql.join(keyNames.map((key) => sql`${key} desc`))
  const isRanked = cursor
    ? sql`${cursor.rank !== undefined}::boolean`
    : sql`${sql.lit(!isPart)} and whole < ${sql.lit(COUNT_LIMIT)}`
  const after = cursor?.rank === undefined ? sql`true` : behind(cursor, cursor.rank, keyNames)
  const shown = show(sql<{ id: string }>`page`.as('page')).select([
    sql`page.rank`.as('#rank'),
    sql`page.place`.as('#place'),
    ...keys.map((_, i) => sql.ref(`page.key${i}`).as(`#key${i}`)),
  ])
  return sql<Row<O>>`${way.isByIndex ? sql.raw(PLANNED_ANEW) : way.isInOrder ? sql.raw(ONE_PLAN) : sql``}
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
        order by case when "isRanked" then rank end, ${newest} limit ${sql.lit(query.pageSize + 1)} offset ${sql.lit(offset)}
      ) as ordered
    )
    select * from tally left join (${shown}) as shown on true order by "#place"`
}

function rankOf({ list: { alias, exact }, words }: Search, keyword: string): RawBuilder<unknown> {
  const begins = sql`${sql.ref(`${alias}.words`)} @@ ${words.beginning}::tsquery`
  return sql`case when ${exact(keyword)} then 0 when ${begins} then 1 else 2 end`
}

function behind({ keys }: Cursor, rank: number, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const row = sql`(${sql.join(names)}) < (${sql.join(keys.map((value) => sql.val(value)))})`
  return sql`(rank > ${rank} or (rank = ${rank} and ${row}))`
}
