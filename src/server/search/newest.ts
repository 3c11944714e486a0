import { type AliasedExpression, type Compilable, CompiledQuery, type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Tx } from '../database/connect.ts'
import { keptQuery } from '../database/kept-query.ts'
import { ONE_PLAN } from '../database/known-statements.ts'
import {
  type Asked,
  countsOf,
  flagsOf,
  type Found,
  type KeptList,
  type PageKeys,
  type Searching,
  type Tally,
  tallyOf,
} from './asked.ts'
import type { Cursor } from './cursor.ts'
import { hasOlder, holdsAll, type Listed, NEWEST, ordered, rowsOf, type Search, type Searchable } from './hits.ts'

/**
 * A page newest first and, on the first one, its counts: two statements of one round trip, since each is found sooner
 * alone. The page is found by its keys before names are joined to it; the counts look at the list alone. With words only
 * the newest rows are looked at, among which a frequent word is found sooner than by the index of words, and one statement
 * looks at them for both; `hasOlder` tells whether the counts may be too low for that.
 */
export async function newestPage<O>(tx: Tx, asked: Asked<O>): Promise<Found<O> & { hasOlder: boolean }> {
  if (asked.search && !asked.cursor) return searchedAtOnce(tx, { ...asked, search: asked.search })
  const [, rows, tally] = await Promise.all([
    asked.list.hasOnePlan ? tx.executeQuery(keepPlans) : null,
    run(tx, asked, { name: 'page', build: pageQuery }),
    asked.cursor
      ? null
      : run(tx, asked, { name: 'tally', build: (one) => tallyQuery(tx, one) }).then(([only]) => only!),
  ])
  const counts = tally && countsOf(Object.keys(asked.tabs), tally)
  return { rows, counts, isRanked: false, hasOlder: false }
}

/** The first page of a search with its counts. A row without place stands for an empty page. */
async function searchedAtOnce<O>(tx: Tx, asked: Searching<O>): Promise<Found<O> & { hasOlder: boolean }> {
  const [, rows] = await Promise.all([
    asked.list.hasOnePlan ? tx.executeQuery(keepPlans) : null,
    run(tx, asked, { name: 'search', build: (one) => searchQuery(tx, one as Searching<O>) }),
  ])
  const head = rows[0]!
  return {
    rows: head['#place'] === null ? [] : rows,
    counts: countsOf(Object.keys(asked.tabs), head),
    isRanked: false,
    hasOlder: head.hasOlder,
  }
}

/**
 * Left to itself the server weighs the plan for all against one for whoever asks, and may plan every time. Without bitmaps
 * it reads in order and stops in time; with them it may collect all rows of a company, which suits a small one only.
 */
export const keepPlans = CompiledQuery.raw(
  `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_bitmapscan', 'off', true)`,
)

/** What is built for this page, or was for one of its shape. */
async function run<O, R>(
  tx: Tx,
  asked: Asked<O>,
  { name, build }: { name: string; build: (asked: Asked<O>) => Compilable<R> },
): Promise<R[]> {
  const { kept, search, cursor, tab, query, offset } = asked
  if (!kept || offset > 0) return (await tx.executeQuery(build(asked))).rows
  const own = { words: search?.words.together, ...cursor?.keys }
  const has = [search && 'words', cursor && 'cursor'].join()
  const shape = [name, kept.shape, tab, query.pageSize, has].join('|')
  const values = { ...kept.values, ...own }
  return (await tx.executeQuery(keptQuery(shape, values, (slots) => build(slotted({ ...asked, kept }, slots))))).rows
}

/** The page with slots in place of all values. */
function slotted<O>(asked: Asked<O> & { kept: KeptList<O> }, slots: Slots): Asked<O> {
  const { kept, search, cursor } = asked
  const parts = kept.parts(slots)
  return {
    ...asked,
    ...parts,
    search: search && { list: parts.list as Searchable, words: { ...search.words, together: slots.words! } },
    cursor: cursor && { ...cursor, keys: cursor.keys.map((_, i) => slots[i]!) },
  }
}

/** Values of the list, with the words under their name and the cursor's keys under their numbers. */
type Slots = { words: string | undefined } & Record<number, string>

function pageQuery<O>(asked: Asked<O>): Compilable<O & PageKeys> {
  const { list, search, query, tabs, tab, cursor, offset } = asked
  const columns = keyColumns(list)
  const found = search
    ? sql`${hitsOf(search, [...columns, tabs[tab]!.as('isIn')], cursor)} and ${sql.ref('isIn')}`
    : ordered(list, rowsOf(list).where(tabs[tab]!).select(columns), cursor)
  // A page by its number may lie far behind: what is skipped is for the planner to know.
  const limited =
    offset > 0 ? sql`limit ${query.pageSize + 1} offset ${offset}` : sql`limit ${sql.lit(query.pageSize + 1)}`
  const page = sql<{ id: string }>`(${offset > 0 ? NOTHING : markOf(list)} ${found} ${limited})`
  let shown = asked.show(page.as('page'))
  for (const i of list.keys.keys()) {
    const key = sql.ref(`page.key${i}`)
    shown = shown.select(key.as(`#key${i}`)).orderBy(key, 'desc')
  }
  return shown as Compilable<O & PageKeys>
}

/** Keys of a row as `key0`, `key1` …, and its id. */
function keyColumns({ alias, keys }: Listed) {
  const column = (key: string, as: string) => sql.ref(`${alias}.${key}`).as(as)
  return [...keys.map((key, i) => column(key, `key${i}`)), column(keys.at(-1)!, 'id')]
}

/**
 * The newest hits, as many as are counted, once for the page and for the counts. In a tab the page may lack hits that stand
 * behind so many: then the counts say so, and the tab is looked at alone.
 */
function searchQuery<O>(tx: Tx, asked: Searching<O>): Compilable<O & PageKeys & SearchTally> {
  const { list, search, query, tabs, tab, offset } = asked
  const limit = sql.lit(COUNT_LIMIT)
  const columns = keyColumns(list)
  const keyNames = list.keys.map((_, i) => sql.ref(`key${i}`))
  const newest = sql.join(keyNames.map((key) => sql`${key} desc`))
  const told = rowsOf(list)
    .select(flagsOf(tabs))
    .where(sql<boolean>`${sql.ref(`${list.alias}.${list.keys.at(-1)!}`)} = any(ids)`)
  const shown = asked
    .show(sql<{ id: string }>`page`.as('page'))
    .select([sql`page.place`.as('#place'), ...list.keys.map((_, i) => sql.ref(`page.key${i}`).as(`#key${i}`))])
  const found = sql<O & PageKeys & SearchTally>`
    with hit as materialized (
      select ${markOf(list)} ${sql.join(keyNames)}, id, ${sql.ref('isIn')}
      from (${hitsOf(search, [...columns, tabs[tab]!.as('isIn')])}) as hits limit ${limit}
    ),
    tally as materialized (
      select whole, ${hasOlder(search.list, { limit: COUNT_LIMIT })} as "hasOlder",
        case when whole < ${limit} then (select ${tallyOf(Object.keys(tabs))} from (${told}) as flagged) end as tabs
      from (select count(*)::int as whole, array_agg(id) as ids from hit) as counted
    ),
    page as materialized (
      select *, row_number() over ()::int as place from (
        select ${sql.join(keyNames)}, id from hit where ${sql.ref('isIn')}
        order by ${newest} limit ${sql.lit(query.pageSize + 1)} offset ${sql.lit(offset)}
      ) as ordered
    )
    select * from tally left join (${shown}) as shown on true order by "#place"`
  return { compile: () => found.compile(tx) }
}

/** What the one statement of a search tells with each row: the counts, and the row's place on the page. */
interface SearchTally extends Tally {
  hasOlder: boolean
  '#place': number | null
}

/**
 * How many rows there are, at most COUNT_LIMIT, and how many of each tab where there are fewer. Beyond the limit tabs are
 * not told: what they ask of a thousand rows would cost more than the page.
 */
function tallyQuery<O>(tx: Tx, { list, tabs }: Asked<O>): Compilable<Tally> {
  const limit = sql.lit(COUNT_LIMIT)
  const flagged = rowsOf(list).select(flagsOf(tabs)).limit(limit)
  const counted = sql<Tally>`
    select ${markOf(list)} whole,
      case when whole < ${limit} then (select ${tallyOf(Object.keys(tabs))} from (${flagged}) as flagged) end as tabs
    from (select count(*)::int as whole from (${rowsOf(list).select(ONE)} limit ${limit}) as hit) as counted`
  return { compile: () => counted.compile(tx) }
}

/** Rows that hold the words, newest first. Of them only these columns are taken: whole ones are wide. */
function hitsOf({ list, words }: Search, columns: readonly AliasedExpression<unknown, string>[], cursor?: Cursor) {
  const { alias, table, span } = list
  const rows = ordered(list, list.rows(table).select([...columns, sql.ref(`${alias}.words`).as('words')]), cursor)
  const looked = span ? rows.limit(sql.lit(NEWEST)) : rows
  return sql`select * from (${looked}) as ${sql.ref(alias)} where ${holdsAll(list, words)}`
}

const ONE = sql`1`.as('one')
const NOTHING = sql``

function markOf({ hasOnePlan }: Listed): RawBuilder<unknown> {
  return hasOnePlan ? sql.raw(ONE_PLAN) : NOTHING
}
