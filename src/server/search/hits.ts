import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from '../database/connect.ts'
import { PLANNED_ANEW } from '../database/known-statements.ts'
import type { Cursor } from './cursor.ts'
import type { Words } from './words.ts'

/** Rows that are listed newest first. */
export interface Listed {
  /** Under which `rows` names the table. */
  alias: string
  /** Key columns, the id last. */
  keys: readonly string[]
  /**
   * Everything listed, without tab, and without the names that only a page shows. Nothing selected. A searchable list is
   * asked for its table, or for the view of it that is searched.
   */
  // oxlint-disable-next-line no-explicit-any -- any table may be listed
  rows: (relation: string) => SelectQueryBuilder<any, any, any>
  /**
   * Whoever asks, its newest rows are best read by one index, and the statistics of the columns that tell whose they are say
   * so of anybody (db/migrations/0042-create-path.sql): planning the reading costs more than the reading.
   */
  hasOnePlan?: true
}

/** The same, searched by the words of their table (db/migrations/0030-search.sql). */
export interface Searchable extends Listed {
  table: string
  /** Which words tell the span of a row: `@` by id, `~` by time of publication. None: so few rows that all are looked at. */
  span?: '@' | '~'
  /** Company whose rows alone are listed. */
  owner?: string
  /** What the keyword means alone: a code, a whole title. */
  exact: (keyword: string) => RawBuilder<boolean>
}

export function isSearchable(list: Listed): list is Searchable {
  return 'table' in list
}

/** Everything listed, from its table. */
export function rowsOf(list: Listed): Rows {
  return list.rows(isSearchable(list) ? list.table : '')
}

/** A searchable list, and what is searched for. */
export interface Search {
  list: Searchable
  words: Words
}

/** Where hits are read from. */
export interface Hits {
  /** FROM clause: rows under the list's alias, at most as many as were asked for. */
  hits: RawBuilder<unknown>
  /** Whether there may be newer or more hits than those; `whole` is their number. */
  hasMore: RawBuilder<boolean>
  /** They are the newest of many: their number tells nothing. */
  isPart?: true
}

interface Asked {
  words: Words
  cursor?: Cursor | undefined
  /** Keys of the newest row that is looked at. */
  from?: readonly unknown[] | undefined
  limit: number
}

/** Among so many of the newest rows a frequent word is found sooner than by the index: every hit there has to be sorted. */
export const NEWEST = 2000

/** Those of the newest rows, from `from` on, that hold the words. */
export function newestHits(list: Searchable, { words, cursor, from, limit }: Asked): Hits {
  const rows = ordered(list, since(list, list.rows(list.table), from).selectAll(list.alias), cursor)
  const matching = holdsAll(list, words)
  if (!list.span) return { hits: named(list, rows.where(matching).limit(sql.lit(limit))), hasMore: sql<boolean>`false` }
  return {
    hits: sql`${named(list, rows.limit(sql.lit(NEWEST)))} where ${matching} limit ${sql.lit(limit)}`,
    hasMore: hasOlder(list, { cursor, from, limit }),
  }
}

/** Whether rows are left behind the newest, where `whole`, those that matched, are fewer than `limit`. */
export function hasOlder(list: Searchable, { cursor, from, limit }: Omit<Asked, 'words'>): RawBuilder<boolean> {
  if (!list.span) return sql<boolean>`false`
  const older = ordered(list, since(list, list.rows(list.table), from).select(sql`1`.as('one')), cursor)
    .offset(sql.lit(NEWEST))
    .limit(sql.lit(1))
  return sql<boolean>`case when whole < ${sql.lit(limit)} then exists (${older}) else false end`
}

/** Condition on a row's words. */
export function holdsAll(list: Listed, words: Words): RawBuilder<boolean> {
  return holds(list, [sql`${words.together}`])
}

/** More hits than these are not sorted to find the newest. */
const FEW = 10_000

/** All hits by the index of words, where they are few. */
export function few(list: Searchable, { words, cursor, within }: Looked): Hits {
  const rows = bounded(list, list.rows(`${list.table}_search`).selectAll(list.alias), cursor)
  return {
    hits: named(list, rows.where(holds(list, textsOf(words, within))).limit(sql.lit(FEW))),
    hasMore: sql<boolean>`whole >= ${sql.lit(FEW)}`,
  }
}

/**
 * The newest of many hits by the index of words, which knows no order: it is asked span by span, newest first, until there
 * are enough. Each span is a word itself, which the index intersects with the others before any row is looked at.
 */
export function spanned(list: Searchable, asked: Spanned): Hits {
  const rows = list.rows(`${list.table}_search`).selectAll(list.alias)
  return { hits: bySpan(list, rows, asked), hasMore: sql<boolean>`false` }
}

function bySpan(list: Searchable, rows: Rows, { cursor, words, within, limit, spans }: Spanned) {
  const found = ordered(list, rows, cursor)
    .where(holds(list, [...textsOf(words, within), sql`span.word`]))
    .limit(sql.lit(limit))
  return sql`unnest(${sql.val(spans)}::text[]) as span (word)
    cross join lateral (${found}) as ${sql.ref(list.alias)} limit ${sql.lit(limit)}`
}

/** Keys of the newest hit, found as `spanned` finds them; null where there is none. */
export async function newestHit(tx: Tx, list: Searchable, asked: Spanned): Promise<unknown[] | null> {
  const keys = list.keys.map((key) => `${list.alias}.${key}`)
  const hit = bySpan(list, list.rows(`${list.table}_search`).select(keys), { ...asked, limit: 1 })
  const columns = keys.map((key, i) => sql.ref(key).as(`key${i}`))
  const newest = sql<Record<string, unknown>>`${sql.raw(PLANNED_ANEW)} select ${sql.join(columns)} from ${hit}`
  const { rows } = await newest.execute(tx)
  const [only] = rows
  return only ? keys.map((_, i) => only[`key${i}`]) : null
}

/** What the index of words is asked for. */
export interface Looked extends Asked {
  /** A word that the list's rows hold (`withinOf`); none where most rows that hold the words are the list's anyway. */
  within?: string | undefined
}

export interface Spanned extends Looked {
  /** Newest first (`spansOf`). */
  spans: readonly string[]
}

/** With the one company where the list is one company's; else with the tenant, which shares the index with others. */
export function withinOf({ owner, span }: Searchable, tenantId: number): string {
  return owner ? `'#${owner}'` : `'${span}${tenantId}'`
}

/** Words of the tenant's spans of fifty days (`kb_spans`): what lies in no time, then from the next one back to the first. */
export function spansOf({ span }: Searchable, { tenantId, now }: { tenantId: number; now: Date }): string[] {
  const next = Math.floor(now.getTime() / 2 ** 32) + 1
  const spans = Array.from({ length: next + 1 - FIRST_SPAN }, (_, i) => (next - i).toString(16).padStart(4, '0'))
  return ['ffff', ...spans].map((name) => `'${span}${tenantId}/${name}'`)
}

/** Of the year 2013: whatever is older shares it. */
const FIRST_SPAN = 0x140

/**
 * How many rows the statistics of the database expect to hold the words and that of the list (`within`), and whether those
 * are most of all that hold the words. Then the index is not asked for that of the list: it would read all places of the
 * company to leave out a few.
 */
export async function estimated(
  tx: Tx,
  list: Searchable,
  { words, within }: { words: Words; within: string },
): Promise<{ own: number; isMostly: boolean }> {
  const expected = async (texts: readonly RawBuilder<unknown>[]) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select from ${sql.table(`${list.table}_search`)} as ${sql.ref(list.alias)}
      where ${holds(list, texts)}`.execute(tx)
    return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
  }
  const [own, all] = await Promise.all([expected(textsOf(words, within)), expected(textsOf(words))])
  return { own, isMostly: own * 2 >= all }
}

function textsOf({ all }: Words, within?: string): RawBuilder<unknown>[] {
  return (within === undefined ? all : [...all, within]).map((word) => sql`${sql.val(word)}`)
}

/** One condition a word: of several in one condition the index reads all places, of several conditions it leaps over them. */
function holds({ alias }: Listed, words: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const each = words.map((word) => sql`${sql.ref(`${alias}.words`)} @@ ${word}::tsquery`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

function named({ alias }: Listed, rows: RawBuilder<unknown> | ReturnType<Searchable['rows']>): RawBuilder<unknown> {
  return sql`(${rows}) as ${sql.ref(alias)}`
}

/** Newest first by the keys, from behind the cursor. */
export function ordered(list: Listed, rows: Rows, cursor: Cursor | undefined): Rows {
  let query = bounded(list, rows, cursor)
  for (const key of list.keys) query = query.orderBy(sql.ref(`${list.alias}.${key}`), 'desc')
  return query
}

/** Behind the cursor; of ranked hits all are looked at again. */
function bounded(list: Listed, rows: Rows, cursor: Cursor | undefined): Rows {
  if (!cursor || cursor.rank !== undefined) return rows
  return rows.where(sql<boolean>`${keysOf(list)} < ${rowOf(cursor.keys)}`)
}

function since(list: Listed, rows: Rows, from: readonly unknown[] | undefined): Rows {
  return from ? rows.where(sql<boolean>`${keysOf(list)} <= ${rowOf(from)}`) : rows
}

function keysOf({ alias, keys }: Listed): RawBuilder<unknown> {
  return sql`(${sql.join(keys.map((key) => sql.ref(`${alias}.${key}`)))})`
}

function rowOf(values: readonly unknown[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.val(value)))})`
}

export type Rows = ReturnType<Listed['rows']>
