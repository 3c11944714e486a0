import { type AliasedExpression, type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Tx } from '../database/connect.ts'
import { ONE_PLAN } from '../database/known-statements.ts'
import { type Asked, countsOf, flagsOf, type Found, type PageKeys, type Tally, tallyOf } from './asked.ts'
import type { Cursor } from './cursor.ts'
import { hasOlder, holdsAll, type Listed, NEWEST, ordered, rowsOf, type Search } from './hits.ts'

/**
 * A page newest first and, on the first one, its counts: two statements of one round trip, since each is found sooner
 * alone. The page is found by its keys before names are joined to it; the counts look at the list alone. With words both
 * look at the newest rows only, among which a frequent word is found sooner than by the index of words; `hasOlder` tells
 * whether the counts may be too low for that.
 */
export async function newestPage<O>(tx: Tx, asked: Asked<O>): Promise<Found<O> & { hasOlder: boolean }> {
  const [, rows, tally] = await Promise.all([
    asked.list.hasOnePlan ? keepPlans.execute(tx) : null,
    readPage(asked),
    asked.cursor ? null : readTally(tx, asked),
  ])
  const counts = tally && countsOf(Object.keys(asked.tabs), tally)
  return { rows, counts, isRanked: false, hasOlder: tally?.hasOlder === true }
}

/**
 * Left to itself the server weighs the plan for all against one for whoever asks, and may plan every time. Without bitmaps
 * it reads in order and stops in time; with them it may collect all rows of a company, which suits a small one only.
 */
export const keepPlans = sql`
  select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_bitmapscan', 'off', true)`

async function readPage<O>(asked: Asked<O>): Promise<(O & PageKeys)[]> {
  const { list, search, query, tabs, tab, cursor, offset } = asked
  const column = (key: string, as: string) => sql.ref(`${list.alias}.${key}`).as(as)
  const columns = list.keys.map((key, i) => column(key, `key${i}`))
  columns.push(column(list.keys.at(-1)!, 'id'))
  const found = search
    ? sql`${hitsOf(search, [...columns, tabs[tab]!.as('isIn')], cursor)} and ${sql.ref('isIn')}`
    : ordered(list, rowsOf(list).where(tabs[tab]!).select(columns), cursor)
  // A page by its number may lie far behind: what is skipped is for the planner to know.
  const limited =
    offset > 0 ? sql`limit ${query.pageSize + 1} offset ${offset}` : sql`limit ${sql.lit(query.pageSize + 1)}`
  const page = sql<{ id: string }>`(${offset > 0 ? NO_MARK : markOf(list)} ${found} ${limited})`
  let shown = asked.show(page.as('page'))
  for (const i of list.keys.keys()) {
    const key = sql.ref(`page.key${i}`)
    shown = shown.select(key.as(`#key${i}`)).orderBy(key, 'desc')
  }
  return (await shown.execute()) as (O & PageKeys)[]
}

/**
 * How many rows there are, at most COUNT_LIMIT, and how many of each tab where there are fewer. Beyond the limit tabs are
 * not told, and what they ask of a thousand rows would cost more than the page.
 */
async function readTally<O>(tx: Tx, { list, search, tabs }: Asked<O>): Promise<Tally & { hasOlder: boolean }> {
  const names = Object.keys(tabs)
  const limit = sql.lit(COUNT_LIMIT)
  const among = (columns: readonly AliasedExpression<unknown, string>[]) =>
    search ? sql`${hitsOf(search, columns)} limit ${limit}` : rowsOf(list).select(columns).limit(limit)
  const isMore = search ? hasOlder(search.list, { limit: COUNT_LIMIT }) : sql<boolean>`false`
  const counted = await sql<Tally & { hasOlder: boolean }>`
    select ${markOf(list)} whole, ${isMore} as "hasOlder",
      case when whole < ${limit} then (select ${tallyOf(names)} from (${among(flagsOf(tabs))}) as hit) end as tabs
    from (select count(*)::int as whole from (${among([ONE])}) as hit) as counted`.execute(tx)
  return counted.rows[0]!
}

/** Rows that hold the words, newest first. Of them only these columns are taken: whole ones are wide. */
function hitsOf({ list, words }: Search, columns: readonly AliasedExpression<unknown, string>[], cursor?: Cursor) {
  const { alias, table, span } = list
  const rows = ordered(list, list.rows(table).select([...columns, sql.ref(`${alias}.words`).as('words')]), cursor)
  const looked = span ? rows.limit(sql.lit(NEWEST)) : rows
  return sql`select * from (${looked}) as ${sql.ref(alias)} where ${holdsAll(list, words)}`
}

const ONE = sql`1`.as('one')
const NO_MARK = sql``

function markOf({ hasOnePlan }: Listed): RawBuilder<unknown> {
  return hasOnePlan ? sql.raw(ONE_PLAN) : NO_MARK
}
